// Preloaded: a server looks for what other processes wrote every 20 ms, not once a second. Only the waiting is shorter.
const POLL_MS = 1_000;
const { setInterval } = globalThis;
globalThis.setInterval = (run, ms, ...args) => setInterval(run, ms === POLL_MS ? 20 : ms, ...args);

// Preloaded: a server looks whether a daily backup is due after 50 ms, not after 20 seconds. Only the waiting is shorter.
const FIRST_LOOK_MS = 20_000;
const { setTimeout } = globalThis;
globalThis.setTimeout = (run, ms, ...args) => setTimeout(run, ms === FIRST_LOOK_MS ? 50 : ms, ...args);

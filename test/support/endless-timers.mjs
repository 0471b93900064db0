// Preloaded into a server: what it does only when a timer of a second or more is over, it never does within a test.
const DAY_MS = 86_400_000;
const LONG_MS = 1_000;

const { setTimeout: realTimeout, setInterval: realInterval } = globalThis;
const stretch = (ms) => (ms >= LONG_MS ? DAY_MS : ms);

globalThis.setTimeout = Object.assign(
  (act, ms, ...given) => realTimeout(act, stretch(ms), ...given),
  realTimeout,
);
globalThis.setInterval = (act, ms, ...given) => realInterval(act, stretch(ms), ...given);

// Loaded into a server before its own code. On SIGUSR2 it reports the event-loop delay and the processor time since the
// last signal on standard error, and begins anew.
const { monitorEventLoopDelay } = require('node:perf_hooks');

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
let before = process.cpuUsage();

process.on('SIGUSR2', () => {
  const [p99, max] = [delay.percentile(99) / 1e6, delay.max / 1e6];
  const { user, system } = process.cpuUsage(before);
  process.stderr.write(`event-loop ${JSON.stringify({ p99, max, cpuMs: (user + system) / 1e3 })}\n`);
  delay.reset();
  before = process.cpuUsage();
});

// Preloaded: once `HANG_ON` (a named pipe that nobody writes to) is there, reads from it until every thread of the pool hangs, as
// with a network mount that has died. On SIGUSR2, or at once with HANG_AT_ONCE.
import { open } from 'node:fs';

const hang = () => {
  for (let thread = 0; thread < Number(process.env.UV_THREADPOOL_SIZE ?? 4); thread += 1)
    open(process.env.HANG_ON ?? '', 'r', () => undefined);
  process.stderr.write('every read hangs\n');
};

if (process.env.HANG_AT_ONCE) hang();
else process.on('SIGUSR2', hang);

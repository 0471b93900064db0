// Swaps a folder, and a file in another folder, for links to the outside and back, as fast as it can, until stdin ends.
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const [base = ''] = process.argv.slice(2);
const at = (...names) => join(base, ...names);
symlinkSync(at('outside'), at('folder-link'));
symlinkSync(at('outside', 'file.txt'), at('file-link'));
const PAIRS = [
  [at('root', 'folder'), at('folder-away'), at('folder-link')],
  [at('root', 'other', 'file.txt'), at('file-away'), at('file-link')],
];

const tried = (work) => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

/** A writer may have made a folder where one is missing for a moment, and may still be adding to it. */
function move(from, to) {
  for (let tries = 0; tries < 10_000; tries += 1) {
    if (tried(() => renameSync(from, to))) return;
    tried(() => rmSync(to, { recursive: true }));
  }
  throw new Error(`cannot move ${from} to ${to}`);
}

let count = 0;
process.stdin.on('end', () => {
  process.stdout.write(`${count}\n`);
  process.exit();
});
process.stdin.resume();
process.stdout.write('ready\n');

const swapMany = () => {
  for (let round = 0; round < 50; round += 1) {
    for (const [path, away, link] of PAIRS) {
      move(path, away);
      move(link, path);
      move(path, link);
      move(away, path);
    }
    count += PAIRS.length;
  }
  setImmediate(swapMany);
};
swapMany();

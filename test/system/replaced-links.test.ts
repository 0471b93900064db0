import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ThroughlineError } from '../../src/domain/error.ts';
import { openFiles } from '../../src/system/files/open-files.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SWAPPER = fileURLToPath(new URL('../support/swap-links.mjs', import.meta.url));
const READS = 1_500;
const WRITES = 200;
const TIMEOUT_MS = 120_000;

/** A folder with a root and an outside, and a process that swaps what is in the root for links to the outside. */
async function swapped() {
  const base = tempFolder();
  for (const name of ['outside', 'root', 'root/folder', 'root/other']) mkdirSync(join(base, name));
  writeFileSync(join(base, 'outside', 'file.txt'), 'outside');
  for (const name of ['folder', 'other']) writeFileSync(join(base, 'root', name, 'file.txt'), 'inside');
  const child = spawn(process.execPath, [SWAPPER, base]);
  child.stdin.on('error', () => undefined);
  onTestFinished(() => void child.kill('SIGKILL'));
  const output: string[] = [];
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  const stop = async () => {
    child.stdin.end();
    await ended;
    return Number(output.join('').replace('ready', ''));
  };
  return { base, stop, files: openFiles({ roots: [join(base, 'root')] }) };
}

describe('a process that swaps files and folders for links all the time', { timeout: TIMEOUT_MS }, () => {
  it('never gets a file read that is outside the roots', async () => {
    const { base, stop, files } = await swapped();
    const texts = { inside: 0, outside: 0, refused: 0 };
    const read = async (path: string) => {
      const file = await files.openFile(path, { field: 'transcript_path' });
      const buffer = Buffer.alloc(20);
      const { bytesRead } = await file.read(buffer, 0, 20, 0);
      await file.close();
      return buffer.toString('utf8', 0, bytesRead) as 'inside' | 'outside';
    };
    const readAsText = async (path: string) =>
      (await files.readTextFile(path, { field: 'identity_path', maxBytes: 20 })).text as 'inside' | 'outside';
    for (let round = 0; round < READS; round += 1) {
      const path = join(base, 'root', round % 2 === 0 ? 'folder' : 'other', 'file.txt');
      const found = await (round % 4 < 2 ? read : readAsText)(path).catch((error: unknown) => {
        if (error instanceof ThroughlineError) return 'refused' as const;
        throw error;
      });
      texts[found] += 1;
    }
    const swaps = await stop();
    console.info(`${swaps} swaps, ${READS} reads`, texts);
    expect(texts.outside).toBe(0);
    expect(texts.inside + texts.refused).toBe(READS);
    expect(swaps).toBeGreaterThan(0);
  });

  it('never gets a text written outside the roots', async () => {
    const { base, stop, files } = await swapped();
    for (let round = 0; round < WRITES; round += 1) {
      const path = join(base, 'root', 'folder', `new-${round}.txt`);
      await files
        .writeFileAtomically(path, 'a text of ours', { field: 'campaign_path' })
        .catch(() => undefined);
    }
    await stop();
    const outside = readdirSync(join(base, 'outside'));
    const ours = outside.filter((name) => readFileSync(join(base, 'outside', name), 'utf8').includes('ours'));
    expect(ours).toEqual([]);
  });
});

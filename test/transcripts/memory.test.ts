import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { claudeScript } from './claude-script.ts';

const MEGABYTE = 1024 * 1024;
const sources = fileURLToPath(new URL('../../src/', import.meta.url));

const PROGRAM = `
import { reduceEntries } from './domain/capture/reduce/reduce-entries.ts';
import { EMPTY_DIGEST } from './domain/capture/transcript-digest.ts';
import { parseLine } from './clients/claude-code/transcript.ts';
import { readTranscript } from './transcripts/line-format.ts';
import { openFiles } from './system/files/open-files.ts';

let digest = EMPTY_DIGEST;
const file = await openFiles({ roots: ['/'] }).openFile(process.argv[2] ?? '', { field: 'file' });
const outcome = await readTranscript({
  file,
  from: null,
  parse: parseLine,
  onEntries: (entries) => {
    digest = reduceEntries(digest, entries);
  },
  limits: { maxBytes: 1e9, maxLineBytes: 4e6 },
});
await file.close();
const megabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ ...outcome, megabytes, requests: digest.counts.requests, last: digest.requests.at(-1)?.text }));
`;

/** 200 MB: ordinary work, and now and then a line with a picture of many megabytes. */
function writeBig(path: string): number {
  const round = claudeScript()
    .person('please fix the parser')
    .read('src/parser.ts', 'x'.repeat(40_000))
    .bash('npm test', 'line of output\n'.repeat(2_000))
    .agent('I fixed it. '.repeat(40))
    .file();
  const ordinary = Buffer.concat(Array.from({ length: 100 }, () => round));
  const picture = claudeScript()
    .read('a.png', 'A'.repeat(12 * MEGABYTE))
    .file();
  const file = openSync(path, 'w');
  let rounds = 0;
  for (let size = 0; size < 200 * MEGABYTE; rounds += 100) {
    size += writeSync(file, ordinary) + writeSync(file, picture);
  }
  writeSync(file, claudeScript().person('the very last').file());
  closeSync(file);
  return rounds + 1;
}

it('reads 200 MB, with lines of many megabytes, in less than 150 MB', { timeout: 300_000 }, async () => {
  const folder = tempFolder();
  const transcript = join(folder, 'big.jsonl');
  const requests = writeBig(transcript);
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: sources, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  const program = join(folder, 'read.mjs');
  writeFileSync(program, outputFiles[0]?.text ?? '');
  const { stdout, stderr } = spawnSync(process.execPath, [program, transcript], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const outcome = JSON.parse(stdout);
  expect(outcome).toMatchObject({ isComplete: true, requests, last: 'the very last' });
  expect(outcome.skippedBytes).toBeGreaterThan(12 * MEGABYTE);
  expect(outcome.megabytes).toBeLessThan(150);
});

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DriftQuestion, KnownDrift } from '../../../src/domain/orientation/drift-facts.ts';
import { createDriftReader, type DriftReaderOptions } from '../../../src/system/git/read-drift.ts';
import { git, tempFolder } from './temp-repository.ts';

/** Long enough for a machine that is busy with other tests: what is asked here is not how long it takes. */
const PATIENCE = 60_000;

export const driftOptions = (over: Partial<DriftReaderOptions> = {}): DriftReaderOptions => ({
  environment: { PATH: process.env.PATH, HOME: tempFolder() },
  kill: (pid, signal) => process.kill(pid, signal),
  limitMs: PATIENCE,
  ...over,
});

export const defaultQuestion = { head: null, branch: 'main', files: [], isElsewhere: false };

export const askDrift = (question: Partial<DriftQuestion> & { worktree: string }, over = {}) =>
  createDriftReader(driftOptions(over))({ ...defaultQuestion, ...question });

export async function knownDrift(
  question: Partial<DriftQuestion> & { worktree: string },
  over = {},
): Promise<KnownDrift> {
  const facts = await askDrift(question, over);
  if (facts.kind === 'unknown') throw new Error(`unknown: ${facts.reason}`);
  return facts;
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

export function commitFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
  message = 'files',
): string {
  write(folder, files);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', message);
  return headOf(folder);
}

export const headOf = (folder: string): string => git(folder, 'rev-parse', 'HEAD');

/** A zombie is gone: nobody has collected it yet. */
export const isAlive = (pid: string) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

export const REAL_GIT = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
export const inPath = (file: string) => ({ PATH: `${dirname(file)}:/usr/bin:/bin`, HOME: tempFolder() });

/** An executable script, in a new folder unless one is given. */
export function script(body: string, name = 'git', folder = tempFolder()): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { storedRows } from '../app/import-app.ts';
import { findDamage } from '../support/faults-store.ts';
import { pastConversation } from '../support/past-conversation.ts';
import { PROGRAM } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Real sessions of other people. They are not part of this repository. */
const GIVEN = join(import.meta.dirname, '../../../shared/data/transcripts/claude-code');
const isGiven = existsSync(GIVEN);

interface Machine {
  readonly folder: string;
  /** The environment of a program whose store is in this folder. */
  storeIn(name: string): {
    readonly home: string;
    readonly project: string;
    readonly env: Record<string, string>;
  };
}

function machine(): Machine {
  const folder = tempFolder();
  mkdirSync(join(folder, 'cwd'));
  const env = { HOME: folder, CLAUDE_CONFIG_DIR: join(folder, '.claude') };
  return { folder, storeIn: (name) => ({ home: join(folder, name), project: join(folder, 'cwd'), env }) };
}

type Store = ReturnType<Machine['storeIn']>;

const runImport = ({ env, ...here }: Store, ...more: readonly string[]) =>
  runProgram(['import', 'claude-code', ...more], here, { env });

/** Kills the import as soon as it has printed so many lines of progress. */
async function killAfter({ home, project, env }: Store, lines: number): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, 'import', 'claude-code'], {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', ...env, THROUGHLINE_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let count = 0;
  child.stderr.on('data', (chunk) => {
    count += String(chunk).split('\n').length - 1;
    if (count >= lines) child.kill('SIGKILL');
  });
  await once(child, 'close');
}

const rowsIn = ({ home }: Store) => storedRows(join(home, 'store.db'));

async function expectSameAfterKills(onMachine: Machine): Promise<void> {
  const whole = onMachine.storeIn('whole');
  expect((await runImport(whole)).exitCode).toBe(0);
  const killed = onMachine.storeIn('killed');
  for (const lines of [2, 5, 8]) await killAfter(killed, lines);
  expect((await runImport(killed)).exitCode).toBe(0);
  expect(rowsIn(killed) === rowsIn(whole), 'the stores differ').toBe(true);
  expect(findDamage(join(killed.home, 'store.db'))).toEqual([]);
}

describe('an import that is killed three times and run again', () => {
  it('gives the same store as one run', async () => {
    const here = machine();
    for (let index = 10; index < 34; index += 1)
      pastConversation(
        here.folder,
        `c${index}`,
        {
          cwd: `/gone/project-${index % 3}`,
          startedAt: `2026-03-${String(index - 5).padStart(2, '0')}T09:00:00.000Z`,
        },
        (talk) => {
          for (let turn = 0; turn < 30; turn += 1)
            talk
              .person(`Request ${turn} of ${index}`)
              .write(`f${turn}.ts`)
              .agent(`Answer ${turn}. `.repeat(50));
          return talk;
        },
      );
    await expectSameAfterKills(here);
  });

  it.skipIf(!isGiven)(
    `gives the same store as one run, with the given transcripts${isGiven ? '' : ' (skipped: ../shared/data is absent)'}`,
    async () => {
      const here = machine();
      const folder = join(here.folder, '.claude', 'projects', 'given');
      mkdirSync(folder, { recursive: true });
      const names = readdirSync(GIVEN).filter((name) => name.endsWith('.jsonl.gz'));
      for (const name of names)
        writeFileSync(join(folder, name.replace('.gz', '')), gunzipSync(readFileSync(join(GIVEN, name))));
      await expectSameAfterKills(here);
      const { stdout } = await runImport(here.storeIn('whole'), '--json');
      const { transcripts } = JSON.parse(stdout);
      expect(transcripts).toHaveLength(names.length);
      expect(transcripts.every(({ outcome }: { outcome: string }) => outcome === 'unchanged')).toBe(true);
      const { env, ...whole } = here.storeIn('whole');
      const middle = 'add the wingmanStaleReviewTTL constant and loadWingmanStateDirect helper';
      const search = ['search', middle, '--all-projects', '--limit', '3', '--json'];
      expect((await runProgram(search, whole, { env })).stdout).toContain('wingmanStaleReviewTTL');
    },
  );
});

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { type Home, scene } from '../support/faults-home.ts';
import { runCommand } from '../support/faults-run.ts';
import { PROGRAM } from '../support/program.ts';

const { home } = scene();

function startSession({ path, work }: Home, source: string, env: Record<string, string> = {}) {
  const { stdout } = spawnSync(process.execPath, [PROGRAM, 'hook', 'claude-code', 'session-start'], {
    cwd: work,
    env: { PATH: process.env.PATH ?? '', HOME: path, THROUGHLINE_HOME: path, ...env },
    input: JSON.stringify({
      session_id: `c0ffee00-0000-4000-8000-${source.padEnd(12, '0')}`,
      cwd: work,
      source,
    }),
    encoding: 'utf8',
  });
  const answer = JSON.parse(stdout);
  expect(answer.hookSpecificOutput.additionalContext).toContain('# Orientation');
  return answer.systemMessage;
}

it('shows the person one line when a session starts, unless the setting is off', async () => {
  const place = home();
  await runCommand(place, 'remember', '--type', 'constraint', 'Never delete the ledger');
  await runCommand(place, 'end', '--checkpoint', 'Half way', '--open-loop', 'Call the printer');
  expect(startSession(place, 'startup')).toMatch(
    /^Throughline: 1 constraint, 1 open loop, last session ended \d\d:\d\d$/,
  );
  expect(startSession(place, 'clear', { THROUGHLINE_START_MESSAGE: 'false' })).toBeUndefined();
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConformance } from '../support/conformance.ts';
import { toolsIn } from './support/chat-api.ts';
import { playWith } from './support/conformance-play.ts';
import { CopilotSandbox, reportsIn } from './support/copilot.ts';
import { noTerminalReason } from './support/terminal.ts';

const lastReport = (request: Parameters<typeof reportsIn>[0]) => reportsIn(request).at(-1) ?? '';
const idIn = (stdout: string) => /"sessionId":"([^"]+)"/.exec(stdout)?.[1] ?? '';

describe('GitHub Copilot CLI', () => {
  it('start, kill and restart', async () => {
    const sandbox = await CopilotSandbox.open();
    await sandbox.throughline('install', 'copilot', '--yes');
    const path = join(sandbox.project, 'round.txt');
    sandbox.api.play(['I wrote the tide table. What is left is the rounding.']);
    const first = await sandbox.prompt('Write the tide table. Never round to whole hours.');
    expect(reportsIn(first.requests[0])).toHaveLength(1);
    expect(lastReport(first.requests[0])).toContain('Your session is already open');
    expect(toolsIn(first.requests[0])).toContain('throughline-end_session');

    sandbox.api.play([{ tool: 'create', input: { path, file_text: 'x\n' } }], 'hang');
    await sandbox.promptAndKill('Now round to quarters of an hour');
    sandbox.api.play(['Done.']);
    const third = await sandbox.prompt('Go on');
    const report = lastReport(third.requests[0]);
    expect(report).toContain('Now round to quarters of an hour');
    expect(report).toContain('round.txt');
    expect((await sandbox.listSessions()).map(({ status }) => status)).toEqual(['ended', 'lost', 'ended']);
  });

  it('resume, end and uninstall', async () => {
    const sandbox = await CopilotSandbox.open();
    await sandbox.throughline('install', 'copilot', '--yes');
    sandbox.api.play(['I wrote the tide table.']);
    const first = await sandbox.prompt('Write the tide table');
    const again = await sandbox.prompt('And the rounding', `--resume=${idIn(first.stdout)}`);
    expect(lastReport(again.requests[0])).toContain('I wrote the tide table.');
    const sessions = await sandbox.listSessions();
    expect(sessions.map(({ status }) => status)).toEqual(['ended', 'ended']);
    expect(sessions[1]?.predecessor_id).toBe(sessions[0]?.session_id);

    await sandbox.throughline('uninstall', 'copilot', '--yes');
    expect(existsSync(join(sandbox.home, '.copilot', 'mcp-config.json'))).toBe(false);
    const without = await sandbox.prompt('And now');
    expect(reportsIn(without.requests[0])).toEqual([]);
  });

  describeConformance(
    'copilot',
    ['start', 'resume', 'clear', 'compact', 'fork', 'end', 'killed'],
    async () => {
      const sandbox = await CopilotSandbox.open();
      await sandbox.throughline('install', 'copilot', '--yes');
      const { continued, typed, play } = playWith(sandbox, {
        ask: (prompt, ...flags) => sandbox.prompt(prompt, ...flags),
        idIn,
        reportsIn,
        inTerminal: (prompt) => ['-i', prompt, '--allow-all-tools'],
      });
      const create = { tool: 'create', input: { path: join(sandbox.project, 'tide.txt'), file_text: 'x\n' } };
      return {
        ...play,
        resume: continued((id) => [`--resume=${id}`]),
        fork: (...words) => typed('/fork', (screen) => /forked/i.test(screen), ...words),
        async kill(prompt) {
          sandbox.api.play([create], 'hang');
          await sandbox.promptAndKill(prompt);
        },
        // Nothing is delivered before the next prompt, so there has to be one.
        compact: (prompt) =>
          typed('/compact', (screen) => screen.includes('Compaction completed'), prompt, 'Done.', 'Go on'),
      };
    },
    { clear: noTerminalReason, compact: noTerminalReason, fork: noTerminalReason },
  );
});

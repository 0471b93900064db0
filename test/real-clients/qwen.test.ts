import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConformance } from '../support/conformance.ts';
import { type ChatRequest, messagesOf, toolsIn } from './support/chat-api.ts';
import { playWith } from './support/conformance-play.ts';
import { QwenSandbox } from './support/qwen.ts';
import { noTerminalReason } from './support/terminal.ts';

/** The orientations in one request, oldest first. */
const reportsIn = (request: ChatRequest | undefined): readonly string[] =>
  messagesOf(request, 'user', 'system').flatMap(
    (text) => text.match(/# Orientation: [\s\S]*?(?=# Orientation: |$)/g) ?? [],
  );
const lastReport = (request: ChatRequest | undefined) => reportsIn(request).at(-1) ?? '';
const idIn = (stdout: string) => /"session_id":"([^"]+)"/.exec(stdout)?.[1] ?? '';

describe('Qwen Code', () => {
  it('start, kill and restart', async () => {
    const sandbox = await QwenSandbox.open();
    await sandbox.throughline('install', 'qwen', '--yes');
    const path = join(sandbox.project, 'round.txt');
    sandbox.api.play(
      [{ tool: 'write_file', input: { file_path: join(sandbox.project, 'tide.txt'), content: 'high\n' } }],
      ['I wrote the tide table. What is left is the rounding.'],
    );
    const first = await sandbox.prompt('Write the tide table. Never round to whole hours.');
    expect(lastReport(first.requests[0])).toContain('Your session is already open');
    // The client reports a prompt after every batch of tools, which is no reason to orient again.
    expect(reportsIn(first.requests.at(-1))).toHaveLength(1);
    // The client lists the tools of servers by name, and loads their definitions when the model looks for them.
    expect(toolsIn(first.requests[0])).toContain('tool_search');
    expect(JSON.stringify(first.requests[0])).toContain('mcp__throughline__end_session');

    sandbox.api.play([{ tool: 'write_file', input: { file_path: path, content: 'x\n' } }], 'hang');
    await sandbox.promptAndKill('Now round to quarters of an hour');
    sandbox.api.play(['Done.']);
    const third = await sandbox.prompt('Go on');
    const report = lastReport(third.requests[0]);
    expect(report).toContain('Now round to quarters of an hour');
    expect(report).toContain('round.txt');
    const sessions = await sandbox.listSessions();
    expect(sessions).toHaveLength(3);
    expect(sessions[2]?.predecessor_id).toBe(sessions[1]?.session_id);
    expect(sessions[1]?.status).toBe('lost');
  });

  it('resume, end and uninstall', async () => {
    const sandbox = await QwenSandbox.open();
    await sandbox.throughline('install', 'qwen', '--yes');
    sandbox.api.play(['I wrote the tide table.']);
    const first = await sandbox.prompt('Write the tide table');
    const again = await sandbox.prompt('And the rounding', '--resume', idIn(first.stdout));
    expect(lastReport(again.requests[0])).toContain('Your session is already open');
    const sessions = await sandbox.listSessions();
    // Without a terminal the client reports no end, so the resumed conversation is the same session.
    expect(sessions.map(({ turn_count }) => turn_count)).toEqual([2]);
    expect(lastReport(again.requests[0])).toContain('I wrote the tide table.');

    await sandbox.throughline('uninstall', 'qwen', '--yes');
    const settings = readFileSync(join(sandbox.home, '.qwen', 'settings.json'), 'utf8');
    expect(settings).toBe(QwenSandbox.settings);
  });

  describeConformance(
    'qwen',
    ['start', 'resume', 'clear', 'fork', 'end', 'killed'],
    async () => {
      const sandbox = await QwenSandbox.open();
      await sandbox.throughline('install', 'qwen', '--yes');
      const { continued, play } = playWith(sandbox, {
        ask: (prompt, ...flags) => sandbox.prompt(prompt, ...flags),
        idIn,
        reportsIn,
        inTerminal: (prompt) => ['-i', prompt, '--yolo'],
      });
      const input = { file_path: join(sandbox.project, 'tide.txt'), content: 'x\n' };
      return {
        ...play,
        resume: continued((id) => ['--resume', id]),
        fork: continued((id) => ['--resume', id, '--fork-session']),
        async kill(prompt) {
          sandbox.api.play([{ tool: 'write_file', input }], 'hang');
          await sandbox.promptAndKill(prompt);
        },
      };
    },
    { clear: noTerminalReason },
  );
});

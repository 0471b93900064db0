import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConformance } from '../support/conformance.ts';
import { playWith } from './support/conformance-play.ts';
import { GeminiSandbox, reportsIn } from './support/gemini.ts';
import { noTerminalReason } from './support/terminal.ts';

const lastReport = (request: Parameters<typeof reportsIn>[0]) => reportsIn(request).at(-1) ?? '';
const idIn = (stdout: string) => /"session_id":"([^"]+)"/.exec(stdout)?.[1] ?? '';

describe('Gemini CLI', () => {
  it('start, kill and restart', async () => {
    const sandbox = await GeminiSandbox.open();
    await sandbox.throughline('install', 'gemini', '--yes');
    sandbox.api.play(
      [{ tool: 'write_file', input: { file_path: 'tide.txt', content: 'high\n' } }],
      ['I wrote the tide table. What is left is the rounding.'],
    );
    const first = await sandbox.prompt('Write the tide table. Never round to whole hours.');
    expect(reportsIn(first.requests[0])).toHaveLength(1);
    expect(lastReport(first.requests[0])).toContain('Your session is already open');
    const names = first.requests[0]?.tools?.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
    expect(names?.map(({ name }) => name)).toContain('mcp_throughline_end_session');

    sandbox.api.play([{ tool: 'write_file', input: { file_path: 'round.txt', content: 'x\n' } }], 'hang');
    await sandbox.promptAndKill('Now round to quarters of an hour');
    sandbox.api.play(['Done.']);
    const third = await sandbox.prompt('Go on');
    const report = lastReport(third.requests[0]);
    expect(report).toContain('Now round to quarters of an hour');
    expect(report).toContain('round.txt');
    expect((await sandbox.listSessions()).map(({ status }) => status)).toEqual(['ended', 'lost', 'ended']);
  });

  it('resume, end and uninstall', async () => {
    const sandbox = await GeminiSandbox.open();
    await sandbox.throughline('install', 'gemini', '--yes');
    sandbox.api.play(['I wrote the tide table.']);
    const first = await sandbox.prompt('Write the tide table');
    const again = await sandbox.prompt('And the rounding', '-r', idIn(first.stdout));
    expect(reportsIn(again.requests[0])).toHaveLength(2);
    expect(lastReport(again.requests[0])).toContain('I wrote the tide table.');
    const sessions = await sandbox.listSessions();
    expect(sessions.map(({ status }) => status)).toEqual(['ended', 'ended']);
    expect(sessions[1]?.predecessor_id).toBe(sessions[0]?.session_id);

    await sandbox.throughline('uninstall', 'gemini', '--yes');
    const settings = readFileSync(join(sandbox.home, '.gemini', 'settings.json'), 'utf8');
    expect(settings).toBe(GeminiSandbox.settings);
  });

  it('import of a conversation from before the installation, under the id that hooks give it', async () => {
    const sandbox = await GeminiSandbox.open();
    sandbox.api.play(['I wrote the tide table.']);
    const first = await sandbox.prompt('Write the tide table');
    const importAll = async () =>
      JSON.parse((await sandbox.throughline('import', 'gemini', '--json')).stdout).transcripts;
    expect(await importAll()).toMatchObject([{ outcome: 'imported', project: 'lantern' }]);
    expect(await sandbox.listSessions()).toMatchObject([
      { status: 'ended', client_session_id: idIn(first.stdout) },
    ]);
    expect(await importAll()).toMatchObject([{ outcome: 'unchanged' }]);
  });

  describeConformance(
    'gemini',
    ['start', 'resume', 'clear', 'end', 'killed'],
    async () => {
      const sandbox = await GeminiSandbox.open();
      await sandbox.throughline('install', 'gemini', '--yes');
      const { continued, play } = playWith(sandbox, {
        ask: (prompt, ...flags) => sandbox.prompt(prompt, ...flags),
        idIn,
        reportsIn,
        inTerminal: (prompt) => ['-i', prompt, '-m', 'gemini-3-flash', '--yolo'],
      });
      const input = { file_path: 'tide.txt', content: 'x\n' };
      return {
        ...play,
        resume: continued((id) => ['-r', id]),
        async kill(prompt) {
          sandbox.api.play([{ tool: 'write_file', input }], 'hang');
          await sandbox.promptAndKill(prompt);
        },
      };
    },
    { clear: noTerminalReason },
  );
});

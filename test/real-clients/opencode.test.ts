import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConformance } from '../support/conformance.ts';
import { toolsIn } from './support/chat-api.ts';
import { playWith } from './support/conformance-play.ts';
import { OpenCodeSandbox, reportsIn, workIn } from './support/opencode.ts';

const reportIn = (requests: Parameters<typeof workIn>[0], nth = 0) =>
  reportsIn(workIn(requests).at(nth)).at(-1) ?? '';
const idIn = (stdout: string) => /"sessionID":"([^"]+)"/.exec(stdout)?.[1] ?? '';
const statusesOf = async (sandbox: OpenCodeSandbox) =>
  (await sandbox.listSessions()).map(({ status }) => status);

describe('OpenCode', () => {
  it('start, kill and restart', async () => {
    const sandbox = await OpenCodeSandbox.open();
    await sandbox.throughline('install', 'opencode', '--yes');
    sandbox.api.play(['I wrote the tide table. What is left is the rounding.']);
    const first = await sandbox.prompt('Write the tide table. Never round to whole hours.');
    const [work] = workIn(first.requests);
    expect(reportsIn(work)).toHaveLength(1);
    expect(reportsIn(work)[0]).toContain('Your session is already open');
    expect(toolsIn(work)).toContain('throughline_end_session');
    const others = first.requests.filter((request) => request !== work);
    expect(others.length).toBeGreaterThan(0);
    expect(others.flatMap(reportsIn)).toEqual([]);

    const filePath = join(sandbox.project, 'round.txt');
    sandbox.api.play([{ tool: 'write', input: { filePath, content: 'x\n' } }], 'hang');
    await sandbox.promptAndKill('Now round to quarters of an hour');
    sandbox.api.play(['Done.']);
    const third = await sandbox.prompt('Go on');
    const report = reportIn(third.requests);
    expect(report).toContain('Now round to quarters of an hour');
    expect(report).toContain('round.txt');
    expect(await statusesOf(sandbox)).toEqual(['ended', 'lost', 'ended']);
  });

  it('resume, end and uninstall', async () => {
    const sandbox = await OpenCodeSandbox.open();
    await sandbox.throughline('install', 'opencode', '--yes');
    const handoff = { checkpoint: 'Tides are done.', open_loops: ['Round to centimeters'] };
    sandbox.api.play([{ tool: 'throughline_end_session', input: handoff }], ['Left a handoff.']);
    const first = await sandbox.prompt('Finish the tide table');
    const again = await sandbox.prompt('And the rounding', '-s', idIn(first.stdout));
    expect(reportIn(again.requests)).toContain('Tides are done.');
    const sessions = await sandbox.listSessions();
    expect(sessions).toMatchObject([
      { status: 'ended', client_session_id: idIn(first.stdout) },
      { status: 'ended', predecessor_id: sessions[0]?.session_id, turn_count: 1 },
    ]);

    await sandbox.throughline('uninstall', 'opencode', '--yes');
    const folder = join(sandbox.home, '.config', 'opencode');
    expect(readFileSync(join(folder, 'opencode.json'), 'utf8')).toBe(sandbox.settings);
    expect(existsSync(join(folder, 'plugin', 'throughline.js'))).toBe(false);
    const without = await sandbox.prompt('And now');
    expect(without.requests.flatMap(reportsIn)).toEqual([]);
  });

  it('compaction', async () => {
    const sandbox = await OpenCodeSandbox.open();
    await sandbox.throughline('install', 'opencode', '--yes');
    sandbox.api.play(['I read the tides.', { tokens: 95_000 }], ['More.']);
    const { requests } = await sandbox.prompt('Write the tide table');
    const report = reportIn(requests, -1);
    expect(workIn(requests).length).toBeGreaterThan(1);
    expect(report).toContain('This session before the compaction');
    expect(report).toContain('Write the tide table');
    const { captures } = JSON.parse((await sandbox.throughline('captures', '--json')).stdout);
    expect(captures).toMatchObject([
      { reason: 'session_end' },
      { reason: 'compaction', has_client_summary: true },
    ]);
    expect(await statusesOf(sandbox)).toEqual(['ended']);
  });

  describeConformance('opencode', ['start', 'resume', 'compact', 'fork', 'end', 'killed'], async () => {
    const sandbox = await OpenCodeSandbox.open();
    await sandbox.throughline('install', 'opencode', '--yes');
    const { turn, continued, play } = playWith(sandbox, {
      ask: (prompt, ...flags) => sandbox.prompt(prompt, ...flags),
      idIn,
      reportsIn,
      workIn,
    });
    const input = { filePath: join(sandbox.project, 'tide.txt'), content: 'x\n' };
    return {
      ...play,
      resume: continued((id) => ['-s', id]),
      fork: continued((id) => ['-s', id, '--fork']),
      async kill(prompt) {
        sandbox.api.play([{ tool: 'write', input }], 'hang');
        await sandbox.promptAndKill(prompt);
      },
      compact: (prompt) => turn([['I read the tides.', { tokens: 95_000 }], ['More.']], [prompt], -1),
    };
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConformance } from '../support/conformance.ts';
import { CodexSandbox, reportsIn, threadIn } from './support/codex.ts';
import { playWith } from './support/conformance-play.ts';
import type { ToolCall } from './support/model-api.ts';
import { messagesOf, type ResponsesRequest, SUMMARY } from './support/responses-api.ts';
import { noTerminalReason } from './support/terminal.ts';

/** The newest orientation in a request. */
const lastReport = (request: ResponsesRequest | undefined) => reportsIn(request).at(-1) ?? '';

const run = (cmd: string): ToolCall => ({ tool: 'exec_command', input: { cmd, yield_time_ms: 5_000 } });
const call = (tool: string, input: object): ToolCall => ({
  tool,
  namespace: 'mcp__throughline',
  input: { ...input },
});
/** The client connects to its servers in the background. */
const OFFERED = {
  until: ({ tools }: ResponsesRequest) => JSON.stringify(tools).includes('mcp__throughline'),
  meanwhile: [run('sleep 1')],
};
const WRITING = ['--sandbox', 'danger-full-access'];

async function installed(): Promise<CodexSandbox> {
  const sandbox = await CodexSandbox.open();
  await sandbox.throughline('install', 'codex', '--yes');
  return sandbox;
}

describe('Codex', () => {
  it('start, kill and restart', async () => {
    const sandbox = await installed();
    writeFileSync(join(sandbox.project, 'AGENTS.md'), 'Never commit on Fridays.\n');
    sandbox.api.play(
      [run('echo "tide = 4" > tides.py')],
      ['The table is in tides.py. The rounding is left.'],
      'hang',
    );
    const first = await sandbox.exec(...WRITING, 'Write the tide table');
    expect(reportsIn(first.requests[0])).toHaveLength(1);
    expect(lastReport(first.requests[0])).toContain('Nothing has been recorded in this project yet');

    const second = await sandbox.execAndKill('resume', threadIn(first.stdout), 'Now round to centimeters');
    expect(second.exitCode).toBeNull();
    sandbox.api.play(['Here.']);
    const third = await sandbox.exec('Where are we?');
    const report = lastReport(third.requests[0]);
    expect(report).toContain('Write the tide table');
    expect(report).toContain('Now round to centimeters');
    expect(report).toContain('The table is in tides.py. The rounding is left.');
    expect(report).toContain('Read what it did, or resume it.');
    expect(report).not.toContain('Never commit on Fridays');
    expect(report).not.toContain('environment_context');
    const sessions = await sandbox.listSessions();
    expect(sessions.map(({ status }) => status)).toEqual(['ended', 'lost', 'ended']);
    expect(sessions[1]?.predecessor_id).toBe(sessions[0]?.session_id);
  });

  it('resume and fork go on from the session before', async () => {
    const sandbox = await installed();
    const first = await sandbox.exec('Write the tide table');
    const id = threadIn(first.stdout);
    const resumed = await sandbox.exec('resume', id, 'And the rounding');
    expect(lastReport(resumed.requests[0])).toContain('Write the tide table');
    const forked = await sandbox.exec('fork', id, 'Try another table');
    expect(threadIn(forked.stdout)).not.toBe(id);
    expect(lastReport(forked.requests[0])).toContain('And the rounding');
    const sessions = await sandbox.listSessions();
    expect(sessions.map(({ client_session_id }) => client_session_id)).toEqual([
      id,
      id,
      threadIn(forked.stdout),
    ]);
  });

  it('compaction captures the conversation and orients the agent again', async () => {
    const sandbox = await installed();
    sandbox.api.play([run('cat README.md'), { tokens: 90_000 }], ['Both are read.']);
    const ran = await sandbox.exec(
      '-c',
      'model_auto_compact_token_limit=50000',
      'Read the tides and then round them',
    );
    const last = ran.requests.at(-1);
    expect(JSON.stringify(last)).toContain(SUMMARY);
    expect(lastReport(last)).toContain('## This session before the compaction');
    expect(lastReport(last)).toContain('Read the tides and then round them');
    const { stdout } = await sandbox.throughline('capture', 'list', '--json');
    const reasons = (JSON.parse(stdout).captures as { reason: string }[]).map(({ reason }) => reason);
    expect(reasons).toContain('compaction');
  });

  it('a tool call belongs to the session that the hooks opened, and its handoff reaches the next one', async () => {
    const sandbox = await installed();
    const handoff = { checkpoint: 'Tides are done.', open_loops: ['Round to centimeters'] };
    sandbox.api.play(OFFERED, [call('end_session', handoff)], ['Left a handoff.']);
    const first = await sandbox.exec('--dangerously-bypass-approvals-and-sandbox', 'Finish');
    expect(JSON.stringify(first.requests.at(-1)?.input.at(-1)?.output)).toContain('hnd_');
    expect(await sandbox.listSessions()).toMatchObject([
      { status: 'ended', client_session_id: threadIn(first.stdout) },
    ]);
    const second = await sandbox.exec('Go on');
    expect(lastReport(second.requests[0])).toContain('Tides are done.');
    expect(lastReport(second.requests[0])).toContain('Round to centimeters');
    expect(reportsIn(second.requests[0])).toHaveLength(1);
  });

  it('an orientation in a script of three bytes stays within the limit of the client', async () => {
    const sandbox = await installed();
    for (let index = 0; index < 12; index++)
      await sandbox.throughline(
        'remember',
        `${'潮の満ち引きの表を作り直す。'.repeat(30)}${index}`,
        '--type',
        'decision',
      );
    const { requests } = await sandbox.exec('Go on');
    const report = lastReport(requests[0]);
    expect(Buffer.byteLength(report)).toBeGreaterThan(6_000);
    expect(Buffer.byteLength(report)).toBeLessThanOrEqual(10_000);
    expect(messagesOf(requests[0], 'developer').join('\n')).not.toMatch(/truncated|omitted to/i);
  });

  it('hooks are skipped until the person trusts them, and the doctor says so', async () => {
    const sandbox = await installed();
    const examine = async () =>
      (await sandbox.throughline('doctor').catch((error: Error) => ({ stdout: error.message }))).stdout;
    const { requests } = await sandbox.run('exec', '--json', 'Hello');
    expect(reportsIn(requests[0])).toEqual([]);
    expect(await examine()).toContain('until you trust them');

    await sandbox.trustHooks();
    expect(await examine()).not.toContain('until you trust them');
    const trusted = await sandbox.run('exec', '--json', 'Hello');
    expect(reportsIn(trusted.requests[0])).toHaveLength(1);
    expect(await sandbox.listSessions()).toMatchObject([{ status: 'ended', turn_count: 1 }]);
  });

  it('uninstall leaves no trace', async () => {
    const sandbox = await CodexSandbox.open();
    const before = sandbox.read('.codex/config.toml');
    await sandbox.throughline('install', 'codex', '--yes');
    expect(sandbox.read('.codex/config.toml')).toContain('[mcp_servers.throughline]');
    await sandbox.exec('Hello');
    await sandbox.throughline('uninstall', 'codex', '--yes');
    expect(sandbox.read('.codex/config.toml')).toBe(before);
    expect(() => sandbox.read('.codex/hooks.json')).toThrow('ENOENT');
    const { requests } = await sandbox.exec('Hello again');
    expect(reportsIn(requests[0])).toEqual([]);
    expect(JSON.stringify(requests[0])).not.toContain('mcp__throughline');
  });

  describeConformance(
    'codex',
    ['start', 'resume', 'clear', 'compact', 'fork', 'end', 'killed'],
    async () => {
      const sandbox = await installed();
      const { turn, continued, play } = playWith(sandbox, {
        ask: (prompt, ...flags) => sandbox.exec(...flags, prompt),
        idIn: threadIn,
        reportsIn,
        inTerminal: (prompt) => ['--dangerously-bypass-hook-trust', prompt],
      });
      return {
        ...play,
        resume: continued((id) => ['resume', id]),
        fork: continued((id) => ['fork', id]),
        async kill(prompt) {
          sandbox.api.play('hang');
          await sandbox.execAndKill(prompt);
        },
        compact: (prompt) =>
          turn(
            [[run('cat README.md'), { tokens: 90_000 }], ['Both are read.']],
            [prompt, '-c', 'model_auto_compact_token_limit=50000'],
            -1,
          ),
      };
    },
    { clear: noTerminalReason },
  );
});

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../../src/clients/index.ts';
import { createRegistry } from '../../../src/clients/registry.ts';
import { runHook } from '../../../src/main/run-hook.ts';
import { openImportApp } from '../../app/import-app.ts';
import { environmentIn, inputOf, runInProcess } from '../../support/run-in-process.ts';
import { type Place, place } from '../../support/server.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { describeAdapterContract } from '../adapter.contract.ts';
import { QUILL_SPECIMEN } from './adapter-example.ts';
import { quill } from './index.ts';

describeAdapterContract(quill, QUILL_SPECIMEN);

const CLIENTS_AND_QUILL = createRegistry([...CLIENTS.adapters, quill]);

/** What people of another alphabet write takes three bytes a character. */
const DECISIONS = Array.from(
  { length: 40 },
  (_, index) => `決定${index}：${'経費精算の締め日を守る。'.repeat(6)}`,
);

const readContext = (output: string) => QUILL_SPECIMEN.hooks?.readContext('session-start', output) ?? '';

/** A conversation with Quill in a project, over a real store. */
function conversation(here: Place) {
  const log = join(here.home, '.quill', 'talks', '7.talk');
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, '');
  const payload = (...more: string[]) =>
    ['talk: 7', `room: ${here.project}`, `log: ${log}`, ...more].join('\n');
  return {
    write: (text: string) => writeFileSync(log, `# room ${here.project}\n${text}`),
    async hook(event: string, ...more: string[]): Promise<readonly string[]> {
      const printed: string[] = [];
      const machine = environmentIn(here, 80, printed, payload(...more));
      await runHook(['quill', event], inputOf(machine, {}), machine, '0', CLIENTS_AND_QUILL);
      return printed;
    },
  };
}

const facts = async (here: Place, ...argv: string[]) => {
  const { text, isError } = await runInProcess(here, [...argv, '--json']);
  expect(isError, text).toBe(false);
  return JSON.parse(text);
};

describe('a client that only this test knows', () => {
  it('receives an orientation in its own format, within its budget in bytes', async () => {
    const here = place();
    const left = DECISIONS.flatMap((text) => ['--decision', text]);
    await facts(here, 'session', 'end', '--checkpoint', '締め日の検査は通る。', ...left);
    const [output = '', ...more] = await conversation(here).hook('session-start', 'how: new');
    expect(more).toEqual([]);
    const report = readContext(output);
    expect(report).toContain('締め日の検査は通る。');
    expect(report).toContain('決定');
    expect(Buffer.byteLength(report)).toBeLessThanOrEqual(4_000);
    expect(Buffer.byteLength(report), 'uses the room it has').toBeGreaterThan(3_000);
    const { sessions } = await facts(here, 'session', 'list');
    expect(sessions[0]).toMatchObject({ client_session_id: '7', status: 'active' });
  });

  it('is oriented by its first prompt, where the start of the session was missed', async () => {
    const here = place();
    const talk = conversation(here);
    const [output = ''] = await talk.hook('prompt');
    expect(readContext(output)).toContain('# ');
    expect(await talk.hook('prompt')).toEqual([]);
  });

  it('gets the message that there is no orientation in its own format', async () => {
    const here = place();
    writeFileSync(join(here.home, 'store.db'), 'no store at all');
    const printed = await conversation(here).hook('session-start');
    expect(readContext(printed.at(-1) ?? '')).toMatch(/^# Throughline: no orientation \(store_damaged\)\n/);
  });

  it('has its past conversations imported, dated by their files where the lines have no times', async () => {
    const home = tempFolder();
    const log = join(home, '.quill', 'talks', '7.talk');
    mkdirSync(dirname(log), { recursive: true });
    writeFileSync(log, '# room /repos/ledger\n> Release the lock\n< Released.\n');
    utimesSync(log, new Date('2026-03-01T09:00:00Z'), new Date('2026-03-01T09:00:00Z'));
    const transcripts = CLIENTS_AND_QUILL.transcripts({ homeDir: home, env: {} });
    const app = openImportApp({ home, deps: { transcripts } });
    const { transcripts: imported } = await app.run({ client: 'quill' });
    expect(imported).toMatchObject([
      { outcome: 'imported', title: 'Release the lock', ended_at: '2026-03-01T09:00:00.000Z' },
    ]);
    expect(await app.outcomes({ client: 'quill' })).toEqual(['unchanged']);
  });

  it('has its transcript read into a capture before it compacts', async () => {
    const here = place();
    const talk = conversation(here);
    await talk.hook('session-start', 'how: new');
    talk.write('> Move the closing date\n~ a kind of tomorrow\n< Moved to the 25th.\n');
    await talk.hook('stop', 'reply: Moved to the 25th.');
    await talk.hook('pre-compact', 'because: full');
    await talk.hook('post-compact', 'gist: The closing date is the 25th.');
    const { captures } = await facts(here, 'capture', 'list');
    expect(captures).toEqual([expect.objectContaining({ reason: 'compaction', note: 'full' })]);
    const { text } = await runInProcess(here, ['capture', 'show', captures[0].id]);
    expect(text).toContain('Move the closing date');
    expect(text).toContain('Moved to the 25th.');
    expect(text).toContain('The closing date is the 25th.');
    expect(text).not.toContain('tomorrow');
    await talk.hook('session-end');
    const { sessions } = await facts(here, 'session', 'list');
    expect(sessions[0]).toMatchObject({ client_session_id: '7', status: 'ended', turn_count: 1 });
  });

  it('is refused where it is not registered', async () => {
    const here = place();
    const printed: string[] = [];
    const machine = environmentIn(here, 80, printed, 'talk: 7');
    await runHook(['quill', 'session-start'], inputOf(machine, {}), machine, '0');
    expect(printed).toEqual([expect.stringContaining('hook_unknown')]);
  });
});

import { randomUUID } from 'node:crypto';
import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { HookEventName } from '../../src/app/ports/client-adapter.ts';
import { DELIVERED_TEXTS, WHOLE_HANDOFF } from '../support/faults-handoff.ts';
import { scene } from '../support/faults-home.ts';
import { readNotes } from '../support/faults-notes.ts';
import { runHook } from '../support/hook.ts';
import { place } from '../support/server.ts';
import { StdioClient } from '../support/stdio-client.ts';

const { home, keep } = scene();

it('delivers every part of a handoff whose process was killed right after the reply', async () => {
  const { path, work } = home();
  const first = keep(await StdioClient.open({ home: path, cwd: work }));
  const ended = await first.facts('end_session', { ...WHOLE_HANDOFF });
  first.process.kill('SIGKILL');

  const next = keep(await StdioClient.open({ home: path, cwd: work }));
  const { report, transcript_path } = await next.facts('boot_report');

  expect(ended.stored_count).toBe(DELIVERED_TEXTS.length);
  expect(DELIVERED_TEXTS.filter((text) => !report.includes(text))).toEqual([]);
  expect(transcript_path).toBe(WHOLE_HANDOFF.transcript_path);
  const { sessions } = await next.facts('get_sessions');
  expect(sessions).toHaveLength(1);
  expect(sessions[0].status).toBe('ended');
  expect(sessions[0].notes[0].summary).toBe(WHOLE_HANDOFF.summary_notes);
});

it('keeps each write that was acknowledged before a kill, round after round on one store', async () => {
  const { path, work } = home();
  const acknowledged: string[] = [];
  for (let round = 1; round <= 8; round += 1) {
    const client = keep(await StdioClient.open({ home: path, cwd: work }));
    const { session } = await client.facts('start_session', { resume: false });
    for (let note = 1; note <= 5; note += 1) {
      const summary = `round ${round}, note ${note}`;
      await client.facts('add_session_note', { summary, session_id: session.session_id });
      acknowledged.push(summary);
    }
    void client
      .call('add_session_note', { summary: `round ${round}, not waited for` })
      .catch(() => undefined);
    client.process.kill('SIGKILL');
  }
  const reader = keep(await StdioClient.open({ home: path, cwd: work }));
  const kept = await readNotes(reader);
  expect(acknowledged.filter((summary) => !kept.includes(summary))).toEqual([]);
  expect(new Set(kept).size).toBe(kept.length);
});

it('is complete in its one file after its last process has ended, so that a copy of the file is a copy of the store', async () => {
  const place = home();
  const client = keep(await StdioClient.open({ home: place.path, cwd: place.work }));
  await client.facts('end_session', { ...WHOLE_HANDOFF });
  await client.close();
  const other = home();
  copyFileSync(place.store, other.store);

  const reader = keep(await StdioClient.open({ home: other.path, cwd: place.work }));
  const { report } = await reader.facts('boot_report');
  expect(DELIVERED_TEXTS.filter((text) => !report.includes(text))).toEqual([]);
});

it('is complete in its one file after each hook', async () => {
  const where = place();
  const session = { session_id: randomUUID() };
  const run = async (event: HookEventName, payload: object) => {
    await runHook(where, event, { ...session, ...payload });
    const log = statSync(join(where.home, 'store.db-wal'), { throwIfNoEntry: false });
    expect(log?.size ?? 0).toBe(0);
  };
  await run('session-start', { source: 'startup' });
  await run('stop', { last_assistant_message: 'The parser is half done.' });
  await run('session-end', { reason: 'other' });
});

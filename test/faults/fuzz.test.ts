import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordEvent } from '../../src/domain/record/events.ts';
import { asJournaled, evolve, type SessionEvent } from '../../src/domain/session/events.ts';
import type { Session } from '../../src/domain/session/session.ts';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { type AnyCall, anyCall, effectOf } from '../support/any-call.ts';
import { openWorkspace } from '../support/open-workspace.ts';
import { evolveRecord, type RecordMark } from '../support/replay-record-events.ts';
import { type Place, place, serverIn } from '../support/server.ts';

const CALLS = Number(process.env.FUZZ_CALLS ?? 2_000);
const SEED = 4_242;
const POOL = 40;

const GARBAGE = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    '{"jsonrpc":"2.0","id":{},"method":"tools/call"}',
    '{"jsonrpc":"1.0"}',
    '[1,2',
    '{"id":1e999}',
    '\u0000',
  ),
);

/** Whether an answer says that something was written; undefined where it does not say. */
function claims(facts: Record<string, unknown>): boolean | undefined {
  if (facts.status === 'deleted') return true;
  if (facts.status === 'closed' && facts.succession_policy !== undefined) return true;
  if (facts.status === 'already_closed') return false;
  return (facts.is_new ?? facts.is_changed) as boolean | undefined;
}

async function checkJournal({ home }: Place): Promise<{ sessions: number; records: number }> {
  const path = join(home, 'store.db');
  const store = openWorkspace({
    path,
    workspace: 'local',
    busyTimeoutMs: 5_000,
    now: new Date().toISOString(),
  });
  const sessions = new Map<string, Session>();
  const records = new Map<string, RecordMark | undefined>();
  for (let from = 0; ; ) {
    const entries = await store.ledger.read(from, 1_000);
    for (const { stream, type, at, data } of entries) {
      const event = { type, at, ...(data as object) };
      if (stream.startsWith('ses_'))
        sessions.set(stream, evolve(sessions.get(stream), event as SessionEvent));
      if (stream.startsWith('rec_'))
        records.set(stream, evolveRecord(records.get(stream), event as RecordEvent));
    }
    if (entries.length === 0) break;
    from = entries.at(-1)?.position ?? from;
  }
  for (const [id, folded] of sessions) {
    const stored = await store.sessions.find(id);
    expect(stored && asJournaled(stored), id).toEqual(folded);
  }
  for (const [id, mark] of records) {
    const [stored] = await store.records.findAll([id]);
    expect(stored && { digest: stored.digest, status: stored.status, version: stored.version }, id).toEqual(
      mark,
    );
  }
  await store.close();
  return { sessions: sessions.size, records: records.size };
}

describe('any calls', () => {
  it(`${CALLS} of them crash nothing; what failed wrote nothing, what only reads wrote nothing, and state is the journal folded`, async () => {
    const here = place();
    const client = await serverIn(here);
    await client.facts('start_session');
    const watch = new Connection({ path: join(here.home, 'store.db'), busyTimeoutMs: 5_000 });
    const position = () => Number(watch.get('SELECT max(position) AS p FROM journal')?.p ?? 0);
    const writtenSince = (before: number) =>
      Number(
        watch.get(
          `SELECT count(*) AS n FROM journal WHERE position > ? AND type <> 'orientation.delivered'`,
          before,
        )?.n,
      );
    const ids: string[] = [];
    const tally = { ok: 0, refused: 0, wrote: 0 };
    const codes = new Set<string>();
    for (let round = 0; round * 50 < CALLS; round += 1) {
      const calls: AnyCall[] = fc.sample(anyCall(ids), { numRuns: 50, seed: SEED + round });
      const [noise] = fc.sample(GARBAGE, { numRuns: 1, seed: SEED + round });
      client.process.stdin.write(`${String(noise).replaceAll(/[\r\n]/g, ' ')}\n`);
      for (const { name, args } of calls) {
        const before = position();
        const result = await client.call(name, args);
        const wrote = writtenSince(before);
        const receipts = position() - before - wrote;
        const about = `${name} ${JSON.stringify(args).slice(0, 300)} → ${JSON.stringify(result.structuredContent).slice(0, 300)}`;
        if (result.isError) {
          tally.refused += 1;
          codes.add(result.structuredContent.code);
          expect(result.structuredContent.code, about).not.toBe('internal_error');
          expect(wrote + receipts, `refused, and wrote: ${about}`).toBe(0);
        } else {
          tally.ok += 1;
          if (effectOf(name) === 'read') expect(wrote, `read, and wrote: ${about}`).toBe(0);
          if (!('report' in result.structuredContent))
            expect(receipts, `delivered nothing: ${about}`).toBe(0);
          const claim = claims(result.structuredContent);
          if (claim !== undefined) expect(wrote > 0, `claims ${claim}: ${about}`).toBe(claim);
          if (wrote > 0) tally.wrote += 1;
          const facts = JSON.stringify(result.structuredContent);
          ids.push(...(facts.match(/\b(?:ses|rec|not|prj)_[0-9a-z]{26}\b/g) ?? []).slice(0, 3));
          ids.splice(0, Math.max(0, ids.length - POOL));
        }
      }
    }
    watch.close();
    expect(tally.ok).toBeGreaterThan(CALLS / 20);
    expect(tally.refused).toBeGreaterThan(CALLS / 20);
    expect(tally.wrote).toBeGreaterThan(CALLS / 50);
    expect(codes.size).toBeGreaterThan(10);
    expect(
      (await client.facts('get_sessions', { limit: 1, project: undefined })).sessions.length,
    ).toBeLessThanOrEqual(1);
    await client.close();
    const { sessions, records } = await checkJournal(here);
    expect(sessions).toBeGreaterThan(1);
    expect(records).toBeGreaterThan(10);
    process.stdout.write(`fuzz: ${JSON.stringify({ ...tally, codes: codes.size, sessions, records })}\n`);
  });
});

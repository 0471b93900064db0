import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { digestOf } from '../src/domain/id.ts';
import { Connection } from '../src/storage/sqlite/connection.ts';
import { StdioClient } from '../test/support/stdio-client.ts';
import { atMost, type Bench } from './benchmark.ts';
import { handoff } from './handoff.ts';
import { type BenchPlace, inPlace, median, rounded, timed } from './measure.ts';

const ROUNDS = 150;
const ROUNDS_PER_PROJECT = 5;

/** Which record a handoff leaves for each of its texts: type, category and importance. */
const KINDS: Readonly<Record<string, readonly [string, string, number]>> = {
  checkpoint: ['checkpoint', 'context', 8],
  decisions: ['decision', 'context', 7],
  open_loops: ['open_loop', 'context', 7],
  constraints: ['constraint', 'lesson', 9],
  warnings: ['warning', 'lesson', 8],
  lessons: ['lesson', 'lesson', 7],
  preferences: ['preference', 'preference', 6],
  relational_delta: ['relational_delta', 'relationship', 8],
  next_session_focus: ['next_session_focus', 'context', 7],
};
/** The next handoff of the project supersedes records of these types. */
const SUPERSEDED_TYPES = ['checkpoint', 'next_session_focus'];

interface BareRecord {
  readonly id: string;
  readonly type: string;
  readonly content: string;
}

/** The rows, index and journal of one handoff in one durable transaction, by prepared statements and nothing else. */
function bareWriter(place: BenchPlace, projectId: string) {
  const connection = new Connection({ path: join(place.home, 'store.db'), busyTimeoutMs: 30_000 });
  let superseded: readonly BareRecord[] = [];

  const addEntry = (at: string, stream: string, type: string, data: object) =>
    connection.run(
      `INSERT INTO journal (workspace, at, stream, type, data) VALUES ('local', ?, ?, ?, ?)`,
      at,
      stream,
      type,
      JSON.stringify(data),
    );
  const count = (type: string, state: string, by: number) =>
    connection.run(
      `INSERT INTO record_counts (workspace, project_id, type, state, count) VALUES ('local', ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      projectId,
      type,
      state,
      by,
    );
  const supersede = (old: BareRecord, by: string, at: string) => {
    connection.run(
      `INSERT INTO record_versions (workspace, record_id, version, body) VALUES ('local', ?, 1, ?)`,
      old.id,
      JSON.stringify({ ...old, projectId, digest: digestOf(old.content), status: 'active', createdAt: at }),
    );
    connection.run(
      `UPDATE records SET state = 'superseded', superseded_by = ?, updated_at = ?, version = 2
       WHERE workspace = 'local' AND id = ? AND version = 1`,
      by,
      at,
      old.id,
    );
    addEntry(at, old.id, 'record.superseded', { id: old.id, digest: digestOf(old.content), by });
    count(old.type, 'active', -1);
    count(old.type, 'superseded', 1);
  };
  const add = ({ id, type, content }: BareRecord, kind: readonly [string, string, number], at: string) => {
    const [, category, importance] = kind;
    connection.run(
      `INSERT INTO records (workspace, id, project_id, session_id, handoff_id, type, category, importance, content,
         units, digest, facts_digest, state, source, position, created_at, updated_at, version, tags, aliases, supersedes)
       VALUES ('local', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'active', 'bare', 0, ?, ?, 1, '[]', '[]', '[]')`,
      id,
      projectId,
      `ses_${id.slice(4)}`,
      `hnd_${id.slice(4)}`,
      type,
      category,
      importance,
      content,
      content.length,
      digestOf(content),
      digestOf(id),
      at,
      at,
    );
    addEntry(at, id, 'record.stored', { id, digest: digestOf(content), recordType: type });
    count(type, 'active', 1);
  };

  const write = (round: number) => {
    const at = new Date().toISOString();
    const tag = randomBytes(13).toString('hex').slice(0, 25);
    const drafts = Object.entries(handoff(round)).flatMap(([field, texts]) =>
      [texts].flat().map((content) => ({ content, kind: KINDS[field] ?? ['memory', 'general', 5] })),
    );
    const records = drafts.map(({ content, kind }, index) => ({
      id: `rec_${tag}${String.fromCharCode(97 + index)}`,
      type: kind[0],
      content,
    }));
    const session = `ses_${tag}0`;
    connection.transaction(() => {
      connection.run(
        `INSERT INTO sessions (workspace, id, project_id, kind, status, started_at, heard_at, active_ms, has_hooks,
           is_implicit, turn_count, history_chars, handoff_id, handoff_derived, handoff_reopened, version)
         VALUES ('local', ?, ?, 'work', 'ended', ?, ?, 0, 0, 0, 1, 40, ?, 0, 0, 5)`,
        session,
        projectId,
        at,
        at,
        `hnd_${tag}0`,
      );
      // As in the sessions beside it: each project gets five handoffs.
      if (round % ROUNDS_PER_PROJECT > 0)
        for (const old of superseded)
          supersede(old, records.find(({ type }) => type === old.type)?.id ?? '', at);
      for (const [index, { kind }] of drafts.entries()) add(records[index] as BareRecord, kind, at);
      for (const type of ['turn.taken', 'handoff.written', 'session.ended', 'orientation.scored'])
        addEntry(at, session, type, {});
      connection.run(
        `INSERT INTO handoffs (workspace, id, session_id, project_id, digest, derived, body, created_at)
         VALUES ('local', ?, ?, ?, ?, 0, ?, ?)`,
        `hnd_${tag}0`,
        session,
        projectId,
        digestOf(tag),
        JSON.stringify({ ids: records.map(({ id }) => id) }),
        at,
      );
      connection.run(
        `INSERT INTO turns (workspace, session_id, number, at, who, what) VALUES ('local', ?, 1, ?, 'bare', 'Handoff')`,
        session,
        at,
      );
    });
    superseded = records.filter(({ type }) => SUPERSEDED_TYPES.includes(type));
  };
  return { write, close: () => connection.close() };
}

export const endSession: Bench = {
  name: 'end_session',
  about: `10 records each, ${ROUNDS} rounds, a new project every ${ROUNDS_PER_PROJECT}, turn by turn with a bare script on the same store`,
  run: () =>
    inPlace(async (place) => {
      const client = await StdioClient.open({ home: place.home, cwd: place.project });
      const { session } = await client.facts('start_session');
      const bare = bareWriter(place, session.project_id);
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        await client.facts('start_session', {
          resume: false,
          project: `bench ${Math.floor(round / ROUNDS_PER_PROJECT)}`,
        });
        theirs.push(await timed(async () => bare.write(round)));
        ours.push(await timed(() => client.facts('end_session', handoff(round))));
      }
      bare.close();
      await client.close();
      const [own, other] = [median(ours), median(theirs)];
      return [
        {
          area: 'end_session',
          measure: '10 records, durable, over stdio; p50 against a bare script',
          value: rounded(own / other),
          unit: '×',
          bound: atMost(3, 2),
          detail: `${rounded(own)} ms against ${rounded(other)} ms`,
        },
      ];
    }),
};

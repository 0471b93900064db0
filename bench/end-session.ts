import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { digestOf } from '../src/domain/id.ts';
import { Connection } from '../src/storage/sqlite/connection.ts';
import { StdioClient } from '../test/support/stdio-client.ts';
import { atMost, type Bench } from './benchmark.ts';
import { handoff } from './handoff.ts';
import { type BenchPlace, inPlace, median, rounded, timed } from './measure.ts';

const ROUNDS = 150;

/** The same rows, index and journal in one durable transaction, by prepared statements and nothing else. */
function bareWriter(place: BenchPlace, projectId: string) {
  const connection = new Connection({ path: join(place.home, 'store.db'), busyTimeoutMs: 30_000 });
  const write = (round: number) => {
    const at = new Date().toISOString();
    const tag = randomBytes(8).toString('hex');
    connection.transaction(() => {
      connection.run(
        `INSERT INTO sessions (workspace, id, project_id, kind, status, started_at, heard_at, active_ms, has_hooks,
           is_implicit, turn_count, history_chars, handoff_derived, handoff_reopened, version)
         VALUES ('local', ?, ?, 'work', 'ended', ?, ?, 0, 0, 0, 1, 40, 0, 0, 5)`,
        `ses_${tag}`,
        projectId,
        at,
        at,
      );
      for (const [index, content] of Object.values(handoff(round)).flat().entries()) {
        connection.run(
          `INSERT INTO records (workspace, id, project_id, session_id, type, category, importance, content, units,
             digest, state, source, position, created_at, updated_at, version, tags, aliases, supersedes)
           VALUES ('local', ?, ?, ?, 'decision', 'context', 7, ?, ?, ?, 'active', 'bare', ?, ?, ?, 1, '[]', '[]', '[]')`,
          `rec_${tag}${index}`,
          projectId,
          `ses_${tag}`,
          content,
          content.length,
          digestOf(content),
          index,
          at,
          at,
        );
        connection.run(
          `INSERT INTO journal (workspace, at, stream, type, data) VALUES ('local', ?, ?, 'record.stored', ?)`,
          at,
          `rec_${tag}${index}`,
          JSON.stringify({ id: `rec_${tag}${index}`, digest: digestOf(content), recordType: 'decision' }),
        );
      }
      for (const type of [
        'session.started',
        'turn.taken',
        'handoff.written',
        'session.ended',
        'orientation.scored',
      ]) {
        connection.run(
          `INSERT INTO journal (workspace, at, stream, type, data) VALUES ('local', ?, ?, ?, '{}')`,
          at,
          `ses_${tag}`,
          type,
        );
      }
      connection.run(
        `INSERT INTO handoffs (workspace, id, session_id, project_id, digest, derived, body, created_at)
         VALUES ('local', ?, ?, ?, ?, 0, '{}', ?)`,
        `hnd_${tag}`,
        `ses_${tag}`,
        projectId,
        tag,
        at,
      );
      connection.run(
        `INSERT INTO turns (workspace, session_id, number, at, who, what) VALUES ('local', ?, 1, ?, 'bare', 'Handoff')`,
        `ses_${tag}`,
        at,
      );
    });
  };
  return { write, close: () => connection.close() };
}

export const endSession: Bench = {
  name: 'end_session',
  about: `10 records each, ${ROUNDS} rounds, a new project every 5, turn by turn with a bare script on the same store`,
  run: () =>
    inPlace(async (place) => {
      const client = await StdioClient.open({ home: place.home, cwd: place.project });
      const { session } = await client.facts('start_session');
      const bare = bareWriter(place, session.project_id);
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        await client.facts('start_session', { resume: false, project: `bench ${Math.floor(round / 5)}` });
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

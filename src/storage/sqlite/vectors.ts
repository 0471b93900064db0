import { randomUUID } from 'node:crypto';
import type { ClaimOptions, PendingCursor, VectorReader, VectorRow } from '../../app/ports/vectors.ts';
import { type Instant, MINUTE_MS, plusMs } from '../../domain/instant.ts';
import { lazy } from '../../lib/lazy.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { Row, SqlValue } from './driver.ts';
import { bytesOf, createNearest, signCode } from './nearest-records.ts';
import { recordFrom } from './rows.ts';
import { type SqlPart, sql } from './sql.ts';

/** How long a process that no longer renews its claim keeps others from embedding. */
const WORKER_MS = 2 * MINUTE_MS;
/** How many numbers of records are looked at in one write. */
const STRIDE = 1_000;

const BEFORE_ALL = Number.MAX_SAFE_INTEGER;
const BEFORE_NOTHING = 0;

const cursorAt = (seq: number) => `q${seq}` as PendingCursor;

function boundOf(after: PendingCursor | null): number {
  if (after === null) return BEFORE_ALL;
  return Number(/^q([1-9]\d{0,14})$/.exec(after)?.[1] ?? BEFORE_NOTHING);
}

const liveAt = (now: Instant) => sql`r.state = 'active' AND (r.expires_at IS NULL OR r.expires_at > ${now})`;

const lacksVector = (model: string, dimension: SqlValue) => sql`NOT EXISTS (SELECT 1 FROM record_vectors v
  WHERE v.seq = r.seq AND v.model = ${model} AND v.dimension = coalesce(${dimension}, v.dimension))`;

const NOT_QUEUED = sql`AND NOT EXISTS (
  SELECT 1 FROM vector_queue q WHERE q.workspace = r.workspace AND q.seq = r.seq)`;

type Queue = Pick<
  VectorReader,
  'hasPending' | 'claim' | 'release' | 'survey' | 'listPending' | 'count' | 'hasAny'
> & { readonly worker: () => string };

const isLive = ({ state, expires_at }: Row, now: Instant): boolean =>
  state === 'active' && (expires_at === null || String(expires_at) > now);

/** What waits for its vector: kept by triggers, and for what was there before by walking down from the newest. */
function createVectorQueue({ reader, writer }: Connections, workspace: string): Queue {
  const { connection } = writer;
  const withRelaxedDurability = <Result>(work: () => Result) =>
    writer.transaction(work, { relaxedDurability: true });
  const worker = lazy(() => randomUUID());
  const progress = (from: Connection = reader) =>
    from.get`SELECT * FROM vector_progress WHERE workspace = ${workspace}`;
  const isQueued = () =>
    reader.get`SELECT 1 FROM vector_queue WHERE workspace = ${workspace} LIMIT 1` !== undefined;

  /** The first claim of a workspace. From now on the triggers queue what is written; what is older is the backlog. */
  const isFirst = (model: string, until: Instant): boolean =>
    connection.run`INSERT INTO vector_progress (workspace, model, dimension, backlog, stamp, worker, worker_until)
      SELECT ${workspace}, ${model}, NULL, coalesce(max(seq), 0), 0, ${worker()}, ${until}
      FROM records WHERE workspace = ${workspace}
      ON CONFLICT (workspace) DO NOTHING` === 1;

  /** A claim that ends implausibly late was taken by a clock that was set back since. */
  const isTakenOver = (model: string, now: Instant, until: Instant, options: ClaimOptions): boolean =>
    connection.run`UPDATE vector_progress SET model = ${model}, worker = ${worker()}, worker_until = ${until},
        dimension = iif(model = ${model}, dimension, NULL),
        backlog = iif(model = ${model}, backlog,
          (SELECT coalesce(max(seq), 0) FROM records WHERE workspace = ${workspace}))
      WHERE workspace = ${workspace} AND (model = ${model} OR ${Number(options.mayChangeModel === true)})
        AND (${Number(options.isForced === true)} OR worker IS NULL OR worker = ${worker()}
          OR NOT (coalesce(worker_until, '') > ${now} AND coalesce(worker_until, '') <= ${until}))` === 1;

  const countRows = (from: SqlPart) => Number(reader.get`SELECT count(*) AS count FROM ${from}`?.count ?? 0);

  return {
    worker,
    async hasPending(model) {
      const row = progress();
      return row?.model !== model || Number(row.backlog) > 0 || isQueued();
    },
    async claim(model, now, options = {}) {
      const until = plusMs(now, WORKER_MS);
      return withRelaxedDurability(() => {
        if (isTakenOver(model, now, until, options) || isFirst(model, until)) return 'mine';
        const isOther = (progress(connection)?.model ?? model) !== model;
        return isOther && options.mayChangeModel !== true ? 'other_model' : 'taken';
      });
    },
    async release() {
      await withRelaxedDurability(
        () => connection.run`UPDATE vector_progress SET worker = NULL, worker_until = NULL
          WHERE workspace = ${workspace} AND worker = ${worker()}`,
      );
    },
    async survey(model) {
      const row = progress();
      const backlog = Number(row?.backlog ?? 0);
      if (row?.model !== model || backlog === 0) return false;
      const dimension = row.dimension ?? null;
      const rest = Math.max(0, backlog - STRIDE);
      await withRelaxedDurability(() => {
        // First: where another process has moved on meanwhile, what was read above is outdated.
        const isAsRead = connection.run`UPDATE vector_progress SET backlog = ${rest}
          WHERE workspace = ${workspace} AND model = ${model} AND dimension IS ${dimension} AND backlog = ${backlog}`;
        if (isAsRead !== 1) return;
        connection.run`INSERT INTO vector_queue (workspace, seq)
          SELECT r.workspace, r.seq FROM records r NOT INDEXED
          WHERE r.seq > ${rest} AND r.seq <= ${backlog} AND r.workspace = ${workspace} AND r.state = 'active'
            AND ${lacksVector(model, dimension)}
          ON CONFLICT DO NOTHING`;
      });
      return true;
    },
    async listPending(limit, after, now) {
      const rows = reader.all`SELECT r.*, q.seq AS queued FROM vector_queue q LEFT JOIN records r ON r.seq = q.seq
        WHERE q.workspace = ${workspace} AND q.seq < ${boundOf(after)} ORDER BY q.seq DESC LIMIT ${limit}`;
      const dead = rows.filter((row) => !isLive(row, now));
      if (dead.length > 0) {
        await withRelaxedDurability(() => {
          for (const { queued = null } of dead)
            connection.run`DELETE FROM vector_queue WHERE workspace = ${workspace} AND seq = ${queued}
              AND NOT EXISTS (SELECT 1 FROM records r WHERE r.seq = vector_queue.seq AND ${liveAt(now)})`;
        });
      }
      const last = rows.at(-1);
      return {
        records: rows.filter((row) => isLive(row, now)).map(recordFrom),
        next: last === undefined || rows.length < limit ? null : cursorAt(Number(last.queued)),
      };
    },
    async hasAny(model) {
      const row = reader.get`SELECT 1 FROM record_vectors
        WHERE workspace = ${workspace} AND model = ${model} LIMIT 1`;
      return row !== undefined;
    },
    async count(model, now) {
      const row = progress();
      const isBegun = row?.model === model;
      const dimension = isBegun ? (row?.dimension ?? null) : null;
      const queued = isBegun
        ? countRows(sql`vector_queue q JOIN records r ON r.seq = q.seq
            WHERE q.workspace = ${workspace} AND ${liveAt(now)}`)
        : 0;
      // Walks through all that was not looked at yet: for people who ask, and never on the way of a call.
      const lacking = countRows(sql`records r WHERE r.seq <= ${isBegun ? (row?.backlog ?? 0) : BEFORE_ALL}
        AND r.workspace = ${workspace} AND ${liveAt(now)} AND ${lacksVector(model, dimension)} ${isBegun ? NOT_QUEUED : sql``}`);
      const done = countRows(sql`record_vectors
        WHERE workspace = ${workspace} AND model = ${model} AND dimension = coalesce(${dimension}, dimension)`);
      return { done, pending: queued + lacking, dimension: dimension === null ? null : Number(dimension) };
    },
  };
}

export function createVectorReader(connections: Connections, workspace: string): VectorReader {
  const { worker, ...queue } = createVectorQueue(connections, workspace);
  const { reader, writer, retrying } = connections;
  const { connection } = writer;

  /**
   * Takes as many stamps as there are rows, if the store still embeds with this model. A stamp is never given twice, so that
   * a reader that has read up to a stamp finds all later ones above it. The store's vectors must be comparable: where the
   * endpoint now gives longer ones, all are computed again.
   */
  const takeStamps = (model: string, rows: readonly VectorRow[], now: Instant) => {
    const dimension = rows[0]?.vector.length ?? null;
    const [progress] = connection.all`UPDATE vector_progress SET stamp = stamp + ${rows.length},
        dimension = coalesce(${dimension}, dimension),
        backlog = iif(dimension IS NULL OR dimension IS coalesce(${dimension}, dimension), backlog,
          (SELECT coalesce(max(seq), 0) FROM records)),
        worker_until = iif(worker = ${worker()}, ${plusMs(now, WORKER_MS)}, worker_until)
      WHERE workspace = ${workspace} AND model = ${model} RETURNING stamp, worker`;
    return progress;
  };

  /** Does nothing if the record is gone, or its text has changed: then it is still in the queue. */
  const putRow = (model: string, stamp: number, { recordId, version, digest, vector }: VectorRow): void => {
    const [stored] = connection.all`INSERT INTO record_vectors
        (seq, workspace, model, dimension, stamp, digest, code, vector)
      SELECT seq, workspace, ${model}, ${vector.length}, ${stamp}, ${digest}, ${signCode(vector)}, ${bytesOf(vector)}
      FROM records WHERE workspace = ${workspace} AND id = ${recordId} AND version = ${version}
      ON CONFLICT (seq) DO UPDATE SET model = excluded.model, dimension = excluded.dimension, stamp = excluded.stamp,
        digest = excluded.digest, code = excluded.code, vector = excluded.vector
      RETURNING seq`;
    if (stored?.seq === undefined) return;
    connection.run`DELETE FROM vector_queue WHERE workspace = ${workspace} AND seq = ${stored.seq}`;
  };

  return {
    ...queue,
    ...retrying({ nearest: createNearest(reader, workspace) }),
    put(model, rows, now) {
      const put = () => {
        const progress = takeStamps(model, rows, now);
        if (progress === undefined) return false;
        const first = Number(progress.stamp) - rows.length + 1;
        for (const [index, row] of rows.entries()) putRow(model, first + index, row);
        return progress.worker === worker();
      };
      return writer.transaction(put, { relaxedDurability: true });
    },
  };
}

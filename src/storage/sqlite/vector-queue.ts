import { randomUUID } from 'node:crypto';
import type { ClaimOptions, PendingCursor, VectorReader } from '../../app/ports/vectors.ts';
import { type Instant, MINUTE_MS, plusMs } from '../../domain/instant.ts';
import { lazy } from '../../lib/lazy.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { Row, SqlValue } from './driver.ts';
import { recordFrom } from './rows.ts';

/** How long a process that no longer renews its claim keeps others from embedding. */
export const WORKER_MS = 2 * MINUTE_MS;
/** How many numbers of records are looked at in one write. */
const STRIDE = 1_000;

const BEFORE_ALL = Number.MAX_SAFE_INTEGER;
const BEFORE_NOTHING = 0;

const cursorAt = (seq: number) => `q${seq}` as PendingCursor;

/** The number that the next page stays below. */
function boundOf(after: PendingCursor | null): number {
  if (after === null) return BEFORE_ALL;
  return Number(/^q([1-9]\d{0,14})$/.exec(after)?.[1] ?? BEFORE_NOTHING);
}

const LIVE = `r.state = 'active' AND (r.expires_at IS NULL OR r.expires_at > ?)`;
const QUEUED = `vector_queue q JOIN records r ON r.seq = q.seq WHERE q.workspace = ? AND ${LIVE}`;
const LACKING = `records r WHERE r.seq <= ? AND r.workspace = ? AND ${LIVE} AND NOT EXISTS (
  SELECT 1 FROM record_vectors v WHERE v.seq = r.seq AND v.model = ? AND v.dimension = coalesce(?, v.dimension))`;
const NOT_QUEUED =
  'AND NOT EXISTS (SELECT 1 FROM vector_queue q WHERE q.workspace = r.workspace AND q.seq = r.seq)';
const DONE = 'record_vectors WHERE workspace = ? AND model = ? AND dimension = coalesce(?, dimension)';

type Queue = Pick<
  VectorReader,
  'hasPending' | 'claim' | 'release' | 'survey' | 'listPending' | 'count' | 'hasAny'
> & { readonly worker: () => string };

const isLive = ({ state, expires_at }: Row, now: Instant): boolean =>
  state === 'active' && (expires_at === null || String(expires_at) > now);

/** What waits for its vector: kept by triggers, and for what was there before by walking down from the newest. */
export function createVectorQueue({ reader, writer }: Connections, workspace: string): Queue {
  const { connection } = writer;
  const withRelaxedDurability = <Result>(work: () => Result) =>
    writer.transaction(work, { relaxedDurability: true });
  const worker = lazy(() => randomUUID());
  const progress = (from: Connection = reader) =>
    from.get('SELECT * FROM vector_progress WHERE workspace = ?', workspace);
  const isQueued = () =>
    reader.get('SELECT 1 FROM vector_queue WHERE workspace = ? LIMIT 1', workspace) !== undefined;

  /** The first claim of a workspace. From now on the triggers queue what is written; what is older is the backlog. */
  const isFirst = (model: string, until: Instant): boolean =>
    connection.run(
      `INSERT INTO vector_progress (workspace, model, dimension, backlog, stamp, worker, worker_until)
       SELECT ?1, ?2, NULL, coalesce(max(seq), 0), 0, ?3, ?4 FROM records WHERE workspace = ?1
       ON CONFLICT (workspace) DO NOTHING`,
      workspace,
      model,
      worker(),
      until,
    ) === 1;

  /**
   * A claim that ends later than it could have begun was taken by a clock that has been set back since. With another model,
   * all that is there is the backlog.
   */
  const isTakenOver = (model: string, now: Instant, until: Instant, options: ClaimOptions): boolean =>
    connection.run(
      `UPDATE vector_progress SET model = ?2, worker = ?3, worker_until = ?5,
         dimension = iif(model = ?2, dimension, NULL),
         backlog = iif(model = ?2, backlog, (SELECT coalesce(max(seq), 0) FROM records WHERE workspace = ?1))
       WHERE workspace = ?1 AND (model = ?2 OR ?6) AND (?7 OR worker IS NULL OR worker = ?3
         OR NOT (coalesce(worker_until, '') > ?4 AND coalesce(worker_until, '') <= ?5))`,
      workspace,
      model,
      worker(),
      now,
      until,
      options.mayChangeModel === true ? 1 : 0,
      options.isForced === true ? 1 : 0,
    ) === 1;

  const countRows = (from: string, ...values: readonly SqlValue[]) =>
    Number(reader.get(`SELECT count(*) AS count FROM ${from}`, ...values)?.count ?? 0);

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
      await withRelaxedDurability(() =>
        connection.run(
          'UPDATE vector_progress SET worker = NULL, worker_until = NULL WHERE workspace = ? AND worker = ?',
          workspace,
          worker(),
        ),
      );
    },
    async survey(model) {
      const row = progress();
      const backlog = Number(row?.backlog ?? 0);
      if (row?.model !== model || backlog === 0) return false;
      const rest = Math.max(0, backlog - STRIDE);
      await withRelaxedDurability(() => {
        // First: where another process has moved on meanwhile, what was read above is outdated.
        const isAsRead = connection.run(
          `UPDATE vector_progress SET backlog = ?
           WHERE workspace = ? AND model = ? AND dimension IS ? AND backlog = ?`,
          rest,
          workspace,
          model,
          row.dimension ?? null,
          backlog,
        );
        if (isAsRead !== 1) return;
        connection.run(
          `INSERT INTO vector_queue (workspace, seq)
           SELECT r.workspace, r.seq FROM records r NOT INDEXED
           WHERE r.seq > ? AND r.seq <= ? AND r.workspace = ? AND r.state = 'active'
             AND NOT EXISTS (SELECT 1 FROM record_vectors v
               WHERE v.seq = r.seq AND v.model = ? AND v.dimension = coalesce(?, v.dimension))
           ON CONFLICT DO NOTHING`,
          rest,
          backlog,
          workspace,
          model,
          row.dimension ?? null,
        );
      });
      return true;
    },
    async listPending(limit, after, now) {
      const rows = reader.all(
        `SELECT r.*, q.seq AS queued FROM vector_queue q LEFT JOIN records r ON r.seq = q.seq
         WHERE q.workspace = ? AND q.seq < ? ORDER BY q.seq DESC LIMIT ?`,
        workspace,
        boundOf(after),
        limit,
      );
      const dead = rows.filter((row) => !isLive(row, now));
      if (dead.length > 0) {
        await withRelaxedDurability(() => {
          for (const { queued = null } of dead)
            connection.run(
              `DELETE FROM vector_queue WHERE workspace = ? AND seq = ?
                 AND NOT EXISTS (SELECT 1 FROM records r WHERE r.seq = vector_queue.seq AND ${LIVE})`,
              workspace,
              queued,
              now,
            );
        });
      }
      const last = rows.at(-1);
      return {
        records: rows.filter((row) => isLive(row, now)).map(recordFrom),
        next: last === undefined || rows.length < limit ? null : cursorAt(Number(last.queued)),
      };
    },
    async hasAny(model) {
      const row = reader.get(
        'SELECT 1 FROM record_vectors WHERE workspace = ? AND model = ? LIMIT 1',
        workspace,
        model,
      );
      return row !== undefined;
    },
    async count(model, now) {
      const row = progress();
      const isBegun = row?.model === model;
      const dimension = isBegun ? (row?.dimension ?? null) : null;
      const queued = isBegun ? countRows(QUEUED, workspace, now) : 0;
      // Walks through all that was not looked at yet: for people who ask, and never on the way of a call.
      const lacking = countRows(
        `${LACKING} ${isBegun ? NOT_QUEUED : ''}`,
        isBegun ? (row?.backlog ?? 0) : BEFORE_ALL,
        workspace,
        now,
        model,
        dimension,
      );
      return {
        done: countRows(DONE, workspace, model, dimension),
        pending: queued + lacking,
        dimension: dimension === null ? null : Number(dimension),
      };
    },
  };
}

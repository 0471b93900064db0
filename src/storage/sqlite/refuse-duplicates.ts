import { versionConflict } from '../../domain/error.ts';
import { REPLACED_TYPES, type ThroughlineRecord } from '../../domain/record/record.ts';
import type { Connection } from './connection.ts';
import { isContentSound } from './digests.ts';
import type { Row } from './driver.ts';
import { stateOf } from './rows.ts';

type Holder = Row;

type Scoped = Pick<ThroughlineRecord, 'projectId' | 'type' | 'digest'>;

export const projectIdOf = (projectId: string | null) => projectId ?? '';

const keyOf = ({ projectId, type, digest }: Scoped) => `${projectIdOf(projectId)}\n${type}\n${digest}`;

const holderOf = ({ id, content, digest, worktree, expiresAt }: ThroughlineRecord): Holder => ({
  id,
  content,
  digest,
  worktree,
  expires_at: expiresAt,
});

/** Whether a holder is another record that holds when this one is written, and in the same place. */
function isSame(holder: Holder, record: ThroughlineRecord): boolean {
  if (holder.id === record.id) return false;
  if (holder.expires_at !== null && String(holder.expires_at) <= record.updatedAt) return false;
  return !REPLACED_TYPES.includes(record.type) || holder.worktree === record.worktree;
}

/**
 * The active records with the texts of some records that must each be the only one, kept up to date while these are
 * written one after the other. Read inside the transaction: of two processes that store the same text at once, the second
 * finds the record of the first. This one check needs the write lock that the transaction begins with: whether two texts
 * may both be active depends on the worktree, on the time and on a checksum, which no unique index can express.
 */
export class Holders {
  readonly #byKey = new Map<string, Map<string, Holder>>();

  constructor(connection: Connection, workspace: string, records: readonly ThroughlineRecord[]) {
    if (records.length === 0) return;
    const texts = records.map(({ projectId, type, digest }) => [projectIdOf(projectId), type, digest]);
    const rows = connection.all`SELECT wanted.key AS wanted, r.id, r.content, r.digest, r.worktree, r.expires_at
      FROM json_each(${JSON.stringify(texts)}) wanted CROSS JOIN records r ON r.workspace = ${workspace}
        AND r.project_id = wanted.value ->> 0 AND r.type = wanted.value ->> 1 AND r.digest = wanted.value ->> 2
      WHERE r.state = 'active'`;
    for (const { wanted, ...holder } of rows) {
      const record = records[Number(wanted)];
      if (record !== undefined) this.#at(keyOf(record)).set(String(holder.id), holder);
    }
  }

  refuseSecond(record: ThroughlineRecord): void {
    for (const holder of this.#at(keyOf(record)).values()) {
      if (isSame(holder, record) && isContentSound(holder))
        throw versionConflict('record', String(holder.id));
    }
  }

  take(record: ThroughlineRecord, before: ThroughlineRecord | undefined): void {
    if (before !== undefined) this.#byKey.get(keyOf(before))?.delete(before.id);
    if (stateOf(record) === 'active') this.#at(keyOf(record)).set(record.id, holderOf(record));
  }

  #at(key: string): Map<string, Holder> {
    const known = this.#byKey.get(key) ?? new Map<string, Holder>();
    this.#byKey.set(key, known);
    return known;
  }
}

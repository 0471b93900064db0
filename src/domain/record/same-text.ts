import { hasDamagedSubject } from '../damage.ts';
import type { Instant } from '../instant.ts';
import { RECORD_DEFAULTS, REPLACED_TYPES, type ThroughlineRecord, WITHHELD_TYPES } from './record.ts';

type Fact = Pick<ThroughlineRecord, 'type' | 'digest' | 'worktree'>;

/** A checkpoint or focus is about its worktree: the same text in another worktree is another fact. */
export const isSameFact = (a: Fact, b: Fact): boolean =>
  a.type === b.type &&
  a.digest === b.digest &&
  (a.worktree === b.worktree || !REPLACED_TYPES.includes(a.type));

/** What a handoff does with an active record that has the text of one of its items. */
export type SameTextVerdict = 'adopt' | 'supersede' | 'keep_both';

export type StoredBy = 'itself' | 'a_successor' | 'another';

/**
 * A session adopts what it stored itself. It adopts another session's record only if that record cannot be withheld
 * together with the other session; otherwise it stores its own. Two sessions may hold the same open loop: each keeps
 * its age, and a report shows them as one. What was only derived gives way, and nothing of a successor does.
 */
export function decideSameText({ type, source, sessionId }: ThroughlineRecord, storedBy: StoredBy) {
  if (source === 'derived' && storedBy !== 'a_successor') return 'supersede';
  const isSafe = sessionId === null || !WITHHELD_TYPES.includes(type);
  if (storedBy === 'itself' || isSafe) return 'adopt';
  if (type === 'open_loop') return 'keep_both';
  return storedBy === 'a_successor' ? 'adopt' : 'supersede';
}

const union = (a: readonly string[], b: readonly string[]): readonly string[] => {
  const news = b.filter((one) => !a.includes(one));
  return news.length === 0 ? a : [...a, ...news];
};

/** Importance is raised to what a handoff gives the type, never lowered. The same object if nothing changes. */
export function adoptRecord(
  record: ThroughlineRecord,
  item: Pick<ThroughlineRecord, 'subject' | 'supersedes'>,
  at: Instant,
): ThroughlineRecord {
  const importance = Math.max(record.importance, RECORD_DEFAULTS[record.type].importance);
  const subject = item.subject ?? record.subject;
  const supersedes = union(
    record.supersedes,
    item.supersedes.filter((id) => id !== record.id),
  );
  if (
    importance === record.importance &&
    subject === record.subject &&
    supersedes.length === record.supersedes.length
  )
    return record;
  return { ...record, importance, subject, supersedes, updatedAt: at, version: record.version + 1 };
}

/** Takes over importance, subject, tags and aliases of the records it supersedes. */
export function inheritMetadata(record: ThroughlineRecord, earlier: readonly ThroughlineRecord[]) {
  const written = earlier.filter(({ source }) => source !== 'derived');
  if (written.length === 0) return record;
  return {
    ...record,
    importance: Math.max(record.importance, ...written.map(({ importance }) => importance)),
    subject:
      record.subject ??
      written.find((one) => one.subject !== null && !hasDamagedSubject(one))?.subject ??
      null,
    tags: union(record.tags, [...new Set(written.flatMap(({ tags }) => tags))]),
    aliases: union(record.aliases, [...new Set(written.flatMap(({ aliases }) => aliases))]),
  };
}

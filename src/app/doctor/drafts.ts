import { basename } from 'node:path';
import { HOUR_MS, type Instant, msOf } from '../../domain/instant.ts';
import type { Leftover, MachineFacts } from '../ports/doctor.ts';

/** A file that a process was writing under another name before it died, with the logs and copies beside it. */
export interface Draft {
  readonly files: readonly Leftover[];
  /** No living process will finish it. */
  readonly isAbandoned: boolean;
}

/** Between two steps a writer has its draft closed for a moment. */
const SETTLED_MS = 10_000;

const DRAFT_NAME = /\.new-[0-9a-f]+/;

/** `store.db.new-1f` for `store.db.new-1f-copy` and `store.db.new-1f-wal`. */
function groupOf({ path }: Leftover): string {
  const match = DRAFT_NAME.exec(basename(path));
  return match === null
    ? path
    : path.slice(0, path.length - basename(path).length + match.index + match[0].length);
}

/** By the distance: a clock that was ahead when the file was written does not keep it for ever. */
const isSettled = ({ changedAt }: Leftover, now: Instant, afterMs: number) =>
  Math.abs(msOf(now) - msOf(changedAt)) > afterMs;

export function draftsAmong(
  leftovers: readonly Leftover[],
  now: Instant,
  attachedTo: MachineFacts['attachedTo'],
): readonly Draft[] {
  const groups = new Map<string, Leftover[]>();
  for (const leftover of leftovers.filter(({ kind }) => kind === 'draft'))
    groups.set(groupOf(leftover), [...(groups.get(groupOf(leftover)) ?? []), leftover]);
  return [...groups.values()].map((files) => {
    const users = attachedTo(files.map(({ path }) => path));
    const afterMs = users === undefined ? HOUR_MS : SETTLED_MS;
    const isUsed = users !== undefined && users.length > 0;
    return { files, isAbandoned: !isUsed && files.every((file) => isSettled(file, now, afterMs)) };
  });
}

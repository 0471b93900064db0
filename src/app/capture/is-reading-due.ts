import type { Session } from '../../domain/session/session.ts';
import type { Deps } from '../deps.ts';

/** What is left unread is read when the session ends or is compacted, or by the start after it: in milliseconds, if it is not longer. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** For a conversation in a client's database, whose length is only known once it is read. */
const MAX_UNREAD_TURNS = 10;

/**
 * Whether a turn that ended should read the transcript. The client keeps what is not read, and reading takes longer than all else that
 * happens at the end of a turn, which people wait for.
 */
export async function isReadingDue(
  { filesFor, store }: Pick<Deps, 'filesFor' | 'store'>,
  { id, transcriptPath, worktree, turnCount }: Session,
): Promise<boolean> {
  if (transcriptPath === null) return false;
  const size = filesFor(worktree).sizeOf(transcriptPath);
  if (size === undefined) return turnCount % MAX_UNREAD_TURNS === 1;
  const read = await store.captures.findPosition(id);
  const offset = read?.path === transcriptPath ? (read.position?.offset ?? 0) : 0;
  return size < offset || size - offset >= MAX_UNREAD_BYTES;
}

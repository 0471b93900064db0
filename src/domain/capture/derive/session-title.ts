import type { Instant } from '../../instant.ts';
import type { SessionEvent } from '../../session/events.ts';
import type { Session } from '../../session/session.ts';
import { clipLine } from '../clip.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';
import { messagesOf } from './turns.ts';

const MAX_TITLE = 120;

/** The first request with content, as a title. */
function requestOf(digest: TranscriptDigest): string | undefined {
  const said = messagesOf(digest).filter(({ kind }) => kind === 'said');
  return (said.find(({ isSlight }) => !isSlight) ?? said[0])?.text;
}

/**
 * Names a session as its client or the person named the conversation. A title that somebody gave is only replaced by one of the
 * person's. A session that is over and has no title is named by its first request.
 */
export function titleEvents(
  { title }: Pick<Session, 'title'>,
  digest: TranscriptDigest | undefined,
  at: Instant,
  isOver: boolean,
): SessionEvent[] {
  if (digest === undefined) return [];
  const given = title === null || digest.title?.isByPerson === true ? digest.title?.text : undefined;
  const found = given ?? (title === null && isOver ? requestOf(digest) : undefined);
  const text = clipLine(found ?? '', MAX_TITLE);
  return text === '' || text === title ? [] : [{ type: 'session.titled', at, title: text }];
}

import { filesNamed } from '../domain/files-named.ts';
import type { Instant } from '../domain/instant.ts';
import { decideHeard, decideTurn, type Moment, momentIn } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { createPause } from '../lib/slices.ts';
import type { Caller } from './caller.ts';
import type { Change } from './ports/ledger.ts';
import type { SessionDraft } from './session-draft.ts';

const MAX_WHAT = 1_000;
const MAX_FILES = 200;

export const shortened = (text: string) =>
  text.length <= MAX_WHAT ? text : `${text.slice(0, MAX_WHAT - 1).toWellFormed()}…`;

/** Who speaks: the name this caller gave itself, else the one the session was begun under, else its program. */
export const speakerOf = (caller: Caller, session: Session): string | null =>
  caller.connection?.agent ?? session.agent ?? caller.client;

/** Counts one writing call as a turn of the session, and says in one line what it did. */
export function takeTurn(
  draft: SessionDraft,
  spoken: { who: string | null; what: string; eventId?: string; isSaid?: boolean },
  moment: Moment,
): Change {
  const what = shortened(spoken.what);
  draft.apply(decideTurn(draft.session, what.length, moment));
  return {
    kind: 'turn',
    turn: {
      sessionId: draft.session.id,
      number: draft.session.turnCount,
      at: momentIn(draft.session, moment),
      who: spoken.who,
      what,
      ...(spoken.eventId === undefined ? {} : { eventId: spoken.eventId }),
      ...(spoken.isSaid === true ? { isSaid: true } : {}),
    },
  };
}

/**
 * A call that only writes something down is a turn of work; in a game a turn is what a player does, and where a
 * client has hooks, what lies between two of its turn ends.
 */
export function takeWritingTurn(
  draft: SessionDraft,
  spoken: { who: string | null; what: string },
  moment: Moment,
): readonly Change[] {
  if (draft.session.kind === 'game') return [];
  if (!draft.session.hasHooks) return [takeTurn(draft, spoken, moment)];
  draft.apply(decideHeard(draft.session, moment));
  return [];
}

/** The files that somebody's words named belong to the session: later they show what moved since. */
export async function namedFiles(
  sessionId: string,
  texts: readonly string[],
  at: Instant,
): Promise<Change[]> {
  const paths = new Set<string>();
  const pause = createPause();
  for (const text of texts) {
    if (paths.size >= MAX_FILES) break;
    for (const path of filesNamed(text)) paths.add(path);
    await pause();
  }
  return paths.size === 0 ? [] : [{ kind: 'files', sessionId, paths: [...paths].slice(0, MAX_FILES), at }];
}

import { extractFilePaths } from '../domain/extract-file-paths.ts';
import type { Instant } from '../domain/instant.ts';
import { decideHeartbeat, decideTurn, sessionTime } from '../domain/session/decide.ts';
import { evolve, type SessionEvent } from '../domain/session/events.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import { createPause } from '../lib/concurrency.ts';
import type { Caller } from './caller.ts';
import type { Change, Turn } from './ports/ledger.ts';

export class SessionDraft {
  readonly #before: Session | undefined;
  readonly #events: SessionEvent[] = [];
  #now: Session | undefined;

  constructor(before: Session | undefined) {
    this.#before = before;
    this.#now = before;
  }

  get session(): Session {
    if (this.#now === undefined) throw new Error('a session draft has no session before session.started');
    return this.#now;
  }

  get isNew(): boolean {
    return this.#before === undefined;
  }

  apply(events: readonly SessionEvent[]): this {
    for (const event of events) {
      this.#events.push(event);
      this.#now = evolve(this.#now, event);
    }
    return this;
  }

  changes(): Change[] {
    if (this.#events.length === 0) return [];
    return [
      {
        kind: 'session',
        session: this.session,
        expectedVersion: this.#before?.version ?? 0,
        events: [...this.#events],
      },
    ];
  }
}

const MAX_WHAT = 1_000;
const MAX_FILES = 200;

export const shortened = (text: string) =>
  text.length <= MAX_WHAT ? text : `${text.slice(0, MAX_WHAT - 1).toWellFormed()}…`;

/** The agent name of this caller, else that of the session, else the client. */
export const turnAuthor = (caller: Caller, session: Session): string | null =>
  caller.connection?.agent ?? session.agent ?? caller.client;

export function addTurn(
  draft: SessionDraft,
  turn: Pick<Turn, 'who' | 'what' | 'eventId' | 'isSaid'> & { readonly narration?: string | undefined },
  time: TimeContext,
): Change {
  const what = shortened(turn.what);
  draft.apply(decideTurn(draft.session, what.length + (turn.narration?.length ?? 0), time));
  return {
    kind: 'turn',
    turn: {
      sessionId: draft.session.id,
      number: draft.session.turnCount,
      at: sessionTime(draft.session, time),
      who: turn.who,
      what,
      ...(turn.eventId === undefined ? {} : { eventId: turn.eventId }),
      ...(turn.isSaid === true ? { isSaid: true } : {}),
    },
  };
}

/** A writing call is a turn, except in a game, where player actions are, and where hooks report the turns. */
export function addWriteTurn(
  draft: SessionDraft,
  caller: Caller,
  what: string,
  time: TimeContext,
): readonly Change[] {
  const { session } = draft;
  if (session.kind === 'game') return [];
  if (!session.hasHooks) return [addTurn(draft, { who: turnAuthor(caller, session), what }, time)];
  draft.apply(decideHeartbeat(draft.session, time));
  return [];
}

/** Stores the paths that texts mention, so that a later report can tell whether these files changed. */
export async function fileMentionChanges(
  sessionId: string,
  texts: readonly string[],
  at: Instant,
): Promise<Change[]> {
  const paths = new Set<string>();
  const pause = createPause();
  for (const text of texts) {
    if (paths.size >= MAX_FILES) break;
    for (const path of extractFilePaths(text)) paths.add(path);
    await pause();
  }
  return paths.size === 0 ? [] : [{ kind: 'files', sessionId, paths: [...paths].slice(0, MAX_FILES), at }];
}

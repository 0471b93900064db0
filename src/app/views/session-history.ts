import { cursorInvalid } from '../../domain/error.ts';
import { nextStep, type SurfaceWording } from '../../domain/next-step.ts';
import { isLive, type RecordType, type ThroughlineRecord } from '../../domain/record/record.ts';
import { isImported, type Session, statusIn, type TimeContext } from '../../domain/session/session.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { jsonSize, takeFitting, takeThoseThatFit } from '../../lib/lists.ts';
import type { Deps, StoreDeps } from '../deps.ts';
import type { ListedTurn } from '../ports/readers.ts';
import { shorten } from './entity-views.ts';
import { countsOf } from './summarize-session.ts';

const PAGE = 200;
const MAX_TEXT_CHARS = 8_000;
const MAX_LIST_CHARS = 5_000;

async function adoptedFromOthers(
  { store, clock }: Pick<Deps, 'clock' | 'store'>,
  sessionId: string,
  type: RecordType,
): Promise<readonly ThroughlineRecord[]> {
  const mark = (await store.sessions.find(sessionId))?.handoff ?? null;
  const handoff = mark === null ? undefined : await store.handoffs.find(mark.id);
  const records = await store.records.findAll(handoff?.adoptedIds ?? []);
  return records.filter(
    (record) => record.type === type && record.sessionId !== sessionId && isLive(record, clock.now()),
  );
}

/** Those that still hold: what was resolved or replaced since is no longer open, or decided. */
async function listTexts(deps: Pick<Deps, 'clock' | 'store'>, sessionId: string, type: RecordType) {
  const status = { is: 'active' as const, now: deps.clock.now() };
  const { items, remaining } = await deps.store.records.list(
    { sessionId, types: [type], status },
    PAGE,
    null,
  );
  const adopted = await adoptedFromOthers(deps, sessionId, type);
  const contents = [...items, ...adopted].map(({ content }) => content);
  const shown = takeThoseThatFit(contents, MAX_LIST_CHARS, (content) => content.length + 4);
  return { shown, leftOut: remaining + contents.length - shown.length };
}

async function newestText(deps: StoreDeps, wording: SurfaceWording, sessionId: string, type: RecordType) {
  const { items } = await deps.store.records.list({ sessionId, types: [type] }, PAGE, null);
  const text = items.at(-1)?.content;
  if (text === undefined) return null;
  return shorten(text, MAX_TEXT_CHARS, wording.step(nextStep('memory.list', { session: sessionId, type })));
}

export async function sessionWork(
  deps: Pick<Deps, 'clock' | 'store'>,
  wording: SurfaceWording,
  sessionId: string,
) {
  const lists = {
    decisions: await listTexts(deps, sessionId, 'decision'),
    open_loops: await listTexts(deps, sessionId, 'open_loop'),
    constraints: await listTexts(deps, sessionId, 'constraint'),
  };
  const cut = Object.entries(lists).filter(([, { leftOut }]) => leftOut > 0);
  return {
    checkpoint: await newestText(deps, wording, sessionId, 'checkpoint'),
    focus: await newestText(deps, wording, sessionId, 'next_session_focus'),
    decisions: lists.decisions.shown,
    open_loops: lists.open_loops.shown,
    constraints: lists.constraints.shown,
    left_out: Object.fromEntries(cut.map(([list, { leftOut }]) => [list, leftOut])),
    rest: wording.step(nextStep('memory.list', { session: sessionId })),
    counts: countsOf(await deps.store.records.countBySession([sessionId])),
    note_count: (await deps.store.notes.listOf([sessionId])).length,
  };
}

export type SessionWork = Awaited<ReturnType<typeof sessionWork>>;

interface HistoryRequest {
  readonly limit: number;
  readonly cursor: string | null;
  readonly isNarrated: boolean;
}

const MAX_CHARS = 14_000;
const MAX_NARRATION = 6_000;

function turnIn(cursor: string): number {
  const turn = decodeCursor(cursor, 1)?.[0];
  if (typeof turn !== 'number') throw cursorInvalid();
  return turn;
}

type Played = NonNullable<ListedTurn['played']>;

/** `turn` is that of the campaign in a game. `is_rewound`: no longer on the branch being played. */
const turnView = (
  { number, at, who, what, played }: ListedTurn,
  narration: string | undefined,
  isRewound: (played: Played) => boolean,
) => ({
  turn: played?.turn ?? number,
  at,
  who,
  what,
  ...(narration === undefined ? {} : { narration }),
  ...(played !== undefined && isRewound(played) ? { is_rewound: true } : {}),
});

/** The turns of an imported session are in its captures. */
const storedTurns = (session: Session) => (isImported(session) ? 0 : session.turnCount);

/** The last turns before the cursor, oldest first; fewer than asked for rather than more than a result may hold. */
export async function historyPage(
  { games, store }: Pick<Deps, 'games' | 'store'>,
  wording: SurfaceWording,
  session: Session,
  { limit, cursor, isNarrated }: HistoryRequest,
) {
  const before = cursor === null ? null : turnIn(cursor);
  if (limit === 0) return { turns: [], next_cursor: null, remaining: storedTurns(session), agents: [] };
  const found = await store.sessions.listTurns(session.id, limit, before);
  const isGame = found.some(({ played }) => played !== undefined);
  const isRewound = isGame ? await games.rewoundTurns(store, session.projectId) : () => false;
  const played = found.flatMap(({ eventId }) => eventId ?? []);
  const narrations = isNarrated && isGame ? await games.listNarrations(store, played) : new Map();
  const narrationOf = ({ eventId = '' }: ListedTurn) => {
    const text = narrations.get(eventId);
    return text && shorten(text, MAX_NARRATION, wording.step(nextStep('event.list')));
  };
  const turns = found.map((one) => ({
    number: one.number,
    view: turnView(one, narrationOf(one), isRewound),
  }));
  const fitting = takeFitting(turns.toReversed(), MAX_CHARS, ({ view }) => jsonSize(view)).toReversed();
  const oldest = fitting[0]?.number ?? 1;
  return {
    turns: fitting.map(({ view }) => view),
    next_cursor: oldest > 1 ? encodeCursor(oldest) : null,
    remaining: oldest - 1,
    agents: found.flatMap(({ who, eventId }) => (who === null || eventId !== undefined ? [] : [who])),
  };
}

export type HistoryPage = Awaited<ReturnType<typeof historyPage>>;

const MAX_STEPS = 20;

/** Predecessors, the session itself and successors, oldest first. */
export async function lineageOf(deps: StoreDeps, session: Session, time: TimeContext) {
  const walk = async (next: (session: Session) => string | null) => {
    const line: Session[] = [];
    let id = next(session);
    while (id !== null && line.length < MAX_STEPS) {
      const found: Session | undefined = await deps.store.sessions.find(id);
      if (found === undefined) break;
      line.push(found);
      id = next(found);
    }
    return line;
  };
  const before = await walk(({ predecessorId }) => predecessorId);
  const after = await walk(({ successorId }) => successorId);
  return [...before.toReversed(), session, ...after].map((one) => ({
    session_id: one.id,
    status: statusIn(one, time),
    started_at: one.startedAt,
    ended_at: one.endedAt,
  }));
}

import { invalid } from '../domain/error.ts';
import { nextStep } from '../domain/next-step.ts';
import type { Project } from '../domain/project/project.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import { jsonSize, takeThoseThatFit } from '../lib/lists.ts';
import type { Caller } from './caller.ts';
import type { Deps, StoreDeps } from './deps.ts';
import type { DetailLevel } from './input-constraints.ts';
import { findCurrentSession, getSession, projectOf } from './locate-session.ts';
import type { GameFacts } from './ports/games.ts';
import { readTime } from './time-context.ts';
import {
  type CaptureView,
  captureView,
  type ReceiptView,
  type RecordView,
  receiptView,
  recordViewer,
  type SessionInfo,
  sessionInfo,
} from './views/entity-views.ts';
import {
  type HistoryPage,
  historyPage,
  lineageOf,
  type SessionWork,
  sessionWork,
} from './views/session-history.ts';
import { readLeftWork } from './views/summarize-session.ts';

interface SessionStateInput {
  readonly session_id?: string | undefined;
  readonly detail_level?: DetailLevel | undefined;
  readonly include_history?: boolean | undefined;
  readonly history_limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly with_snapshot?: boolean | undefined;
}

const DEFAULT_HISTORY = 10;
const MIN_FULL_HISTORY = 50;
const CHARS_PER_TOKEN = 4;
const OPEN_LOOP_LIMIT = 100;
const OPEN_LOOP_CHARS = 5_000;
const RECORD_LIMIT = 200;
const RECORD_CHARS = 9_000;
const FILE_LIMIT = 100;
const RECEIPTS = 5;
const CAPTURES = 10;

export interface SessionState extends Partial<GameFacts> {
  readonly session_info: SessionInfo;
  readonly recent_history?: HistoryPage['turns'];
  readonly open_loops?: readonly OpenLoop[];
  readonly open_loop_count?: number;
  readonly context_usage?: ContextUsage;
  readonly next_cursor?: string | null;
  readonly remaining?: number;
  readonly records?: readonly RecordView[];
  readonly records_left_out?: number;
  readonly captures?: readonly CaptureView[];
  readonly receipts?: readonly ReceiptView[];
  readonly lineage?: readonly LineageEntry[];
  readonly files?: readonly string[];
  readonly state_version?: number;
  readonly snapshot?: SessionWork;
}

type LineageEntry = Awaited<ReturnType<typeof lineageOf>>[number];
type OpenLoop = Pick<RecordView, 'id' | 'content' | 'created_at'>;

interface ContextUsage {
  readonly context_budget_remaining: number;
  readonly max_tokens: number;
  readonly conversation_length?: number;
  readonly active_agents?: readonly string[];
}

async function getState(deps: StoreDeps, caller: Caller, sessionId: string | undefined): Promise<Session> {
  if (sessionId !== undefined) return getSession(deps, sessionId);
  const current = await findCurrentSession(deps, caller);
  if (current !== undefined) return current;
  throw invalid(
    'session_required',
    'No session is bound to this connection, and none is named.',
    'Pass `session_id`, or start a session first.',
    {
      fields: [{ field: 'session_id', problem: 'is missing' }],
      next: [nextStep('session.list'), nextStep('session.start')],
    },
  );
}

function contextUsage(deps: Pick<Deps, 'settings'>, session: Session): ContextUsage {
  const max = deps.settings.contextWindowTokens;
  const used = Math.ceil(session.historyChars / CHARS_PER_TOKEN);
  return { context_budget_remaining: Math.max(0, max - used), max_tokens: max };
}

async function openLoops(deps: StoreDeps, session: Session, now: string) {
  const { items, remaining } = await deps.store.records.list(
    { sessionId: session.id, types: ['open_loop'], status: { is: 'active', now } },
    OPEN_LOOP_LIMIT,
    null,
  );
  const loops = items.map(({ id, content, createdAt }) => ({ id, content, created_at: createdAt }));
  return {
    open_loops: takeThoseThatFit(loops, OPEN_LOOP_CHARS, jsonSize),
    open_loop_count: items.length + remaining,
  };
}

const NO_GAME = ({ turnCount }: Session): GameFacts => ({
  game_state: { current_location: null, in_combat: false, turn_count: turnCount, in_game_date: null },
  party_status: [],
  active_quests: [],
});

async function standard(
  deps: Pick<Deps, 'games' | 'settings' | 'store'>,
  session: Session,
  history: HistoryPage,
  time: TimeContext,
) {
  const game =
    session.kind === 'game' ? await deps.games.findFacts(deps.store, session.projectId) : undefined;
  return {
    ...(game ?? NO_GAME(session)),
    recent_history: history.turns,
    next_cursor: history.next_cursor,
    remaining: history.remaining,
    ...(await openLoops(deps, session, time.now)),
    context_usage: contextUsage(deps, session),
  } satisfies Partial<SessionState>;
}

async function full(
  deps: Pick<Deps, 'settings' | 'store'>,
  session: Session,
  history: HistoryPage,
  time: TimeContext,
) {
  const { items, remaining } = await deps.store.records.list({ sessionId: session.id }, RECORD_LIMIT, null);
  const view = await recordViewer(deps, items, time.now);
  const records = takeThoseThatFit(items.map(view), RECORD_CHARS, jsonSize);
  const first = session.agent ?? session.client;
  const agents = first === null ? history.agents : [first, ...history.agents];
  return {
    records,
    records_left_out: remaining + items.length - records.length,
    captures: (await deps.store.captures.list({ sessionId: session.id }, CAPTURES, null)).items.map(
      ({ capture }) => captureView(capture),
    ),
    receipts: (await deps.store.receipts.listOfSession(session.id, RECEIPTS)).map(receiptView),
    lineage: await lineageOf(deps, session, time),
    files: await deps.store.sessions.listFiles(session.id, FILE_LIMIT),
    state_version: session.version,
    context_usage: {
      ...contextUsage(deps, session),
      conversation_length: session.turnCount,
      active_agents: session.status === 'active' ? [...new Set(agents)] : [],
    },
  } satisfies Partial<SessionState>;
}

export async function getSessionState(
  deps: Pick<Deps, 'clock' | 'games' | 'settings' | 'store'>,
  caller: Caller,
  input: SessionStateInput,
): Promise<{ state: SessionState; project: Project }> {
  const time = await readTime(deps);
  const session = await getState(deps, caller, input.session_id);
  const { project } = await projectOf(deps, session);
  const level = input.detail_level ?? 'standard';
  const asked = input.history_limit ?? DEFAULT_HISTORY;
  const limit = level === 'full' && asked > 0 ? Math.max(MIN_FULL_HISTORY, asked) : asked;
  const isWanted = level !== 'minimal' && input.include_history !== false;
  const history = await historyPage(deps, caller.wording, session, {
    limit: isWanted ? limit : 0,
    cursor: input.cursor ?? null,
    isNarrated: level === 'full',
  });
  return {
    project,
    state: {
      session_info: sessionInfo(session, project, time, await readLeftWork(deps, session)),
      ...(level === 'minimal' ? {} : await standard(deps, session, history, time)),
      ...(level === 'full' ? await full(deps, session, history, time) : {}),
      ...(input.with_snapshot ? { snapshot: await sessionWork(deps, caller.wording, session.id) } : {}),
    },
  };
}

import { nextStep, type SurfaceWording } from '../../domain/next-step.ts';
import { isLive, type RecordType, type ThroughlineRecord } from '../../domain/record/record.ts';
import { takeThoseThatFit } from '../../lib/lists.ts';
import type { Deps, StoreDeps } from '../deps.ts';
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
async function texts(deps: Pick<Deps, 'clock' | 'store'>, sessionId: string, type: RecordType) {
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

async function newest(deps: StoreDeps, wording: SurfaceWording, sessionId: string, type: RecordType) {
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
    decisions: await texts(deps, sessionId, 'decision'),
    open_loops: await texts(deps, sessionId, 'open_loop'),
    constraints: await texts(deps, sessionId, 'constraint'),
  };
  const cut = Object.entries(lists).filter(([, { leftOut }]) => leftOut > 0);
  return {
    checkpoint: await newest(deps, wording, sessionId, 'checkpoint'),
    focus: await newest(deps, wording, sessionId, 'next_session_focus'),
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

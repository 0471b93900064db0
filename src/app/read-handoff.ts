import { notFound } from '../domain/error.ts';
import { type Handoff, sumCounts } from '../domain/handoff/handoff.ts';
import { nextStep } from '../domain/next-step.ts';
import type { RecordType, ThroughlineRecord } from '../domain/record/record.ts';
import { jsonSize, takeFitting } from '../lib/lists.ts';
import type { Caller } from './caller.ts';
import type { Deps, StoreDeps } from './deps.ts';
import { readTime } from './time-context.ts';
import { noteView, recordViewer, shorten } from './views/entity-views.ts';

interface ReadHandoffInput {
  readonly handoff_id: string;
}

const PAGE = 1_000;
const MAX_CHARS = 20_000;
const TEXT_CHARS = 8_000;
const MAX_LOOPS = 200;

async function getHandoff(deps: StoreDeps, id: string): Promise<Handoff> {
  const handoff = await deps.store.handoffs.find(id);
  if (handoff !== undefined) return handoff;
  throw notFound(
    'handoff_not_found',
    `No handoff has the id ${JSON.stringify(id)}.`,
    'Pass the id that ending the session returned.',
    { fields: [{ field: 'handoff_id', problem: 'is unknown here' }] },
  );
}

/** Those it created, then those it adopted. The session may hold more: what it stored on the way, and earlier handoffs. */
async function recordsOf(deps: StoreDeps, handoff: Handoff): Promise<readonly ThroughlineRecord[]> {
  const types = Object.keys(handoff.stored) as RecordType[];
  const own: ThroughlineRecord[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof deps.store.records.list>> = await deps.store.records.list(
      { sessionId: handoff.sessionId, types },
      PAGE,
      cursor,
    );
    own.push(...page.items.filter(({ handoffId }) => handoffId === handoff.id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  const isOwn = new Set(own.map(({ id }) => id));
  const adopted = await deps.store.records.findAll(handoff.adoptedIds.filter((id) => !isOwn.has(id)));
  return [...own, ...adopted];
}

async function noteOf(deps: StoreDeps, { wording }: Caller, { noteId, sessionId, projectId }: Handoff) {
  const note = noteId === null ? undefined : await deps.store.notes.find(noteId);
  if (note === undefined) return null;
  const { id, title, summary, visibility } = noteView(note);
  return {
    id,
    title,
    visibility,
    summary: shorten(
      summary,
      TEXT_CHARS,
      wording.step(nextStep('note.read', { session: sessionId, project: projectId })),
    ),
  };
}

export async function readHandoff(
  deps: Pick<Deps, 'clock' | 'settings' | 'store'>,
  caller: Caller,
  { handoff_id }: ReadHandoffInput,
) {
  const { wording } = caller;
  const handoff = await getHandoff(deps, handoff_id);
  const { now } = await readTime(deps);
  const project = await deps.store.projects.find(handoff.projectId);
  const held = await recordsOf(deps, handoff);
  const view = await recordViewer(deps, held, now);
  const records = held.map((record) => ({
    ...view(record),
    content: shorten(record.content, TEXT_CHARS, wording.step(nextStep('memory.read', { ids: [record.id] }))),
  }));
  const shown = takeFitting(records, MAX_CHARS, jsonSize);
  const leftOut = records.length - shown.length;
  return {
    handoff_id: handoff.id,
    session_id: handoff.sessionId,
    project: project?.name ?? handoff.projectId,
    project_id: handoff.projectId,
    created_at: handoff.createdAt,
    is_derived: handoff.isDerived,
    sources: handoff.sources,
    stored_count: sumCounts(handoff.stored),
    stored: handoff.stored,
    resolved_loop_ids: handoff.resolvedLoopIds.slice(0, MAX_LOOPS),
    resolved_loop_count: handoff.resolvedLoopIds.length,
    redacted: handoff.redacted,
    note: await noteOf(deps, caller, handoff),
    records: shown,
    records_left_out: leftOut,
    rest:
      leftOut > 0
        ? wording.step(nextStep('memory.list', { session: handoff.sessionId, status: 'all' }))
        : null,
  };
}

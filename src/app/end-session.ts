import { conflict, invalid } from '../domain/error.ts';
import { sayCounts } from '../domain/handoff/counts.ts';
import {
  type Handoff,
  type HandoffContent,
  handoffDigest,
  handoffId,
  isEmptyHandoff,
  mapHandoffTexts,
} from '../domain/handoff/handoff.ts';
import { digestOf } from '../domain/id.ts';
import { DAY_MS, plusMs } from '../domain/instant.ts';
import { factsAfter } from '../domain/orientation/facts-after.ts';
import { DEFAULT_BUDGET } from '../domain/orientation/orientation.ts';
import type { Project } from '../domain/project/project.ts';
import type { RecordType } from '../domain/record/record.ts';
import { decideLeave, judgeLeaving, type Moment, momentIn } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { checkText } from '../domain/text.ts';
import { checkItemCount, type HandoffChanges, handoffChanges } from './handoff-changes.ts';
import { readIdentity } from './identity.ts';
import {
  beginningNotices,
  beginWriter,
  findWriter,
  locateWriterProject,
  type Writer,
} from './locate-writer.ts';
import { momentOf } from './moment.ts';
import { compose, gatherFacts, sessionFact } from './orient.ts';
import type { Change } from './ports/ledger.ts';
import { type Found, redactContent, redactTexts } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { namedFiles, takeTurn } from './take-turn.ts';
import type { Caller, World } from './world.ts';
import { draftNote } from './write-note.ts';
import { checkCampaignPath, withReadableCopy } from './write-readable-copy.ts';

export interface EndSessionInput {
  readonly content: HandoffContent;
  readonly mode: 'end' | 'pause';
  readonly session_id?: string | undefined;
  readonly project?: string | undefined;
  readonly transcript_path?: string | undefined;
  readonly campaign_path?: string | undefined;
  readonly idempotency_key?: string | undefined;
}

export interface EndedSession {
  readonly session: Session;
  readonly project: Project;
  /** null when the session was left without one. */
  readonly handoff: Handoff | null;
  readonly savePath: string | null;
  readonly notices: readonly string[];
  readonly moment: Moment;
}

interface Request {
  readonly world: World;
  readonly caller: Caller;
  readonly input: EndSessionInput;
  readonly content: HandoffContent;
  readonly digest: string | null;
  readonly keyDigest: string | null;
  readonly transcriptPath: string | null;
  readonly redacted: Found;
  readonly moment: Moment;
}

const MAX_KEY = 500;
const MAX_PATH = 4_096;
const SAME_HANDOFF_MS = DAY_MS;

function requireCheckpoint({ kind }: Session | Project, { input, content }: Request): void {
  if (kind !== 'work' || input.mode !== 'end') return;
  if (content.checkpoint !== null || content.summaryNotes !== null) return;
  throw invalid(
    'checkpoint_required',
    'Ending a work session needs a checkpoint: where did we leave off?',
    'Pass checkpoint (or summary_notes), or mode "pause" to leave without one; nothing was written.',
    { fields: [{ field: 'checkpoint', problem: 'is missing' }] },
  );
}

/** An idempotency key stands for one handoff for ever. */
async function findByKey({ world, digest, keyDigest }: Request): Promise<Handoff | undefined> {
  if (keyDigest === null) return undefined;
  const handoff = await world.store.handoffs.findByIdempotencyKey(keyDigest);
  if (handoff !== undefined && handoff.digest !== digest) {
    throw conflict(
      'idempotency_key_reused',
      'This idempotency_key was used for another handoff.',
      'Use a new key for a new handoff; nothing was written.',
      { fields: [{ field: 'idempotency_key', problem: 'stands for another handoff' }] },
    );
  }
  return handoff;
}

/** With no session bound, the same handoff in the same project within a day is the same handoff. */
async function locate(request: Request): Promise<Writer> {
  const { world, caller, input, digest, moment } = request;
  const byKey = await findByKey(request);
  const target = byKey === undefined ? input : { session_id: byKey.sessionId };
  const writer = await findWriter(world, caller, target);
  if (writer !== undefined) return writer;
  const located = await locateWriterProject(world, caller, input);
  const recent =
    digest === null
      ? undefined
      : await world.store.handoffs.findRecent(
          located.project.id,
          digest,
          plusMs(moment.now, -SAME_HANDOFF_MS),
        );
  const same = recent && (await findWriter(world, caller, { session_id: recent.sessionId }));
  return same ?? beginWriter(world, caller, located, moment);
}

const countsOf = ({ added }: HandoffChanges): Handoff['stored'] => {
  const counts: Partial<Record<RecordType, number>> = {};
  for (const { type } of added) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

async function write(request: Request, writer: Writer): Promise<EndedSession> {
  const { world, caller, input, content, digest, moment } = request;
  const { draft, located } = writer;
  const before = draft.session;
  const at = momentIn(before, moment);
  const id = digest === null ? null : handoffId(before.id, digest);
  const facts = await gatherFacts(
    world,
    {
      project: located.project,
      isNewProject: located.isNew,
      worktree: before.worktree,
      self: before,
      identity: await readIdentity(world, before.worktree, undefined),
      transcriptPath: null,
      budget: DEFAULT_BUDGET,
    },
    moment,
  );
  const isNews = id !== null && digest !== before.handoff?.digest;
  const records: HandoffChanges = isNews
    ? await handoffChanges(world, { session: before, content, handoffId: id, facts, at })
    : { added: [], removed: [], resolvedLoopIds: [], changes: [] };
  const note =
    isNews && content.summaryNotes !== null
      ? draftNote(before, { summary: content.summaryNotes, title: 'Session summary' }, at)
      : null;
  const isKnownNote = note !== null && (await world.store.notes.find(note.id)) !== undefined;
  const handoff: Handoff | null = isNews
    ? {
        id,
        sessionId: before.id,
        projectId: before.projectId,
        digest: digest ?? '',
        isDerived: false,
        stored: countsOf(records),
        resolvedLoopIds: records.resolvedLoopIds,
        noteId: note?.id ?? null,
        redacted: request.redacted,
        createdAt: at,
      }
    : null;
  const isKnownHandoff = id !== null && (await world.store.handoffs.find(id)) !== undefined;

  const what =
    handoff === null
      ? `Session ${input.mode === 'end' ? 'ended' : 'paused'}.`
      : `Handoff: ${sayCounts(handoff.stored) || 'resolved loops only'}.`;
  const turn = takeTurn(draft, { who: before.agent ?? caller.client, what }, moment);
  if (request.transcriptPath !== null && request.transcriptPath !== before.transcriptPath) {
    draft.apply([{ type: 'transcript.recorded', at, path: request.transcriptPath }]);
  }
  if (handoff !== null) {
    draft.apply([
      { type: 'handoff.written', at, handoffId: handoff.id, digest: handoff.digest, isDerived: false },
    ]);
  }
  draft.apply(decideLeave(draft.session, input.mode, moment));
  const next = factsAfter(facts, {
    added: records.added,
    removed: records.removed,
    session: sessionFact(draft.session, moment),
  });
  const { score, gaps } = compose(world, next, DEFAULT_BUDGET);
  draft.apply([{ type: 'orientation.scored', at, score, gapCount: gaps.length }]);

  const changes: Change[] = [
    ...writer.changes,
    ...draft.changes(),
    turn,
    ...records.changes,
    ...(note === null || isKnownNote ? [] : [{ kind: 'note' as const, note, expectedVersion: 0 }]),
    ...(handoff === null || isKnownHandoff
      ? []
      : [{ kind: 'handoff' as const, handoff, idempotencyKey: request.keyDigest }]),
    ...namedFiles(
      draft.session.id,
      records.added.map(({ content: text }) => text),
      at,
    ),
  ];
  await world.store.ledger.commit(changes);
  return result(request, writer, draft.session, handoff);
}

async function result(
  { world, caller, moment }: Request,
  writer: Writer,
  session: Session,
  written: Handoff | null,
): Promise<EndedSession> {
  if (caller.connection !== null) caller.connection.sessionId = session.id;
  const handoff =
    written ??
    (session.handoff === null ? null : ((await world.store.handoffs.find(session.handoff.id)) ?? null));
  return {
    session,
    project: writer.located.project,
    handoff,
    savePath: null,
    notices: beginningNotices(session),
    moment,
  };
}

async function attempt(request: Request): Promise<EndedSession> {
  const writer = await locate(request);
  const { session } = writer.draft;
  const verdict = judgeLeaving(session, { mode: request.input.mode, handoffDigest: request.digest });
  if (verdict === 'already_left') return result(request, writer, session, null);
  requireCheckpoint(session, request);
  await checkCampaignPath(request.world, session, request.input.campaign_path);
  return write(request, writer);
}

/** Leave a handoff and end, or pause: one transaction. */
export async function endSession(
  world: World,
  caller: Caller,
  input: EndSessionInput,
): Promise<EndedSession> {
  checkItemCount(input.content);
  mapHandoffTexts(input.content, (text, field) => checkText(field, text));
  if (input.transcript_path !== undefined)
    checkText('transcript_path', input.transcript_path, { max: MAX_PATH });
  if (input.idempotency_key !== undefined)
    checkText('idempotency_key', input.idempotency_key, { max: MAX_KEY });
  const { content, found } = await redactContent(world.redactor, input.content, mapHandoffTexts);
  const path = await redactTexts(world.redactor, { path: input.transcript_path ?? null });
  const ended = await retryOnConflict(async () =>
    attempt({
      world,
      caller,
      input,
      content,
      digest: isEmptyHandoff(content) ? null : handoffDigest(content),
      keyDigest: input.idempotency_key === undefined ? null : digestOf(input.idempotency_key),
      transcriptPath: path.content.path,
      redacted: found,
      moment: await momentOf(world),
    }),
  );
  return input.campaign_path === undefined ? ended : withReadableCopy(world, ended, input.campaign_path);
}

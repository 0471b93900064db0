import { titleEvents } from '../../domain/capture/derive/session-title.ts';
import { newReading } from '../../domain/capture/transcript-reading.ts';
import { MAX_TEXT } from '../../domain/check-text.ts';
import { decideHeartbeat } from '../../domain/session/decide.ts';
import { hasEnded } from '../../domain/session/session.ts';
import type { Caller } from '../caller.ts';
import { draftCapture, expiredCaptures } from '../capture/draft-capture.ts';
import { isReadingDue } from '../capture/is-reading-due.ts';
import { resumeReading } from '../capture/read-transcript.ts';
import type { WriteDeps } from '../deps.ts';
import { openSessionWriter } from '../locate-session.ts';
import { redactTexts } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { addTurn, turnAuthor } from '../session-draft.ts';
import { readTime } from '../time-context.ts';
import { attach, type HookCall } from './hook-call.ts';

interface StopCall extends HookCall {
  readonly lastWords: string | null;
}

/** What the transcript grew by in one turn is read in a fraction of it. */
const STOP_READ_MS = 700;

/** A turn of the client is over: a crash from here on loses the next one at most. */
export async function onStop(
  deps: WriteDeps,
  caller: Caller,
  { lastWords, ...call }: StopCall,
): Promise<void> {
  const { content } = await redactTexts(deps.redactor, { lastWords });
  await retryOnConflict(async () => {
    const time = await readTime(deps);
    const { draft, changes } = await openSessionWriter(deps, caller, {}, time);
    // The turn that ends the session is reported after its end.
    if (hasEnded(draft.session)) return;
    const attached = attach(draft, caller, call, time);
    // Search indexes spoken turns. A turn without text must not be found by its placeholder.
    const isSaid = (content.lastWords ?? '').trim() !== '';
    const what = isSaid ? (content.lastWords ?? '') : 'A turn without words.';
    const turn = addTurn(draft, { who: turnAuthor(caller, draft.session), what, isSaid }, time);
    const reading = (await isReadingDue(deps, draft.session))
      ? await resumeReading(deps, draft.session, STOP_READ_MS, time)
      : undefined;
    if (reading !== undefined) draft.apply(titleEvents(draft.session, reading.digest, time.now, false));
    await deps.store.ledger.commit([
      ...changes,
      ...draft.changes(),
      turn,
      ...attached,
      ...(reading === undefined ? [] : [{ kind: 'transcript_reading' as const, reading }]),
    ]);
  });
}

interface PreCompactCall extends HookCall {
  /** The trigger of the compaction, and what the person wants to preserve. */
  readonly note: string | null;
}

const PRE_COMPACT_READ_MS = 1_000;

/** Captures the transcript before the client compacts it. */
export async function onPreCompact(
  deps: WriteDeps,
  caller: Caller,
  { note, ...call }: PreCompactCall,
): Promise<void> {
  const { content } = await redactTexts(deps.redactor, { note });
  await retryOnConflict(async () => {
    const time = await readTime(deps);
    const { draft, changes } = await openSessionWriter(deps, caller, {}, time);
    const attached = attach(draft, caller, call, time);
    draft.apply(decideHeartbeat(draft.session, time));
    const reading = await resumeReading(deps, draft.session, PRE_COMPACT_READ_MS, time);
    const why = { reason: 'compaction' as const, note: content.note, handoffId: null };
    await deps.store.ledger.commit([
      ...changes,
      ...draft.changes(),
      ...attached,
      ...(reading === undefined || reading.recent.length === 0 || hasEnded(draft.session)
        ? []
        : [
            { kind: 'transcript_reading' as const, reading },
            draftCapture(draft.session, reading, why, time).change,
            ...(await expiredCaptures(deps, time)),
          ]),
    ]);
  });
}

/** Adds the client's summary to the capture of this compaction, or stores it on its own. */
export async function onPostCompact(
  deps: WriteDeps,
  caller: Caller,
  { summary, ...call }: HookCall & { readonly summary: string },
): Promise<void> {
  const { content } = await redactTexts(deps.redactor, { summary });
  const kept = content.summary.slice(0, MAX_TEXT).toWellFormed();
  await retryOnConflict(async () => {
    const time = await readTime(deps);
    const { draft, changes } = await openSessionWriter(deps, caller, {}, time);
    const attached = attach(draft, caller, call, time);
    const { items } = await deps.store.captures.list({ sessionId: draft.session.id }, 1, null);
    const newest = items[0]?.capture;
    const isAwaited = newest?.reason === 'compaction' && newest.clientSummary === null;
    const path = call.transcriptPath ?? '';
    const { id: sessionId } = draft.session;
    const empty = newReading({ sessionId, path, position: null, since: null, updatedAt: time.now });
    const why = { reason: 'compaction' as const, note: null, handoffId: null, clientSummary: kept };
    await deps.store.ledger.commit([
      ...changes,
      ...draft.changes(),
      ...attached,
      isAwaited
        ? { kind: 'capture_summary', captureId: newest.id, summary: kept, at: time.now }
        : draftCapture(draft.session, empty, why, time).change,
    ]);
  });
}

import { newReading } from '../../domain/capture/transcript-reading.ts';
import { decideHeard } from '../../domain/session/decide.ts';
import { MAX_TEXT } from '../../domain/text.ts';
import type { Caller } from '../caller.ts';
import { draftCapture, expendableCaptures } from '../capture/draft-capture.ts';
import { readOn } from '../capture/read-on.ts';
import type { Deps } from '../deps.ts';
import { momentOf } from '../moment.ts';
import { redactTexts } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { attach, type HookCall, isUnderWay } from './hook-call.ts';
import { hookWriter } from './turn-ends.ts';

type Needs = Pick<
  Deps,
  'clock' | 'filesFor' | 'folders' | 'ids' | 'readOff' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;

export interface Compacts extends HookCall {
  /** What set it off, and what the person wants kept. */
  readonly note: string | null;
}

const READ_MS = 1_000;

/** What the client is about to forget is kept before. */
export async function compacts(deps: Needs, caller: Caller, { note, ...call }: Compacts): Promise<void> {
  const { content } = await redactTexts(deps.redactor, { note });
  await retryOnConflict(async () => {
    const moment = await momentOf(deps);
    const { draft, changes } = await hookWriter(deps, caller, moment);
    const attached = attach(draft, caller, call, moment);
    draft.apply(decideHeard(draft.session, moment));
    const reading = await readOn(deps, draft.session, READ_MS, moment);
    const why = { reason: 'compaction' as const, note: content.note, handoffId: null };
    await deps.store.ledger.commit([
      ...changes,
      ...draft.changes(),
      ...attached,
      ...(reading === undefined || reading.recent.length === 0 || !isUnderWay(draft.session)
        ? []
        : [
            { kind: 'transcript_reading' as const, reading },
            draftCapture(draft.session, reading, why, moment).change,
            ...(await expendableCaptures(deps, moment)),
          ]),
    ]);
  });
}

/** The client's own summary joins what was kept; without that it is kept alone. */
export async function compacted(
  deps: Needs,
  caller: Caller,
  { summary, ...call }: HookCall & { readonly summary: string },
): Promise<void> {
  const { content } = await redactTexts(deps.redactor, { summary });
  const kept = content.summary.slice(0, MAX_TEXT).toWellFormed();
  await retryOnConflict(async () => {
    const moment = await momentOf(deps);
    const { draft, changes } = await hookWriter(deps, caller, moment);
    const attached = attach(draft, caller, call, moment);
    const { items } = await deps.store.captures.list({ sessionId: draft.session.id }, 1, null);
    const newest = items[0]?.capture;
    const isAwaited = newest?.reason === 'compaction' && newest.clientSummary === null;
    const path = call.transcriptPath ?? '';
    const { id: sessionId } = draft.session;
    const empty = newReading({ sessionId, path, position: null, since: null, updatedAt: moment.now });
    const why = { reason: 'compaction' as const, note: null, handoffId: null, clientSummary: kept };
    await deps.store.ledger.commit([
      ...changes,
      ...draft.changes(),
      ...attached,
      isAwaited
        ? { kind: 'capture_summary', captureId: newest.id, summary: kept, at: moment.now }
        : draftCapture(draft.session, empty, why, moment).change,
    ]);
  });
}

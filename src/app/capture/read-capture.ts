import type { CaptureContent } from '../../domain/capture/capture.ts';
import { type MessageView, messageView } from '../../domain/capture/messages.ts';
import { renderDigest } from '../../domain/capture/render-digest.ts';
import { EMPTY_DIGEST } from '../../domain/capture/transcript-digest.ts';
import { DAMAGED_TEXT, isDamagedText } from '../../domain/damage.ts';
import { cursorInvalid, notFound, ThroughlineError } from '../../domain/error.ts';
import type { Instant } from '../../domain/instant.ts';
import { nextStep } from '../../domain/next-step.ts';
import { jsonSize, takeFitting } from '../../lib/lists.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { isPerson, PROJECT_DISABLED_CODE } from '../disabled-projects/refuse-disabled.ts';
import type { CaptureMode } from '../input-constraints.ts';
import { createListCursor } from '../list-cursor.ts';
import { readTime } from '../time-context.ts';
import { type CaptureView, captureView } from '../views/entity-views.ts';

export interface ReadCaptureInput {
  readonly id: string;
  readonly mode?: CaptureMode | undefined;
  readonly cursor?: string | undefined;
}

export interface ReadCapture {
  readonly capture: CaptureView;
  readonly mode: CaptureMode;
  /** The client's own summary and the digest of the transcript; '' in raw mode, unless the content is damaged. */
  readonly content: string;
  readonly messages: readonly MessageView[];
  readonly next_cursor: string | null;
  readonly remaining: number;
}

const PAGE_CHARS = 30_000;

const captureNotFound = (id: string) =>
  notFound(
    'capture_not_found',
    `There is no capture ${JSON.stringify(id)}.`,
    'Pass the id of an existing capture.',
    { fields: [{ field: 'id', problem: 'names no capture' }], next: [nextStep('capture.list')] },
  );

function messagePage(messages: readonly MessageView[], id: string, cursor: string | undefined) {
  const places = createListCursor('capture', id);
  const from = cursor === undefined ? 0 : Number(places.decode(cursor));
  if (!Number.isSafeInteger(from) || from < 0 || from > messages.length) throw cursorInvalid();
  const page = takeFitting(messages.slice(from), PAGE_CHARS, jsonSize);
  const next = from + page.length;
  return {
    messages: page,
    next_cursor: next < messages.length ? places.encode(String(next)) : null,
    remaining: messages.length - next,
  };
}

/** The notice about damage is our own text and is not quoted. */
const quoted = (text: string) => (isDamagedText(text) ? text : text.replace(/^/gm, '> '));

const NOTHING: CaptureContent = { digest: EMPTY_DIGEST, messages: [] };

/** Reading must not fail because the mark cannot be stored: returns false if the store is busy or must not be written. */
async function markReviewed(
  { store }: Pick<Deps, 'store'>,
  caller: Caller,
  captureId: string,
  at: Instant,
): Promise<boolean> {
  try {
    await store.ledger.commit([{ kind: 'capture_reviewed', captureId, at }], { relaxedDurability: true });
    return true;
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error;
    if (error.kind === 'unavailable' || (isPerson(caller) && error.code === PROJECT_DISABLED_CODE))
      return false;
    throw error;
  }
}

/**
 * A capture counts as reviewed once all of its content was returned. A summary, a part of the pages or damaged content
 * does not count.
 */
export async function readCapture(
  deps: Pick<Deps, 'clock' | 'settings' | 'store'>,
  caller: Caller,
  { id, mode = 'structured', cursor }: ReadCaptureInput,
): Promise<ReadCapture> {
  const capture = await deps.store.captures.find(id);
  const stored = await deps.store.captures.readContent(id);
  if (capture === undefined || stored === undefined) throw captureNotFound(id);
  const kept = stored === 'damaged' ? NOTHING : stored;
  if (cursor !== undefined && mode !== 'raw') throw cursorInvalid();
  const none = { messages: [], next_cursor: null, remaining: 0 };
  const page = mode === 'raw' ? messagePage(kept.messages.map(messageView), id, cursor) : none;
  const summary =
    capture.clientSummary === null ? '' : `## The client's own summary\n${quoted(capture.clientSummary)}\n\n`;
  const readable = mode === 'raw' ? '' : `${summary}${renderDigest(kept.digest, mode)}`;
  const content = stored === 'damaged' ? `${summary}${DAMAGED_TEXT}` : readable;
  const isDelivered = stored !== 'damaged' && mode !== 'summary' && page.next_cursor === null;
  const { now } = await readTime(deps);
  const isNews = isDelivered && capture.reviewedAt === null && deps.settings.storesReceipts;
  const isReviewed = isNews && (await markReviewed(deps, caller, id, now));
  return {
    capture: captureView(isReviewed ? { ...capture, reviewedAt: now } : capture),
    mode,
    content,
    ...page,
  };
}

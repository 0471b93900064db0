import { addTimes, type ConversationTimes } from '../../domain/capture/conversation-times.ts';
import { splitMessages } from '../../domain/capture/messages.ts';
import { reduceEntries } from '../../domain/capture/reduce/reduce-entries.ts';
import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import { type CaptureDraft, draftCapture } from '../capture/draft-capture.ts';
import { reducePiece } from '../capture/read-transcript.ts';
import type { Deps } from '../deps.ts';
import type { OpenFile } from '../ports/system.ts';
import type { TranscriptPiece } from '../ports/transcripts.ts';

type Needs = Pick<Deps, 'redactor' | 'settings' | 'transcripts'>;

/** Memory is bounded by this, whatever the length of the transcript. */
const PIECE_BYTES = 1_000_000;
/** So long that it does not decide where a piece ends: importing twice must give the same captures. */
const PIECE_MS = 120_000;

export interface Conversation {
  readonly client: string;
  readonly file: OpenFile;
  readonly projectId: string;
  /** Called with the bytes that were read so far. */
  onRead?(bytes: number): void;
}

async function* readPieces(
  { transcripts }: Needs,
  { client, file, onRead }: Conversation,
  from: TranscriptReading['position'],
): AsyncGenerator<TranscriptPiece> {
  for (let position = from; ; ) {
    const piece = await transcripts.read({
      client,
      file,
      from: position,
      limitMs: PIECE_MS,
      maxBytes: PIECE_BYTES,
    });
    const isSame = piece?.position.offset === (position?.offset ?? 0) && !piece?.isRestarted;
    if (piece === undefined || isSame) return;
    yield piece;
    onRead?.(piece.position.offset);
    position = piece.position;
  }
}

const lastTime = (entries: readonly TranscriptEntry[], before: string): string =>
  entries.findLast(({ at }) => at !== null)?.at ?? before;

/** A part of the messages as a capture, dated by its last message. */
export const captureOf = (
  projectId: string,
  reading: TranscriptReading,
  recent: readonly TranscriptEntry[],
): CaptureDraft => {
  const position = reading.position && { ...reading.position, line: recent.at(-1)?.line ?? 0 };
  return draftCapture(
    { id: reading.sessionId, projectId },
    { ...reading, position, recent },
    { reason: 'imported', note: null, handoffId: null },
    { now: lastTime(recent, reading.updatedAt) },
  );
};

/** What one piece of the transcript adds. */
export interface ConversationStep {
  /** Its recent messages are those that are in no capture yet. */
  readonly reading: TranscriptReading;
  readonly captures: readonly CaptureDraft[];
  readonly times: ConversationTimes | null;
}

/** Reads on to the end, piece by piece, without secrets. */
export async function* readConversation(
  deps: Needs,
  conversation: Conversation,
  from: Pick<ConversationStep, 'reading' | 'times'>,
): AsyncGenerator<ConversationStep> {
  let { reading, times } = from;
  for await (const piece of readPieces(deps, conversation, reading.position)) {
    const now = lastTime(piece.entries, reading.updatedAt);
    const reduced = await reducePiece(deps, reading, piece, { now, isKnownKept: true });
    const { filled, open } = splitMessages(reduced.reading.recent, reduced.entries);
    reading = { ...reduced.reading, recent: open };
    times = addTimes(times, piece.entries, deps.settings.lostAfter.withHooksMs);
    const captures = filled.map((messages) => captureOf(conversation.projectId, reading, messages));
    yield { reading, captures, times };
  }
}

/** What the rest of the transcript says about the whole, with its secrets; nothing is kept of its messages. */
export async function scanConversation(
  deps: Needs,
  conversation: Conversation,
  from: Pick<ConversationStep, 'reading' | 'times'>,
) {
  let { times } = from;
  let { digest } = from.reading;
  for await (const { entries } of readPieces(deps, conversation, from.reading.position)) {
    digest = reduceEntries(digest, entries);
    times = addTimes(times, entries, deps.settings.lostAfter.withHooksMs);
  }
  return { digest, times };
}

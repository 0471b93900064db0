import type { TextKind } from '../../app/ports/search-index.ts';
import type { CampaignEvent } from '../../domain/campaign/event.ts';
import { eventText } from '../../domain/campaign/event-text.ts';
import type { Capture, CaptureContent } from '../../domain/capture/capture.ts';
import { captureTexts, transcriptKey } from '../../domain/capture/capture-texts.ts';
import type { Note } from '../../domain/note/note.ts';
import { noteText } from '../../domain/note/note-text.ts';

/** Something that was said and is no record, as search alone has it. */
export interface SearchedText {
  readonly projectId: string;
  readonly sessionId: string | null;
  readonly kind: TextKind;
  readonly ref: string;
  readonly part: number;
  readonly at: string;
  readonly who: string | null;
  readonly isSecret: boolean;
  readonly content: string;
}

export const textOfNote = (note: Note): SearchedText => ({
  projectId: note.projectId,
  sessionId: note.sessionId,
  kind: 'note',
  ref: note.id,
  part: 0,
  at: note.occurredAt ?? note.createdAt,
  who: null,
  isSecret: note.visibility !== 'public',
  content: noteText(note),
});

export const textOfEvent = (event: CampaignEvent): SearchedText => ({
  projectId: event.campaignId,
  sessionId: event.sessionId,
  kind: 'event',
  ref: event.id,
  part: 0,
  at: event.occurredAt ?? event.at,
  who: event.actor,
  isSecret: event.visibility !== 'public',
  content: eventText(event),
});

/** Captures of one session overlap; each line of its transcript is one text. */
export const textsOfCapture = (capture: Capture, content: CaptureContent): readonly SearchedText[] =>
  captureTexts(content).map(({ line, at, who, text }) => ({
    projectId: capture.projectId,
    sessionId: capture.sessionId,
    kind: 'capture',
    ref: transcriptKey(capture),
    part: line,
    at: at ?? capture.at,
    who,
    isSecret: false,
    content: text,
  }));

import { closingQuestion } from '../question.ts';
import type { Closing, TranscriptDigest } from '../transcript-digest.ts';
import { isQuestion } from './message-kinds.ts';
import { messagesOf } from './turns.ts';
import { quoted } from './wording.ts';

const MAX_QUESTION = 240;

/** The question at the end of a report, if the person only asked other things since; '' if there is none. */
export function unanswered(digest: TranscriptDigest, { line, text }: Closing): string {
  const asked = closingQuestion(text)?.question;
  const later = messagesOf(digest).filter((one) => one.line > line && one.kind !== 'ran');
  const isOpen =
    later.length > 0 && later.every((one) => one.kind === 'said' && one.question === null && isQuestion(one));
  return asked !== undefined && isOpen ? `Asked, and not answered: ${quoted(asked, MAX_QUESTION)}` : '';
}

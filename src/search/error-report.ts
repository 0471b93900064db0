import { isLongPrompt } from './query-form.ts';
import { typedWords } from './query-operators.ts';

/** A stack frame says less than the error message. */
const FRAME = /^\s*(?:at\s.*\d|File ".*", line \d+|\.\.\. \d+ more|#\d+\s)/;

const REPORTS = /\b(?:error|exception|fatal|panic|traceback)\b/i;

/**
 * The message of a pasted error report: its first line, or the last one of a traceback. A request that contains a report is
 * about more than its message, so only the stack frames are left out.
 */
export function messageIn(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const message = lines.filter((line) => !FRAME.test(line));
  const [first = ''] = message;
  if (message.length === 0 || (message.length === lines.length && !REPORTS.test(first))) return text;
  if (isLongPrompt(typedWords(message.join('\n')))) return message.join('\n');
  return /^\s*Traceback\b/.test(first) ? (message.at(-1) ?? text) : first;
}

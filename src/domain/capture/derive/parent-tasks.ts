import { shortenMessage } from '../fold-pasted.ts';
import { sentencesOf } from '../question.ts';
import { BOUND } from '../reduce/bounds.ts';
import { isSlight } from '../slight.ts';
import type { Request, Utterance } from '../transcript-digest.ts';
import { isHandedOver, isQuestion } from './message-kinds.ts';
import { indented, type QuotedLine, quoted } from './wording.ts';

/** Sentences that keep a subagent from changing files. */
const LIMITS_WORK =
  /(?<!\p{L})(?:do(?:n['’]?t| not) (?:edit|make|change|modify|touch|commit|write)|read-only)(?!\p{L})/iu;
const MAX_LIMITS = 2;
/** Of what the person said before the agent was started. */
const MAX_GOAL = 240;

/** A parent agent gives one task after the other, each complete in itself: only the last one counts. */
export function lastTask(tasks: readonly Request[], background: readonly Utterance[]): QuotedLine[] {
  const last = tasks.findLast(({ isSlight }) => !isSlight) ?? tasks.at(-1);
  if (last === undefined) return [];
  const label = tasks.length > 1 ? `Last of ${tasks.length} requests` : 'Request';
  const isLimit = (sentence: string) =>
    LIMITS_WORK.test(sentence) && !last.text.includes(LIMITS_WORK.exec(sentence)?.[0] ?? '');
  const limits = tasks.flatMap(({ text }) => sentencesOf(text).filter(isLimit)).map((one) => one.trim());
  const others = [...new Set(limits)].slice(-MAX_LIMITS).map((sentence) => quoted(sentence, 120));
  const goal = background.filter((one) => !isSlight(one.text) && !isQuestion(one) && !isHandedOver(one.text));
  return [
    ...(goal.length === 0
      ? []
      : [
          {
            line: goal[0]?.line ?? 0,
            text: `The person had said to the parent agent: ${goal.map(({ text }) => quoted(text, MAX_GOAL)).join(', ')}`,
          },
        ]),
    {
      line: last.line,
      text: `${label} of the parent agent:\n${indented(shortenMessage(last.text, BOUND.request))}`,
    },
    ...(others.length === 0
      ? []
      : [{ line: last.line, text: `Earlier ones also said: ${others.join(', ')}` }]),
  ];
}

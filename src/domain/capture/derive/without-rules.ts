import { statementsOf } from '../question.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';
import { plainText } from './same-text.ts';
import { weightOf } from './wording.ts';

/** A longer rule is cut where it is a record. */
const MAX_RULE = 240;

export const MIN_BESIDE_RULE = 25;

/** A message without the sentences that are records of their own. */
export function withoutRules(text: string, { constraints }: TranscriptDigest, min = MIN_BESIDE_RULE): string {
  const rules = new Set(
    constraints.filter((rule) => rule.text.length < MAX_RULE).map((rule) => plainText(rule.text)),
  );
  if (rules.size === 0) return text;
  const left = text
    .split('\n')
    .map((line) => statementsOf(line).filter((sentence) => !rules.has(plainText(sentence))))
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => sentences.join('').trimEnd())
    .join('\n');
  // A few words beside a rule say nothing without it.
  return left.length < text.length && weightOf(left) < min ? '' : left;
}

import { clipLine } from './clip.ts';
import {
  CAUSE,
  CONSTRAINT,
  DECISION,
  DECISION_OF_PERSON,
  EXPLANATION,
  FOCUS,
  GAVE_UP_FOR_A_REASON,
  GIVING_UP,
  IS_ASKED,
  IS_SUPPOSED,
  PASSING,
  PREFERENCE,
  SUPPOSED_BEFORE,
  UNSURE,
  WARNING,
} from './cues.ts';
import { sentencesOf } from './sentences.ts';

export type Speaker = 'person' | 'agent';

export type StatementKind =
  | 'decision'
  | 'constraint'
  | 'preference'
  | 'warning'
  | 'cause'
  | 'explanation'
  | 'gave_up'
  | 'giving_up'
  | 'focus';

export interface Statement {
  readonly kind: StatementKind;
  readonly text: string;
}

const MAX_STATEMENT = 320;
const MIN_STATEMENT = 8;
/** Tools an agent picks for its next step; not a decision about the work. */
const ABOUT_TOOLS = /(?<!\p{L})(?:Read|Edit|Grep|Glob|Bash|sed|awk|grep|cat|ripgrep|rg|TodoWrite|subagents?)(?!\p{L})/u;
const REASON =
  /^(?:because|since|otherwise|that way|the reason|weil|denn|sonst|car |parce|porque|perché|omdat|потому)(?!\p{L})|(?:ので|から)[。.]?$|^因为/iu;

const says = (cues: readonly RegExp[], sentence: string): boolean =>
  cues.some((cue) => {
    const match = cue.exec(sentence);
    return match !== null && !SUPPOSED_BEFORE.test(sentence.slice(0, match.index));
  });

const isStated = (sentence: string) => !IS_ASKED.test(sentence) && !IS_SUPPOSED.test(sentence);

function isDecision(sentence: string, by: Speaker): boolean {
  if (!isStated(sentence)) return false;
  if (by === 'person') return says(DECISION, sentence) || says(DECISION_OF_PERSON, sentence);
  return says(DECISION, sentence) && !ABOUT_TOOLS.test(sentence);
}

const isConstraint = (sentence: string) =>
  !IS_ASKED.test(sentence) && !PASSING.test(sentence) && CONSTRAINT.some((cue) => cue.test(sentence));

const isSure = (sentence: string) => !UNSURE.test(sentence) && !IS_ASKED.test(sentence);

function kindsOf(sentence: string, by: Speaker): StatementKind[] {
  const kinds: StatementKind[] = [];
  if (isDecision(sentence, by)) kinds.push('decision');
  else if (by === 'person' && isConstraint(sentence)) kinds.push('constraint');
  else if (WARNING.some((cue) => cue.test(sentence))) kinds.push('warning');
  else if (by === 'person' && isStated(sentence) && says(PREFERENCE, sentence)) kinds.push('preference');
  if (by === 'person' && !IS_ASKED.test(sentence) && says(FOCUS, sentence)) kinds.push('focus');
  if (isSure(sentence) && says(CAUSE, sentence)) kinds.push('cause');
  else if (isSure(sentence) && says(EXPLANATION, sentence)) kinds.push('explanation');
  if (isSure(sentence) && GAVE_UP_FOR_A_REASON.test(sentence)) kinds.push('gave_up');
  else if (isSure(sentence) && says(GIVING_UP, sentence)) kinds.push('giving_up');
  return kinds;
}

/** What a text states in so many words, in the order it states it. */
export function statementsIn(text: string, by: Speaker): readonly Statement[] {
  const sentences = sentencesOf(text);
  return sentences.flatMap((sentence, index) => {
    const kinds = sentence.length < MIN_STATEMENT ? [] : kindsOf(sentence, by);
    const next = sentences[index + 1];
    const whole = next !== undefined && REASON.test(next) ? `${sentence} ${next}` : sentence;
    return kinds.map((kind) => ({ kind, text: clipLine(whole, MAX_STATEMENT) }));
  });
}

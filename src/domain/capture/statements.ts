import { authoredText } from './authored-text.ts';
import { clipLine } from './clip.ts';
import { DECISION, DECISION_OF_PERSON, REASONED } from './patterns/decisions.ts';
import { IS_ASKED, IS_HYPOTHETICAL, lowered, matches, NEGATED, UNSURE } from './patterns/pattern.ts';
import { FOCUS, POSTPONED, RECAP } from './patterns/plans.ts';
import { ABANDONED_WITH_REASON, CAUSE, EXPLANATION, GIVING_UP, WARNING } from './patterns/problems.ts';
import { CONSTRAINT, PREFERENCE, TEMPORARY } from './patterns/rules.ts';
import { sentencesWithQuotations } from './sentences.ts';

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
  | 'focus'
  | 'put_off';

export interface Statement {
  readonly kind: StatementKind;
  readonly text: string;
}

const MAX_STATEMENT = 280;
const MIN_STATEMENT = 8;
/** Choices of tools for the next step are not decisions about the work. */
const ABOUT_TOOLS =
  /(?<![a-z])(?:read|edit|grep|glob|bash|sed|awk|cat|ripgrep|rg|todowrite|subagents?)(?: tool)? (?:instead|rather|because|since|to |for )|(?:instead of|rather than) (?:the )?(?:read|edit|grep|glob|bash|sed|awk|cat|ripgrep|rg)(?![a-z])/;
const REASON =
  /^(?:because|since|otherwise|that way|the reason|weil|denn|sonst|car |parce|porque|perché|omdat|потому)|(?:ので|から)[。.]?$|^因为/;

/** Refers to what the previous sentence names. */
const POINTS_BACK = /^(?:but |however,? |sadly,? |unfortunately,? )?(?:it|that|this|they)(?![a-z])/;

/** Matches, and is not negated before the match. */
const isAsserted = (patterns: readonly RegExp[], sentence: string): boolean =>
  patterns.some((pattern) => {
    const match = pattern.exec(sentence);
    return match !== null && !matches(NEGATED, sentence.slice(0, match.index));
  });

const isStated = (sentence: string) => !IS_ASKED.test(sentence) && !matches(IS_HYPOTHETICAL, sentence);

function isDecision(sentence: string, by: Speaker): boolean {
  if (!isStated(sentence)) return false;
  if (by === 'person') return isAsserted(DECISION, sentence) || isAsserted(DECISION_OF_PERSON, sentence);
  return isAsserted(DECISION, sentence) && matches(REASONED, sentence) && !ABOUT_TOOLS.test(sentence);
}

const isConstraint = (sentence: string) =>
  !IS_ASKED.test(sentence) && matches(CONSTRAINT, sentence) && !matches(TEMPORARY, sentence);

function claimKinds(sentence: string, by: Speaker): StatementKind[] {
  if (isDecision(sentence, by)) return ['decision'];
  if (by === 'person' && isConstraint(sentence)) return ['constraint'];
  if (matches(WARNING, sentence)) return ['warning'];
  return by === 'person' && isStated(sentence) && isAsserted(PREFERENCE, sentence) ? ['preference'] : [];
}

function planKinds(sentence: string, by: Speaker): StatementKind[] {
  if (by === 'agent' || IS_ASKED.test(sentence)) return [];
  if (isAsserted(FOCUS, sentence)) return ['focus'];
  return isAsserted(POSTPONED, sentence) ? ['put_off'] : [];
}

function causeKinds(sentence: string): StatementKind[] {
  if (isAsserted(CAUSE, sentence)) return ['cause'];
  return isAsserted(EXPLANATION, sentence) ? ['explanation'] : [];
}

function abandonKinds(sentence: string): StatementKind[] {
  if (matches(ABANDONED_WITH_REASON, sentence)) return ['gave_up'];
  return isAsserted(GIVING_UP, sentence) ? ['giving_up'] : [];
}

function kindsOf(sentence: string, by: Speaker): StatementKind[] {
  const problemSections = [...causeKinds(sentence), ...abandonKinds(sentence)];
  const isCertain = problemSections.length === 0 || (!IS_ASKED.test(sentence) && !matches(UNSURE, sentence));
  return [...claimKinds(sentence, by), ...planKinds(sentence, by), ...(isCertain ? problemSections : [])];
}

/** Explicit statements of a text, in order. */
export function statementsIn(text: string, by: Speaker): readonly Statement[] {
  const sentences = sentencesWithQuotations(by === 'person' ? authoredText(text) : text);
  const lowerCase = sentences.map(({ visible }) => lowered(visible));
  if (by === 'agent' && lowerCase.some((sentence) => matches(RECAP, sentence))) return [];
  return sentences.flatMap(({ whole }, index) => {
    const kinds = whole.length < MIN_STATEMENT ? [] : kindsOf(lowerCase[index] ?? '', by);
    const next = REASON.test(lowerCase[index + 1] ?? '') ? ` ${sentences[index + 1]?.whole}` : '';
    return kinds.map((kind) => {
      const isPointing = kind === 'gave_up' && POINTS_BACK.test(lowerCase[index] ?? '');
      const before = isPointing && index > 0 ? `${sentences[index - 1]?.whole} ` : '';
      return { kind, text: clipLine(before + whole + next, MAX_STATEMENT) };
    });
  });
}

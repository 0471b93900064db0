import { clipLine } from './clip.ts';
import { DECISION, DECISION_OF_PERSON, REASONED } from './cues/decisions.ts';
import { IS_ASKED, IS_SUPPOSED, TURNED_ROUND, UNSURE } from './cues/mood.ts';
import { lowered, matches } from './cues/pattern.ts';
import { FOCUS, PUT_OFF, RECAP } from './cues/plans.ts';
import { CONSTRAINT, PASSING, PREFERENCE } from './cues/rules.ts';
import { CAUSE, EXPLANATION, GAVE_UP_FOR_A_REASON, GIVING_UP, WARNING } from './cues/troubles.ts';
import { saidByOneself } from './said-by-oneself.ts';
import { sentencesAround } from './sentences.ts';

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
/** Tools an agent picks for its next step; not a decision about the work. */
const ABOUT_TOOLS =
  /(?<![a-z])(?:read|edit|grep|glob|bash|sed|awk|cat|ripgrep|rg|todowrite|subagents?)(?: tool)? (?:instead|rather|because|since|to |for )|(?:instead of|rather than) (?:the )?(?:read|edit|grep|glob|bash|sed|awk|cat|ripgrep|rg)(?![a-z])/;
const REASON =
  /^(?:because|since|otherwise|that way|the reason|weil|denn|sonst|car |parce|porque|perché|omdat|потому)|(?:ので|から)[。.]?$|^因为/;

/** What was given up stands in the sentence before. */
const POINTS_BACK = /^(?:but |however,? |sadly,? |unfortunately,? )?(?:it|that|this|they)(?![a-z])/;

/** A sentence as the cues see it. */
const says = (cues: readonly RegExp[], sentence: string): boolean =>
  cues.some((cue) => {
    const match = cue.exec(sentence);
    return match !== null && !matches(TURNED_ROUND, sentence.slice(0, match.index));
  });

const isStated = (sentence: string) => !IS_ASKED.test(sentence) && !matches(IS_SUPPOSED, sentence);

function isDecision(sentence: string, by: Speaker): boolean {
  if (!isStated(sentence)) return false;
  if (by === 'person') return says(DECISION, sentence) || says(DECISION_OF_PERSON, sentence);
  return says(DECISION, sentence) && matches(REASONED, sentence) && !ABOUT_TOOLS.test(sentence);
}

const isConstraint = (sentence: string) =>
  !IS_ASKED.test(sentence) && matches(CONSTRAINT, sentence) && !matches(PASSING, sentence);

function claimOf(sentence: string, by: Speaker): StatementKind[] {
  if (isDecision(sentence, by)) return ['decision'];
  if (by === 'person' && isConstraint(sentence)) return ['constraint'];
  if (matches(WARNING, sentence)) return ['warning'];
  return by === 'person' && isStated(sentence) && says(PREFERENCE, sentence) ? ['preference'] : [];
}

function planOf(sentence: string, by: Speaker): StatementKind[] {
  if (by === 'agent' || IS_ASKED.test(sentence)) return [];
  if (says(FOCUS, sentence)) return ['focus'];
  return says(PUT_OFF, sentence) ? ['put_off'] : [];
}

function causeOf(sentence: string): StatementKind[] {
  if (says(CAUSE, sentence)) return ['cause'];
  return says(EXPLANATION, sentence) ? ['explanation'] : [];
}

function giveUpOf(sentence: string): StatementKind[] {
  if (matches(GAVE_UP_FOR_A_REASON, sentence)) return ['gave_up'];
  return says(GIVING_UP, sentence) ? ['giving_up'] : [];
}

function kindsOf(sentence: string, by: Speaker): StatementKind[] {
  const troubles = [...causeOf(sentence), ...giveUpOf(sentence)];
  const isSure = troubles.length === 0 || (!IS_ASKED.test(sentence) && !matches(UNSURE, sentence));
  return [...claimOf(sentence, by), ...planOf(sentence, by), ...(isSure ? troubles : [])];
}

/** What a text states in so many words, in the order it states it. */
export function statementsIn(text: string, by: Speaker): readonly Statement[] {
  const sentences = sentencesAround(by === 'person' ? saidByOneself(text) : text);
  const heard = sentences.map(({ bare }) => lowered(bare));
  if (by === 'agent' && heard.some((sentence) => matches(RECAP, sentence))) return [];
  return sentences.flatMap(({ whole }, index) => {
    const kinds = whole.length < MIN_STATEMENT ? [] : kindsOf(heard[index] ?? '', by);
    const next = REASON.test(heard[index + 1] ?? '') ? ` ${sentences[index + 1]?.whole}` : '';
    return kinds.map((kind) => {
      const isPointing = kind === 'gave_up' && POINTS_BACK.test(heard[index] ?? '');
      const before = isPointing && index > 0 ? `${sentences[index - 1]?.whole} ` : '';
      return { kind, text: clipLine(before + whole + next, MAX_STATEMENT) };
    });
  });
}

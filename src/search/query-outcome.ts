const WHAT_CAME =
  /\bwhat(?:ever)? (?:happened (?:to|with)|became of|came of|has become of)\b|\boutcome of\b/i;
const DONE = '(?:resolved?|fix(?:ed)?|solved?|settled?|answer(?:ed)?|finish(?:ed)?|sort(?:ed)? out|closed?)';
const WAS_IT_DONE = new RegExp(
  `^\\W*(?:(?:and|so|but) )?(?:is|are|was|were|has|have|had|did|how (?:was|were|did|have|has))\\b.*\\b${DONE}\\b`,
  'i',
);

/** Asks what became of something that was open. */
export const asksOutcome = (question: string): boolean =>
  WHAT_CAME.test(question) || WAS_IT_DONE.test(question);

const OUTCOME_WORD = new RegExp(`^(?:${DONE}|happened|became|become|came|outcome|sort(?:ed)?|ever)$`, 'i');

/** What is asked, not what was open: an open question does not contain it. */
export const isOutcomeWord = (word: string): boolean => OUTCOME_WORD.test(word);

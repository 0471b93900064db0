import { sentencesOf } from '../question.ts';

/** What the transcript shows besides a message of the agent. */
export interface Circumstances {
  /** The hashes that the commit line gives. */
  readonly hashes: readonly string[];
  /** Something was committed or pushed after the message. */
  readonly isCommittedSince: boolean;
  /** A check failed after the message. */
  readonly isFailedSince: boolean;
  /** The person has replied to it, or it was only said on the way. */
  readonly isPast: boolean;
}

/** Of what the agent announces, changes are worth knowing; looking around is not. */
const LOOKS_AROUND =
  '(?:check|look|see|verify|understand|run|read|find|write|continue|start|begin|try|confirm|explore|search|examine|review|nail|set up|get|gather|test|restore|commit|push)';
const NARRATION = new RegExp(
  `^(?:(?:good|great|perfect|excellent|interesting|ok(?:ay)?|now|first|next|so|and)[\\s,.!—–-]+)*(?:(?:let me|let['’]s)(?: (?:also|now|first|just|quickly))* ${LOOKS_AROUND}|i(?:['’]ll| will| need to| should)?(?: (?:also|now|first|just))* (?:${LOOKS_AROUND}|have (?:a (?:clear|thorough|good|full)|everything)))(?!\\p{L})`,
  'iu',
);
const PRAISE = /^(?:good|great|perfect|excellent|interesting|all clean|confirmed)(?:[.!]|\s[—–-]\s)/iu;
const COMMITTED =
  /^(?:done\W+)?(?:(?:all )?(?:the )?(?:changes )?(?:have been |are |is )?commit(?:ted)?|pushed)(?: created)?(?: and pushed)?(?: successfully)?[\s.!:]*$/i;
const NAMES_COMMIT = /^(?:done\W+)?(?:commit|pushed|remote|[0-9a-f]{7})/i;
const STALE =
  /uncommitted|un-committed|not (?:yet )?(?:been )?(?:committed|pushed)|nothing (?:is|was|has been) committed|commit (?:the|these|this|it)|(?:ready|want me|shall i|should i) to? ?(?:commit|push)/i;
const OFFER = /[?？]["'”)\]*_`]*\s*$|^(?:let me know|feel free|just say|tell me if)(?!\p{L})/iu;
const ALL_PASS = /(?<!\p{L})all (?:\w+ )?(?:tests |checks )?(?:are )?(?:pass(?:ing|ed|es)?|green)(?!\p{L})/iu;
const MAX_COMMIT_SENTENCE = 160;

const plainWords = (sentence: string) => sentence.replace(/^[\s>*_#-]+|[*_`]/g, '').trim();

function saysNothing(sentence: string, { hashes, ...since }: Circumstances): boolean {
  const words = plainWords(sentence);
  const isOfCommit =
    COMMITTED.test(words) ||
    (words.length <= MAX_COMMIT_SENTENCE &&
      NAMES_COMMIT.test(words) &&
      hashes.some((hash) => hash.length >= 7 && words.includes(hash.slice(0, 7))));
  return (
    NARRATION.test(words) ||
    PRAISE.test(words) ||
    (hashes.length > 0 && isOfCommit) ||
    (since.isCommittedSince && STALE.test(words)) ||
    (since.isFailedSince && ALL_PASS.test(words)) ||
    (since.isPast && OFFER.test(words))
  );
}

const CODE_LEFT_OUT = /^\s*\[code: \d+ lines\]\s*$/;
const IS_LEAD_IN = /[:：]\**\s*$/;
const FENCE = /^\s*(?:```|~~~)/;

/** Lines without the code that was left out and what announces it, and without an announcement at the end. */
function withoutEmptyLeadIns(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (const line of lines) {
    if (!CODE_LEFT_OUT.test(line)) kept.push(line);
    else if (IS_LEAD_IN.test(kept.at(-1) ?? '')) kept.push(withoutLeadIn(kept.pop() ?? ''));
  }
  const filled = kept.filter((line) => line.trim() !== '');
  const end = filled.at(-1);
  return end !== undefined && IS_LEAD_IN.test(end) ? [...filled.slice(0, -1), withoutLeadIn(end)] : filled;
}

const withoutLeadIn = (line: string): string => sentencesOf(line).slice(0, -1).join('').trimEnd();

/** A message of the agent without what carries nothing: narration, what the commit line says, stale state and old offers. */
export function tidyReply(text: string, circumstances: Circumstances): string {
  let isCode = false;
  const lines = text.split('\n').map((line) => {
    const isFence = FENCE.test(line);
    const isQuoted = isCode || isFence || line.trimStart().startsWith('|');
    if (isFence) isCode = !isCode;
    if (isQuoted) return line;
    return sentencesOf(line)
      .filter((sentence) => !saysNothing(sentence, circumstances))
      .join('')
      .trimEnd();
  });
  return withoutEmptyLeadIns(lines)
    .filter((line) => line.trim() !== '')
    .join('\n');
}

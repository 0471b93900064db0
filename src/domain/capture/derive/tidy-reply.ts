import { type Block, blocksOf, changeBlocks, isIntroduction, renderBlocks } from '../blocks.ts';
import { statementsOf } from '../question.ts';

/** What the transcript shows besides a message of the agent. */
export interface Circumstances {
  /** The hashes that the commit line gives. */
  readonly hashes: readonly string[];
  /** Something was committed or pushed after the message. */
  readonly isCommittedSince: boolean;
  /** A file was written after the message. */
  readonly isChangedSince: boolean;
  /** A check failed after the message. */
  readonly isFailedSince: boolean;
  /** The person has replied to it, or it was only said on the way. */
  readonly isPast: boolean;
}

/** Of what the agent announces, changes are worth knowing; looking around is not. */
const LOOKS_AROUND =
  '(?:check|look|see|verify|understand|run|read|find|write|continue|start|begin|try|confirm|explore|search|examine|review|nail|set up|get|gather|test|restore|commit|push)';
const NARRATION = new RegExp(
  `^(?:(?:good|great|perfect|excellent|interesting|ok(?:ay)?|now|first|next|so|and)[\\s,.!—–-]+)*(?:(?:let me|let['’]s)(?: (?:also|now|first|just|quickly))* ${LOOKS_AROUND}|i(?:['’]ll| will| need to| should)?(?: (?:also|now|first|just))* (?:${LOOKS_AROUND}|have (?:a (?:clear|thorough|good|full)|everything|the (?:full|whole|complete) (?:picture|context))))(?!\\p{L})`,
  'iu',
);
const PRAISE =
  /^(?:good|great|perfect|excellent|interesting|all clean|confirmed|got it|understood|great question|happy to help|hope (?:this|that) helps|you['’]re (?:welcome|(?:absolutely )?right))(?:[.!]|\s[—–-]\s|$)/iu;
/** What the agent meant to do; once it went on, what it did counts. */
const INTENTION =
  /^(?:(?:good|great|perfect|ok(?:ay)?|sure|right|yes|now|first|next|then|so|and|finally|meanwhile)[\s,.!:—–-]+)*(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i am going to|i(?: still)? need to|i should|i['’]d (?:confirm|check|ask|wait|hold)|sure)(?!\p{L})/iu;
/** What was wrong, until something was changed. */
const DIAGNOSIS =
  /(?<!\p{L})(?:(?:remaining|only|real|actual|underlying|root|main|next) (?:issue|problem|cause|bug|failure|blocker)s?|the (?:issue|problem|bug|failure|cause) (?:is|was)|do(?:es)?(?:n['’]t| not) (?:yet )?(?:include|handle|cover|contain|support|have|exist|compile|work|pass|match)|(?:still|currently) (?:fail|fails|failing|broken|missing|wrong)|(?:is|are) (?:still )?(?:missing|broken|failing)|needs? (?:isolation|fixing|updating|an? (?:fix|update|change)|to be (?:fixed|updated|changed|added|removed)))(?!\p{L})/iu;
const COMMITTED =
  /^(?:done\W+)?(?:(?:all )?(?:the )?(?:changes )?(?:have been |are |is )?commit(?:ted)?|pushed)(?: created)?(?: and pushed)?(?: successfully)?[\s.!:]*$/i;
const NAMES_COMMIT = /^(?:done\W+)?(?:commit|pushed|remote|[0-9a-f]{7})/i;
const STALE =
  /uncommitted|un-committed|(?:un|already |now |are |is |changes )staged|working tree|not (?:yet )?(?:been )?(?:committed|pushed)|nothing (?:is|was|has been) committed|commit (?:the|these|this|it)|(?:ready|want me|shall i|should i) to? ?(?:commit|push)/i;
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
    (since.isPast && (OFFER.test(words) || INTENTION.test(words))) ||
    (since.isChangedSince && DIAGNOSIS.test(words))
  );
}

/** Steps that were proposed; once files were changed, what was done counts. */
const PROPOSAL =
  /(?<!\p{L})(?:propos(?:e|ed|al|als)|ideas|algorithm|plan|approach|i['’]d|i would|i['’]ll|we could|steps? (?:to|i)|to implement)(?!\p{L})/iu;

const isProposal = ({ kind, lead, headings }: Block): boolean =>
  kind === 'list' && PROPOSAL.test(lead[0] ?? headings.at(-1)?.text ?? '');

/** An introduction stays while there is something that it introduces. */
const tidyLead = (line: string, circumstances: Circumstances): string =>
  statementsOf(line)
    .filter((statement) => isIntroduction(statement) || !saysNothing(statement, circumstances))
    .join('')
    .trimEnd();

const tidyLines = (item: string, circumstances: Circumstances): string =>
  item
    .split('\n')
    .map((line) => keptSentences(line, circumstances).join('').trimEnd())
    .filter((line) => line.trim() !== '')
    .join('\n');

const keptSentences = (line: string, circumstances: Circumstances): readonly string[] =>
  statementsOf(line).filter((sentence) => !saysNothing(sentence, circumstances));

function tidyBlock(block: Block, circumstances: Circumstances): Pick<Block, 'lead' | 'items'> {
  const { kind, lead, items } = block;
  // Code that was shown in passing is in the files by now.
  if (kind === 'code') return { lead, items: circumstances.isPast ? [] : items };
  if (kind === 'table') return { lead, items };
  if (circumstances.isChangedSince && isProposal(block)) return { lead, items: [] };
  const kept = items.map((item) => tidyLines(item, circumstances));
  return {
    lead: lead.map((line) => tidyLead(line, circumstances)).filter((line) => line !== ''),
    items:
      kind === 'text'
        ? items.filter((sentence) => !saysNothing(sentence, circumstances))
        : kept.filter((item) => item !== ''),
  };
}

/** A message of the agent without what carries nothing: narration, what the commit line says, stale state and old offers. */
export const tidyReply = (text: string, circumstances: Circumstances): string =>
  renderBlocks(changeBlocks(blocksOf(text), (block) => tidyBlock(block, circumstances)));

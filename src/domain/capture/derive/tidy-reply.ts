import { type Block, blocksOf, changeBlocks, isIntroduction, renderBlocks } from '../blocks.ts';
import { isOpenPoint } from '../open-points.ts';
import { statementsOf } from '../question.ts';
import { isPassed, saysUncommitted } from './passed-steps.ts';
import { isProgress } from './progress.ts';

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
  /** The last run of tests passed, and after the message. */
  readonly isPassedSince: boolean;
  /** The person has replied to it, or it was only said on the way. */
  readonly isPast: boolean;
  /** The handoff names the last run of tests, linter or build. */
  readonly hasChecks: boolean;
  /** The handoff says that there is no pull request. */
  readonly hasNoPullRequest: boolean;
  /** A few lines of code are kept, also where the person has gone on. */
  readonly keepsCode: boolean;
}

const MAX_CODE_LINES = 8;

/** Of what the agent announces, changes are worth knowing; looking around is not. */
const LOOKS_AROUND =
  '(?:check|look|see|verify|understand|run|read|find|write|continue|start|begin|try|confirm|explore|search|examine|review|nail|set up|get|gather|test|restore|commit|push)';
export const NARRATION = new RegExp(
  `^(?:(?:good|great|perfect|excellent|interesting|ok(?:ay)?|now|first|next|so|and)[\\s,.!—–-]+)*(?:(?:let me|let['’]s)(?: (?:also|now|first|just|quickly))* ${LOOKS_AROUND}|i(?:['’]ll| will| need to| should)?(?: (?:also|now|first|just))* (?:${LOOKS_AROUND}|have (?:a (?:clear|thorough|good|full)|everything|the (?:full|whole|complete) (?:picture|context))))(?!\\p{L})`,
  'iu',
);
const PRAISE =
  /^(?:good|great|perfect|excellent|interesting|all clean|confirmed|got it|understood|great question|happy to help|hope (?:this|that) helps|you['’]re (?:welcome|(?:absolutely )?right))(?:[.!]|\s[—–-]\s|$)/iu;
/** What the agent meant to do; once it went on, what it did counts. */
const INTENTION =
  /^(?:(?:good|great|perfect|ok(?:ay)?|sure|right|yes|now|first|next|then|so|and|finally|meanwhile)[\s,.!:—–-]+)*(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i am going to|i(?: still)? need to|i should|i['’]d (?:confirm|check|ask|wait|hold)|sure)(?!\p{L})/iu;
/** What was wrong, until something was changed. */
export const DIAGNOSIS =
  /(?<!\p{L})(?:(?:remaining|only|real|actual|underlying|root|main|next) (?:issue|problem|cause|bug|failure|blocker)s?|the (?:issue|problem|bug|failure|cause) (?:is|was)|do(?:es)?(?:n['’]t| not) (?:yet )?(?:include|handle|cover|contain|support|have|exist|compile|work|pass|match)|(?:still|currently) (?:fail|fails|failing|broken|missing|wrong)|(?:is|are) (?:still )?(?:missing|broken|failing)|needs? (?:isolation|fixing|updating|an? (?:fix|update|change)|to be (?:fixed|updated|changed|added|removed)))(?!\p{L})/iu;
const COMMITTED =
  /^(?:done\W+)?(?:(?:all )?(?:the )?(?:changes )?(?:have been |are |is )?commit(?:ted)?|pushed)(?: created)?(?: and pushed)?(?: successfully| to pr #\d+[^.,:;]{0,30})?[\s.!:]*$/i;
const NAMES_COMMIT = /^(?:done\W+)?(?:commit|pushed|remote|[0-9a-f]{7})/i;
const STALE =
  /uncommitted|un-committed|commit i just made|(?:un|already |now |are |is |changes )staged|working tree|not (?:yet )?(?:been )?(?:committed|pushed)|nothing (?:is|was|has been) committed|commit (?:the|these|this|it)|(?:ready|want me|shall i|should i) to? ?(?:commit|push)/i;
const OFFER =
  /[?？]["'”)\]*_`]*\s*$|^(?:let me know|feel free|just say|tell me if|if you(?:['’]d)? (?:want|like|prefer|agree),?(?: i| me|,)|want me to|would you like|happy to|i can (?:also|next|then))(?!\p{L})/iu;
/** Words at the beginning that the rest does not need. */
const OPENER =
  /^(?:summary|done|fixed|all done|agreed|sure|good questions?|great questions?|that['’]s the right choice|all (?:tests )?pass(?:ing|ed)?|here you go|now to your (?:actual |other )?question|i['’]ve (?:traced|reviewed|looked|checked|read|analy[sz]ed|finished)[^.`]{0,40}|here(?:['’]s| is) (?:the |a )?(?:current |full |short )?(?:state|summary|overview|picture)[^.`]{0,20})[.!:：]?$/i;
/** An introduction that names nothing. What it introduces stands by itself. */
const BARE_LEAD =
  /^(?:(?:good|great|all|done|everything)[^.!:]{0,40}[.!]\s+)?(?:(?:so )?here(?:['’]s| is| are) (?:what|where|how|my|(?:a |the )?(?:\p{L}+ )?(?:summary|recap|overview|changes|results|list))(?!\p{L})[^:：]{0,60}|(?:a )?(?:\p{L}+ )?summary(?: of [^:：]{1,40})?|(?:key |main |all )?changes(?: made)?|what(?:['’]s)? (?:changed|i (?:did|changed|added|fixed))|i(?:['’]ve| have)? (?:made|implemented|added|created|fixed|addressed)(?: the following| these)?(?: changes)?|this happens because)\s*[:：]$/iu;
const VERIFICATION =
  /^(?:verification|verified(?: with)?|validation|tests? (?:(?:i|we) )?(?:run|ran)|test results?)$/i;
const NOT_NEEDED =
  /^(?:files?(?: (?:changed|modified|touched|edited|created))?|(?:modified|changed) files|strengths|benefits|advantages|what['’]s good[^\n]{0,30}|what works well)$/i;
const COMMITS = /^(?:(?:new|latest|recent) )?commits(?: made)?$/i;
const PASSES =
  /^(?:all |full |the )?(?:[\p{L}-]+ ){0,3}(?:tests?|suite|lint(?:er|ing)?|build|checks|race detector)(?!\p{L})[^.;:]{0,60}(?:pass(?:es|ed|ing)?|green|clean)(?: now| too)?[.!]?$/iu;
/** The same of several checks in one sentence, with their commands in code. */
const ALL_PASS_NOW =
  /^(?:with [^,.;:`]{1,40}?[, ]+)?(?:(?:code|and|now|also|both|the|full|entire|whole|all|tests?|suites?|linter|lint|build|vet|is|are)[, ]+)+(?:pass(?:es|ed|ing)?|green|clean)(?:,? and (?:the )?(?:(?:full|entire|whole|all|tests?|suite|lint|build) )+(?:pass(?:es|ed|ing)?|(?:is|are) (?:green|clean)))?[.!]?$/i;
/** That something is done or right, where the sentence does not say what. */
const BARE_STATE =
  /^(?:(?:the |this |my |all |both )?(?:changes?|fix(?:es)?|implementation|work|branch|refactor(?:ing)?|everything(?: else)?|all(?: of it)?)(?: (?:is|are|looks?)(?: now| all)? (?:clean|complete(?:d)?|done|ready|finished|in place|good)| landed)|more landed|here(?:['’]s| is) where (?:things|we|it|that) (?:stands?|are|is)|you(?:['’]re| are| were) (?:absolutely |completely |quite )?right to [^.,;:`]{1,40}|(?:that['’]s a )?(?:good|fair|great) (?:catch|point|call))[.!]?$/iu;
const NO_PULL_REQUEST =
  /^(?:there is |there's )?no (?:open |existing )?(?:pr|pull request)s?(?: (?:exists?|for|on|found|yet)[^.;:]{0,40})?[.!]?$|^(?:pr|pull request): (?:none|no)[^.;:]{0,20}$/i;
const SUPPOSED =
  /(?<!\p{L})(?:may|might|could) be(?!\p{L})|(?<!\p{L})(?:probably|likely|perhaps|presumably)(?!\p{L})/iu;
const ALL_PASS = /(?<!\p{L})all (?:\w+ )?(?:tests |checks )?(?:are )?(?:pass(?:ing|ed|es)?|green)(?!\p{L})/iu;
/** A paragraph that begins so is about failures only. */
const ON_FAILURES =
  /^(?:note|heads[- ]up|caution)?[^.`]{0,20}(?<!\p{L})(?:tests?|suite|checks?)(?!\p{L})[^.`]{0,40}(?<!\p{L})fail(?:s|ing|ures?)?(?!\p{L})/iu;
/** A place in a file, or a test: what was done there is said above it. */
const BARE_PLACE = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+`(?:[^`\s]+:\d+|Test[\w/]+|test_\w+)`\s*$/;
const MIN_LEAD = 30;
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
    OPENER.test(words) ||
    BARE_STATE.test(words) ||
    (since.hasNoPullRequest && NO_PULL_REQUEST.test(words)) ||
    (since.isPast &&
      since.hasChecks &&
      (PASSES.test(words) ||
        ALL_PASS_NOW.test(plainWords(sentence.replace(/`[^`]*`/g, 'code'))) ||
        /^(?:verification|verified)\s*[:：]/i.test(words))) ||
    (hashes.length > 0 && isOfCommit) ||
    (since.isCommittedSince && (STALE.test(words) || saysUncommitted(words))) ||
    (since.isFailedSince && ALL_PASS.test(words)) ||
    (since.isPast &&
      (OFFER.test(words) || INTENTION.test(words) || isPassed(words) || isProgress(words, hashes))) ||
    (since.isChangedSince && (DIAGNOSIS.test(words) || SUPPOSED.test(words)))
  );
}

/** Steps that were proposed; once files were changed, what was done counts. */
const PROPOSAL =
  /(?<!\p{L})(?:propos(?:e|ed|al|als)|ideas|algorithm|plan|approach|i['’]d|i would|i['’]ll|we could|steps? (?:to|i)|to implement)(?!\p{L})/iu;

const isProposal = ({ kind, lead, headings }: Block): boolean =>
  kind === 'list' && PROPOSAL.test(lead[0] ?? headings.at(-1)?.text ?? '');

/** The last heading or the introduction, without marks and signs. */
const labelsOf = ({ lead, headings }: Block): readonly string[] =>
  [lead[0] ?? '', headings.at(-1)?.text ?? ''].map((label) =>
    plainWords(label)
      .replace(/^[^\p{L}]+|[\s:：]+$/gu, '')
      .trim(),
  );

/** What the handoff says elsewhere, or nobody needs once the person has gone on. */
const isOverSection = (block: Block, { isPast, hasChecks, hashes }: Circumstances): boolean =>
  isPast &&
  labelsOf(block).some(
    (label) =>
      NOT_NEEDED.test(label) ||
      (hasChecks && VERIFICATION.test(label)) ||
      (hashes.length > 0 && COMMITS.test(label)),
  );

/** An introduction stays while there is something that it introduces. */
const tidyLead = (line: string, circumstances: Circumstances): string =>
  [BARE_LEAD, OPENER].some((shape) => shape.test(plainWords(line))) ? '' : tidyNamedLead(line, circumstances);

const tidyNamedLead = (line: string, circumstances: Circumstances): string =>
  statementsOf(line)
    .filter((statement) => isIntroduction(statement) || !saysNothing(statement, circumstances))
    .join('')
    .trimEnd();

const BARE_MARK = /^\s*(?:[-*•+]|\d{1,3}[.)])?\s*$/;

/** An item without what its first line said is gone with what is nested in it. */
function tidyLines(item: string, circumstances: Circumstances): string {
  const lines = item.split('\n').map((line) => keptSentences(line, circumstances).join('').trimEnd());
  return BARE_MARK.test(lines[0] ?? '') ? '' : lines.filter((line) => !BARE_MARK.test(line)).join('\n');
}

const keptSentences = (line: string, circumstances: Circumstances): readonly string[] =>
  statementsOf(line).filter((sentence) => !saysNothing(sentence, circumstances));

/** Without bare places in what is committed; the line above them says all there is. */
function withoutPlaces({ kind, lead, items }: Block, { isPast, isCommittedSince }: Circumstances) {
  if (kind !== 'list' || !isPast || !isCommittedSince) return { lead, items };
  const ended = (line: string) => (line.length < MIN_LEAD ? line : line.replace(/[:：](?=[*_]*\s*$)/, '.'));
  const kept = items.flatMap((item) => {
    const [first = '', ...nested] = item.split('\n');
    const left = nested.filter((line) => !BARE_PLACE.test(line));
    if (BARE_PLACE.test(first) && left.length === 0) return [];
    return [[left.length === 0 && nested.length > 0 ? ended(first) : first, ...left].join('\n')];
  });
  return { lead: kept.length === 0 ? lead.map(ended) : lead, items: kept };
}

/** Code that was shown in passing is in the files by now. The fences count as lines. */
const isCodeKept = (items: readonly string[], { isPast, keepsCode }: Circumstances): boolean =>
  !isPast || (keepsCode && items.join('\n').split('\n').length <= MAX_CODE_LINES);

const isSaid = (line: string): boolean => line !== '';

/** The line above a table, and its header. */
const tidyTableLead = (line: string, circumstances: Circumstances): string => {
  if (/^\s*\|[\s|:-]*$/.test(line)) return circumstances.isPast ? '' : line;
  return line.trimStart().startsWith('|') ? line : tidyLead(line, circumstances);
};

function tidyBlock(block: Block, circumstances: Circumstances): Pick<Block, 'lead' | 'items'> {
  const { kind } = block;
  const { lead, items } = withoutPlaces(block, circumstances);
  const isOnFailures = kind === 'text' && ON_FAILURES.test(plainWords(items[0] ?? ''));
  if (isOnFailures && circumstances.isPassedSince) return { lead: [], items: [] };
  if (isOverSection(block, circumstances)) return { lead: [], items: [] };
  if (kind === 'code')
    return {
      lead: lead.map((line) => tidyNamedLead(line, circumstances)).filter(isSaid),
      items: isCodeKept(items, circumstances) ? items : [],
    };
  if (kind === 'table')
    return { lead: lead.map((line) => tidyTableLead(line, circumstances)).filter(isSaid), items };
  const [said = ''] = lead;
  const isOffered = circumstances.isPast && isIntroduction(said) && OFFER.test(plainWords(said));
  if (isOffered || (circumstances.isChangedSince && isProposal(block))) return { lead, items: [] };
  // What is open holds, also where it reads like a diagnosis that work has made untrue.
  const since = isOpenPoint(block) ? { ...circumstances, isChangedSince: false } : circumstances;
  const kept = items.map((item) => tidyLines(item, since));
  return {
    lead: lead.map((line) => tidyLead(line, since)).filter(isSaid),
    items:
      kind === 'text'
        ? items.filter((sentence) => !saysNothing(sentence, since) && !BARE_LEAD.test(plainWords(sentence)))
        : kept.filter((item) => item !== ''),
  };
}

/** A message of the agent without what carries nothing: narration, what the commit line says, stale state and old offers. */
export function tidyReply(text: string, circumstances: Circumstances): string {
  const tidied = (words: string) =>
    renderBlocks(changeBlocks(blocksOf(words), (block) => tidyBlock(block, circumstances)));
  // An opener may stand in the line that introduced what is gone now.
  const once = tidied(text);
  const kept = once === text ? once : tidied(once);
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  return kept === '' &&
    !circumstances.isPast &&
    [OPENER, BARE_STATE].some((shape) => shape.test(plainWords(last)))
    ? last
    : kept;
}

import { blocksOf, changeBlocks, renderBlocks } from '../blocks.ts';
import { isSameTodo } from './open-loops.ts';
import {
  CONTRASTS,
  isOnlyRun,
  isOnlyUncommitted,
  leadLeft,
  MAX_COMMIT,
  OPENS,
  plainWords,
  saysWhichTests,
  TAKES_NOTE,
} from './report-text.ts';
import { isSmallTalk } from './small-talk.ts';
import { weightOf } from './wording.ts';

/** What other lines of a handoff list. */
export interface Listed {
  readonly hasOpenFiles: boolean;
  readonly commits: readonly { readonly hash: string; readonly subject: string }[];
  /** The branch of the last commit, if that is pushed; '' if it is not known. */
  readonly pushedTo: string | null;
  /** Open todos, which are records of their own. */
  readonly todos: readonly string[];
  /** Kinds of checks of which the last run passed. */
  readonly passed: readonly string[];
}

/** Beside a hash, as much says that it was made and pushed, in any language. */
const MAX_BESIDE_HASH = 28;
/** "To the fixed commit" is about something else than making it. */
const COMMITS = /(?<!(?<!\p{L})(?:the|an?|this|that) (?:\p{L}+ )?)(?:commit|push|amend)|提交|コミット|커밋/iu;
const MAX_BESIDE_COMMIT = 70;

/** What was pushed is listed as well. */
const UNPUSHED =
  /(?<!\p{L})(?:not|nothing|nicht|nichts|sin|no) (?:yet )?(?:ge)?push\p{L}*|(?:未|没有?|まだ|아직|미)\s?(?:push|推送|プッシュ|푸시)\p{L}*/giu;

/** "Step 2 is in as `1a2b3c4`." */
const IS_IN = /(?<!\p{L})(?:is|are|went) in(?: as)?\W{1,3}[0-9a-f]{7,40}(?![\w-])/iu;

/** "`1a2b3c4` Read the tides (…)": an item of a list of commits. */
const isCommitItem = (sentence: string, commits: Listed['commits']): boolean =>
  commits.some(
    ({ hash, subject }) =>
      hash !== '' &&
      subject !== '' &&
      sentence.replace(/^[^\w]+/, '').startsWith(hash.slice(0, 7)) &&
      sentence.includes(subject) &&
      !CONTRASTS.test(sentence.slice(sentence.indexOf(subject) + subject.length)),
  );

/** A sentence or an item that says little more than that one of these commits was made. */
export const isOnlyCommit = (sentence: string, commits: Listed['commits']): boolean =>
  isCommitItem(sentence, commits) ||
  (sentence.length <= MAX_COMMIT &&
    commits.some(({ hash, subject }) => {
      if (hash === '' || !sentence.includes(hash.slice(0, 7))) return false;
      const rest = sentence.replace(subject, '');
      const beside = sentence.replace(/`?[0-9a-f]{7,40}`?/g, '');
      const isCalledSo = COMMITS.test(rest) && weightOf(rest.replace(/`[^`]*`/g, '')) <= MAX_BESIDE_COMMIT;
      const isNamed = rest.length < sentence.length || isCalledSo;
      const isShort = weightOf(beside) <= MAX_BESIDE_HASH && !/[:：\d]/.test(beside);
      return (isNamed || isShort || IS_IN.test(rest)) && !CONTRASTS.test(rest.replace(UNPUSHED, ''));
    }));

/** "Pushed to origin/main." */
const ONLY_PUSHED =
  /^\W*(?:committed and |amended and )?pushed(?: to)?(?: [\w./-]+)?\W*$|^\W*(?:push(?:ed)? (?:しました|済み)|プッシュしました|已推送|푸시했습니다)\W*$/iu;
const NAMES_BRANCH = /^(?:[-*•+]\s+)?(?:branch|rama|ブランチ|分支|브랜치)\s*[:：]/iu;

/** That it was pushed, or to which branch: the line of the commits says so. */
const isOnlyPush = (sentence: string, pushedTo: Listed['pushedTo']): boolean => {
  const words = sentence.replace(/[*_`]/g, '').trim();
  return (
    pushedTo !== null &&
    words.length <= MAX_COMMIT &&
    (ONLY_PUSHED.test(words) || (pushedTo !== '' && NAMES_BRANCH.test(words) && words.includes(pushedTo)))
  );
};

const CLEAN = /^\W*(?:the )?(?:git )?work(?:ing )?tree is (?:now )?clean\W*$/iu;
const MARKER = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+(?:\[ \]\s+)?/;

/** A longer one says what the agent understood. */
const MAX_NOTE = 40;

/** The last message without the sentences that repeat what is listed, and without its opening unless that is all there is. */
export function withoutListed(
  text: string,
  { hasOpenFiles, commits, pushedTo, todos, passed }: Listed,
): string {
  const isRepeated = (sentence: string) =>
    (hasOpenFiles ? isOnlyUncommitted(sentence) : CLEAN.test(sentence)) ||
    isOnlyCommit(sentence, commits) ||
    isOnlyPush(sentence, pushedTo) ||
    isSmallTalk(sentence) ||
    saysWhichTests(sentence) ||
    (isOnlyRun(sentence) && passed.some((kind) => sentence.toLowerCase().includes(kind)));
  const isTodo = (item: string) => todos.some((todo) => isSameTodo(item.replace(MARKER, ''), todo));
  const left = withoutSentences(
    text,
    isRepeated,
    (item) =>
      isOnlyCommit(item, commits) ||
      isOnlyPush(item, pushedTo) ||
      saysWhichTests(item) ||
      isTodo(item) ||
      (hasOpenFiles && isOnlyUncommitted(item)),
  );
  const opens = (sentence: string) =>
    OPENS.test(plainWords(sentence)) ||
    (TAKES_NOTE.test(plainWords(sentence)) && sentence.length <= MAX_NOTE);
  const words = withoutSentences(left, opens, () => false) || left;
  return renderBlocks(
    blocksOf(words).map((block) => ({
      ...block,
      headings: block.headings.filter((heading) => !opens(heading.text)),
    })),
  );
}

/** A text without some of its sentences and items; a list that has lost all of them goes with its introduction. */
const withoutSentences = (
  text: string,
  isSentenceGone: (sentence: string) => boolean,
  isItemGone: (item: string) => boolean,
): string =>
  renderBlocks(
    changeBlocks(blocksOf(text), ({ kind, lead, items }) => {
      if (kind === 'code' || kind === 'table') return { lead, items };
      const left = items.filter((item) => !(kind === 'list' ? isItemGone : isSentenceGone)(item));
      const isListGone = kind === 'list' && left.length === 0;
      return { lead: isListGone ? [] : lead.map((line) => leadLeft(line, isSentenceGone)), items: left };
    }),
  );

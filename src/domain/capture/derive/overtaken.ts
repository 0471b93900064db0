import { type Block, blocksOf, changeBlocks, isIntroduction, renderBlocks } from '../blocks.ts';
import { isOpenPoint } from '../open-points.ts';
import { statementsOf } from '../question.ts';
import type { Closing, Request, TranscriptDigest } from '../transcript-digest.ts';
import { isQuestion, isWrittenByTool } from './message-kinds.ts';
import { messagesOf } from './person-lines.ts';
import { isSupposed, saysLeft, saysWhyItFailed, takenOutIn } from './progress.ts';
import {
  isAbout,
  isRevalued,
  MIN_SHARED,
  statementsIn,
  type Topic,
  topicOf,
  wordsIn,
} from './sentence-topic.ts';
import { isTemporary } from './wording.ts';

/** How many tests passed, which the next run says again. */
const COUNTS_TESTS =
  /(?<![\p{L}\p{N}.])\d+ (?:of|von|de) \d+(?: \p{L}+){0,2} (?:pass(?:es|ed|ing)?|green|grün)|\d+\s*件(?:すべて|とも|が)?[^。、]{0,4}通|\d+\s*[个個]?单测|(?:tests?|specs?)[^.,;(]{0,20}\(\d+\)|(?<![\p{L}\p{N}.])\d+(?:\s?\/\s?\d+)?\s*(?:\p{L}+\s+){0,3}(?:tests?|testes|pruebas|тест\p{L}*)(?!\p{L})|(?<!\p{L})(?:tests?|testes|pruebas|тест\p{L}*)[\s:：|]+(?:\p{L}+\s+){0,2}\d+|\d+\s*(?:件|个|項|项|개)[^。\n]{0,6}(?:テスト|测试|테스트)|(?:テスト|测试|테스트)[^。\n]{0,6}\d+/iu;

/** What a report says when something is no longer as it was. */
const CHANGES =
  /(?<!\p{L})(?:now|instead|no longer|any ?more|rather than|removed|replaced|renamed|dropped|switched|changed|moved|reverted|corrected|ruled out|not that|wrong|turned out|turns out|actually|agora|ahora|ya no|não|em vez|en vez|en lugar|removid\p{L}*|eliminad\p{L}*|cambi\p{L}*|mud\p{L}+|corrig\p{L}*|jetzt|nicht mehr|statt\p{L}*|sondern|entfernt|ersetzt|geändert|maintenant|au lieu|remplac\p{L}*|supprim\p{L}*|теперь|больше не|вместо|замен\p{L}*|удал\p{L}*|передел\p{L}*|измен\p{L}*)(?!\p{L})|変更|代わり|ではなく|削除|修正|になり|改为|改成|改回|现在|不再|替换|删除|而不是|이제|대신|변경|삭제|수정|더 이상/iu;

interface Stated {
  readonly topic: Topic;
  /** It says that something is no longer as it was. */
  readonly isChange: boolean;
}

/** Each message is compared with all that were said before it, so it is taken apart once. */
const known = new WeakMap<Closing | Request, readonly Stated[]>();

function statedIn(source: Closing | Request, text: string): readonly Stated[] {
  const stated =
    known.get(source) ??
    statementsIn(text).map((sentence) => ({ topic: topicOf(sentence), isChange: CHANGES.test(sentence) }));
  known.set(source, stated);
  return stated;
}

/** Longer messages hand something over, and mention much that they do not change. */
const MAX_WISH = 1_000;

/** What the person said after a message, without questions, which change nothing. */
const wishesAfter = (digest: TranscriptDigest, { line }: Closing): readonly Request[] =>
  messagesOf(digest)
    .filter((one) => one.line > line && !one.isSlight)
    .filter((one) => one.text.length <= MAX_WISH && !isWrittenByTool(one.text))
    .filter((one) => one.question !== null || !isQuestion(one));

/** What later turns that wrote files say. */
const reportsAfter = ({ closings, filesWritten }: TranscriptDigest, { turn }: Closing): readonly Stated[] =>
  closings
    .filter((one) => one.turn > turn && (one.files ?? filesWritten.length) > 0)
    .flatMap((one) => statedIn(one, one.text));

/** What was missing then. A section that lists it is judged by what it names. */
const MISSING =
  /(?<!\p{L})(?:there (?:is|are|was|were) no|not (?:yet )?(?:started|wired|done|fixed|implemented|connected|handled|covered|tested|written|saved)(?: yet)?|still (?:missing|to do|needs?|fails?|failing)|faltan?|todavía (?:no|sin)|aún no|ainda não|noch nicht|fehlt|fehlen|pas encore|ещё не|пока не)(?!\p{L})|まだ|未対応|未実装|問題があ|还没|尚未|有问题|아직|문제가 있/iu;
/** How far the work was. */
const PROGRESS = /(?<![\p{L}\p{N}.,])\d{1,3} (?:of|von|de|из) \d{1,3}(?![\p{N}.,%/])/iu;

type IsOvertaken = (sentence: string, isOpen: boolean) => boolean;

/** Whether something that was said or done after a message took the place of one of its sentences. */
function overtaking(digest: TranscriptDigest, closing: Closing): IsOvertaken {
  const { line } = closing;
  const wishes = wishesAfter(digest, closing)
    .flatMap((one) => statedIn(one, `${one.question ?? ''}\n${one.text}`))
    .map(({ topic }) => topic);
  const said = reportsAfter(digest, closing);
  const reports = said.map(({ topic }) => topic);
  const changes = said.filter(({ isChange }) => isChange).map(({ topic }) => topic);
  const later = [...wishes, ...reports];
  const takenOut = new Set(
    wishesAfter(digest, closing).flatMap(({ text }) => takenOutIn(text).flatMap((name) => wordsIn(name))),
  );
  const replies = digest.closings.filter((one) => one.line > line && !one.isMidway);
  const repliedOn = new Set(replies.flatMap(({ text }) => wordsIn(text)));
  const written = digest.filesWritten
    .filter((file) => file.line > line)
    .map(({ path }) => path.replace(/^.*[\\/]/, ''));
  return (sentence, isOpen) => {
    const topic = topicOf(sentence);
    if (wishes.some((wish) => isAbout(topic, wish, isOpen ? 1 : MIN_SHARED))) return true;
    if (!saysWhyItFailed(sentence) && [...topic.words].some((word) => takenOut.has(word))) return true;
    if (isSupposed(sentence) && [...topic.words].some((word) => repliedOn.has(word))) return true;
    if (isOpen) return reports.some((report) => isAbout(topic, report));
    return (
      (said.length > 0 && (MISSING.test(sentence) || PROGRESS.test(sentence) || saysLeft(sentence))) ||
      written.some((name) => sentence.includes(name)) ||
      isRevalued(topic, later) ||
      changes.some((change) => isAbout(topic, change))
    );
  };
}

const CLAUSES = /[^,;，；、]+[,;，；、]?\s*/gu;

/** A sentence without the clause that counts tests; '' if it says nothing else. */
function withoutCount(sentence: string): string {
  if (!COUNTS_TESTS.test(sentence)) return sentence;
  const clauses = sentence.match(CLAUSES) ?? [];
  const left = clauses.filter((clause) => !COUNTS_TESTS.test(clause)).join('');
  return left.replace(/[,;，；、\s]+$/u, /[。，、]/.test(sentence) ? '。' : '. ');
}

/** An item without the lines that were overtaken; '' if its first line is. */
function itemLeft(item: string, isOvertaken: (line: string) => boolean): string {
  const [first = '', ...nested] = item.split('\n');
  if (isOvertaken(first)) return '';
  return [first, ...nested.filter((line) => !isOvertaken(line))].join('\n');
}

/** "A." and "1)" belong to what follows them. */
const LABEL = /^[\s*_#>(]*[\p{L}\p{N}]{1,2}[.):]\s*$/u;

function withLabels(sentences: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    if (LABEL.test(joined.at(-1) ?? '')) joined.push(`${joined.pop()}${sentence}`);
    else joined.push(sentence);
  }
  return joined;
}

/** What is left of a report of which most was overtaken is in pieces. */
const MIN_LEFT = 0.5;

/** Documents grow; code that is written again says something else. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|org)$/i;

const stemsIn = (path: string): readonly string[] => wordsIn(path.replace(/^.*[\\/]|\.[^.]*$/g, ''));

/** Whether the person came back to what was written in the turn of a message, and all of that code was written again. */
function isRewritten(digest: TranscriptDigest, closing: Closing): boolean {
  const { turn } = closing;
  const own = digest.filesWritten.filter(({ turns, path }) => turns?.includes(turn) && !isTemporary(path));
  const names = own.flatMap(({ path }) => stemsIn(path));
  return (
    own.length > 0 &&
    own.every(({ turns, path }) => !PROSE.test(path) && turns?.some((other) => other > turn)) &&
    wishesAfter(digest, closing).some(({ text }) => wordsIn(text).some((word) => names.includes(word)))
  );
}

/** A message of an earlier turn without what later messages, edits and runs took the place of. */
export function withoutOvertaken(digest: TranscriptDigest, closing: Closing, text: string): string {
  const isOvertaken = overtaking(digest, closing);
  const isOld = [...digest.checks, ...digest.filesWritten].some(({ line }) => line > closing.line);
  const current = (words: string) => (isOld ? withoutCount(words) : words);
  const left = (block: Block): Pick<Block, 'lead' | 'items'> => {
    const { kind, items } = block;
    const isOpen = isOpenPoint(block);
    // A table without some of its rows says something else.
    if (kind === 'code' || kind === 'table') return block;
    const said = (sentences: readonly string[]) =>
      sentences
        .map((sentence) => (isIntroduction(sentence) ? sentence : current(sentence)))
        .filter((sentence) => /\p{L}/u.test(sentence))
        .filter((sentence) => isIntroduction(sentence) || !isOvertaken(sentence, isOpen));
    // A paragraph may stand right above a list or a table.
    const lead = block.lead.flatMap((line) =>
      line.trimStart().startsWith('|') ? [line] : said(statementsOf(line)).join('').trimEnd() || [],
    );
    if (kind === 'text') return { lead, items: said(withLabels(items)) };
    const kept = items.map((item) =>
      itemLeft(item, (line) => current(line) === '' || isOvertaken(current(line), isOpen)),
    );
    return { lead, items: kept.filter((item) => item !== '') };
  };
  const blocks = blocksOf(text);
  const done = blocks.filter((block) => !isOpenPoint(block));
  const isInPieces =
    renderBlocks(changeBlocks(done, left)).length < renderBlocks(done).length * MIN_LEFT ||
    isRewritten(digest, closing);
  return renderBlocks(changeBlocks(isInPieces ? blocks.filter(isOpenPoint) : blocks, left));
}

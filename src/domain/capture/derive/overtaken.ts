import { type Block, blocksOf, changeBlocks, renderBlocks } from '../blocks.ts';
import { isOpenPoint } from '../open-points.ts';
import { statementsOf } from '../question.ts';
import type { Closing, TranscriptDigest } from '../transcript-digest.ts';
import { isQuestion } from './message-kinds.ts';
import { messagesOf } from './person-lines.ts';

/** Words of any report; they do not say what a sentence is about. */
const COMMON = new Set(
  (
    'that this with from into when also have been which they were then than only there their them what will would should could does done now ' +
    'made make makes used uses using adds added change changed changes fixed works work need needs file files code line lines test tests ' +
    'para como este esta isso essa mais agora está pero todo sobre desde quando quand dans avec pour elle sont cette plus fait ' +
    'nicht eine einer wird werden sind auch noch jetzt oder aber durch этот чтобы также теперь после только'
  ).split(' '),
);
const WORD =
  /\p{Script=Han}{2}|\p{Script=Katakana}{2,}|\p{Script=Hangul}{2,}|(?:(?![\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}])[\p{L}\p{M}]){4,}/gu;
/** Shorter words count if they are names. */
const ACRONYM = /(?<![\p{L}\p{N}])\p{Lu}{2,4}(?![\p{L}\p{N}])/gu;
const NUMBER = /(?<![\p{L}\p{N}.])\d+(?:[.,]\d+)*/gu;
/** Forms of one word have the same beginning. */
const STEM = 5;

/** `httpAgent` and `http_agent` are two words each. */
const spaced = (text: string): string => text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replaceAll('_', ' ');

const stemOf = (word: string): string => word.slice(0, STEM);

const wordsIn = (text: string): readonly string[] => [
  ...(spaced(text).toLowerCase().match(WORD) ?? []).filter((word) => !COMMON.has(word)).map(stemOf),
  ...(text.match(ACRONYM) ?? []),
];

/** What a sentence is about, and which numbers it gives for what. */
interface Topic {
  readonly words: ReadonlySet<string>;
  /** A number, and the words beside it. */
  readonly values: readonly { readonly number: string; readonly beside: readonly string[] }[];
}

const BESIDE = /[\s\S]{0,24}$/;

/** The number of a list item counts nothing. */
const POINT = /^[\s#>*_-]*\d{1,3}[.)]\s/;

function topicOf(line: string): Topic {
  const sentence = line.replace(POINT, '');
  const values = [...sentence.matchAll(NUMBER)].map(({ 0: number, index }) => {
    const before = wordsIn(BESIDE.exec(sentence.slice(0, index))?.[0].replace(/^\S*\s/, '') ?? '');
    const after = wordsIn(sentence.slice(index + number.length, index + number.length + 16));
    return { number, beside: [...before.slice(-1), ...after.slice(0, 1)] };
  });
  return { words: new Set([...wordsIn(sentence), ...values.map(({ number }) => number)]), values };
}

/** One value in place of another: "10/min" and later "20/min". */
const isRevalued = ({ values }: Topic, later: Topic): boolean =>
  values.some(
    ({ number, beside }) =>
      !later.words.has(number) &&
      later.values.some((other) => other.beside.some((word) => beside.includes(word))),
  );

/** Fewer words in common are there by chance. */
const MIN_SHARED = 2;
const MIN_SHARE = 0.34;

function isAbout({ words }: Topic, later: Topic): boolean {
  const shared = [...words].filter((word) => later.words.has(word)).length;
  return shared >= MIN_SHARED && shared >= Math.min(words.size, later.words.size) * MIN_SHARE;
}

/** How many tests passed, which the next run says again. */
const COUNTS_TESTS =
  /(?<![\p{L}\p{N}.])\d+(?:\s?\/\s?\d+)?\s*(?:\p{L}+\s+){0,3}(?:tests?|testes|pruebas|тест\p{L}*)(?!\p{L})|(?<!\p{L})(?:tests?|testes|pruebas|тест\p{L}*)[\s:：]+(?:\p{L}+\s+){0,2}\d+|\d+\s*(?:件|个|項|项|개)[^。\n]{0,6}(?:テスト|测试|테스트)|(?:テスト|测试|테스트)[^。\n]{0,6}\d+/iu;

/** What a report says when something is no longer as it was. */
const CHANGES =
  /(?<!\p{L})(?:now|instead|no longer|any ?more|rather than|removed|replaced|renamed|dropped|switched|changed|moved|reverted|corrected|ruled out|not that|wrong|turned out|turns out|actually|agora|ahora|ya no|não|em vez|en vez|en lugar|removid\p{L}*|eliminad\p{L}*|cambi\p{L}*|mud\p{L}+|corrig\p{L}*|jetzt|nicht mehr|statt\p{L}*|sondern|entfernt|ersetzt|geändert|maintenant|au lieu|remplac\p{L}*|supprim\p{L}*|теперь|больше не|вместо|замен\p{L}*|удал\p{L}*|передел\p{L}*|измен\p{L}*)(?!\p{L})|変更|代わり|ではなく|削除|修正|になり|改为|改成|改回|现在|不再|替换|删除|而不是|이제|대신|변경|삭제|수정|더 이상/iu;

const sentencesOf = (text: string): readonly string[] => text.split('\n').flatMap(statementsOf);

/** Longer messages hand something over, and mention much that they do not change. */
const MAX_WISH = 600;

/** What the person said after a message, without questions, which change nothing. */
const wishesAfter = (digest: TranscriptDigest, { line }: Closing): readonly Topic[] =>
  messagesOf(digest)
    .filter((one) => one.line > line && !one.isSlight && one.text.length <= MAX_WISH)
    .filter((one) => one.question !== null || !isQuestion(one))
    .flatMap(({ text, question }) => sentencesOf(`${question ?? ''}\n${text}`))
    .map(topicOf);

/** What later turns that wrote files say about changes. */
const changesAfter = ({ closings, filesWritten }: TranscriptDigest, { turn }: Closing) =>
  closings
    .filter((one) => one.turn > turn && (one.files ?? filesWritten.length) > 0)
    .flatMap(({ text }) => sentencesOf(text))
    .filter((sentence) => CHANGES.test(sentence))
    .map(topicOf);

type IsOvertaken = (sentence: string, isOpen: boolean) => boolean;

/** Whether something that was said or done after a message took the place of one of its sentences. */
function overtaking(digest: TranscriptDigest, closing: Closing): IsOvertaken {
  const { line } = closing;
  const wishes = wishesAfter(digest, closing);
  const changes = changesAfter(digest, closing);
  const written = digest.filesWritten
    .filter((file) => file.line > line)
    .map(({ path }) => path.replace(/^.*[\\/]/, ''));
  const isChecked = digest.checks.some((check) => check.line > line);
  return (sentence, isOpen) => {
    const topic = topicOf(sentence);
    if (wishes.some((wish) => isAbout(topic, wish))) return true;
    if (isOpen) return false;
    return (
      written.some((name) => sentence.includes(name)) ||
      ((isChecked || written.length > 0) && COUNTS_TESTS.test(sentence)) ||
      [...wishes, ...changes].some((later) => isRevalued(topic, later)) ||
      changes.some((later) => isAbout(topic, later))
    );
  };
}

/** An item without the lines that were overtaken; '' if its first line is. */
function itemLeft(item: string, isOvertaken: (line: string) => boolean): string {
  const [first = '', ...nested] = item.split('\n');
  if (isOvertaken(first)) return '';
  return [first, ...nested.filter((line) => !isOvertaken(line))].join('\n');
}

/** "A." and "1)" belong to what follows them. */
const LABEL = /^[\s*_#>(]*[\p{L}\p{N}]{1,2}[.):]\s*$/u;

const withLabels = (sentences: readonly string[]): readonly string[] =>
  sentences.reduce<string[]>((joined, sentence) => {
    const before = joined.at(-1);
    return before !== undefined && LABEL.test(before)
      ? [...joined.slice(0, -1), before + sentence]
      : [...joined, sentence];
  }, []);

/** What is left of a report of which most was overtaken is in pieces. */
const MIN_LEFT = 0.5;

/** A message of an earlier turn without what later messages, edits and runs took the place of. */
export function withoutOvertaken(digest: TranscriptDigest, closing: Closing, text: string): string {
  const isOvertaken = overtaking(digest, closing);
  const left = (block: Block): Pick<Block, 'lead' | 'items'> => {
    const { kind, lead, items } = block;
    const isOpen = isOpenPoint(block);
    if (kind === 'code') return { lead, items };
    if (kind === 'text')
      return { lead, items: withLabels(items).filter((sentence) => !isOvertaken(sentence, isOpen)) };
    const kept = items.map((item) => itemLeft(item, (line) => isOvertaken(line, isOpen)));
    return { lead, items: kept.filter((item) => item !== '') };
  };
  const blocks = blocksOf(text);
  const kept = renderBlocks(changeBlocks(blocks, left));
  return kept.length >= text.length * MIN_LEFT
    ? kept
    : renderBlocks(changeBlocks(blocks.filter(isOpenPoint), left));
}

import { clipLine } from './clip.ts';
import { isBareDecision, isSlight, isTellingWord } from './slight.ts';

const LEADING =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|no|hm+|let['’]?s|i['’]d like|i want|it to|do|go|with|use|take|try|option|number|for|la|el|le|die|das|opción|opção|variante)[\s,.!]+|(?:先?用|选|换|案)\s*)*\(?([a-h1-9가나다라마①-⑨])\)?(?=[,.:!)，。、]|\s*(?:$|で|吧|番|번)|\s+(?:for now|and|please|first|but|then|now|is|sounds|it|seems|looks|por ahora|por favor|porfa|de momento|y|pero|und|aber|erstmal|bitte|por enquanto|pour l['’]instant|et|mais|[—–-])(?!\p{L}))/iu;
/** A list of the person's own. */
const OWN_LIST = /^\s*[1-9][.)]\s[\s\S]*\n\s*[2-9][.)]\s|^\s*\(?[a-h][.):]\s[\s\S]*\s\(?[b-h][.):]\s/i;

/** With the word, only a list that calls its items so is meant. */
const NAMES_OPTION = /^[^\n]{0,60}?(?<!\p{L})(?:option|approach|alternative)\s+\(?(?:[A-H]|[1-9])(?!\p{L})/iu;

/** "1: yes. 2: later": a sentence that begins with a number answers the point with that number. */
const NUMBERED = /(?:^|[.!?;。！？；]\s*|\n\s*)([1-9])(?:\s*[:.)：、]|\s+(?=\p{L}))/gu;
const POINT = /^(?:[\s#>*_|-]*([1-9])[.):][ \t]*|[ \t]*\|[ \t*]*([1-9])[ \t*]*\|[ \t]*)(\S[^\n]{3,})/gm;
const MAX_POINT = 130;
/** All points together. */
export const MAX_POINTS = 600;

/** The points of the agent's message that a reply answers one by one, in their order. */
function pointsAnswered(reply: string, offered: string): string | null {
  const numbers = new Set([...reply.matchAll(NUMBERED)].map(([, number]) => number));
  const isByNumber =
    /^\s*[1-9]/.test(reply) || (reply.match(/\n\s*[1-9](?:\s*[:：]|\s+(?=\p{Ll}))/gu) ?? []).length > 1;
  if (numbers.size < 2 || !isByNumber) return null;
  const points = new Map(
    [...offered.matchAll(POINT)].map(([, item, row, text = '']) => [
      item ?? row ?? '',
      text.replace(/\s*\|\s*$/, '').replace(/\s*\|\s*/g, ', '),
    ]),
  );
  const found = [...points].filter(([number]) => numbers.has(number));
  const max = Math.min(MAX_POINT, Math.floor(MAX_POINTS / found.length) - POINTS_BETWEEN.length - 3);
  const clipped = (text: string) => (IS_ASKED.test(text) ? clipQuestion(text, max) : clipLine(text, max));
  const shown = found.map(([number, text]) => `${number}. ${clipped(text)}`);
  return shown.length < 2 ? null : shown.join(POINTS_BETWEEN);
}

/** Between the points that one reply answers. */
export const POINTS_BETWEEN = ' / ';

/** Whether most of the numbered points of a message ask something. */
function asksInPoints(offered: string): boolean {
  const points = [...offered.matchAll(POINT)].map(([, , , text = '']) => text);
  return (
    points.length > 1 &&
    points.filter((text) => /[?？]|か[。.]?\s*$|吗[。.]?\s*$/u.test(text)).length * 2 >= points.length
  );
}

/** "From 1 on, one by one" takes all of them. */
const IN_ORDER =
  /(?<!\p{L})(?:in (?:this |that )?order|one by one|one after (?:the other|another)|der reihe nach|nacheinander|(?:en|por) orden|dans l['’]ordre|em ordem)(?!\p{L})|순서대로|차례로|依次|逐[一个]|按顺序|順番|一つずつ/iu;

/** The line of the agent's message that offers the option which a reply names by its letter or number. */
export function optionMeant(reply: string, offered: string): string | null {
  if (IN_ORDER.test(reply)) return null;
  const isOwn = OWN_LIST.test(reply);
  // A list after points that ask something answers them.
  const points = !isOwn || asksInPoints(offered) ? pointsAnswered(reply, offered) : null;
  if (points !== null) return points;
  const found = LEADING.exec(reply)?.[1] ?? '';
  const isLabel = isBareDecision(reply) || /^\s*\(?[a-h][.):]/.test(reply);
  const label = isLabel ? found.toUpperCase() : found;
  // A small letter is an article.
  if (!/^[A-H1-9가나다라마①-⑨]$/u.test(label) || isOwn) return null;
  const word = `(?:option|approach|alternative)\\s+`;
  const shape = new RegExp(
    `^[\\s#>*_|-]*(?:${word})${NAMES_OPTION.test(reply) ? '' : '?'}\\(?${label}(?:[).:]|\\s+[—–-]|\\*\\*|\\s*\\||(?<=[①-⑨])\\s?)[^\\n]{3,}`,
    'gim',
  );
  const line = [...offered.matchAll(shape)].at(-1);
  return line === undefined ? null : line[0].replace(/^[\s#>*_|-]+|[\s|]+$/g, '');
}

const ANSWERS =
  /^(?:yes|yeah|yep|no|nope|nah|sure|(?:i )?(?:do(?:n['’]?t| not) know|have no idea)|no idea|not sure|idk|not (?:now|yet)|later|ja|nein|nee|nicht jetzt|später|oui|non|plus tard|sí|si|vale|ahora no|luego|はい|いいえ|是|好|先不|可以|네|응|ㅇㅇ|ㅇㅋ|ㄱㄱ|아니|나중에)(?!\p{L})|^(?:不用|不要|不是|不行|先别|要的|对的|はい|いいえ|いや)/iu;

/** The sentences of a text, with the space after them. No sentence ends inside of inline code. */
export const sentencesOf = (line: string): readonly string[] =>
  line
    .match(
      /(?:`[^`\n]*`|.)*?(?:[.!?:…](?=\s+\S)|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[!?]|[。！？]|$)\s*/gsu,
    )
    ?.filter((sentence) => sentence !== '') ?? [];

/** The same, where what a colon introduces belongs to the sentence before it, and a number to the sentence after it. */
export function statementsOf(line: string): readonly string[] {
  const statements: string[] = [];
  let before = '';
  for (const sentence of sentencesOf(line)) {
    if (before !== '' && /[:：]\s*$|^[\s>*_#]*\d{1,3}[.)]\s*$/.test(before))
      statements[statements.length - 1] += sentence;
    else statements.push(sentence);
    before = sentence;
  }
  return statements;
}

/** A question whose end fits: the sentences before it only introduce it. */
export function clipQuestion(text: string, max: number): string {
  const line = clipLine(text, Number.POSITIVE_INFINITY);
  if (line.length <= max) return line;
  const all = sentencesOf(line);
  const asked = all.findLastIndex((sentence) => IS_ASKED.test(sentence));
  const sentences = all.slice(0, asked < 0 ? all.length : asked + 1);
  let kept = sentences.pop() ?? line;
  while ((sentences.at(-1)?.length ?? max) + kept.length < max) kept = `${sentences.pop()}${kept}`;
  return sentences.length === 0 ? clipLine(kept, max) : `… ${clipLine(kept, max - 2)}`;
}

/** Some languages need no mark for a question. */
const IS_ASKED = /(?:[?？]|(?:か|吗|까요)[。.]?)["'”)\]*_`]*\s*$/u;

/** The question at the end of a message, and the message without it. */
export function closingQuestion(text: string): { readonly question: string; readonly rest: string } | null {
  const lines = text.trimEnd().split('\n');
  const sentences = [...sentencesOf(lines.at(-1) ?? '')];
  const at = sentences.findLastIndex((sentence) => IS_ASKED.test(sentence));
  // "Gone? Then delete it": a step with its condition.
  const isStep = LIST_ITEM.test(lines.at(-1) ?? '') && at < sentences.length - 1;
  if (at < 0 || isStep) return null;
  const first = sentences.findLastIndex((sentence, place) => place < at && !IS_ASKED.test(sentence)) + 1;
  const before = sentences.slice(0, first);
  // What only announced the question goes with it.
  if (/[:：]\s*$/.test(before.at(-1) ?? '')) before.pop();
  const rest = [...lines.slice(0, -1), before.join('')].join('\n').trimEnd();
  return { question: sentences.slice(first).join('').trim(), rest };
}

const LIST_ITEM = /^\s*(?:[-*•・]|\(?[\dA-H][.):])\s/;
/** After its question a message may still say a little more, and list the choices. */
const MAX_LINES_AFTER = 2;

/** Whether a message asks something near its end. */
export function asksAtEnd(text: string): boolean {
  const lines = text.trimEnd().split('\n');
  const prose = lines.slice(0, -1).filter((line) => line.trim() !== '' && !LIST_ITEM.test(line));
  return [...prose.slice(-MAX_LINES_AFTER), lines.at(-1) ?? ''].some((line) => {
    const sentences = sentencesOf(line);
    // "Gone? Then delete it": a step with its condition.
    return (LIST_ITEM.test(line) ? sentences.slice(-1) : sentences).some((sentence) =>
      IS_ASKED.test(sentence),
    );
  });
}

/** A choice in a few words, which do not say between what. */
const CHOOSES =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|hm+|well|i think)[\s,]+)*(?:maybe|perhaps|rather|i(?:['’]d| would)? (?:like|prefer|rather)|the (?:first|second|third|last|latt?er|former)|both|neither|either)(?!\p{L})/iu;
const MAX_CHOICE_WORDS = 8;

function isChoice(reply: string): boolean {
  const [first = ''] = reply.trim().split('\n', 1);
  return CHOOSES.test(first) && first.split(/\s+/).length <= MAX_CHOICE_WORDS && !/[?？]\s*$/.test(first);
}

/** A line that introduces what could be done. */
const PROPOSES =
  /(?:would|could|option|ways?|approach|alternative|ground|propos|suggest|recommend|vorschl|opci|opç)[^\n]*[:：]\s*$|(?:建议|方案|案|방법)[^\n]*[:：]\s*$/iu;
const POINTS_BACK = /(?<!\p{L})(?:latt?er|former|last|second|first)(?!\p{L})/iu;

/** The last list of a message with the line that introduces it: what it proposes. */
function lastProposal(text: string): string | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const end = lines.findLastIndex((line) => LIST_ITEM.test(line));
  const start = lines.findLastIndex((line, at) => at < end && !LIST_ITEM.test(line));
  return end < 0 || start < 0 || !PROPOSES.test(lines[start] ?? '')
    ? null
    : lines.slice(start, end + 1).join('\n');
}

/** From the last line with a question on: what follows it are the choices. */
function lastQuestion(text: string): string | null {
  const lines = text.trimEnd().split('\n');
  const at = lines.findLastIndex((line) => /[?？]/.test(line));
  return at < 0 ? null : lines.slice(at).join('\n');
}

const ALTERNATIVES = /(?<!\p{L})(?:or|oder|o|ou|или)(?!\p{L})|还是|それとも|아니면/iu;
const MAX_NAMING = 3;

/** Whether a reply of a few words takes one of the alternatives of a question, by a word of it. */
function namesAlternative(reply: string, question: string): boolean {
  const [first = ''] = reply.trim().split(/[,.;:!\n]|\s[–—-]\s/, 1);
  const words = first.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? [];
  const asked = question.toLowerCase();
  return (
    first.split(/\s+/).length <= MAX_NAMING &&
    ALTERNATIVES.test(question) &&
    words.some((word) => asked.includes(word))
  );
}

/** A shorter question asks about what stands before it, and a shorter sentence before it does not name that. */
const MIN_ASKED = 24;
const MIN_SUBJECT = 40;

/** A question at the end of a message; a short one with the sentence before it. */
function withSubject(asked: string): string | undefined {
  const found = closingQuestion(asked);
  if (found === null || found.question.length >= MIN_ASKED) return found?.question;
  const before = sentencesOf(found.rest.trimEnd().split('\n').at(-1) ?? '').at(-1) ?? '';
  return before.length < MIN_SUBJECT || /^\s*(?:[#>|]|[-*•] )/.test(before)
    ? found.question
    : `${before.trimEnd()} ${found.question}`;
}

/** The question to which a reply begins with yes or no, or that it answers with one word. */
export function questionMeant(reply: string, asked: string): string | null {
  const closing = isSlight(reply) ? closingQuestion(asked)?.question : withSubject(asked);
  if (closing !== undefined && namesAlternative(reply, closing)) return closing;
  if (!ANSWERS.test(reply) && !isChoice(reply) && !isTellingWord(reply) && !isBareDecision(reply))
    return null;
  if (closing !== undefined) return closing;
  return isBareDecision(reply)
    ? lastQuestion(asked)
    : isChoice(reply) && POINTS_BACK.test(reply)
      ? lastProposal(asked)
      : null;
}

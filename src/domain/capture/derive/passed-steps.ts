import { type Block, blocksOf, changeBlocks, renderBlocks } from '../blocks.ts';

const UNCOMMITTED =
  /(?<!\p{L})(?:sin commit\p{L}*|(?:aún |todavía )?no (?:está |están |he |hice )?commit\p{L}*|não (?:está |foi |fiz )?commit\p{L}*|(?:noch )?nicht committ?et|nichts (?:davon )?(?:ist )?committ?et|pas (?:encore )?commit\p{L}*|не закоммич\p{L}+)(?!\p{L})|コミットしていません|未コミット|未提交|(?:还|尚|并)没有?提交|尚未提交|커밋하지 않|커밋 전/iu;

/** That something is not committed, in other languages than English. */
export const saysUncommitted = (words: string): boolean => UNCOMMITTED.test(words);

/** What was to come next, what the person was asked to do, and what the agent recommended. */
const STEP_AHEAD =
  /^(?:options?\s*[:：]|next(?: up| step| hypothesis| suspect)?\s*[:,]|next(?: i| we| hypothesis| suspect)(?!\p{L})|please(?!\p{L})|ready (?:for|to|when)(?!\p{L})|before i (?:go|write|start|begin|continue|implement)(?!\p{L})|when you (?:have|are)(?!\p{L})|i(?:['’]d| would)? (?:suggest|recommend|propose)(?!\p{L})|als nächstes|nächster schritt|bitte(?!\p{L})|ich (?:schlage|empfehle)(?!\p{L})|siguiente|próximo paso|lo siguiente|por favor|sugiero|propongo|recomiendo|sugiro|a seguir|ensuite|prochaine étape|je (?:propose|recommande)|дальше|следующ\p{L}+|пожалуйста|предлагаю|рекомендую|次は|次に|提案|選択肢\s*[:：]|选项\s*[:：]|下一步|接下来|请|我?建议|推荐|다음(?:은|으로)|제안)|(?:ご確認|お願い)[^。]{0,6}(?:ください|します)[。]?$|(?:여쭙니다|여쭤봅니다|질문드립니다|확인 부탁드립니다)[.]?$/iu;

/** Runs that passed, in words that do not say of what. */
const GREEN =
  /^(?:all|everything|alles|todo|tudo) (?:\p{L}+ ){0,2}(?:is |are |ist |sind |está |)(?:green|grün|verde)[.!]?$|^(?:\p{L}+ ){0,2}\d+ (?:of|von|de|\/) \d+(?: \p{L}+){0,2} (?:pass(?:es|ed|ing)?|green|grün)[.!]?$/iu;

const COMMITTED =
  /^(?:(?:done|erledigt|hecho|listo|pronto|feito)\W+)?(?:(?:und|y|e|and) )?(?:commit\p{L}*|pushed|gepusht|已提交)(?!\p{L})/iu;
const HASH = /(?<![\w-])(?=[0-9a-f]*\d)[0-9a-f]{7,40}(?![\w-])/;
const MAX_COMMIT_SENTENCE = 160;

/** What nobody needs of a message once the person has replied to it: steps ahead, green runs, and commits, which are listed. */
export const isPassed = (words: string): boolean =>
  STEP_AHEAD.test(words) ||
  GREEN.test(words) ||
  (words.length <= MAX_COMMIT_SENTENCE && COMMITTED.test(words) && HASH.test(words));

const ASKED = /[?？]["'”)\]*_`]*\s*$/;
const ANNOUNCES_QUESTION =
  /^[\s*_>-]*(?:one|a|my|open)?\s*(?:last )?(?:questions?|frage|pregunta|pergunta|dúvida|вопрос)(?:[^\p{L}]|$)|^[\s*_>-]*(?:質問|问题|질문)/iu;
/** What stands in the way, and the question what to do about it. */
const CONTRASTS =
  /(?<!\p{L})(?:but|however|though|aber|allerdings|jedoch|pero|sin embargo|mas|porém|mais|cependant|но|однако)(?!\p{L})|但|不过|ただ|しかし|하지만|그런데/iu;

/** A paragraph without its questions, what announced them, and the objection that led to them. */
function withoutQuestions(sentences: readonly string[]): readonly string[] {
  const announced = sentences.findIndex((sentence) => ANNOUNCES_QUESTION.test(sentence));
  const asked = sentences.findIndex((sentence) => ASKED.test(sentence));
  if (asked < 0) return announced < 0 ? sentences : sentences.slice(0, announced);
  if (announced >= 0 && announced <= asked) return sentences.slice(0, announced);
  return sentences.filter(
    (sentence, at) => !ASKED.test(sentence) && !(at === asked - 1 && CONTRASTS.test(sentence)),
  );
}

const OPTIONS =
  /(?<!\p{L})(?:options?|approaches|alternatives?|ways?|choices?|variants?|opcion(?:es)?|opç(?:ão|ões)|möglichkeiten|wege?|varianten?|вариант\p{L}*|способ\p{L}*)(?!\p{L})|案|方案|办法|选项|选择|방안|옵션/iu;
const LABELED =
  /^\s*(?:[-*•|]|\d[.)])?\s*\**(?:[A-D](?:[.):]|\s*\||\*\*)|(?:option|approach|weg|opción|案|方案)\s?[A-D\d一二三])/iu;
/** "Two ways:" asks for a choice by itself. */
const COUNTED =
  /(?<!\p{L})(?:two|three|four|zwei|drei|dos|tres|duas|dois|três|deux|trois|два|две|три)(?!\p{L})|[两三二2-4]\s?[个つ種种]|두|세 가지/iu;
const MAX_LABEL = 90;

/** A list or table of what the person was to choose from. */
const isChoice = ({ kind, lead, headings, items }: Block): boolean =>
  (kind === 'list' || kind === 'table') &&
  ((lead.join('\n').match(/\|\s*\**[a-d][.)]/gi)?.length ?? 0) >= 2 ||
    [...lead, headings.at(-1)?.text ?? ''].some((line) => line.length <= MAX_LABEL && OPTIONS.test(line)) ||
    items.filter((item) => LABELED.test(item)).length >= 2);

/** A message that the person has replied to, without its questions and the choices that it offered. */
export function withoutAnswered(text: string): string {
  const blocks = blocksOf(text);
  const isAsking = blocks.some(({ items, lead }) => [...items, ...lead].some((line) => /[?？]/.test(line)));
  return renderBlocks(
    changeBlocks(blocks, (block) => {
      const { kind, lead, items } = block;
      if (kind === 'text') return { lead, items: withoutQuestions(items) };
      const isOffered = isAsking || kind === 'table' || lead.some((line) => COUNTED.test(line));
      return isOffered && isChoice(block) ? { lead: [], items: [] } : { lead, items };
    }),
  );
}

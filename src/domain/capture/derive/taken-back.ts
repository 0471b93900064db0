import { blocksOf, changeBlocks, renderBlocks } from '../blocks.ts';
import { saysDeadEnd } from '../open-points.ts';
import { statementsOf } from '../question.ts';
import { forbids, wordsOf } from '../standing-rules.ts';
import type { Closing, FileWritten, Request, TranscriptDigest } from '../transcript-digest.ts';
import { hasOwnWork, isOfWork, messagesOf, PROSE } from './turns.ts';

/** A reply that begins so takes something back. "No complaints" and "wait for the CI" do not. */
const CORRECTS =
  /^(?:(?:hm+|uh+|oh|ok(?:ay)?|ah|eh|uf+|m+|yeah)[\s,.!…]+)*(?:(?:no|nope|nah|nein|nee|doch nicht|non|não|нет)(?=\s*[,.!;:—–-]|\s+(?:not|wait|other|esp[eé]r\p{L}*|no)(?!\p{L})|\s+\p{L}+\s*[.,;!]|\s*$)(?!\W+(?:thank|gracias|danke|merci|prob|worries)|\s+(?:idea|rush|hurry|need|one|complaints|changes))|(?:wait|stop|hold on|espera|esp[eé]rate)(?=\s*[,.!;:—–-]|\s*$)|(?:undo|revert) (?:it|that|this|them)|ugly)(?!\p{L})|^(?:いや|いいえ|違|やっぱり|不对|不是|不行|아니)|(?<!\p{L})(?:(?:the )?other way|throw (?:it|that|this|them) away|scratch (?:it|that)|(?:undo|revert) (?:it|that|this)|not like that)(?!\p{L})/iu;

/** Whether a message takes back what it replies to. */
export const takesBack = (text: string): boolean => CORRECTS.test(text.trim());

const CHOOSES_AGAIN =
  /^(?:(?:no|nope|nah|hm+|wait|ok(?:ay)?)[\s,.!]+)*(?:(?:the )?other (?:way|one|option)(?!\p{L})|(?:i )?changed my mind|doch lieber|mejor (?:la|el) otr[ao]|やっぱり|还是(?:用|选))|[a-z]안 취소/iu;

const AGREES =
  /^(?:yes|yeah|yep|y|sure|ok(?:ay)?|sí|si|dale|vale|ja|oui|sim|はい|好的?|行|可以|네|응|ㅇㅇ)(?!\p{L})/iu;
const MAX_YES = 60;
const MAX_NAME = 12;

/** Whether the next message of the person, or one that names the choice, takes another option. */
export function isChosenAgain({ question, line, text }: Request, all: readonly Request[]): boolean {
  if (question === null) return false;
  const later = all.filter((one) => one.kind === 'said' && one.line > line);
  const [next] = later;
  // Beside a yes, or the name of an option, a longer answer says something of its own; "stop" ends the work and not the choice.
  const isAgreed = AGREES.test(text)
    ? text.length <= MAX_YES
    : !/[?？]/.test(question) && text.length <= MAX_NAME;
  if (
    isAgreed &&
    !forbids(text) &&
    next !== undefined &&
    takesBack(next.text) &&
    !/^\W*stop/i.test(next.text)
  )
    return true;
  const choice = text.trim().toLowerCase();
  return later.some(
    (one, at) => CHOOSES_AGAIN.test(one.text) && (at === 0 || one.text.toLowerCase().includes(choice)),
  );
}

/** Whether the reply to a report corrects it, and the agent worked on it again. */
export function isCorrected(digest: TranscriptDigest, closing: Closing): boolean {
  const reply = messagesOf(digest).find(({ kind, line }) => kind === 'said' && line > closing.line);
  if (reply === undefined || !takesBack(reply.text)) return false;
  // Until the agent has reported on it, nothing else says where the work stands.
  if (!digest.closings.some(({ turn, isMidway }) => turn === reply.turn && !isMidway)) return false;
  const isOf = (turn: number) => (file: FileWritten) => isOfWork(file) && file.turns?.includes(turn) === true;
  const again = digest.filesWritten.filter(isOf(reply.turn));
  return again.some(isOf(closing.turn));
}

const WRITES_DOWN =
  /(?<!\p{L})(?:write|put|save|turn|dump|note|sum(?: \p{L}+)? up)(?: me)? (?:this|it|that|all|everything)(?!\p{L})[^.\n]{0,30}(?<!\p{L})(?:markdown|md|docs?|documents?|files?|notes?|readme|wiki|page|adr)(?!\p{L})|(?<!\p{L})(?:document (?:this|it|that)|(?:schreib|fass|halt)\p{L}* (?:das|es)[^.\n]{0,30}(?:doku|datei|notiz)|escr[ií]b\p{L}*[^.\n]{0,20}(?:documento|archivo|doc|nota)|escrev\p{L}+[^.\n]{0,20}(?:documento|arquivo))|(?:文書|ドキュメント|ファイル|メモ)に(?:書|まとめ)|まとめて(?:書|おいて|ください)|写(?:到|进|成)[^。]{0,10}(?:文档|文件|md)|(?:문서|파일)(?:로|에) (?:적|써|정리)/iu;
/** Whether what a report explained was written into a document since, because the person asked for that after that discussion. */
export function isWrittenDown(digest: TranscriptDigest, closing: Closing): boolean {
  const request = digest.requests.find(
    ({ line, text, turn }) =>
      line > closing.line &&
      WRITES_DOWN.test(text) &&
      digest.filesWritten.some(({ path, turns }) => PROSE.test(path) && turns?.includes(turn)),
  );
  if (request === undefined) return false;
  const between = digest.closings.filter(
    ({ line, isMidway }) => line > closing.line && line < request.line && !isMidway,
  );
  return !between.some((one) => hasOwnWork(digest, one));
}

const SUPPOSES =
  /(?<!\p{L})(?:(?:first )?reading|suspect\p{L}*|suspicion|probabl[ey]|likely|hypothes[ie]s|candidate|i think|seems?|looks? like|guess|presumably|cause|culprit|theory|what i['’]d do|vermut\p{L}*|wahrscheinlich|sospech\p{L}*|probablemente|creo que|parece)(?!\p{L})|怀疑|可能|猜|おそらく|可能性|推定|의심|아마/iu;
const REFUTES =
  /(?<!\p{L})(?:(?:was|is)(?:n['’]t| not) (?:it(?=\s*[.,;:!]|\s*$)|the (?:cause|culprit|problem|reason))|not the cause|it(?:['’]s| is| was) not (?:the )?\p{L}+(?: \p{L}+)? either|no (?:era|es) (?:eso|la causa|el problema)|war es nicht|ist nicht die ursache|ce n['’]était pas)(?!\p{L})|原因では(?:ありません|なかった|ない)|不是(?:它|这个|原因)|원인이 아니/iu;
const MIN_NAME = 4;

/** What a sentence that rules something out is about: "the pool" of "The pool wasn't it", or "DNS" of "It's not DNS either". */
function subjectOf(sentence: string): string {
  const at = REFUTES.exec(sentence)?.index ?? 0;
  return at > 0 ? sentence.slice(0, at) : (sentence.split(/[,;:(—–]/, 1)[0] ?? '');
}

/** The words of what later messages say was not the cause. */
const refutedSince = ({ closings }: TranscriptDigest, { line }: Closing): readonly string[] =>
  closings
    .filter((one) => one.line > line)
    .flatMap(({ text }) => text.split('\n').flatMap(statementsOf))
    .filter((sentence) => REFUTES.test(sentence) && sentence.length <= MAX_REFUTATION)
    .flatMap((sentence) => [...wordsOf(subjectOf(sentence))])
    .filter((word) => word.length >= MIN_NAME && !/^(?:that|this|cause|problem|reason|either)/.test(word));
/** A longer one is about more than one cause. */
const MAX_REFUTATION = 160;

/** A report that changed nothing, without the paragraphs and items about what was not the cause. */
export function withoutRefuted(digest: TranscriptDigest, closing: Closing, text: string): string {
  const refuted = hasOwnWork(digest, closing) ? [] : refutedSince(digest, closing);
  if (refuted.length === 0) return text;
  const isRefuted = (sentence: string) => {
    const words = wordsOf(sentence);
    return SUPPOSES.test(sentence) && refuted.some((name) => words.has(name));
  };
  return renderBlocks(
    changeBlocks(blocksOf(text), (block) => {
      const isGone = block.kind === 'list' ? isRefuted : () => block.items.some(isRefuted);
      return { lead: block.lead, items: block.items.filter((item) => !isGone(item) || saysDeadEnd(item)) };
    }),
  );
}

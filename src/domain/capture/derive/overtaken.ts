import { isWholeRun } from '../check-run.ts';
import { saysDeadEnd, saysUnfinished } from '../open-points.ts';
import { statementsOf } from '../question.ts';
import type { Closing, TranscriptDigest } from '../transcript-digest.ts';
import { listedCommits } from './commit-lines.ts';
import { plainWords, UNCOMMITTED } from './report-text.ts';
import { takesBack } from './taken-back.ts';
import { hasOwnWork, messagesOf } from './turns.ts';

/** Whether all tests passed after a report, so that what it says about failed ones is over. */
const isTestedSince = ({ checks }: TranscriptDigest, { line }: Closing): boolean =>
  checks.some(
    (run) =>
      run.line > line && run.outcome === 'passed' && run.kinds.includes('test') && isWholeRun(run.text),
  );

const TESTS_FAIL =
  /(?<!\p{L})(?:tests?|specs?|suite)(?!\p{L})[^.]{0,120}(?<!\p{L})(?:fail(?:s|ed|ing|ures?)?|red)(?!\p{L})|(?<!\p{L})fail(?:s|ed|ing|ures?)(?!\p{L})[^.]{0,60}(?<!\p{L})(?:tests?|specs?)(?!\p{L})|(?:テスト|测试|테스트)[^。.]{0,40}(?:失敗|落ち|失败|실패)/iu;
/** Where a run on this machine says nothing. */
const ELSEWHERE =
  /(?<!\p{L})(?:windows|mac(?:os)?|linux|arm|staging|production|prod|ci|nightly|e2e|end[- ]to[- ]end|node \d+|python \d)(?!\p{L})/iu;
/** What somebody has to heed whatever the tests say. */
const WARNS = /(?<!\p{L})(?:when|until|because|before|unless|wants?|must|needs?)(?!\p{L})/iu;
const saysTestsFail = (sentence: string): boolean => TESTS_FAIL.test(sentence) && !ELSEWHERE.test(sentence);

/** How much was left, and what was not done then, in so few words that they name nothing that lasts. */
const PROGRESSES =
  /^(?:half ?way through [^.]{0,30}|(?:only )?(?:\d+|one|two|three|four|five) (?:more |of them )?(?:to go|left|remaining)|(?:left|remaining|still to do|to go)\s*[:：][^\n]{0,60}|i (?:have not|haven['’]t|did not|didn['’]t) (?:yet )?(?:appl(?:y|ied)|run|ran|deploy(?:ed)?|execute[d]?|start(?:ed)?|merge[d]?|sen[dt]|touch(?:ed)?|change[d]?)(?: (?:it|this|that|them|anything|nothing))?(?: yet)?|(?:so far )?i(?:['’]ve| have)? (?:changed|touched|run|executed|edited|written) nothing(?: yet| so far)?|(?:(?:de momento|por ahora) )?no he (?:ejecutado|tocado|cambiado) nada|(?:ich habe )?(?:noch )?nichts (?:geändert|ausgeführt))[.!]*$|^(?:まだ)?何も(?:変更|実行)して(?:い)?ません[。]?$|^(?:我)?(?:还)?(?:什么都)?没(?:有)?(?:改|动)(?:任何)?(?:代码|东西|文件)?[。]?$/iu;
/** The same in languages that write without spaces. */
const PROGRESSES_DENSE = /^(?:剩下|还剩|남은 (?:것|작업|일)|残り(?:は|の)?|まだ(?:残って))[^\n]{0,80}$/u;
/** What was to be found out, once the work went on. */
const TO_FIND_OUT =
  /(?<!\p{L})(?:(?:have|need|needs|has) to (?:find out|see|check) (?:why|how|what)|hay que (?:ver|mirar) por qué|il faut voir pourquoi|muss ich (?:noch )?(?:klären|nachsehen))(?!\p{L})|要查(?:一下)?为什么|还?不知道(?:是)?为什么|原因(?:は)?(?:まだ)?(?:不明|わかりません)|調べ(?:ます|る必要)|왜 그런지 (?:확인|봐야)/iu;
const saysProgress = (sentence: string): boolean =>
  TO_FIND_OUT.test(sentence) ||
  PROGRESSES.test(plainWords(sentence)) ||
  PROGRESSES_DENSE.test(plainWords(sentence));

/** What was to be run or built next. */
const NOT_RUN =
  /(?<!\p{L})(?:not (?:yet (?:re-?)?(?:run|tested)|(?:re-?)?(?:run|tested) yet)|(?:have not|haven['’]t) (?:(?:re-?)?(?:run|tested)[^.]{0,30} yet|yet (?:re-?)?(?:run|tested))|(?:todavía|aún) (?:sin|no (?:los? he|está)) (?:ejecutar|probar|corrido)|noch nicht (?:gelaufen|ausgeführt|getestet))(?!\p{L})|まだ(?:テスト|実行)[^。]{0,6}して(?:い)?ません|还没(?:有)?(?:跑|测试|运行)|아직 (?:실행|테스트)/iu;
const DOES_NOT_BUILD =
  /(?<!\p{L})(?:does(?:n['’]t| not)|won['’]t) (?:yet )?(?:build|compile)(?: yet| right now| at the moment)?(?!\p{L})|(?:ビルドが?通りません|编译不过|빌드가? 안)/iu;

/** What compiled or passed, until a later run failed. */
const PASSES_THEN =
  /(?<!\p{L})(?:(?:compiles|builds)(?=\s*(?:[.,;:(]|$)|\s(?:now|again|cleanly|against|without|with)(?!\p{L}))|tests?(?: \p{L}+)? (?:now )?pass|(?:all|\d+(?: of \d+)?) (?:\p{L}+ )?tests? (?:are |is )?(?:green|pass\p{L}*))(?!\p{L})/iu;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether the person has since given another value to a name that a short sentence gives a value. */
function hasNewValue(digest: TranscriptDigest, { line }: Closing, sentence: string): boolean {
  const names = (sentence.match(/(?<=`)[\w-]+(?=`)/g) ?? []).map(escaped);
  const values: readonly string[] = sentence.replace(/`[^`]*`/g, '').match(/\d+(?:[.,]\d+)*/g) ?? [];
  if (names.length === 0 || values.length === 0 || sentence.trim().length > MAX_VALUE) return false;
  const given = new RegExp(
    `(?<![\\w-])(?:${names.join('|')})(?![\\w-])\\W{0,3}(?:(?:to|is|at|of|be|auf|ist|a|en|es|à|est) |を|は|到|为|을|를|은|는)?\\W{0,3}(\\d+(?:[.,]\\d+)*)`,
  );
  return messagesOf(digest).some((one) => {
    const value = one.kind === 'said' && one.line > line ? given.exec(one.text)?.[1] : undefined;
    return value !== undefined && !values.includes(value);
  });
}
const MAX_VALUE = 90;

/** What the code did not have yet, and not what was not tried. */
const NOT_CHANGED =
  /(?<!\p{L})(?:(?:not|n['’]t) (?:been )?(?:changed|handled|implemented|wired|hooked up|migrated|updated|written|switched|built)(?: up)? yet|not yet (?:changed|handled|implemented|wired|migrated|updated|written|switched|built)|noch nicht (?:geändert|umgesetzt|gebaut|angepasst)|(?:todavía|aún) no (?:está|lo he|se ha) (?:cambiad|implementad|hech)\p{L}*|ainda não (?:mudei|implementei|fiz|alterei))(?!\p{L})|まだ[^。]{0,30}(?:変更|実装|対応|修正)して(?:い)?(?:ません|ない)|还没(?:有)?(?:改|做|实现|处理|加)|아직[^.]{0,30}(?:안 (?:바꿨|만들|고쳤|넣었)|(?:처리|구현|수정|변경)하지 않)/iu;
export const saysNotYet = (sentence: string): boolean => NOT_CHANGED.test(sentence);
const RUNS_NOW = /(?<!\p{L})(?:is|are) (?:now |still )?running(?: in the background)?(?=\s*[.,;(:]|\s*$)/iu;

const ESTIMATES =
  /(?<!\p{L})(?:about|roughly|around|~|ca\.?) ?\d+(?:[.,]\d+)? ?(?:s|sec|seconds|min|minutes|h|hours?)(?!\p{L})/iu;
/** How long something takes, and nothing else. */
const isEstimate = (sentence: string): boolean =>
  sentence.trim().length <= MAX_STATE && ESTIMATES.test(sentence);

/** What is to be heeded, and why, holds after its time; so does what another machine does. */
const HOLDS_ON =
  /(?<!\p{L})(?:until|unless|because|before|when|while|needs?|must|should|wants?|so (?:that|do|release)|do(?:n['’]t| not)(?! (?:build|compile|run)(?!\p{L}))|never|careful|bis|weil|bevor|hasta|porque|antes|jusqu|parce|avant|até|пока|потому)(?!\p{L})|ため|ので|まで|前に|から|因为|之前|直到|때문|전에|까지/iu;
const MAX_THEN = 180;

/** Whether a sentence says nothing but how things stood on this machine. */
const isOnlyThen = (sentence: string): boolean =>
  sentence.trim().length <= MAX_THEN && !HOLDS_ON.test(sentence) && !ELSEWHERE.test(sentence);

/** A longer sentence says more than that. */
const MAX_STATE = 60;
const UNPUSHED =
  /(?<!\p{L})(?:no|not|none|nothing|n['’]t|sin|nicht|nichts|pas|não|nada|nenhum\p{L}*|ningun\p{L}*|kein\p{L}*)(?!\p{L})[^.\n]{0,30}(?<!\p{L})(?:push\p{L}*|gepusht)|push\p{L}*[^.\n]{0,12}(?:していません|しません|하지 않)|(?:没有?|未)(?:推送|push)|푸시(?:는|를)? ?(?:안 했|하지 않)/iu;
/** A short sentence that says that something is not pushed. */
const saysUnpushed = (sentence: string): boolean =>
  sentence.trim().length <= MAX_STATE && UNPUSHED.test(sentence);

const MAX_UNCOMMITTED = 90;
/** A short sentence that says that something is not committed, and no name of what. */
const saysUncommitted = (sentence: string): boolean =>
  sentence.trim().length <= MAX_UNCOMMITTED && !sentence.includes('`') && UNCOMMITTED.test(sentence);

/** What is to be done is so whatever the commit is called. */
const DEMANDS =
  /(?<!\p{L})(?:must|needs? to|ha(?:s|ve) to|should|deploy\p{L}*|rotate|roll(?:ed)? back|releas\p{L}+)(?!\p{L})/iu;

/** Whether a sentence only describes a commit that was amended or taken back since. */
const namesReplaced = ({ replacedCommits = [] }: TranscriptDigest, sentence: string): boolean =>
  !DEMANDS.test(sentence) &&
  replacedCommits.some((hash) => /[a-f]/.test(hash) && sentence.includes(hash.slice(0, MIN_HASH)));
/** Git abbreviates hashes to at least this. */
const MIN_HASH = 7;

const isNamedBy = (path: string, name: string): boolean => path === name || path.endsWith(`/${name}`);
const filesNamedIn = (sentence: string): readonly string[] =>
  sentence.match(/[\w./@-]*\w\.\w{1,8}(?![\w/])/g) ?? [];

/** Words with which somebody has something removed. */
const DISCARDS =
  /(?<!\p{L})(?:bin|remove|delete|drop|scrap|throw (?:\p{L}+ ){0,3}(?:out|away)|get rid of|rip (?:\p{L}+ ){0,3}out|take (?:it|that|this|them) out|back (?:it|that|this) out|quita\p{L}*|elimina\p{L}*|borra\p{L}*|entfern\p{L}*|lösch\p{L}*|supprim\p{L}*|enlève\p{L}*|remov\p{L}*|apaga\p{L}*)(?!\p{L})|削除|消し|捨て|删|去掉|삭제|지워|빼/iu;

/** What was only written to find something out. */
const ONLY_TOOLS =
  /(?<!\p{L})(?:scripts?|repro\p{L}*|prob(?:e|es|ing)|debug\p{L}*|scratch|logging|logs?|prints?|spike|skripte?)(?!\p{L})|スクリプト|脚本|스크립트/iu;

/** Whether the files that a turn wrote were deleted because the person took it back: it worked on something that was given up. */
export function isGivenUp(digest: TranscriptDigest, closing: Closing): boolean {
  if (!(closing.files ?? 0) || hasOwnWork(digest, closing)) return false;
  const removed = (digest.filesRemoved ?? []).filter(({ turns }) => turns?.includes(closing.turn));
  return removed.some(({ line }) => {
    const request = messagesOf(digest).findLast((one) => one.kind === 'said' && one.line < line);
    return (
      request !== undefined &&
      request.line > closing.line &&
      (takesBack(request.text) || (DISCARDS.test(request.text) && !ONLY_TOOLS.test(request.text)))
    );
  });
}

/** Whether what a sentence of a report says of its time is over by what happened since. */
export function overtakenSince(digest: TranscriptDigest, closing: Closing): (sentence: string) => boolean {
  const hasPassed = isTestedSince(digest, closing);
  const isPushed = (digest.pushedAt?.line ?? 0) > closing.line || listedCommits(digest).length > 0;
  const removed = (digest.filesRemoved ?? []).filter(({ line }) => line > closing.line);
  const isGone = (name: string) =>
    removed.some(({ path }) => isNamedBy(path, name)) &&
    !digest.filesWritten.some((file) => file.isDeleted !== true && isNamedBy(file.path, name));
  const isCommitted = digest.commits.some(({ line }) => line > closing.line);
  const hasEnded = digest.closings.some((one) => one.line > closing.line && one.isToNotification);
  // Somebody came back to what a sentence names: a later message has its name, or a file called so was written.
  const later = digest.closings.filter(({ line }) => line > closing.line).map(({ text }) => text);
  const written = digest.filesWritten.filter(({ line }) => line > closing.line).map(({ path }) => path);
  const isComeBackTo = (sentence: string) =>
    (sentence.match(/(?<=`)[\w./-]{3,}(?=`)/g) ?? []).some((name) =>
      [...later, ...written].some((one) => one.includes(name)),
    );
  const hasRun = digest.checks.some(({ line, kinds }) => line > closing.line && kinds.includes('test'));
  const hasBuilt = digest.checks.some(
    ({ line, kinds, outcome }) =>
      line > closing.line &&
      (outcome === 'passed' ? kinds.length > 0 : kinds.every((kind) => kind === 'test')),
  );
  const hasFailed = digest.checks.some(({ line, outcome }) => line > closing.line && outcome === 'failed');
  const wasGivenUp = isGivenUp(digest, closing);
  const hasGoneOn = digest.closings.some(
    (one) => one.line > closing.line && (one.hasActed || hasOwnWork(digest, one)),
  );
  return (sentence) =>
    (hasPassed && saysTestsFail(sentence) && !WARNS.test(sentence)) ||
    (hasGoneOn && saysProgress(sentence)) ||
    (isPushed && saysUnpushed(sentence)) ||
    (isCommitted && saysUncommitted(sentence) && !HOLDS_ON.test(sentence)) ||
    (removed.length > 0 && filesNamedIn(sentence).some(isGone) && !saysDeadEnd(sentence)) ||
    (hasRun && NOT_RUN.test(sentence) && isOnlyThen(sentence)) ||
    (isCommitted &&
      hasGoneOn &&
      NOT_CHANGED.test(sentence) &&
      isOnlyThen(sentence) &&
      isComeBackTo(sentence)) ||
    (hasEnded && (RUNS_NOW.test(sentence) || isEstimate(sentence)) && isOnlyThen(sentence)) ||
    (hasFailed && PASSES_THEN.test(sentence) && isOnlyThen(sentence)) ||
    (hasBuilt && DOES_NOT_BUILD.test(sentence) && isOnlyThen(sentence)) ||
    (wasGivenUp && !saysDeadEnd(sentence)) ||
    hasNewValue(digest, closing, sentence) ||
    namesReplaced(digest, sentence);
}

/** The sentences of a report, each in a line, without those that say that something is not done. */
export const finishedPoints = (text: string): string =>
  text
    .split('\n')
    .flatMap(statementsOf)
    .filter((sentence) => !saysUnfinished(sentence))
    .join('\n');

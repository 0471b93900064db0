/** "Don't write anything yet": how to begin. */
const BEGINS =
  /(?<!\p{L})(?:(?:do(?:n['’]?t| not)|nothing|no code|no edits?)(?!\p{L})[^.!?\n]{0,40}(?<!\p{L})(?:yet|first|for now)|(?:(?:just|only) )?(?:plan|explain|look|tell me|measure|analy[sz]e) first|erst(?:mal)? (?:nur )?(?:den |einen )?plan|nichts anfassen|antes de (?:picar|tocar|escribir|cambiar|programar)|(?:só|solo|sólo) (?:explica|mira)\p{L}* (?:primeiro|primero)|não mexe em nada|ne touche à rien)(?!\p{L})|まだ(?:直さ|書か|変更し|触ら)ない|아직 (?:하지|수정하지|고치지)|(?:수정은|코드는) 아직|先(?:看看|看一下|列[个一出]|别(?:改|动|写))|别(?:急着|动手)|先不要(?:改|动|写)/iu;
/** What is done for others is not over because files were written. */
const FOR_OTHERS = /push|commit|merge|deploy|release|publish|post(?!\p{L})|投稿|提交|推送|발행|배포/iu;
/** A longer sentence says more than how to begin. */
const MAX_PHASE = 120;

/** Whether a sentence says how to begin, and not what holds: "plan first, and don't change anything yet". */
export const saysHowToBegin = (sentence: string): boolean =>
  sentence.trim().length <= MAX_PHASE && BEGINS.test(sentence) && !FOR_OTHERS.test(sentence);

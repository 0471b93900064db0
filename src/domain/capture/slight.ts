/** Words that ask for nothing by themselves: thanks, yes, go on, and the names of routine steps. */
const ROUTINE = new Set(
  (
    'thanks thank you very much a lot ok okay k yes yep yeah y no nope n great nice perfect cool awesome good fine super proceed continue go on ahead please pls sure done right now ' +
    "commit comit commited push ship can could you what we have let lets let's up everything it this that them these all and the changes change try again agian retry next do so then stage staged files pr lgtm oki doki hm hmm mhm bye " +
    'danke ja nein gut prima toll weiter bitte mach merci oui non parfait continue gracias sí si vale perfecto sigue continúa dale obrigado obrigada sim beleza continua grazie sì bene perfetto bedankt dank goed ga door ' +
    'ありがとう ありがとうございます はい お願いします 了解 続けて 続けてください コミットして 谢谢 好的 好 继续 嗯 可以 行 对 是的 提交 提交吧 谢谢你 네 예 응 계속 계속해 계속해줘 계속해주세요 좋아 고마워 감사합니다 커밋해 커밋해줘 ' +
    'спасибо да нет хорошо продолжай дальше hi hello hey hallo salut hola'
  ).split(' '),
);
const MAX_WORDS = 8;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** One word, or only words that ask for nothing. Scripts without spaces write whole sentences as one word. */
export function isSlight(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}']+/gu) ?? [];
  const [first = ''] = words;
  if (words.length <= 1) return !WITHOUT_SPACES.test(first) || first.length <= 2 || ROUTINE.has(first);
  return words.length <= MAX_WORDS && words.every((word) => ROUTINE.has(word));
}

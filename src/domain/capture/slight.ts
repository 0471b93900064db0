/** Words that ask for nothing by themselves: thanks, yes, go on, and the names of routine steps. */
const ROUTINE = new Set(
  (
    'thanks thank you very much a lot ok okay k yes yep yeah y no nope n great nice perfect cool awesome good fine super proceed continue go on ahead please pls sure done right now ' +
    "commit comit commited push ship can could you what we have let lets let's up everything it this that them these all and the changes change try again agian retry next do so then stage staged files pr lgtm oki doki got there here voilà voila oh ah wow hm hmm mhm bye " +
    'danke ja nein gut prima toll weiter bitte mach merci oui non parfait continue gracias sí si vale perfecto sigue continúa dale obrigado obrigada sim beleza continua grazie sì bene perfetto bedankt dank goed ga door ' +
    'ありがとう ありがとうございます はい お願いします 了解 続けて 続けてください コミットして 谢谢 好的 好 继续 嗯 可以 行 对 是的 提交 提交吧 谢谢你 네 예 응 넵 ㅇㅇ ㅇㅋ ㄱㄱ ㄱ 오케이 계속 계속해 계속해줘 계속해주세요 좋아 고마워 감사합니다 커밋해 커밋해줘 ' +
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
  // "Commit, no push" leaves something out.
  return (
    words.length <= MAX_WORDS &&
    words.every((word) => ROUTINE.has(word)) &&
    !words.slice(1, -1).includes('no')
  );
}

const ASKS_ON =
  /[?？]|(?<!\p{L})(?:proceed|continue|go|try|retry|again|agian|next|do|done|commit|push|ship|stage|weiter|nochmal|sigue)(?!\p{L})|再来|もう一度|다시/iu;

/** Thanks, "ok", "great": routine words that ask for no step. */
export const isThanks = (text: string): boolean =>
  isSlight(text) && !isTellingWord(text) && !isContinuation(text) && !ASKS_ON.test(text);

/** One word that says something: a name, a number, a letter. */
export function isTellingWord(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}'._-]+/gu) ?? [];
  return words.length === 1 && !ROUTINE.has(words[0] ?? '');
}

const REFUSES =
  /^(?:no|nope|nah|nein|nee|non|não|нет|nej|いいえ|いや|不用?|不要|否|别|아니\p{L}*)(?!\p{L})/iu;
const IS_LABEL = /^[\s(]*(?:[a-h]|\d{1,3})[\s).!。]*$/iu;

/** A bare no, or the number or letter of a choice: with it the person decides, however short it is. */
export const isBareDecision = (text: string): boolean =>
  isSlight(text) && (REFUSES.test(text.trim()) || IS_LABEL.test(text));

const CONTINUE =
  /^(?:(?:ok(?:ay)?|yes|please|now|vale|sí|ja|bitte|好的?|네|はい)[\s,.!，。]+)*(?:continue|go on|keep going|carry on|proceed|weiter|(?:mach|fahre?)(?: bitte)? (?:weiter|fort)|sigue|contin[uú]a|continuez|prosigue|ga door|继续|繼續|続けて(?:ください)?|계속(?:해(?:줘|주세요)?)?|продолжай(?:те)?|дальше)(?:[\s,.!，。]*(?:please|bitte|por favor|吧))?(?=$|[\s,.!，。…])/iu;

/** A message that begins with "go on", whatever follows it. */
export const isContinuation = (text: string): boolean => CONTINUE.test(text.trim());

const COMMIT_WORDS =
  /(?<!\p{L})(?:com+it(?:ea|eal[oa]|ear|tea)?|push(?:ea|eal[oa])?|s[uú]be(?:l[oa]s?)?|sub(?:e|ir)|haz|hacer)(?!\p{L})|提交|推送|推一下|커밋|푸시|コミット|プッシュ/giu;
const NAMES_COMMIT =
  /(?<!\p{L})(?:com+it|push|s[uú]be|(?:за)?ком+ит|(?:за)?пуш)|提交|推送|커밋|푸시|コミット|プッシュ/iu;

export const namesCommit = (text: string): boolean => NAMES_COMMIT.test(text);

/** What stands around the order: and, then, please, go on, the changes, the branch. */
const AROUND =
  /(?<!\p{L})(?:haz|un|una|el|la|los|las|l[oa]s?|y|e|de|a|al|en|todo|eso|esto|cambios?|ahora|luego|por favor|favor|rama|perfecto|bien|genial|muy|nice|main|origin|master|with|message|to|my|your|for|me|of|in|one|both)(?!\p{L})|并且?|然后|一下|代码|改动|更改|请|吧|到|远程|分支|把|了|和|再|先|하고|해\s?줘|해\s?주세요|해|다음|진행|변경\s?사항|변경|그리고|을|를|까지|도|좀|して|ください|してから|変更|を|と/giu;

/** "No push", "nothing in config": what the order leaves out. */
const LEAVES_OUT =
  /(?<!\p{L})(?:no|nothing|not|never|without|except|only|nur|kein\p{L}*|ohne|nicht|sin|solo|sólo|pas|sans|sem|não|без|не)(?!\p{L})|n['’]t(?!\p{L})|不|别|ない|말고|지 ?마/iu;

/** Whether it only asks to commit or push, in the languages that people write most. */
export function isCommitOrder(text: string): boolean {
  if (text.length > 80 || !NAMES_COMMIT.test(text) || LEAVES_OUT.test(text)) return false;
  const rest = text.replace(COMMIT_WORDS, ' ').replace(AROUND, ' ').trim();
  return (
    rest === '' ||
    (rest.match(/[\p{L}\p{M}\p{N}']+/gu) ?? []).every((word) => ROUTINE.has(word.toLowerCase()))
  );
}

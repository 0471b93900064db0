import { givesUp, withdrawsMessage } from '../given-up.ts';
import { saysUnfinished } from '../open-points.ts';
import { sentencesOf } from '../question.ts';
import { isBareDecision, isCommitOrder, isSlight, isTellingWord } from '../slight.ts';
import { forbids } from '../standing-rules.ts';
import type { Request, TranscriptDigest } from '../transcript-digest.ts';
import {
  hasRuleWord,
  isBareOrder,
  isHandedOver,
  isQuestion,
  limits,
  saidIn,
  saysWhatLasts,
} from './message-kinds.ts';
import { takesBack } from './taken-back.ts';
import { hasOwnWork, hasWritten } from './turns.ts';
import { weightOf } from './wording.ts';
import { hasOpenFiles } from './worktree-lines.ts';

/** Whether the agent finished the turn of a message with a reply. */
export const isFinished = ({ closings }: TranscriptDigest, { turn }: Request): boolean =>
  closings.some((closing) => closing.turn >= turn && !closing.isMidway);

/** The rest of a longer message may say how something is to be, in words that no list has. */
const MAX_SETTLED_SENTENCES = 2;
const MAX_SETTLED = 140;

/** Neither the report of its turn nor a later message says that something is not done. */
export const isComplete = ({ closings, requests }: TranscriptDigest, { turn, line }: Request): boolean =>
  !closings.some((closing) => closing.turn === turn && saysUnfinished(closing.text)) &&
  !requests.some((later) => later.line > line && saysUnfinished(later.text));

/** Whether a message was reported on, all that was written for it is committed, and it forbids nothing. */
export const isCarriedOut = (digest: TranscriptDigest, message: Request): boolean =>
  message.kind === 'said' &&
  message.question === null &&
  message.isInterrupted !== true &&
  !saysWhatLasts(message.text) &&
  isFinished(digest, message) &&
  digest.commits.some(({ line }) => line > message.line);

/** Whether files were written for a message and its turn was reported, committed or not. */
export const isWorkedOn = (digest: TranscriptDigest, message: Request): boolean =>
  message.kind === 'said' &&
  message.isInterrupted !== true &&
  hasWritten(digest, message) &&
  isFinished(digest, message) &&
  isComplete(digest, message);

/** What holds for more than one place or one time, or for a reason of the person's own. */
const HOLDS_GENERALLY =
  /(?<!\p{L})(?:never|always|every\p{L}*|any ?time|whenever|from now on|must|policy|by design|by hand|its own (?:ticket|pr|issue|branch)|we (?:do|use|have|call|keep|need)|i (?:do|use|have|call|keep|need|want|prefer)|i'?ll|because|until|unless|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next week|later|release|deploy\p{L}*|customers?|users?|team|client|boss|manager|(?:commit )?messages?|co-?auth\p{L}*|prefix\p{L}*|lower-?case|(?:without|sin|ohne|kein\p{L}*|sem|sans|senza) (?=\p{L})|mensaje|nunca|siempre|hasta|mañana|porque|jamais|toujours|demain|parce|nie|immer|morgen|weil|bis|sempre|amanhã)(?!\p{L})|必ず|常に|今後|毎回|明日|来週|ので|から|总是|一定|以后|今后|明天|下周|因为|항상|반드시|앞으로|내일|다음\s?주|때문/iu;

/** "No semicolons." */
const BEGINS_WITHOUT = /(?:^|[.,;:!?\n]\s*)(?:and |but )?no (?=\p{L})/iu;
/** What a choice is made with. */
const DECIDES =
  /(?<!\p{L})(?:only|before|after|instead|rather|decided|agreed|goes (?:in|into|to)|use|no|non)(?!\p{L})/iu;

const holdsGenerally = (text: string): boolean =>
  HOLDS_GENERALLY.test(text.replaceAll('’', "'")) || BEGINS_WITHOUT.test(text);

/** A longer one says how something is to be. */
const MAX_ONE_OFF = 100;

/** Whether a message was worked on, and neither limits anything nor says what holds generally. */
export const isOneOff = (digest: TranscriptDigest, message: Request): boolean =>
  message.question === null &&
  weightOf(message.text) <= MAX_ONE_OFF &&
  isWorkedOn(digest, message) &&
  !limits(message.text) &&
  !takesBack(message.text) &&
  !givesUp(message.text) &&
  !DECIDES.test(message.text) &&
  !holdsGenerally(message.text);

/** Whether a short message was carried out, and says nothing that lasts. */
export const isSettled = (digest: TranscriptDigest, message: Request): boolean =>
  saidIn(message.text).length <= MAX_SETTLED_SENTENCES &&
  isCarriedOut(digest, message) &&
  isComplete(digest, message) &&
  !hasOpenFiles(digest, message.turn);

/** Whether something was written for a message, all of it is committed, nobody says that something is left, and it limits nothing. */
export const isDone = (digest: TranscriptDigest, message: Request): boolean =>
  message.isInterrupted !== true &&
  !limits(message.text) &&
  hasWritten(digest, message) &&
  digest.commits.some(({ line }) => line > message.line) &&
  isFinished(digest, message) &&
  isComplete(digest, message) &&
  !hasOpenFiles(digest, message.turn);

/** Whether all that was written for a message is committed, and it neither limits anything nor holds beyond that. */
export const isOver = (digest: TranscriptDigest, message: Request): boolean =>
  message.kind === 'said' &&
  message.question === null &&
  weightOf(message.text) <= MAX_OVER &&
  isDone(digest, message) &&
  !takesBack(message.text) &&
  !givesUp(message.text) &&
  !AGREES_ON.test(message.text) &&
  !holdsGenerally(message.text) &&
  !hasRuleWord(message.text.replace(WEAK, ' '));
/** "Let's use UTC." */
const AGREES_ON = /(?<!\p{L})let['’]?s (?:use|keep|have|stay|stick|go (?:for|with))(?!\p{L})/iu;
/** Words that most descriptions of what is to be done have as well. */
const WEAK = /(?<!\p{L})(?:no|not|\p{L}+n['’]?t|but|use|ya no|pero|aber|mais|mas)(?!\p{L})/giu;
/** A longer one says how something is to be. */
const MAX_OVER = 100;

/** Whether a message has a rule, which is a record of its own, and beside it only a short order and no choice. */
function isOnlyRule({ constraints }: TranscriptDigest, { text, question }: Request): boolean {
  if (question !== null && !/[?？]/.test(question)) return false;
  const rule = constraints.find((one) => text.includes(one.text))?.text;
  const rest = sentencesOf(text.replace(rule ?? '', '').trim()).filter((one) => !isSlight(one));
  return rule !== undefined && isBareOrder(rest.join('')) && !rest.some(forbids);
}

const TAKES_NOTE =
  /^(?:understood|noted|sure|will do|got it|of course|alright|entendido|anotado|claro|verstanden|alles klar|compris|понял\p{L}*|了解|承知|明白|好的|收到|알겠습니다|네)(?!\p{L})/iu;
const MAX_NOTE = 90;

/** Whether the agent did nothing for a message but to take note of it. */
const isNoted = (digest: TranscriptDigest, { turn }: Request): boolean => {
  const replies = digest.closings.filter((one) => one.turn === turn);
  const [reply] = replies;
  return (
    reply !== undefined &&
    replies.length === 1 &&
    TAKES_NOTE.test(reply.text) &&
    weightOf(reply.text) <= MAX_NOTE &&
    reply.hasActed !== true &&
    !hasOwnWork(digest, reply)
  );
};

/** What only mattered when it was said, in a turn that the agent finished: a bare order or question, a yes, material. */
export function isSpent(digest: TranscriptDigest, message: Request): boolean {
  const { kind, text, question, isInterrupted } = message;
  if (
    kind === 'ran' ||
    (isInterrupted === true && !isQuestion(message) && !isBareOrder(text)) ||
    !isFinished(digest, message)
  )
    return false;
  // An answer that asks back decides nothing.
  if (kind === 'answered') return isQuestion(message);
  if (isHandedOver(text)) return true;
  if (withdrawsMessage(text)) return false;
  if (isQuestion(message) || isOnlyRule(digest, message)) return true;
  if (weightOf(text) <= MAX_SETTLED && isSettled(digest, message)) return true;
  // What the agent only took note of holds from then on.
  if (isNoted(digest, message)) return false;
  // An answer is a decision, unless it only lets the agent commit.
  return question !== null ? isCommitOrder(text) : isBareOrder(text);
}

const ASKS_TO_GO_AHEAD =
  /(?<!\p{L})(?:(?:sh(?:all|ould)|may|can|could) (?:i|we)|(?:want|like) me to|proceed|go(?:ing)? (?:ahead|on)|continue|soll(?:en)? (?:ich|wir)|quieres que|debo|dois-je|veux-tu que|devo|zal ik|мне)(?!\p{L})|しましょうか|ますか|要我|需要我|可以开始|可以吗|开始吗|할까요|드릴까요/iu;

/** A shorter question does not say what it asks. */
const MAX_NAMELESS = 12;

/** Whether a slight message decides something: a no and a choice do, a yes unless what it lets begin is reported. */
export const isDecisiveAnswer = (digest: TranscriptDigest, message: Request): boolean =>
  isBareDecision(message.text) ||
  (message.question !== null &&
    !(
      isFinished(digest, message) &&
      !isTellingWord(message.text) &&
      (ASKS_TO_GO_AHEAD.test(message.question) || weightOf(message.question) <= MAX_NAMELESS)
    ));

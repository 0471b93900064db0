import { takesBackRequest } from '../standing-rules.ts';
import type { Request, TranscriptDigest } from '../transcript-digest.ts';
import { isQuestion, observes } from './message-kinds.ts';
import { isOver, isSpent } from './request-outcome.ts';
import { sameText } from './same-text.ts';
import { type QuotedLine, quoted, weightOf } from './wording.ts';

/** What was committed and pushed is listed, and a command of the client says nothing by its name. */
const NAMES_COMMIT = /^\/|commit|push|コミット|プッシュ|提交|推送|커밋|푸시|коммит|пуш/iu;
/** A reply that names nothing says nothing without what it answers, and neither does a request for an explanation. */
const REPLIES =
  /^(?:ok(?:ay)?|fine|good|great|agreed?|done|thanks|thx|thank you|later|looks|yes|yeah|ja|gut|passt|danke|vale|listo|gracias|sí|はい|了解|好|行|네|넵|오|좋)(?!\p{Ll})(?:[\s,.!，。]+[\p{L}'’]+){0,3}[.!]*$|^(?:and |so |now )?(?:explain|summarize|(?:short )?status|(?:show|tell|give|remind) me)(?!\p{L})|^(?:stop|pause|wait|hold on|alto|para|espera|warte|stopp)(?!\p{L})[^,;:]{0,20}$|^\[pasted/iu;
/** A reply that begins so and takes something. */
const CHOOSES = /(?<!\p{L})(?:take|use|keep|drop|pick|choose|nimm|usa|toma|prends)(?!\p{L})/iu;
/** What ran once is over. */
const RUNS_ONCE =
  /^(?:(?:ok(?:ay)?|yes|now|then)[\s,]+)*(?:re-?)?run (?:it|all|everything|them|that|this|the tests?)(?!\p{L})/iu;
const BRIEFLY = '- briefly: ';
const BETWEEN = ' · ';
/** Less only lets the agent go on. */
const MIN_BRIEF = 12;
const MAX_BRIEF = 80;
const MAX_ALL_BRIEF = 500;

/** Short orders that were carried out, as far as they fit in one line: some of them decide something in words that no list has. */
export function briefOrders(
  digest: TranscriptDigest,
  others: readonly Request[],
  takingBack: readonly Request[],
): readonly Request[] {
  const orders = others.filter(
    (one, at) =>
      one.kind === 'said' &&
      !one.isSlight &&
      weightOf(one.text) >= MIN_BRIEF &&
      weightOf(one.text) <= MAX_BRIEF &&
      !one.text.includes('\n') &&
      !NAMES_COMMIT.test(one.text) &&
      !(REPLIES.test(one.text) && !CHOOSES.test(one.text)) &&
      !RUNS_ONCE.test(one.text) &&
      !isQuestion(one) &&
      !observes(one.text) &&
      !digest.constraints.some((rule) => one.text.includes(rule.text)) &&
      isSpent(digest, one) &&
      !isOver(digest, one) &&
      !others.slice(at + 1).some((later) => sameText(later, one)) &&
      !takingBack.some((later) => later.line > one.line && takesBackRequest(later.text, one.text)),
  );
  let room = MAX_ALL_BRIEF;
  const first = orders.findLastIndex(({ text }) => {
    room -= text.length + 5;
    return room < 0;
  });
  return orders.slice(first + 1);
}

/** Short orders in the order of the transcript: those between two other messages, whose lines these are, stand in one line. */
export function inBrief(orders: readonly Request[], others: readonly QuotedLine[]): readonly QuotedLine[] {
  const groups = new Map<number, Request[]>();
  for (const order of orders) {
    const before = others.filter(({ line }) => line < order.line).length;
    groups.set(before, [...(groups.get(before) ?? []), order]);
  }
  return [...groups.values()].map((group) => ({
    line: group[0]?.line ?? 0,
    text: BRIEFLY + group.map(({ text }) => quoted(text, MAX_BRIEF)).join(BETWEEN),
  }));
}

/** The line of short orders without those that name a report or the last message. */
export function withoutNamed(line: QuotedLine, said: string): readonly QuotedLine[] {
  if (!line.text.startsWith(BRIEFLY)) return [line];
  const left = line.text
    .slice(BRIEFLY.length)
    .split(BETWEEN)
    .filter((order) => !said.includes(`to ${order}`));
  return left.length === 0 ? [] : [{ ...line, text: BRIEFLY + left.join(BETWEEN) }];
}

import { keepBothEnds, keepWholeParts } from '../clip.ts';
import { closingQuestion } from '../question.ts';
import type { Closing, TranscriptDigest } from '../transcript-digest.ts';
import { type CheckpointPart, messagesOf, type QuotedLine } from './person-lines.ts';
import { tidyReply } from './tidy-reply.ts';
import { indented, quoted } from './wording.ts';

const MAX_LAST_CLOSING = 2_400;
const MIN_SUBSTANTIAL = 80;
const MIN_LAST_WORDS = 40;
/** After a shorter last message the report before it is shown as well. */
const MIN_REPORT = 250;
const REPORT_ROOM = 2_200;
const MAX_FINDING = 600;
const MAX_FINDINGS = 2;
const MAX_QUESTION = 300;

/** The sections of a compaction summary in which a client writes what matters next. */
const SUMMARY_PART =
  /(?:^|\n)\s*(?:#+\s*)?(?:\d+\.\s*)?\**(Primary Request and Intent|Pending Tasks|Current Work|Optional Next Step|Next Steps?)\**\s*:?\**/gi;
const MAX_SUMMARY = 1_500;

function summaryParts(summary: string, wanted: RegExp): string {
  const heads = [...summary.matchAll(/(?:^|\n)\s*(?:#+\s*)?\d+\.\s*\**[A-Z][^\n:]{2,60}:?/g)].map(
    ({ index }) => index,
  );
  const found = [...summary.matchAll(SUMMARY_PART)].filter(([, name = '']) => wanted.test(name));
  const texts = found.map(({ index }) =>
    summary.slice(index, heads.find((head) => head > index) ?? summary.length).trim(),
  );
  return texts.length === 0 ? summary : texts.join('\n');
}

/** Before the first request: a conversation that an earlier transcript began. */
export const begunEarlier: CheckpointPart = (digest) => {
  const summary = digest.summaries.at(-1);
  const first = messagesOf(digest)[0];
  if (summary === undefined || (first !== undefined && first.line < summary.line)) return [];
  const text = keepBothEnds(summaryParts(summary.text, /^Primary/i), 800);
  return [
    {
      line: summary.line,
      text: `Begun in an earlier conversation; the client's summary of it:\n${indented(text)}`,
    },
  ];
};

/** What the client wrote at a compaction counts until the agent has replied to something after it. */
const isSummedUp = ({ summaries, closings }: TranscriptDigest): boolean =>
  (summaries.at(-1)?.line ?? -1) > (closings.at(-1)?.line ?? -1);

export const summedUp: CheckpointPart = (digest) => {
  const summary = digest.summaries.at(-1);
  if (summary === undefined || !isSummedUp(digest)) return [];
  const text = keepBothEnds(
    summaryParts(summary.text, /^(?:Pending|Current|Optional|Next)/i),
    MAX_SUMMARY,
    0.3,
  );
  return [{ line: summary.line, text: `The client's summary at the compaction ends:\n${indented(text)}` }];
};

/** The request that a message of the agent answers. */
const requestOf = (digest: TranscriptDigest, { line }: Closing) =>
  messagesOf(digest).findLast((one) => one.kind === 'said' && one.line < line);

const answeredBy = (digest: TranscriptDigest, closing: Closing): string => {
  const request = requestOf(digest, closing);
  return request === undefined || messagesOf(digest).length === 1 ? '' : `, to ${quoted(request.text, 80)}`;
};

/** A message of the agent with only what is still worth reading. */
interface Said {
  readonly closing: Closing;
  readonly text: string;
}

function tidied(digest: TranscriptDigest, closing: Closing): Said {
  const { commits, checks, pushedAt, closings, last } = digest;
  const committedAt = Math.max(commits.at(-1)?.line ?? -1, pushedAt?.line ?? -1);
  const text = tidyReply(closing.text, {
    hashes: commits.map(({ hash }) => hash),
    isCommittedSince: committedAt > closing.line,
    isFailedSince: checks.some(({ outcome, line }) => outcome === 'failed' && line > closing.line),
    isPast: closing.isMidway || closing !== closings.at(-1) || last?.kind === 'request',
  });
  return { closing, text };
}

const isSubstantial = ({ text }: Said) => text.length >= MIN_SUBSTANTIAL;

const reply = (
  label: string,
  digest: TranscriptDigest,
  { closing, text }: Said,
  max: number,
): QuotedLine => ({
  line: closing.line,
  text: `${label}${answeredBy(digest, closing)}:\n${indented(keepWholeParts(text, max, 0.5))}`,
});

/** What the agent said on the way in the turn of its last message: what says most, and its last words. */
function findings(digest: TranscriptDigest, last: Closing, label: string): QuotedLine[] {
  const own = digest.closings
    .filter((one) => one.isMidway && one.turn === last.turn)
    .map((one) => tidied(digest, one));
  const found = own
    .filter((one) => isSubstantial(one) || (one.closing === last && one.text.length >= MIN_LAST_WORDS))
    .sort((a, b) => b.text.length - a.text.length)
    .filter((one, at) => at < MAX_FINDINGS || one.closing === last)
    .sort((a, b) => a.closing.line - b.closing.line);
  const lines = found.map(({ closing: { line }, text }) => ({
    line,
    text: `- ${indented(keepWholeParts(text, MAX_FINDING)).slice(2)}`,
  }));
  const [first] = lines;
  return first === undefined ? [] : [{ line: first.line, text: label }, ...lines];
}

/** The newest report of an earlier turn; a longer one is preferred to a remark. */
function reportBefore(digest: TranscriptDigest, last: Closing, label: string): QuotedLine[] {
  const earlier = digest.closings
    .filter((one) => one !== last && !one.isMidway && one.turn !== last.turn)
    .map((one) => tidied(digest, one))
    .filter(isSubstantial);
  const report = earlier.findLast(({ text }) => text.length >= MIN_REPORT) ?? earlier.at(-1);
  return report === undefined ? [] : [reply(label, digest, report, REPORT_ROOM)];
}

/** The closing message with its end; if it says little, also the report before it. */
export const concluded: CheckpointPart = (digest) => {
  const last = digest.closings.at(-1);
  if (last === undefined || isSummedUp(digest)) return [];
  if (last.isMidway)
    return [
      ...reportBefore(digest, last, 'Earlier the agent said'),
      ...findings(
        digest,
        last,
        `What the agent said while it worked${answeredBy(digest, last)}, newest last:`,
      ),
    ];
  const said = tidied(digest, last);
  const text = closingQuestion(said.text)?.rest ?? said.text;
  const lines =
    text === '' ? [] : [reply("The agent's last message", digest, { ...said, text }, MAX_LAST_CLOSING)];
  if (text.length >= MIN_REPORT) return lines;
  const before = reportBefore(digest, last, text === '' ? 'The agent said' : 'Before that it said');
  return [...lines, ...(before.length > 0 ? before : findings(digest, last, 'On the way it said:'))];
};

/** The question at the end of the last message, which nobody has answered. */
export const askedLast: CheckpointPart = (digest) => {
  const last = digest.closings.at(-1);
  if (last === undefined || last.isMidway || isSummedUp(digest)) return [];
  const asked = closingQuestion(tidied(digest, last).text);
  return asked === null
    ? []
    : [{ line: last.line, text: `The agent asked last: ${quoted(asked.question, MAX_QUESTION)}` }];
};

import { keepBothEnds } from '../clip.ts';
import type { Closing, TranscriptDigest } from '../transcript-digest.ts';
import { type CheckpointPart, messagesOf, type QuotedLine } from './person-lines.ts';
import { indented, quoted } from './wording.ts';

const MAX_LAST_CLOSING = 1_700;
const MIN_SUBSTANTIAL = 80;
const MIN_REPORT = 400;
/** After a short last message the report before it is shown as well. */
const MAX_SHORT = 400;
const REPORT_ROOM = 1_500;

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
  return request === undefined ? '' : `, to ${quoted(request.text, 80)}`;
};

const reply = (label: string, digest: TranscriptDigest, closing: Closing, max: number): QuotedLine => ({
  line: closing.line,
  text: `${label}${answeredBy(digest, closing)}:\n${indented(keepBothEnds(closing.text, max, 0.35))}`,
});

const MAX_FINDING = 600;
const MAX_FINDINGS = 2;
/** The report before it is then the last that the person has read. */
const MIDWAY_REPORT = 900;
const SECOND_REPORT = 500;

/** What the agent said on the way in the turn of its last message, newest last. */
const findingsOf = ({ closings }: TranscriptDigest, last: Closing): readonly Closing[] =>
  closings
    .filter((one) => one !== last && one.turn === last.turn && one.text.length >= MIN_SUBSTANTIAL)
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, MAX_FINDINGS)
    .sort((a, b) => a.line - b.line);

const listedFindings = (label: string, findings: readonly Closing[]): QuotedLine[] => [
  { line: findings[0]?.line ?? 0, text: label },
  ...findings.map(({ text, line }) => ({
    line,
    text: `- ${indented(keepBothEnds(text, MAX_FINDING)).slice(2)}`,
  })),
];

/** The agent was still at work. */
const saidAtWork = (digest: TranscriptDigest, last: Closing): QuotedLine[] =>
  listedFindings(`What the agent said while it worked${answeredBy(digest, last)}, newest last:`, [
    ...findingsOf(digest, last),
    last,
  ]);

const ROUTINE = /(?<!\p{L})(?:commit|push|ship)|コミット|提交|推送|커밋|푸시/iu;

/** What the agent said to "commit this" is only worth repeating if it says more than that it did. */
const isReport = (digest: TranscriptDigest, closing: Closing): boolean => {
  const request = requestOf(digest, closing);
  const isRoutine = closing.isMidway || (request?.isSlight === true && ROUTINE.test(request.text));
  return closing.text.length >= (isRoutine ? MIN_REPORT : MIN_SUBSTANTIAL);
};

/** The newest report before the last message, and if that is short, the one before it. */
function findReports(digest: TranscriptDigest, last: Closing): readonly Closing[] {
  const earlier = digest.closings
    .filter((one) => one !== last && !(last.isMidway && one.turn === last.turn) && isReport(digest, one))
    .reverse();
  const closed = earlier.filter(({ isMidway }) => !isMidway);
  const [newest, before] = closed.length > 0 ? closed : earlier;
  if (newest === undefined) return [];
  return newest.text.length >= MIN_REPORT || before === undefined ? [newest] : [newest, before];
}

/** The closing message with its end; if it is short, also the reports before it. */
export const concluded: CheckpointPart = (digest) => {
  const last = digest.closings.at(-1);
  if (last === undefined || isSummedUp(digest)) return [];
  const lines = last.isMidway
    ? saidAtWork(digest, last)
    : [reply("The agent's last message", digest, last, MAX_LAST_CLOSING)];
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  const closedRoom = length <= MAX_SHORT ? REPORT_ROOM : 0;
  let room = last.isMidway ? MIDWAY_REPORT : closedRoom;
  const reports = room === 0 ? [] : findReports(digest, last);
  const findings = findingsOf(digest, last);
  if (room > 0 && !last.isMidway && reports.length === 0 && findings.length > 0)
    return [...lines, ...listedFindings('On the way it said:', findings)];
  for (const report of reports) {
    lines.push(reply('Before that it said', digest, report, room));
    room = SECOND_REPORT;
  }
  return lines;
};

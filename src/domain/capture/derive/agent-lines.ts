import { summarySections } from '../compaction-summary.ts';
import { keepWholeBlocks } from '../keep-whole-blocks.ts';
import { isEnglish, isOpenPoint, saysWhy } from '../open-points.ts';
import { closingQuestion, statementsOf } from '../question.ts';
import type { Closing, TranscriptDigest } from '../transcript-digest.ts';
import { type CheckpointPart, messagesOf, type QuotedLine } from './person-lines.ts';
import { isAnswer } from './request-topic.ts';
import { isSmallTalk } from './small-talk.ts';
import { changedAfter, isAfterWork, type Said, standingReport, tidied } from './standing-report.ts';
import { DIAGNOSIS, NARRATION } from './tidy-reply.ts';
import { indented, listed, quoted, weightOf } from './wording.ts';

const MAX_LAST_CLOSING = 2_800;
const MIN_SUBSTANTIAL = 80;
const MIN_LAST_WORDS = 40;
/** After a shorter last message the report before it is shown as well. */
const MIN_REPORT = 250;
const REPORT_ROOM = 2_200;
const MAX_FINDING = 600;
const MAX_FINDINGS = 3;
const MAX_EDITED = 8;
const MAX_QUESTION = 300;

const MAX_SUMMARY = 1_500;
const MAX_EARLIER_SUMMARY = 1_100;

/** Before the first request: a conversation that an earlier transcript began. */
export const begunEarlier: CheckpointPart = (digest) => {
  const summary = digest.summaries.at(-1);
  const first = messagesOf(digest)[0];
  if (summary === undefined || (first !== undefined && first.line < summary.line)) return [];
  const text = summarySections(summary.text, ['primary request and intent'], 800);
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

const LAST_SECTIONS = [
  'errors and fixes',
  'pending tasks',
  'current work',
  'optional next step',
  'next step',
  'next steps',
] as const;

export const summedUp: CheckpointPart = (digest) => {
  const summary = digest.summaries.at(-1);
  if (summary === undefined || !isSummedUp(digest)) return [];
  const text = summarySections(summary.text, LAST_SECTIONS, MAX_SUMMARY);
  return text === ''
    ? []
    : [{ line: summary.line, text: `The client's summary at the compaction ends:\n${indented(text)}` }];
};

/** After later messages, the results that the summary names; what was pending only until something was committed. */
export const summedUpBefore: CheckpointPart = (digest) => {
  const summary = digest.summaries.at(-1);
  if (summary === undefined || isSummedUp(digest)) return [];
  const isCommitted = digest.commits.some(({ line }) => line > summary.line);
  const text = summarySections(
    summary.text,
    isCommitted ? ['errors and fixes'] : ['errors and fixes', 'pending tasks'],
    MAX_EARLIER_SUMMARY,
  );
  const later = messagesOf(digest).filter(({ line }) => line > summary.line).length;
  const label = `The client's summary at the last compaction, ${later} ${later === 1 ? 'message' : 'messages'} before the end:`;
  return text === '' ? [] : [{ line: summary.line, text: `${label}\n${indented(text)}` }];
};

/** The request that a message of the agent answers. */
const requestOf = (digest: TranscriptDigest, { line }: Closing) =>
  messagesOf(digest).findLast((one) => one.kind === 'said' && one.line < line);

export const answeredBy = (digest: TranscriptDigest, closing: Closing): string => {
  if (closing.isToNotification) return ', to a notification';
  const request = requestOf(digest, closing);
  return request === undefined || messagesOf(digest).length === 1 ? '' : `, to ${quoted(request.text, 80)}`;
};

const isSubstantial = ({ text }: Said) => weightOf(text) >= MIN_SUBSTANTIAL;

/** A name, a path or a value that was found is worth a short line. */
const isFinding = (said: Said) =>
  isSubstantial(said) || (weightOf(said.text) >= MIN_LAST_WORDS && /`[^`]{3,}`/.test(said.text));

const reply = (
  label: string,
  digest: TranscriptDigest,
  { closing, text }: Said,
  max: number,
): QuotedLine => ({
  line: closing.line,
  text: `${label}${answeredBy(digest, closing)}:\n${indented(keepWholeBlocks(text, max, 0.5, isOpenPoint))}`,
});

const saidMidway = (digest: TranscriptDigest, last: Closing): readonly Said[] =>
  digest.closings.filter((one) => one.isMidway && one.turn === last.turn).map((one) => tidied(digest, one));

/** The longest in their order. */
const longest = (said: readonly Said[], max: number): readonly Said[] =>
  [...said]
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, max)
    .sort((a, b) => a.closing.line - b.closing.line);

/** What the agent said on the way in the turn of its last message: what says most, and its last words. */
function saidOnTheWay(digest: TranscriptDigest, last: Closing): readonly Said[] {
  const own = saidMidway(digest, last);
  const most = longest(own.filter(isFinding), MAX_FINDINGS);
  return own.filter(
    (one) => most.includes(one) || (one.closing === last && weightOf(one.text) >= MIN_LAST_WORDS),
  );
}

function findings(found: readonly Said[], label: string): QuotedLine[] {
  const lines = found.map(({ closing: { line }, text }) => ({
    line,
    text: `- ${indented(keepWholeBlocks(text, MAX_FINDING)).slice(2)}`,
  }));
  const [first] = lines;
  return first === undefined ? [] : [{ line: first.line, text: label }, ...lines];
}

/** The sentences that say why something was changed, or what the change is; none of what was wrong until then. */
function reasonsIn({ closing }: Said): Said {
  const sentences = closing.text.split('\n').flatMap(statementsOf);
  const text = sentences
    .filter((one) => saysWhy(one) && !DIAGNOSIS.test(one) && !NARRATION.test(one))
    // A colon announced the edit itself.
    .map((one) => one.trim().replace(/[:：]$/, '.'))
    .join(' ');
  return { closing, text };
}

/** Fewer characters of a name are in other words by chance. */
const MIN_NAME = 4;

/** Reasons for edits of files that the report of the same turn does not name. */
function unnamedEdits(digest: TranscriptDigest, { closing, text }: Said): QuotedLine[] {
  const before = digest.closings.findLast((one) => !one.isMidway && one.line < closing.line);
  const begunAt = Math.max(requestOf(digest, closing)?.line ?? 0, before?.line ?? 0);
  const stems = changedAfter(digest, { line: begunAt })
    .map(({ path }) => path.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, ''))
    .filter((stem) => stem.length >= MIN_NAME && !text.includes(stem));
  const reasons = saidMidway(digest, closing)
    .map(reasonsIn)
    .filter((one) => stems.some((stem) => one.text.includes(stem)))
    .filter((one) => changedAfter(digest, one.closing).length > 0);
  return findings(longest(reasons, MAX_FINDINGS), 'Before its edits it said:');
}

/** Why the files of a turn were edited: what the agent said before it edited them. */
function approach(digest: TranscriptDigest, last: Closing): readonly Said[] {
  const before = saidMidway(digest, last).filter(({ closing }) => changedAfter(digest, closing).length > 0);
  const reasons = before.map(reasonsIn).filter(({ text }) => weightOf(text) >= MIN_LAST_WORDS);
  const texts =
    reasons.length > 0
      ? reasons
      : before.filter((one) => isSubstantial(one) && !isEnglish(one.text)).slice(0, 1);
  return longest(texts, MAX_FINDINGS);
}

/** A turn without a report: why the agent edited what it edited, and what it said after its last edit. */
function cutOff(digest: TranscriptDigest, last: Closing): QuotedLine[] {
  const found = saidOnTheWay(digest, last).filter(
    ({ closing }) => changedAfter(digest, closing).length === 0,
  );
  const begunAt = requestOf(digest, last)?.line ?? 0;
  const edited = changedAfter(digest, { line: begunAt });
  const to = answeredBy(digest, last);
  const names = [...edited].reverse().map(({ path }) => path);
  const reasons = edited.length === 0 ? [] : approach(digest, last);
  const edits =
    edited.length === 0 || reasons.length > 0
      ? []
      : [
          {
            line: edited.at(-1)?.line ?? begunAt,
            text: `Edited without a report${to}: ${listed(names, MAX_EDITED)}.`,
          },
        ];
  return [
    ...edits,
    ...findings(reasons, `Edited without a report${to}. Before its edits the agent said:`),
    ...findings(found, `What the agent said while it worked${to}, newest last:`),
  ];
}

/** A finding beside a short report, with the edits that followed it. */
function foundBefore(digest: TranscriptDigest, last: Closing): QuotedLine[] {
  const found = saidOnTheWay(digest, last);
  const current = found.filter(({ closing }) => changedAfter(digest, closing).length === 0);
  if (current.length > 0) return findings(current, 'On the way it said:');
  const reasons = approach(digest, last);
  return findings(reasons.length > 0 ? reasons : longest(found, 1), 'Before its edits it said:');
}

/** The newest earlier report that still holds; one of work or a longer one is preferred to a remark. */
function reportBefore(digest: TranscriptDigest, last: Closing, label: string): QuotedLine[] {
  let remark: Said | undefined;
  for (const closing of [...digest.closings].reverse()) {
    if (closing === last || closing.isMidway || isAnswer(digest, closing)) continue;
    const report = { closing, text: standingReport(digest, closing, false) };
    const isOfWork = (closing.files ?? 0) > 0 && weightOf(report.text) >= MIN_SUBSTANTIAL;
    if (isOfWork || weightOf(report.text) >= MIN_REPORT) return [reply(label, digest, report, REPORT_ROOM)];
    const min = isAfterWork(digest, closing) ? MIN_LAST_WORDS : MIN_SUBSTANTIAL;
    if (weightOf(report.text) >= min) remark ??= report;
  }
  return remark === undefined ? [] : [reply(label, digest, remark, REPORT_ROOM)];
}

/** The closing message with its end; if it says little, also the report before it. */
export const concluded: CheckpointPart = (digest) => {
  const last = digest.closings.at(-1);
  if (last === undefined || isSummedUp(digest)) return [];
  if (last.isMidway)
    return [...reportBefore(digest, last, 'Earlier the agent said'), ...cutOff(digest, last)];
  const said = tidied(digest, last);
  const text = isSmallTalk(last.text) ? '' : (closingQuestion(said.text)?.rest ?? said.text);
  const lines =
    text === '' ? [] : [reply("The agent's last message", digest, { ...said, text }, MAX_LAST_CLOSING)];
  if (weightOf(text) >= MIN_REPORT) return [...lines, ...unnamedEdits(digest, said)];
  const before = reportBefore(digest, last, text === '' ? 'The agent said' : 'Before that it said');
  return [...lines, ...(before.length > 0 ? before : foundBefore(digest, last))];
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

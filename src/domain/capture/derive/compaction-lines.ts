import { hasSections, summarySections } from '../compaction-summary.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';
import { foldNestedItems } from './fold-nested.ts';
import { messagesOf } from './turns.ts';
import { type CheckpointPart, indented } from './wording.ts';

const MAX_SUMMARY = 1_500;
const MAX_EARLIER_SUMMARY = 1_100;
const MAX_REQUEST = 800;

const quotedSections = (text: string): string => indented(foldNestedItems(text));

/** Before the first request: a conversation that an earlier transcript began. */
export const begunEarlier: CheckpointPart = (digest) => {
  const summary = digest.summaries.at(-1);
  const first = messagesOf(digest)[0];
  if (summary === undefined || (first !== undefined && first.line < summary.line)) return [];
  const text = summarySections(summary.text, ['primary request and intent'], MAX_REQUEST);
  return [
    {
      line: summary.line,
      text: `Begun in an earlier conversation; the client's summary of it:\n${indented(text)}`,
    },
  ];
};

/** What the client wrote at a compaction counts until the agent has replied to something after it. */
export const isSummedUp = ({ summaries, closings }: TranscriptDigest): boolean =>
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
    : [{ line: summary.line, text: `The client's summary at the compaction ends:\n${quotedSections(text)}` }];
};

/** Errors were fixed in the work; what the person corrected holds. */
const namesPerson = (item: string): boolean => /(?<!\p{L})users?(?!\p{L})|用户|ユーザー|사용자/iu.test(item);

/** After later messages, the results that the summary names; what was pending only until something was committed. */
export const summedUpBefore: CheckpointPart = (digest) => {
  const summary = digest.summaries.at(-1);
  if (summary === undefined || isSummedUp(digest)) return [];
  const isCommitted = digest.commits.some(({ line }) => line > summary.line);
  if (isCommitted && !hasSections(summary.text)) return [];
  const text = summarySections(
    summary.text,
    isCommitted ? ['errors and fixes'] : ['errors and fixes', 'pending tasks'],
    MAX_EARLIER_SUMMARY,
    namesPerson,
  );
  const later = messagesOf(digest).filter(({ line }) => line > summary.line).length;
  const label = `The client's summary at the last compaction, ${later} ${later === 1 ? 'message' : 'messages'} before the end`;
  const [, first = '', rest = ''] = /^([^\n:]{1,40}):\n([\s\S]*)$/.exec(text) ?? [];
  if (first !== '')
    return [{ line: summary.line, text: `${label}, ${first.toLowerCase()}:\n${quotedSections(rest)}` }];
  return text === '' ? [] : [{ line: summary.line, text: `${label}:\n${quotedSections(text)}` }];
};

import type { TranscriptDigest } from '../transcript-digest.ts';
import { askedLast, begunEarlier, concluded, summedUp } from './agent-lines.ts';
import { type CheckpointPart, firstRequest, laterMessages, messagesOf } from './person-lines.ts';
import { checked, committed, openFiles, reviewed, stopped } from './state-lines.ts';
import { type DerivedItem, quoted } from './wording.ts';

const planned: CheckpointPart = ({ plan, brokenOff }) => {
  if (plan === null || (plan.title === '' && plan.path === null)) return [];
  const name = [
    plan.title === '' ? '' : quoted(plan.title, 160),
    plan.path === null ? '' : `in ${plan.path}`,
  ];
  const outcome = plan.isApproved
    ? 'approved'
    : brokenOff?.by === 'person'
      ? 'not approved'
      : 'not approved, or to be carried out in a new conversation; clients record both alike';
  return [{ line: plan.line, text: `Plan: ${name.filter((part) => part !== '').join(' ')} (${outcome}).` }];
};

/** A title that the client made of the first request repeats it. */
const titled: CheckpointPart = (digest) => {
  const { title, requests } = digest;
  const request = firstRequest(digest)[0]?.text.toLowerCase() ?? '';
  const words = title?.text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const known = words.filter((word) => request.includes(word.slice(0, 5)));
  if (title === null || known.length * 2 >= words.length) return [];
  return [{ line: requests[0]?.line ?? 1, text: `Title: ${quoted(title.text, 120)}` }];
};

/** The state comes first, and the question that waits for an answer last. */
const PARTS: readonly CheckpointPart[] = [
  stopped,
  openFiles,
  titled,
  begunEarlier,
  firstRequest,
  laterMessages,
  planned,
  concluded,
  summedUp,
  committed,
  checked,
  reviewed,
  askedLast,
];

/**
 * Where the work was left: what was requested and said, in the words of the transcript, and what was done. `isOver`: nobody
 * works on in this session.
 */
export function deriveCheckpoint(digest: TranscriptDigest, isOver = true): DerivedItem[] {
  const messages = messagesOf(digest);
  if (
    messages.every(({ isSlight }) => isSlight) &&
    digest.counts.calls === 0 &&
    digest.summaries.length === 0
  )
    return [];
  const parts = PARTS.flatMap((part) => (isOver || part !== stopped ? part(digest) : []));
  return [
    {
      type: 'checkpoint',
      text: parts.map(({ text }) => text).join('\n'),
      lines: [...new Set(parts.map(({ line }) => line))].sort((a, b) => a - b),
    },
  ];
}

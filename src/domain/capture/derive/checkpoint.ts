import { keepWholeBlocks } from '../keep-whole-blocks.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';
import { askedLast, begunEarlier, concluded, summedUp, summedUpBefore } from './agent-lines.ts';
import { committed, committedFiles } from './commit-lines.ts';
import { earlierReports } from './earlier-reports.ts';
import {
  type CheckpointPart,
  firstRequest,
  LATER_MESSAGES,
  laterMessages,
  messagesOf,
  type QuotedLine,
} from './person-lines.ts';
import { checked, filed, reviewed, settled, stopped } from './state-lines.ts';
import { type DerivedItem, indented, isTemporary, quoted } from './wording.ts';
import { areListedAsOpen, openFiles, started } from './worktree-lines.ts';

const MAX_PLAN = 1_400;

const planned: CheckpointPart = (digest) => {
  const { plan, brokenOff, filesWritten } = digest;
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
  // The person replied to it with something else.
  if (
    !plan.isApproved &&
    messagesOf(digest).some(({ line, kind, isSlight }) => line > plan.line && kind === 'said' && !isSlight)
  )
    return [];
  const label = `Plan: ${name.filter((part) => part !== '').join(' ')} (${outcome})`;
  const isBegun = filesWritten.some(({ line, path }) => line > plan.line && !isTemporary(path));
  // What was begun or approved is in the files and in the reports.
  const text = plan.isApproved || isBegun ? '' : keepWholeBlocks(plan.text ?? '', MAX_PLAN, 0.8);
  return [{ line: plan.line, text: text === '' ? `${label}.` : `${label}:\n${indented(text)}` }];
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

/** The state comes first, and the question that waits for an answer last; reports of earlier turns take the room that is left. */
const BEFORE_REPORTS: readonly CheckpointPart[] = [
  stopped,
  started,
  openFiles,
  titled,
  begunEarlier,
  firstRequest,
  laterMessages,
  planned,
  summedUpBefore,
];
const EDITED = /^Edited without a report[\s\S]*: (.+)\.$/;

/** Edits that are listed as not committed are not listed again. */
const concludedOnce: CheckpointPart = (digest) =>
  concluded(digest).filter(({ text }) => {
    const edited = EDITED.exec(text)?.[1];
    return edited === undefined || !areListedAsOpen(digest, edited.split(', '));
  });

const AFTER_REPORTS: readonly CheckpointPart[] = [
  concludedOnce,
  summedUp,
  committed,
  checked,
  reviewed,
  filed,
  askedLast,
];

/** What the first line quotes whole is not quoted again, nor is the label of messages left without one. */
function withoutRepeated(lines: readonly QuotedLine[]): readonly QuotedLine[] {
  const [state = { line: 0, text: '' }] = lines;
  const kept = lines.filter(
    ({ text }) => !(text.startsWith('- ') && state.text.includes(quoted(text.slice(2), MAX_STATE))),
  );
  return kept.filter(
    ({ text }, at) => !text.startsWith(LATER_MESSAGES) || kept[at + 1]?.text.startsWith('- ') === true,
  );
}

const MAX_STATE = 400;

/** A report has room for more only if it has little else to show. */
const MAX_CHARS = 5_800;

const textOf = (lines: readonly QuotedLine[]): string => lines.map(({ text }) => text).join('\n');

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
  const before = withoutRepeated([
    ...(isOver ? settled(digest) : []),
    ...BEFORE_REPORTS.flatMap((part) => (isOver || part !== stopped ? part(digest) : [])),
  ]);
  const after = AFTER_REPORTS.flatMap((part) => part(digest));
  const shown = textOf([...before, ...after]);
  const reports = earlierReports(digest, [...before, ...after], MAX_CHARS - shown.length);
  const parts = [...before, ...reports, ...after, ...committedFiles(digest, shown + textOf(reports))];
  return [
    {
      type: 'checkpoint',
      text: textOf(parts),
      lines: [...new Set(parts.map(({ line }) => line))].sort((a, b) => a - b),
    },
  ];
}

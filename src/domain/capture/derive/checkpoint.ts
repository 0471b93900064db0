import type { FileWritten, TranscriptDigest } from '../transcript-digest.ts';
import { begunEarlier, concluded, summedUp } from './agent-lines.ts';
import {
  type CheckpointPart,
  firstRequest,
  laterMessages,
  messagesOf,
  type QuotedLine,
} from './person-lines.ts';
import { type DerivedItem, listed, quoted } from './wording.ts';

const MAX_FILES = 8;
const MAX_COMMITS = 5;

const planned: CheckpointPart = ({ plan }) => {
  if (plan === null || (plan.title === '' && plan.path === null)) return [];
  const name = [
    plan.title === '' ? '' : quoted(plan.title, 160),
    plan.path === null ? '' : `in ${plan.path}`,
  ];
  const outcome = plan.isApproved
    ? 'approved'
    : 'not approved, or to be carried out in a new conversation; clients record both alike';
  return [{ line: plan.line, text: `Plan: ${name.filter((part) => part !== '').join(' ')} (${outcome}).` }];
};

const TEMPORARY = /^(?:\/private)?\/(?:tmp|var\/folders)\/|[\\/](?:Temp|scratchpad)[\\/]/;

const names = (files: readonly FileWritten[]) =>
  listed(
    files.map(({ path }) => path),
    MAX_FILES,
  );

/** What was written, committed and pushed; what changed after the last commit stands by itself. */
const worked: CheckpointPart = (digest) => {
  const { commits, pushedAt, counts } = digest;
  const files = digest.filesWritten
    .filter(({ isTakenBack, path }) => !isTakenBack && !TEMPORARY.test(path))
    .sort((a, b) => b.line - a.line);
  const last = commits.at(-1);
  const committed = last === undefined ? [] : files.filter(({ line }) => line <= last.line);
  const open = files.filter((file) => !committed.includes(file));
  const lines: QuotedLine[] = [];
  if (last !== undefined) {
    const shown = commits.slice(-MAX_COMMITS);
    const more = counts.commits - shown.length;
    const text = shown.map(({ hash, subject }) => `${hash} ${quoted(subject, 120)}`.trim()).join(', ');
    const pushed =
      pushedAt === null
        ? 'no push was seen'
        : pushedAt.line >= last.line
          ? 'pushed'
          : 'the last push was before the last commit';
    lines.push({
      line: last.line,
      text: `Committed${last.branch === '' ? '' : ` on ${last.branch}`}: ${more > 0 ? `${more} earlier, ` : ''}${text} (${pushed}).`,
    });
  } else if (pushedAt !== null)
    lines.push({ line: pushedAt.line, text: 'Pushed; which commits is not shown.' });
  const [openFile] = open;
  if (openFile !== undefined)
    lines.push({
      line: openFile.line,
      text: `${last === undefined ? 'Written, no commit seen' : 'Written after the last commit'}: ${names(open)}.`,
    });
  const [committedFile] = committed;
  if (committedFile !== undefined)
    lines.push({ line: committedFile.line, text: `Written before the last commit: ${names(committed)}.` });
  return lines;
};

const reviewed: CheckpointPart = ({ pullRequests }) =>
  pullRequests.slice(-2).map(({ url, line }) => ({ line, text: `Pull request: ${url}` }));

const OUTCOMES = {
  open: 'without a result',
  done: 'done',
  failed: 'failed',
  refused: 'not allowed by the person',
} as const;

/** Whether the agent was at work after its last reply, and what stopped it. */
const stopped: CheckpointPart = (digest) => {
  const { brokenOff, lastAction, last, closings, failedTasks, requests } = digest;
  const lines: QuotedLine[] = failedTasks
    .filter(({ line }) => line > (requests.at(-1)?.line ?? 0))
    .map(({ text, line }) => ({ line, text: `In the background: ${text}` }));
  const isAtWork = lastAction !== null && lastAction.line > (closings.at(-1)?.line ?? -1);
  const action = isAtWork ? ` Its last action: ${lastAction.text} (${OUTCOMES[lastAction.outcome]}).` : '';
  if (brokenOff !== null) {
    const how =
      brokenOff.by === 'person'
        ? 'The person interrupted the agent.'
        : `The client failed: ${quoted(brokenOff.text, 160)}.`;
    return [...lines, { line: brokenOff.line, text: `${how}${action}` }];
  }
  if (isAtWork)
    return [
      ...lines,
      { line: lastAction.line, text: `The session stopped while the agent was at work.${action}` },
    ];
  const unanswered = messagesOf(digest).at(-1);
  if (last?.kind === 'request' && unanswered !== undefined)
    return [
      ...lines,
      {
        line: last.line,
        text: `The last message of the person was not answered: ${quoted(unanswered.text, 80)}`,
      },
    ];
  return lines;
};

const titled: CheckpointPart = ({ title, requests }) =>
  title === null ? [] : [{ line: requests[0]?.line ?? 1, text: `Title: ${quoted(title.text, 120)}` }];

const PARTS: readonly CheckpointPart[] = [
  titled,
  begunEarlier,
  firstRequest,
  laterMessages,
  planned,
  concluded,
  summedUp,
  worked,
  reviewed,
  stopped,
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

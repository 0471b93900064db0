import { keepWholeBlocks, marksInline } from '../keep-whole-blocks.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';
import { answeredBy, concluded } from './agent-lines.ts';
import { withoutNamed } from './brief-orders.ts';
import { checked } from './check-lines.ts';
import { committed } from './commit-lines.ts';
import { begunEarlier, summedUp, summedUpBefore } from './compaction-lines.ts';
import { earlierReports } from './earlier-reports.ts';
import { FIRST_SETTLED, firstRequest } from './first-request.ts';
import { hasRuleWord } from './message-kinds.ts';
import { staleTodos } from './open-loops.ts';
import { LATER_MESSAGES, laterMessages } from './person-lines.ts';
import { filed, NO_PULL_REQUEST, reviewed } from './pull-request-lines.ts';
import { isTrivial } from './short-session.ts';
import { inBackground, MAX_STATE, stopped, untested } from './state-lines.ts';
import { messagesOf } from './turns.ts';
import {
  type CheckpointPart,
  type DerivedItem,
  indented,
  isTemporary,
  type QuotedLine,
  quoted,
} from './wording.ts';
import { openFiles, started } from './worktree-lines.ts';

const MAX_PLAN = 1_400;
/** Of a plan that is in a file. */
const MAX_FILED_PLAN = 1_100;

const planned: CheckpointPart = (digest) => {
  const { plan, brokenOff, filesWritten } = digest;
  // The title alone of what was approved says nothing.
  if (plan === null || (plan.path === null && (plan.title === '' || plan.isApproved))) return [];
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
  const text =
    plan.isApproved || isBegun
      ? ''
      : keepWholeBlocks(plan.text ?? '', plan.path === null ? MAX_PLAN : MAX_FILED_PLAN, 0.8);
  return [{ line: plan.line, text: text === '' ? `${label}.` : `${label}:\n${indented(text)}` }];
};

/** The state comes first; reports of earlier turns take the room that is left. */
const BEFORE_REPORTS: readonly CheckpointPart[] = [
  stopped,
  started,
  openFiles,
  begunEarlier,
  firstRequest,
  laterMessages,
  planned,
  summedUpBefore,
];
const AFTER_REPORTS: readonly CheckpointPart[] = [
  summedUp,
  committed,
  staleTodos,
  inBackground,
  checked,
  untested,
  reviewed,
  filed,
];

/** What the first line quotes whole is not quoted again, nor is the label of messages left without one. */
function withoutRepeated(lines: readonly QuotedLine[]): readonly QuotedLine[] {
  const [state = { line: 0, text: '' }] = lines;
  const kept = lines.filter(
    ({ text }) => !(text.startsWith('- ') && state.text.includes(quoted(text.slice(2), MAX_STATE))),
  );
  return withoutEmptyLabel(kept);
}

const withoutEmptyLabel = (lines: readonly QuotedLine[]): readonly QuotedLine[] =>
  lines.filter(
    ({ text }, at) => !text.startsWith(LATER_MESSAGES) || lines[at + 1]?.text.startsWith('- ') === true,
  );

/** A longer message stays apart from the report on it. */
const MAX_JOINED = 200;

/** A request in one line that the label of the report on it has whole. Rules stay with the person's words. */
const labelWith = (digest: TranscriptDigest, { line, text }: QuotedLine): string | undefined => {
  const settled = FIRST_SETTLED.find((label) => text.startsWith(`${label}: `));
  if (settled !== undefined) return `the first request, ${text.slice(settled.length + 2, -1)}`;
  const isJoined = text.startsWith('- ') && text.length <= MAX_JOINED && !text.includes('\n');
  if (!isJoined || hasRuleWord(text)) return undefined;
  return answeredBy(digest, { line: line + 1 }, '', MAX_JOINED);
};

/** Each request in the line of the report on it, if one is shown. */
function joined(
  digest: TranscriptDigest,
  before: readonly QuotedLine[],
  reports: readonly QuotedLine[],
): readonly QuotedLine[] {
  const isJoined = new Set<QuotedLine>();
  const labeled = reports.map((report) => {
    const { answers } = report;
    const request = before.find((one) => one.line === answers?.line && labelWith(digest, one) !== undefined);
    if (answers === undefined || request === undefined || isJoined.has(request)) return report;
    isJoined.add(request);
    return { ...report, text: `- to ${labelWith(digest, request)}:${answers.text}` };
  });
  return [...withoutEmptyLabel(before.filter((line) => !isJoined.has(line))), ...labeled];
}

const PULL_REQUEST = /^Pull request(?: named in commands| that was looked at)?: (\S+)$/;

const ISSUE = /^Issue created: \S+\/(\d+)\.$/;

/** Whether a pull request or an issue is named in what is quoted, or the agent says that there is none. */
const isNamedIn = (said: string, line: string): boolean =>
  said.includes(PULL_REQUEST.exec(line)?.[1] ?? '\0') ||
  new RegExp(`#${ISSUE.exec(line)?.[1] ?? '\0'}(?!\\d)`).test(said) ||
  (line.startsWith(NO_PULL_REQUEST) && /(?<!\p{L})(?:PRs?|pull requests?)(?!\p{L})/iu.test(said));

/** A report has room for more only if it has little else to show. */
const MAX_CHARS = 5_800;

/** The heading of a section of which nothing is left. */
const EMPTY_SECTION = /\n {2,}[^\n:：]{1,90}[:：] \[… \d+ characters …\](?=\n|$)/g;

const textOf = (lines: readonly QuotedLine[]): string => lines.map(({ text }) => text).join('\n');

/**
 * Where the work was left: what was requested and said, in the words of the transcript, and what was done. `isOver`: nobody
 * works on in this session.
 */
export function deriveCheckpoint(digest: TranscriptDigest, isOver = true): DerivedItem[] {
  if (isTrivial(digest)) return [];
  const before = withoutRepeated(
    BEFORE_REPORTS.flatMap((part) => (isOver || part !== stopped ? part(digest) : [])),
  );
  const shown = textOf(before);
  const last = concluded(digest, shown);
  const after = [...last, ...AFTER_REPORTS.flatMap((part) => part(digest))];
  const all = textOf([...before, ...after]);
  const reports = earlierReports(digest, all, MAX_CHARS - all.length);
  const said = textOf([...before, ...reports, ...last]);
  const named = textOf([...reports, ...last]);
  const quoted = withoutEmptyLabel(
    joined(digest, before, reports).flatMap((line) => withoutNamed(line, named)),
  );
  const parts = [...quoted, ...after].filter(({ text }) => !isNamedIn(said, text));
  return [
    {
      type: 'checkpoint',
      text: marksInline(textOf(parts)).replace(EMPTY_SECTION, ''),
      lines: [...new Set(parts.map(({ line }) => line))].sort((a, b) => a - b),
    },
  ];
}

import { clipLine } from '../clip.ts';
import { withoutHeredocs } from '../command.ts';
import { foldPasted } from '../fold-pasted.ts';
import { saysDeadEnd } from '../open-points.ts';
import { statementsOf } from '../question.ts';
import type { LastAction, Mark, PendingCall, TranscriptDigest, Utterance } from '../transcript-digest.ts';
import type { CallEntry, CallInput, TranscriptEntry } from '../transcript-entry.ts';
import { endBackground } from './background.ts';
import { BOUND, keepLast } from './bounds.ts';
import { addCheck } from './checks.ts';
import { relativePath } from './files.ts';
import { addGitState } from './git-state.ts';
import { addGitWork, addPullRequests } from './git-work.ts';
import { compactPlan } from './plan.ts';
import {
  reduceBoundary,
  reduceInterruption,
  reduceRecap,
  reduceRequest,
  reduceShellCommand,
  reduceSummary,
} from './reduce-messages.ts';
import { reduceReply } from './reduce-reply.ts';
import { reduceResult } from './reduce-result.ts';

/** Long enough to see what a command does. */
const MAX_PENDING_COMMAND = 1_000;

function bounded(root: string | null, input: CallInput): CallInput {
  switch (input.what) {
    case 'write':
    case 'read':
      return { ...input, path: relativePath(root, input.path) };
    case 'command':
      return {
        ...input,
        command: withoutHeredocs(input.command).slice(0, MAX_PENDING_COMMAND).toWellFormed(),
      };
    case 'search':
      return { what: 'search', query: '' };
    case 'todos':
      return {
        ...input,
        todos: input.todos
          .slice(0, BOUND.todos)
          .map((todo) => ({ ...todo, text: clipLine(todo.text, BOUND.todo) })),
      };
    case 'plan':
      return {
        what: 'plan',
        text: compactPlan(input.text),
        path: input.path === undefined || input.path === null ? null : relativePath(root, input.path),
      };
    case 'ask':
      return { ...input, text: clipLine(input.text, BOUND.points) };
    case 'todo_added':
      return { ...input, text: clipLine(input.text, BOUND.todo) };
    case 'todo_changed':
      return {
        ...input,
        id: clipLine(input.id, 40),
        text: input.text === null ? null : clipLine(input.text, BOUND.todo),
      };
    case 'other':
      return input;
  }
}

/** The work of a call, as a person would name it; undefined for what only looks around. */
function describeAction({ tool, input }: PendingCall): string | undefined {
  switch (input.what) {
    case 'command':
      return `\`${clipLine(input.command, BOUND.command).replaceAll('`', "'")}\``;
    case 'write':
      return `${tool} ${input.path}`;
    case 'plan':
      return 'a plan for the person to approve';
    case 'ask':
      return input.text;
    case 'other':
      return tool;
    default:
      return undefined;
  }
}

const lastActionOf = ({ line, at, input }: PendingCall, text: string): LastAction => ({
  line,
  at,
  text,
  outcome: 'open',
  ...(input.what === 'ask' ? { isQuestion: true } : {}),
});

/** The last message before a call does not close the turn; what it says about a failed attempt is kept after the turn. */
function markMidway(digest: TranscriptDigest): Pick<TranscriptDigest, 'closings' | 'setbacks'> {
  const { closings, setbacks = [] } = digest;
  const last = closings.at(-1);
  if (last === undefined || last.isMidway) return { closings, setbacks };
  const { line, at, turn } = last;
  const text = clipLine(
    last.text.split('\n').flatMap(statementsOf).filter(saysDeadEnd).join(' '),
    BOUND.setback,
  );
  return {
    closings: [...closings.slice(0, -1), { ...last, isMidway: true }],
    setbacks: text === '' ? setbacks : keepLast([...setbacks, { line, at, turn, text }], BOUND.setbacks),
  };
}

const isTurnOpen = ({ closings, counts }: TranscriptDigest) => closings.at(-1)?.turn === counts.requests;

function reduceCall(digest: TranscriptDigest, entry: Mark & CallEntry): TranscriptDigest {
  const { line, at, callId, tool, cwd, isBySubagent } = entry;
  const root = digest.root ?? (cwd === null ? null : clipLine(cwd, 400));
  const call: PendingCall = {
    line,
    at,
    callId: callId.slice(0, BOUND.callId),
    tool: clipLine(tool, 80),
    input: bounded(root, entry.input),
    isBySubagent,
  };
  // A whole todo list replaces the previous one, so one pending list is enough.
  const waiting = digest.pending.filter(
    ({ input }) => !(input.what === 'todos' && call.input.what === 'todos'),
  );
  const pending = keepLast([...waiting, call], BOUND.pending);
  if (isBySubagent) return { ...digest, root, pending };
  const action = describeAction(call);
  return {
    ...digest,
    root,
    pending,
    branch: entry.branch ? clipLine(entry.branch, BOUND.branch) : digest.branch,
    brokenOff: null,
    ...(isTurnOpen(digest) ? markMidway(digest) : {}),
    lastAction: action === undefined ? digest.lastAction : lastActionOf(call, action),
    last: { line, at, kind: 'call' },
    counts: { ...digest.counts, calls: digest.counts.calls + 1 },
  };
}

/** Output without a command belongs to the command before it. */
function reduceShell(
  digest: TranscriptDigest,
  { line, at, command, output }: Mark & { readonly command: string; readonly output: string },
): TranscriptDigest {
  const mark = { line, at };
  const begun = command === '' ? digest : reduceShellCommand(digest, mark, command);
  const before = begun.requests.findLast(({ kind }) => kind === 'ran');
  if (output === '' || before === undefined) return begun;
  const shown = clipLine(output.trimEnd().split('\n').slice(-3).join('; '), BOUND.output);
  const requests = begun.requests.map((one) => (one === before ? { ...one, output: shown } : one));
  const run = { ...mark, text: output, isError: null, isRefused: false };
  const worked = addGitWork(addCheck({ ...begun, requests }, before.text, run), before.text, run);
  return addGitState(worked, before.text, run, worked.commits.at(-1)?.line === line);
}

/** The person's own title is kept. */
const reduceTitle = (digest: TranscriptDigest, text: string, isByPerson: boolean): TranscriptDigest =>
  digest.title?.isByPerson === true && !isByPerson
    ? digest
    : { ...digest, title: { text: clipLine(text, BOUND.title), isByPerson } };

/** In the middle of a turn a notification is part of it; after a reply it begins another one. */
const reduceTask = (
  digest: TranscriptDigest,
  { line, at, text, isFailed }: Mark & { readonly text: string; readonly isFailed: boolean },
): TranscriptDigest => ({
  ...digest,
  notifiedAt: digest.last?.kind === 'reply' ? line : digest.notifiedAt,
  failedTasks: isFailed
    ? keepLast([...digest.failedTasks, { line, at, text: clipLine(text, BOUND.error) }], BOUND.tasks)
    : digest.failedTasks,
});

/** Where the session began; the branch of later calls or of git's own words counts more. */
const reduceOrigin = (
  digest: TranscriptDigest,
  { branch, commit, role }: NonNullable<TranscriptDigest['origin']>,
): TranscriptDigest => ({
  ...digest,
  branch: digest.branch ?? (branch === null ? null : clipLine(branch, BOUND.branch)),
  origin: {
    branch: branch === null ? null : clipLine(branch, BOUND.branch),
    commit: commit === null ? null : clipLine(commit, BOUND.hash),
    role: role === null ? null : clipLine(role, BOUND.branch),
  },
});

const reduceBackground = (digest: TranscriptDigest, { text, line, at }: Utterance): TranscriptDigest => ({
  ...digest,
  background: keepLast(
    [...(digest.background ?? []), { text: foldPasted(text, BOUND.background), line, at }],
    BOUND.backgrounds,
  ),
});

const reduceRunning = (digest: TranscriptDigest, callId: string, runsAs: string): TranscriptDigest => ({
  ...digest,
  pending: digest.pending.map((call) =>
    call.callId === callId.slice(0, BOUND.callId) ? { ...call, runsAs: runsAs.slice(0, BOUND.callId) } : call,
  ),
});

function reduceEntry(digest: TranscriptDigest, entry: TranscriptEntry): TranscriptDigest {
  switch (entry.kind) {
    case 'request':
      return reduceRequest(digest, entry);
    case 'reply':
      return reduceReply(digest, entry);
    case 'call':
      return reduceCall(digest, entry);
    case 'result':
      return reduceResult(digest, entry);
    case 'shell':
      return reduceShell(digest, entry);
    case 'origin':
      return reduceOrigin(digest, entry);
    case 'background':
      return reduceBackground(digest, entry);
    case 'running':
      return reduceRunning(digest, entry.callId, entry.runsAs);
    case 'recap':
      return reduceRecap(digest, entry);
    case 'title':
      return reduceTitle(digest, entry.text, entry.isByPerson);
    case 'pull_request':
      return addPullRequests(digest, [entry.url], entry);
    case 'task':
      return reduceTask(endBackground(digest, entry.id), entry);
    case 'summary':
      return reduceSummary(digest, entry);
    case 'boundary':
      return reduceBoundary(digest, entry);
    case 'interruption':
      return reduceInterruption(digest, entry);
  }
}

/** Adds entries of one session in their order. Any division into batches gives the same digest. */
export const reduceEntries = (
  digest: TranscriptDigest,
  entries: readonly TranscriptEntry[],
): TranscriptDigest => entries.reduce(reduceEntry, digest);

import type { CheckRun, FileWritten, TranscriptDigest } from '../transcript-digest.ts';
import { type CheckpointPart, messagesOf, type QuotedLine } from './person-lines.ts';
import { listed, quoted } from './wording.ts';

const MAX_FILES = 8;
const MAX_COMMITS = 5;
const TEMPORARY = /^(?:\/private)?\/(?:tmp|var\/folders)\/|[\\/](?:Temp|scratchpad)[\\/]/;

/** Written since the last commit, newest first. */
const filesSinceCommit = ({ filesWritten, commits }: TranscriptDigest): readonly FileWritten[] =>
  filesWritten
    .filter(({ path, line }) => line > (commits.at(-1)?.line ?? -1) && !TEMPORARY.test(path))
    .sort((a, b) => b.line - a.line);

function fileLine(label: string, files: readonly FileWritten[], ending = '.'): QuotedLine[] {
  const names = files.map(({ path }) => path);
  const [first] = files;
  return first === undefined
    ? []
    : [{ line: first.line, text: `${label}: ${listed(names, MAX_FILES)}${ending}` }];
}

/** What is not committed, and where it is now. */
export const openFiles: CheckpointPart = (digest) => {
  const files = filesSinceCommit(digest);
  const kept = files.filter(({ isTakenBack }) => !isTakenBack);
  const { droppedStash, branch } = digest;
  const lost = files.filter(({ isTakenBack, isStashed }) => isTakenBack && isStashed === true);
  const said = droppedStash === null ? '' : `; git said ${quoted(droppedStash.text, 160)}`;
  return [
    ...fileLine(
      branch === null ? 'Not committed' : `Not committed (on branch ${branch})`,
      kept.filter(({ isStashed }) => isStashed !== true),
    ),
    ...fileLine(
      'In a git stash',
      kept.filter(({ isStashed }) => isStashed === true),
    ),
    ...fileLine('Lost: the changes were in a stash that was dropped', lost, `${said}.`),
  ];
};

/** What was committed, and whether it was pushed. */
export const committed: CheckpointPart = ({ commits, pushedAt, counts }) => {
  const last = commits.at(-1);
  if (last === undefined)
    return pushedAt === null ? [] : [{ line: pushedAt.line, text: 'Pushed; which commits is not shown.' }];
  const shown = commits.slice(-MAX_COMMITS);
  const more = counts.commits - shown.length;
  const text = shown.map(({ hash, subject }) => `${hash} ${quoted(subject, 120)}`.trim()).join(', ');
  const pushed =
    pushedAt === null
      ? 'no push was seen'
      : pushedAt.line >= last.line
        ? 'pushed'
        : 'the last push was before the last commit';
  const label = `Committed${last.branch === '' ? '' : ` on ${last.branch}`}`;
  return [{ line: last.line, text: `${label}: ${more > 0 ? `${more} earlier, ` : ''}${text} (${pushed}).` }];
};

const CHECK_OUTCOMES: Record<CheckRun['outcome'], string> = {
  passed: 'passed',
  failed: 'failed',
  refused: 'was not allowed by the person',
};

/** The last run of each kind, while it says something about the present state. A build beside tests goes without saying. */
export const checked: CheckpointPart = ({ checks, filesWritten, requests }) => {
  const begunAt = requests.findLast(({ kind, isSlight }) => kind === 'said' && !isSlight)?.line ?? 0;
  const changedAt = Math.max(-1, ...filesWritten.map(({ line }) => line));
  const current = checks.filter(({ line }) => line > begunAt || line > changedAt);
  const isTested = current.some(({ kinds }) => kinds.includes('test'));
  return current
    .filter(
      ({ kinds, outcome }) => !(isTested && outcome === 'passed' && kinds.every((kind) => kind === 'build')),
    )
    .map(({ kinds, text, outcome, line }) => ({
      line,
      text: `Last ${kinds.join(' and ')} run: \`${text.replaceAll('`', "'")}\` ${CHECK_OUTCOMES[outcome]}${
        line < changedAt ? ', before the last change' : ''
      }.`,
    }));
};

export const reviewed: CheckpointPart = ({ pullRequests }) =>
  pullRequests.slice(-2).map(({ url, line }) => ({ line, text: `Pull request: ${url}` }));

const OUTCOMES = {
  open: 'without a result',
  done: 'done',
  failed: 'failed',
  refused: 'not allowed by the person',
} as const;

/** What the agent did after its last words; if nothing that shows, the words, which announce the next step. */
function lastStep({ lastAction, closings }: TranscriptDigest): string {
  const words = closings.at(-1);
  if (lastAction !== null && lastAction.line > (words?.line ?? -1))
    return ` Its last action: ${lastAction.text} (${OUTCOMES[lastAction.outcome]}).`;
  return words?.isMidway === true ? ` Its last words: ${quoted(words.text, 160)}` : '';
}

/** What stopped the last turn; undefined if the agent had finished. */
function stopOf({ brokenOff, lastAction, last, closings }: TranscriptDigest): QuotedLine | undefined {
  if (brokenOff?.by === 'person') return { line: brokenOff.line, text: 'The person interrupted the agent.' };
  if (brokenOff !== null)
    return { line: brokenOff.line, text: `The client failed: ${quoted(brokenOff.text, 160)}.` };
  const words = closings.at(-1);
  const isActing = lastAction !== null && lastAction.line > (words?.line ?? -1);
  const isWorking = words?.isMidway === true && (last?.kind === 'call' || last?.kind === 'result');
  return isActing || isWorking
    ? { line: last?.line ?? 0, text: 'The session stopped while the agent was at work.' }
    : undefined;
}

/** Whether the last request was finished, and what stopped it. */
export const stopped: CheckpointPart = (digest) => {
  const { last, failedTasks, requests } = digest;
  const lines: QuotedLine[] = failedTasks
    .filter(({ line }) => line > (requests.at(-1)?.line ?? 0))
    .map(({ text, line }) => ({ line, text: `In the background: ${text}` }));
  const request = messagesOf(digest).findLast(({ kind }) => kind === 'said');
  const stop = stopOf(digest);
  if (stop !== undefined) {
    const unfinished = request === undefined ? '' : `Not reported as finished: ${quoted(request.text, 80)}. `;
    return [{ line: stop.line, text: `${unfinished}${stop.text}${lastStep(digest)}` }, ...lines];
  }
  const unanswered = messagesOf(digest).at(-1);
  if (last?.kind !== 'request' || unanswered === undefined) return lines;
  const text = `The last message of the person was not answered: ${quoted(unanswered.text, 80)}`;
  return [{ line: last.line, text }, ...lines];
};

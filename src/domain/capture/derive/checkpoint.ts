import type { Closing, FileWritten, TranscriptDigest } from '../transcript-digest.ts';
import { latestRuns } from './test-runs.ts';
import { asCommand, type DerivedItem, listed, quoted, quotedProse, sentence, testCounts } from './wording.ts';

const MAX_QUOTE = 280;
const MAX_LAST_WORDS = 700;
const MAX_FILES = 10;
const MAX_COMMITS = 3;
/** Shorter last words are only courtesies. */
const MIN_SUBSTANTIAL = 60;
const MIN_ADDED = 30;

/** A part of the text with its source lines. */
interface Part {
  readonly text: string;
  readonly lines: readonly number[];
}

function asked({ requests, counts }: TranscriptDigest): Part[] {
  const substantial = requests.filter(({ isSlight }) => !isSlight);
  const [first] = substantial.length === 0 ? requests : substantial;
  if (first === undefined) return [];
  const last = substantial.at(-1);
  const parts = [{ text: `Asked: ${quotedProse(first.text, MAX_QUOTE)}`, lines: [first.line] }];
  if (last === undefined || last === first) return parts;
  const among = counts.requests > 2 ? ` (${counts.requests} requests in all)` : '';
  return [...parts, { text: `Asked last${among}: ${quotedProse(last.text, MAX_QUOTE)}`, lines: [last.line] }];
}

const newestFirst = (files: readonly FileWritten[]) => [...files].sort((a, b) => b.line - a.line);

function written({ filesWritten, counts }: TranscriptDigest): Part[] {
  const kept = newestFirst(filesWritten.filter(({ isTakenBack }) => !isTakenBack));
  const forgotten = counts.filesWritten - filesWritten.length;
  if (kept.length === 0) return [];
  const names = kept.map(({ path }) => path);
  return [
    {
      text: `Written: ${listed(names, MAX_FILES, names.length + forgotten)}.`,
      lines: kept.slice(0, MAX_FILES).map(({ line }) => line),
    },
  ];
}

function committed({ commits }: TranscriptDigest): Part[] {
  const shown = commits.slice(-MAX_COMMITS);
  if (shown.length === 0) return [];
  const text = shown.map(({ hash, branch, subject }) => `${hash} ${quoted(subject, 120)} on ${branch}`);
  return [{ text: `Committed: ${text.join(', ')}.`, lines: shown.map(({ line }) => line) }];
}

function tested(digest: TranscriptDigest): Part[] {
  return latestRuns(digest)
    .slice(-2)
    .map((run) => ({ text: `Tests: ${asCommand(run.command)}: ${testCounts(run)}.`, lines: [run.line] }));
}

function planned({ todos }: TranscriptDigest): Part[] {
  if (todos.length === 0) return [];
  const done = todos.filter(({ state }) => state === 'done').length;
  return [{ text: `Todos: ${done} of ${todos.length} done.`, lines: [] }];
}

export function lastSubstantialReply({ closings }: TranscriptDigest): Closing | undefined {
  return closings.findLast(({ text }) => text.length >= MIN_SUBSTANTIAL) ?? closings.at(-1);
}

function concluded(digest: TranscriptDigest): Part[] {
  const closing = lastSubstantialReply(digest);
  const { agent } = digest.lastWords;
  if (closing === undefined) return [];
  const parts = [
    { text: `The agent's last words: ${quotedProse(closing.text, MAX_LAST_WORDS)}`, lines: [closing.line] },
  ];
  if (agent === null || agent.line === closing.line || agent.text.length < MIN_ADDED) return parts;
  return [...parts, { text: `And then: ${quotedProse(agent.text, MAX_QUOTE)}`, lines: [agent.line] }];
}

function summedUp({ summaries, lastWords }: TranscriptDigest): Part[] {
  const summary = summaries.at(-1);
  if (summary === undefined || (lastWords.agent?.line ?? -1) > summary.line) return [];
  return [
    {
      text: `Summed up at the compaction: ${quotedProse(summary.text, MAX_LAST_WORDS)}`,
      lines: [summary.line],
    },
  ];
}

function brokenOff({ brokenOff, pending, last }: TranscriptDigest): Part[] {
  if (brokenOff?.by === 'person')
    return [{ text: 'The person interrupted it there.', lines: [brokenOff.line] }];
  if (brokenOff !== null)
    return [
      {
        text: `It stopped at an error of the client: ${quoted(brokenOff.text, 160)}`,
        lines: [brokenOff.line],
      },
    ];
  if (pending.some(({ isBySubagent }) => !isBySubagent) || last?.kind === 'result' || last?.kind === 'call')
    return [
      { text: 'The transcript ends in the middle of the work.', lines: last === null ? [] : [last.line] },
    ];
  return [];
}

/** Where the work was left: what was requested, done and said last. */
export function deriveCheckpoint(digest: TranscriptDigest): DerivedItem[] {
  if (digest.requests.every(({ isSlight }) => isSlight) && digest.counts.calls === 0) return [];
  const parts = [asked, written, committed, tested, planned, concluded, summedUp, brokenOff].flatMap((part) =>
    part(digest),
  );
  return [
    {
      type: 'checkpoint',
      text: parts.map(({ text }) => sentence(text)).join('\n'),
      lines: [...new Set(parts.flatMap(({ lines }) => lines))].sort((a, b) => a - b),
    },
  ];
}

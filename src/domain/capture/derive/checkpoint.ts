import type { Closing, FileWritten, Gist } from '../gist.ts';
import type { DerivedItem } from './derived-item.ts';
import { lastingRuns } from './tests.ts';
import { asCommand, listed, quoted, sentence, spoken, testCounts } from './words.ts';

const MAX_QUOTE = 280;
const MAX_LAST_WORDS = 700;
const MAX_FILES = 10;
const MAX_COMMITS = 3;
/** Shorter last words are good manners. */
const MIN_TELLING = 60;
const MIN_ADDED = 30;

/** Where a part of the text comes from goes with it. */
interface Part {
  readonly text: string;
  readonly lines: readonly number[];
}

function asked({ requests, counts }: Gist): Part[] {
  const telling = requests.filter(({ isSlight }) => !isSlight);
  const [first] = telling.length === 0 ? requests : telling;
  if (first === undefined) return [];
  const last = telling.at(-1);
  const parts = [{ text: `Asked: ${spoken(first.text, MAX_QUOTE)}`, lines: [first.line] }];
  if (last === undefined || last === first) return parts;
  const among = counts.requests > 2 ? ` (${counts.requests} requests in all)` : '';
  return [...parts, { text: `Asked last${among}: ${spoken(last.text, MAX_QUOTE)}`, lines: [last.line] }];
}

const newestFirst = (files: readonly FileWritten[]) => [...files].sort((a, b) => b.line - a.line);

function written({ filesWritten, counts }: Gist): Part[] {
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

function committed({ commits }: Gist): Part[] {
  const shown = commits.slice(-MAX_COMMITS);
  if (shown.length === 0) return [];
  const told = shown.map(({ hash, branch, subject }) => `${hash} ${quoted(subject, 120)} on ${branch}`);
  return [{ text: `Committed: ${told.join(', ')}.`, lines: shown.map(({ line }) => line) }];
}

function tested(gist: Gist): Part[] {
  return lastingRuns(gist)
    .slice(-2)
    .map((run) => ({ text: `Tests: ${asCommand(run.command)}: ${testCounts(run)}.`, lines: [run.line] }));
}

function planned({ todos }: Gist): Part[] {
  if (todos.length === 0) return [];
  const done = todos.filter(({ state }) => state === 'done').length;
  return [{ text: `Todos: ${done} of ${todos.length} done.`, lines: [] }];
}

/** The last words that say something, unless work went on after them. */
export function lastTelling({ closings }: Gist): Closing | undefined {
  return closings.findLast(({ text }) => text.length >= MIN_TELLING) ?? closings.at(-1);
}

function concluded(gist: Gist): Part[] {
  const closing = lastTelling(gist);
  const { agent } = gist.lastWords;
  if (closing === undefined) return [];
  const parts = [
    { text: `The agent's last words: ${spoken(closing.text, MAX_LAST_WORDS)}`, lines: [closing.line] },
  ];
  if (agent === null || agent.line === closing.line || agent.text.length < MIN_ADDED) return parts;
  return [...parts, { text: `And then: ${spoken(agent.text, MAX_QUOTE)}`, lines: [agent.line] }];
}

function summedUp({ summaries, lastWords }: Gist): Part[] {
  const summary = summaries.at(-1);
  if (summary === undefined || (lastWords.agent?.line ?? -1) > summary.line) return [];
  return [
    { text: `Summed up at the compaction: ${spoken(summary.text, MAX_LAST_WORDS)}`, lines: [summary.line] },
  ];
}

function brokenOff({ brokenOff, pending, last }: Gist): Part[] {
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

/** Where it was left: what was asked, what was done, how it stood, what was said last. */
export function deriveCheckpoint(gist: Gist): DerivedItem[] {
  if (gist.requests.every(({ isSlight }) => isSlight) && gist.counts.calls === 0) return [];
  const parts = [asked, written, committed, tested, planned, concluded, summedUp, brokenOff].flatMap((part) =>
    part(gist),
  );
  return [
    {
      type: 'checkpoint',
      text: parts.map(({ text }) => sentence(text)).join('\n'),
      lines: [...new Set(parts.flatMap(({ lines }) => lines))].sort((a, b) => a - b),
    },
  ];
}

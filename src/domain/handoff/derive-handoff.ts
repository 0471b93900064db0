import { deriveFromDigest } from '../capture/derive/derive-from-digest.ts';
import type { DerivedItem } from '../capture/derive/wording.ts';
import { reduceReply } from '../capture/reduce/reduce-reply.ts';
import type { TranscriptDigest } from '../capture/transcript-digest.ts';
import type { Instant } from '../instant.ts';
import type { Note } from '../note/note.ts';
import type { ThroughlineRecord } from '../record/record.ts';
import type { Session } from '../session/session.ts';

export interface SessionEvidence {
  readonly session: Session;
  /** Oldest first. */
  readonly notes: readonly Note[];
  /** Its last turns, oldest first. */
  readonly turns: readonly { readonly number: number; readonly at: Instant; readonly what: string }[];
  readonly records: readonly ThroughlineRecord[];
  readonly files: readonly string[];
  readonly digest: TranscriptDigest | null;
}

export interface DerivedHandoff {
  /** Has no checkpoint if the session stored one itself, or if nothing is known. */
  readonly items: readonly DerivedItem[];
  /** Ids of notes and records, turns by number, and the transcript: where all this comes from. */
  readonly sources: readonly string[];
}

const MAX_NOTES = 3;
const MAX_TURNS = 4;
const MAX_FILES = 8;
const MAX_QUOTE = 280;
const MAX_RECORDS = 50;

const clip = (text: string, max = MAX_QUOTE): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).toWellFormed()}…`;
};

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Turns that only repeat notes and records add nothing, and notes may be private. */
const isInformative = ({ what }: SessionEvidence['turns'][number]) =>
  !/^(?:Stored|Updated|Deleted) an? |^Note(?: revised)?: |^A turn without words\.$/.test(what);

const MIN_SAME = 60;
const beginningOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').slice(0, MIN_SAME);

/** A client reports the last message of a turn, also if it has not written it to the transcript yet. */
function withLastWords(
  digest: TranscriptDigest | null,
  turns: SessionEvidence['turns'],
): TranscriptDigest | null {
  const said = turns.filter(isInformative).at(-1);
  if (digest === null || said === undefined || digest.last?.kind === 'reply') return digest;
  const { line = 0, at = null } = digest.last ?? {};
  // A notice of the client, such as that of a usage limit, is reported like a message of the agent.
  const known = [...digest.closings, ...(digest.brokenOff?.by === 'failure' ? [digest.brokenOff] : [])];
  const isKnown = known.some(({ text }) => beginningOf(text) === beginningOf(said.what));
  if (isKnown || (at !== null && at > said.at)) return digest;
  return reduceReply(digest, { line: line + 1, at: said.at, text: said.what });
}

const noteLines = (notes: readonly Note[]) =>
  notes.map(({ title, summary }) => `Noted: "${clip(title === null ? summary : `${title}: ${summary}`)}"`);

function checkpointOf({ session, notes, turns, files }: SessionEvidence, sources: readonly string[]): string {
  const lines = [...noteLines(notes), ...turns.map(({ what }) => `Last seen: "${clip(what)}"`)];
  if (files.length > 0) lines.push(`Files it named: ${files.map((path) => clip(path, 120)).join(', ')}.`);
  lines.push(`Nobody ended ${session.id}; this is from ${sources.join(', ')}.`);
  return lines.join('\n');
}

/** The session's own checkpoint is kept; notes come before the transcript. */
function fromTranscript(traces: SessionEvidence, items: readonly DerivedItem[]): readonly DerivedItem[] {
  const hasCheckpoint = traces.records.some(({ type }) => type === 'checkpoint');
  return items.flatMap((item) => {
    if (item.type !== 'checkpoint') return [item];
    const text = [...noteLines(traces.notes), item.text].join('\n');
    return hasCheckpoint ? [] : [{ ...item, text }];
  });
}

/** From the transcript, notes, turns and records; null where there is no trace of any work. No model, and no guess. */
export function deriveHandoff(given: SessionEvidence): DerivedHandoff | null {
  const notes = given.notes.filter(({ visibility }) => visibility === 'public').slice(-MAX_NOTES);
  const digest = withLastWords(given.digest, given.turns);
  const shown = digest === null ? [] : deriveFromDigest(digest);
  // The transcript contains the turns.
  const turns = given.digest === null ? given.turns.filter(isInformative).slice(-MAX_TURNS) : [];
  const { records } = given;
  if (notes.length + turns.length + records.length + shown.length === 0) return null;
  const traces = { ...given, notes, turns, files: given.files.slice(0, MAX_FILES) };
  const spoken = [...notes.map(({ id }) => id), ...turns.map(({ number }) => `turn ${number}`)];
  const sources = [...spoken, ...records.slice(0, MAX_RECORDS).map(({ id }) => id)];
  if (shown.length > 0) return { items: fromTranscript(traces, shown), sources };
  const hasCheckpoint = records.some(({ type }) => type === 'checkpoint');
  // Without notes and turns there is nothing to quote; records have their own sections.
  if (hasCheckpoint || spoken.length === 0) return { items: [], sources };
  const cited = [...spoken, ...(records.length > 0 ? [countOf(records.length, 'record')] : [])];
  return { items: [{ type: 'checkpoint', text: checkpointOf(traces, cited), lines: [] }], sources };
}

import type { Instant } from '../instant.ts';
import type { Note } from '../note/note.ts';
import type { ThroughlineRecord } from '../record/record.ts';
import type { Session } from '../session/session.ts';

/** What is known of a session that left without a word. */
export interface Traces {
  readonly session: Session;
  /** Oldest first. */
  readonly notes: readonly Note[];
  /** Its last turns, oldest first. */
  readonly turns: readonly { readonly number: number; readonly at: Instant; readonly what: string }[];
  /** What it stored itself and still holds. */
  readonly records: readonly ThroughlineRecord[];
  readonly files: readonly string[];
}

export interface DerivedHandoff {
  /** null where the session said itself where it stood. */
  readonly checkpoint: string | null;
  /** Ids of notes and records, and turns by number: where each line comes from. */
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

const nameTurn = (number: number) => `turn ${number}`;

/** A turn that only says that a record was stored adds nothing to the record itself. */
const isTelling = ({ what }: Traces['turns'][number]) => !/^(?:Stored|Updated|Deleted) an? /.test(what);

function countRecords(records: readonly ThroughlineRecord[]): string {
  const counts = new Map<string, number>();
  for (const { type } of records) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${type}`).join(', ');
}

function checkpointOf({ session, notes, turns, records, files }: Traces): string {
  const lines = [
    `Session ${session.id} stopped without a handoff; last heard ${session.heardAt.slice(0, 16).replace('T', ' ')} UTC, after ${session.turnCount} ${session.turnCount === 1 ? 'turn' : 'turns'}.`,
    ...notes.map(
      (note) =>
        `Noted (${note.id}): "${clip(note.title === null ? note.summary : `${note.title}: ${note.summary}`)}"`,
    ),
    ...turns.map((turn) => `Last seen (${nameTurn(turn.number)}): "${clip(turn.what)}"`),
  ];
  if (records.length > 0)
    lines.push(`It stored ${countRecords(records)}; they stand under their own headings.`);
  if (files.length > 0) lines.push(`Files it named: ${files.map((path) => clip(path, 120)).join(', ')}.`);
  return lines.join('\n');
}

/** From notes, turns and records; null where there is no trace of any work. No model, and no guess. */
export function deriveHandoff(traces: Traces): DerivedHandoff | null {
  const notes = traces.notes.filter(({ visibility }) => visibility === 'public').slice(-MAX_NOTES);
  const noted = new Set(notes.map(({ summary }) => summary));
  const turns = traces.turns
    .filter(isTelling)
    .filter(({ what }) => ![...noted].some((summary) => what.includes(clip(summary, 60).replace(/…$/, ''))))
    .slice(-MAX_TURNS);
  const { records } = traces;
  if (notes.length + turns.length + records.length === 0) return null;
  const files = traces.files.slice(0, MAX_FILES);
  const hasCheckpoint = records.some(({ type }) => type === 'checkpoint');
  return {
    checkpoint: hasCheckpoint ? null : checkpointOf({ ...traces, notes, turns, files }),
    sources: [
      ...notes.map(({ id }) => id),
      ...turns.map(({ number }) => nameTurn(number)),
      ...records.slice(0, MAX_RECORDS).map(({ id }) => id),
    ],
  };
}

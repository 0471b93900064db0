import { createRequire } from 'node:module';
import { piecesOf } from './010-pieces.ts';
import type { Migrated, Value } from './migration.ts';

/**
 * How migration 10 fills the table of texts from notes, events of games and captures. Frozen: it reads and writes the
 * columns of version 10, whatever later versions add.
 */
type Row = Readonly<Record<string, Value>>;

interface Text {
  readonly kind: 'note' | 'event' | 'capture';
  readonly ref: string;
  readonly part: number;
  readonly at: string;
  readonly who: string | null;
  readonly isSecret: boolean;
  readonly content: string;
}

interface NoteBody {
  readonly events: readonly string[];
  readonly charactersPresent: readonly string[];
  readonly npcsEncountered: readonly string[];
  readonly questUpdates: Readonly<Record<string, string>>;
  readonly combatEncounters: readonly string[];
  readonly treasureFound: readonly string[];
  readonly notes: string | null;
}

interface EventBody {
  readonly title: string | null;
  readonly description: string;
  readonly narration: string | null;
  readonly characters: readonly string[];
  readonly location: string | null;
  readonly tags: readonly string[];
  readonly actor: string | null;
  readonly occurredAt: string | null;
}

interface Message {
  readonly kind: string;
  readonly line: number;
  readonly at: string | null;
  readonly text: string;
}

const PAGE = 200;
const MAX_MESSAGE = 10_000;

const require = createRequire(import.meta.url);
const textOrNull = (value: Value | undefined) =>
  value === null || value === undefined ? null : String(value);
const isSecret = (row: Row) => row.visibility !== 'public';
const lines = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join('\n');

function unpack<Content>(packed: string): Content {
  const { inflateRawSync } = require('node:zlib') as typeof import('node:zlib');
  return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8')) as Content;
}

function ofNote(row: Row): readonly Text[] {
  const note = JSON.parse(String(row.body)) as NoteBody;
  const content = lines(
    textOrNull(row.title),
    String(row.summary),
    ...note.events,
    note.charactersPresent.join(', '),
    note.npcsEncountered.join(', '),
    ...Object.entries(note.questUpdates).map(([quest, update]) => `${quest}: ${update}`),
    ...note.combatEncounters,
    note.treasureFound.join(', '),
    note.notes,
  );
  const at = String(row.occurred_at ?? row.created_at);
  return [{ kind: 'note', ref: String(row.id), part: 0, at, who: null, isSecret: isSecret(row), content }];
}

function ofEvent(row: Row): readonly Text[] {
  const event = JSON.parse(String(row.body)) as EventBody;
  const names = [...event.characters, event.location, ...event.tags].filter(Boolean).join(', ');
  const content = lines(event.title, event.description, event.narration, names);
  const at = event.occurredAt ?? String(row.at);
  const who = event.actor;
  return [{ kind: 'event', ref: String(row.id), part: 0, at, who, isSecret: isSecret(row), content }];
}

function ofCapture(row: Row): readonly Text[] {
  const { transcriptPath } = JSON.parse(String(row.body)) as { transcriptPath: string | null };
  const { messages } = unpack<{ messages: readonly Message[] }>(String(row.content));
  const ref = `${row.session_id} ${transcriptPath ?? ''}`;
  const texts = new Map<number, Text>();
  for (const { kind, line, at, text } of messages) {
    if (kind !== 'request' && kind !== 'reply') continue;
    const said = text.slice(0, MAX_MESSAGE).toWellFormed();
    if (said.trim() === '') continue;
    const before = texts.get(line);
    texts.set(line, {
      kind: 'capture',
      ref,
      part: line,
      at: at ?? String(row.at),
      who: kind === 'request' ? 'user' : 'agent',
      isSecret: false,
      content: before === undefined ? said : `${before.content}\n${said}`,
    });
  }
  return [...texts.values()];
}

const add = (store: Migrated, row: Row, text: Text) =>
  store.run(
    `INSERT INTO texts (workspace, project_id, session_id, kind, ref, part, at, who, is_secret, content, pieces)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    String(row.workspace),
    String(row.project_id),
    textOrNull(row.session_id),
    text.kind,
    text.ref,
    text.part,
    text.at,
    text.who,
    text.isSecret ? 1 : 0,
    text.content,
    piecesOf(text.content),
  );

/** A row that cannot be read has no searchable text, and does not stop the others. */
function textsIn(row: Row, read: (row: Row) => readonly Text[]): readonly Text[] {
  try {
    return read(row);
  } catch {
    return [];
  }
}

function fillFrom(store: Migrated, table: string, read: (row: Row) => readonly Text[]): void {
  for (let after = 0; ; ) {
    const rows = store.all(`SELECT * FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`, after);
    if (rows.length === 0) return;
    for (const row of rows) for (const text of textsIn(row, read)) add(store, row, text);
    after = Number(rows.at(-1)?.seq);
  }
}

export function fillTexts(store: Migrated): void {
  fillFrom(store, 'notes', ofNote);
  fillFrom(store, 'campaign_events', ofEvent);
  fillFrom(store, 'captures', ofCapture);
}

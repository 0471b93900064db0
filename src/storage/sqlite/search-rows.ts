import type { SearchText, TextKind, TextSource } from '../../app/ports/search-index.ts';
import type { RecordType } from '../../domain/record/record.ts';
import { keyOf } from './candidate-key.ts';
import type { Row } from './driver.ts';
import { textOrNull } from './rows.ts';
import { listIn } from './stored-json.ts';

/** Very long texts are judged by how they begin, unless they are asked for whole. */
export const LONGEST = 6_000;
const OPENING = `substr(r.content, 1, ${LONGEST}) AS content`;

export const COLUMNS: Readonly<Record<TextSource, string>> = {
  records: `r.seq, r.id, r.project_id, r.session_id, ${OPENING}, r.subject, r.tags, r.aliases, r.resolution,
    coalesce(r.occurred_at, r.created_at) AS happened, r.importance, r.type,
    r.supersedes, r.superseded_by`,
  texts: `r.seq, r.kind, r.ref, r.part, r.project_id, r.session_id, ${OPENING}, r.who, r.at, r.is_secret`,
};

// A spread in these two would make each object several times as slow to build, and a search builds a thousand.
const recordText = (row: Row): SearchText => ({
  key: keyOf('records', Number(row.seq)),
  source: 'records',
  sequence: Number(row.seq),
  kind: 'record',
  id: String(row.id),
  part: 0,
  projectId: row.project_id === '' ? null : String(row.project_id),
  sessionId: textOrNull(row.session_id),
  text: String(row.content),
  names: [
    ...(row.subject === null ? [] : [String(row.subject)]),
    ...listIn(row.tags),
    ...listIn(row.aliases),
    ...(row.resolution === null ? [] : [String(row.resolution)]),
  ],
  speaker: null,
  at: String(row.happened),
  importance: Number(row.importance),
  type: String(row.type) as RecordType,
  supersedes: listIn(row.supersedes),
  supersededBy: textOrNull(row.superseded_by),
  isSecret: false,
  predecessors: [],
});

const USUAL_IMPORTANCE = 5;

const otherText = (row: Row): SearchText => ({
  key: keyOf('texts', Number(row.seq)),
  source: 'texts',
  sequence: Number(row.seq),
  kind: String(row.kind) as TextKind,
  id: String(row.ref),
  part: Number(row.part),
  projectId: String(row.project_id),
  sessionId: textOrNull(row.session_id),
  text: String(row.content),
  names: [],
  speaker: textOrNull(row.who),
  at: String(row.at),
  importance: USUAL_IMPORTANCE,
  type: null,
  supersedes: [],
  supersededBy: null,
  isSecret: Number(row.is_secret) === 1,
  predecessors: [],
});

export const SHAPES: Readonly<Record<TextSource, (row: Row) => SearchText>> = {
  records: recordText,
  texts: otherText,
};

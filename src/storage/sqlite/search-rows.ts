import type {
  Candidate,
  CandidateKey,
  SearchText,
  TextKind,
  TextSource,
} from '../../app/ports/search-index.ts';
import type { RecordType } from '../../domain/record/record.ts';
import type { Row } from './driver.ts';
import { type Columns, PackedList } from './packed-rows.ts';
import { textOrNull } from './rows.ts';
import { listIn } from './stored-json.ts';

const LETTERS: Readonly<Record<TextSource, string>> = { records: 'r', texts: 't' };
const NUMBER = /^[1-9]\d{0,14}$/;

export const keyOf = (source: TextSource, seq: number) => `${LETTERS[source]}${seq}` as CandidateKey;

export const candidateOf = (source: TextSource, seq: number): Candidate => ({
  key: keyOf(source, seq),
  source,
  sequence: seq,
});

/** The rows of one source, in the order of the keys; keys that this store did not make are left out. */
export const seqsOf = (keys: readonly CandidateKey[], source: TextSource): readonly number[] =>
  keys
    .filter((key) => key.startsWith(LETTERS[source]) && NUMBER.test(key.slice(1)))
    .map((key) => Number(key.slice(1)));

/** Very long texts are judged by how they begin, unless they are asked for whole. */
const OPENING = 'substr(r.content, 1, 600)';
/** Where `wanted` lists the rows, the first ones come whole. */
const WHOLE_OR_OPENING = `CASE WHEN wanted.key < wanted.whole THEN r.content ELSE ${OPENING} END`;

const columnsOf = (names: string): Columns =>
  Object.fromEntries(names.split(' ').map((name) => [name, `r.${name}`]));

const rowsWith = (content: string): Readonly<Record<TextSource, PackedList>> => ({
  records: new PackedList({
    ...columnsOf(
      'seq id project_id session_id subject tags aliases resolution importance type supersedes superseded_by',
    ),
    content,
    happened: 'coalesce(r.occurred_at, r.created_at)',
  }),
  texts: new PackedList({
    ...columnsOf('seq kind ref part project_id session_id who at is_secret names entity_kind'),
    content,
  }),
});
export const OPENING_ROWS = rowsWith(OPENING);
export const LISTED_ROWS = rowsWith(WHOLE_OR_OPENING);

const subjectsOf = (row: Row): readonly string[] =>
  row.subject === null ? listIn(row.aliases) : [String(row.subject), ...listIn(row.aliases)];

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
  subjects: subjectsOf(row),
  entityKind: null,
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
  names: listIn(row.names),
  subjects: listIn(row.names),
  entityKind: textOrNull(row.entity_kind),
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

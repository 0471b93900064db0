import type {
  SearchIndex,
  SearchScope,
  SearchText,
  TextKind,
  TextSource,
  Wanted,
} from '../../app/ports/search-index.ts';
import type { RecordType } from '../../domain/record/record.ts';
import { foldText } from '../../domain/words/fold.ts';
import { type Clause, joined } from './clauses.ts';
import type { Connection } from './connection.ts';
import { isContentSound } from './digests.ts';
import type { Row } from './driver.ts';
import { matchExpression } from './match-expression.ts';
import { parsed, textOrNull } from './rows.ts';
import { scopeClauses, TABLES, timesOf } from './scope-clauses.ts';
import { jsonOrEmpty, listIn } from './stored-json.ts';

/** Of very long texts all but the first to be read are judged by how they begin. */
const LONGEST = 6_000;
const READ_WHOLE = 8;
/** What stands beside a text, or is looked through letter by letter, is a turn or a note and no book. */
const SHORT = 1_500;
const OPENING = `substr(r.content, 1, ${LONGEST}) AS content`;

const COLUMNS: Readonly<Record<TextSource, string>> = {
  records: `r.seq, r.id, r.project_id, r.session_id, ${OPENING}, r.subject, r.tags, r.aliases, r.resolution,
    coalesce(r.occurred_at, r.created_at) AS happened, r.importance, r.type,
    r.supersedes, r.superseded_by`,
  texts: `r.seq, r.kind, r.ref, r.part, r.project_id, r.session_id, ${OPENING}, r.who, r.at, r.is_secret`,
};

const recordText = (row: Row): SearchText => ({
  place: Number(row.seq),
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
});

const USUAL_IMPORTANCE = 5;
const MOST_INSIDE = 200;

const otherText = (row: Row): SearchText => ({
  place: Number(row.seq),
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
});

const SHAPES: Readonly<Record<TextSource, (row: Row) => SearchText>> = {
  records: recordText,
  texts: otherText,
};

/** Places that stand close enough are read in one go. */
function stretchesOf(places: readonly number[], reach: number): readonly (readonly [number, number])[] {
  const stretches: [number, number][] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const last = stretches.at(-1);
    if (last !== undefined && place - reach <= last[1] + 1) last[1] = place + reach;
    else stretches.push([place - reach, place + reach]);
  }
  return stretches;
}

export function createSearchIndex(connection: Connection, workspace: string): SearchIndex {
  const newestPlace = (source: TextSource) =>
    Number(connection.get(`SELECT max(seq) AS newest FROM ${TABLES[source].rows}`)?.newest ?? 0);

  /** The places of what is wanted, newest first, as a query that still waits for its limit. */
  function newestFirst(source: TextSource, wanted: Wanted, scope: SearchScope): Clause {
    const { index, rows } = TABLES[source];
    const expression = matchExpression(wanted, scope, source, workspace);
    const times = joined(timesOf(source, scope));
    return times.sql === ''
      ? [`SELECT rowid AS seq FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT ?`, [expression]]
      : [
          `SELECT t.rowid AS seq FROM ${index} t CROSS JOIN ${rows} r ON r.seq = t.rowid
           WHERE ${index} MATCH ? AND ${times.sql} ORDER BY t.rowid DESC LIMIT ?`,
          [expression, ...times.values],
        ];
  }

  return {
    async find(source, wanted, scope, limit) {
      const [sql, values] = newestFirst(source, wanted, scope);
      // As one text: a row for each place would cost more than finding it. One more shows whether there is more.
      const found = parsed<number[]>(
        connection.get(`SELECT json_group_array(seq) AS places FROM (${sql})`, ...values, limit + 1)?.places,
      );
      const places = found.slice(0, limit);
      const oldest = places.at(-1);
      if (oldest === undefined || found.length <= limit) return { places, count: found.length };
      const newest = newestPlace(source);
      return { places, count: Math.round((limit * newest) / Math.max(1, newest - oldest + 1)) };
    },
    async read(source, places, scope, isWhole = false) {
      const where = joined(scopeClauses(source, workspace, scope));
      const { rows } = TABLES[source];
      const found = connection
        .all(
          `SELECT ${COLUMNS[source]} FROM json_each(?) AS wanted CROSS JOIN ${rows} r ON r.seq = wanted.value
           WHERE ${where.sql}`,
          JSON.stringify(places),
          ...where.values,
        )
        .map(SHAPES[source]);
      const whole = `SELECT content FROM ${rows} WHERE seq = ?`;
      return found.map((text, index) =>
        (isWhole || index < READ_WHOLE) && text.text.length >= LONGEST
          ? { ...text, text: String(connection.get(whole, text.place)?.content ?? text.text) }
          : text,
      );
    },
    async listDamaged(source, places) {
      return connection
        .all(
          `SELECT r.seq, r.content, r.digest FROM json_each(?) AS wanted
           CROSS JOIN ${TABLES[source].rows} r ON r.seq = wanted.value WHERE r.workspace = ?`,
          JSON.stringify(places),
          workspace,
        )
        .filter((row) => !isContentSound(row))
        .map(({ seq }) => Number(seq));
    },
    async readRecords(ids, scope) {
      const where = joined(scopeClauses('records', workspace, scope));
      const sql = `SELECT ${COLUMNS.records} FROM records r
        WHERE r.workspace = ? AND r.id = ? AND ${where.sql}`;
      return ids.flatMap((id) => {
        const row = connection.get(sql, workspace, id, ...where.values);
        return row === undefined ? [] : [recordText(row)];
      });
    },
    async findReworded(letters, depth) {
      return connection
        .all(
          `SELECT DISTINCT v.record_id AS id
           FROM (SELECT record_id, body FROM record_versions WHERE +workspace = ? ORDER BY rowid DESC LIMIT ?) v
           WHERE instr(lower(json_extract(${jsonOrEmpty('v.body')}, '$.content', '$.subject', '$.tags', '$.aliases', '$.resolution')), ?) > 0`,
          workspace,
          depth,
          letters,
        )
        .map(({ id }) => String(id));
    },
    async readAround(source, texts, reach, scope) {
      const known = new Set(texts.map(({ place }) => place));
      const near = new Set(
        texts.flatMap(({ place, sessionId }) =>
          Array.from({ length: 2 * reach + 1 }, (_, index) => `${place - reach + index} ${sessionId}`),
        ),
      );
      const where = joined(scopeClauses(source, workspace, scope));
      return connection
        .all(
          `SELECT ${COLUMNS[source]} FROM json_each(?) AS stretch CROSS JOIN ${TABLES[source].rows} r
             ON r.seq BETWEEN json_extract(stretch.value, '$[0]') AND json_extract(stretch.value, '$[1]')
           WHERE +r.session_id IS NOT NULL AND ${TABLES[source].size} <= ${SHORT} AND ${where.sql}`,
          JSON.stringify(stretchesOf([...known], reach)),
          ...where.values,
        )
        .map(SHAPES[source])
        .filter(({ place, sessionId }) => !known.has(place) && near.has(`${place} ${sessionId}`));
    },
    async findInside(source, letters, scope, depth) {
      const [sql, values] = newestFirst(source, { everything: true }, scope);
      const folded = foldText(letters);
      // SQLite folds the letters of English alone; other texts are looked through here.
      return connection
        .all(
          `SELECT r.seq, CASE WHEN instr(lower(r.content), ?1) = 0 THEN r.content END AS unsure
           FROM (${sql}) newest CROSS JOIN ${TABLES[source].rows} r ON r.seq = newest.seq
           WHERE ${TABLES[source].size} <= ${SHORT} AND (instr(lower(r.content), ?1) > 0 OR length(r.content) < length(CAST(r.content AS BLOB)))`,
          folded,
          ...values,
          depth,
        )
        .filter(({ unsure }) => unsure === null || foldText(String(unsure)).includes(folded))
        .slice(0, MOST_INSIDE)
        .map(({ seq }) => Number(seq));
    },
  };
}

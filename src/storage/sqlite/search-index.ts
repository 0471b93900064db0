import type {
  SearchIndex,
  SearchScope,
  SearchText,
  TextKind,
  TextSource,
} from '../../app/ports/search-index.ts';
import type { RecordType } from '../../domain/record/record.ts';
import { bound, type Clause, joined, oneOf } from './clauses.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { matchExpression } from './match-expression.ts';
import { parsed, textOrNull } from './rows.ts';

const TABLES: Readonly<Record<TextSource, { index: string; rows: string; happened: string; wrote: string }>> =
  {
    records: {
      index: 'records_text',
      rows: 'records',
      happened: 'coalesce(r.occurred_at, r.created_at)',
      wrote: 'r.created_at',
    },
    texts: { index: 'texts_text', rows: 'texts', happened: 'r.at', wrote: 'r.at' },
  };

const COLUMNS: Readonly<Record<TextSource, string>> = {
  records: `r.seq, 'record' AS kind, r.id, 0 AS part, r.project_id, r.session_id, r.content, r.subject, r.tags,
    r.aliases, NULL AS who, coalesce(r.occurred_at, r.created_at) AS happened, r.importance, r.type, 0 AS is_secret`,
  texts: `r.seq, r.kind, r.ref AS id, r.part, r.project_id, r.session_id, r.content, NULL AS subject, '[]' AS tags,
    '[]' AS aliases, r.who, r.at AS happened, 5 AS importance, NULL AS type, r.is_secret`,
};

const textFrom = (row: Row): SearchText => ({
  place: Number(row.seq),
  kind: String(row.kind) as 'record' | TextKind,
  id: String(row.id),
  part: Number(row.part),
  projectId: row.project_id === '' ? null : String(row.project_id),
  sessionId: textOrNull(row.session_id),
  text: String(row.content),
  names: [
    ...(row.subject === null ? [] : [String(row.subject)]),
    ...(row.tags === '[]' ? [] : parsed<string[]>(row.tags)),
    ...(row.aliases === '[]' ? [] : parsed<string[]>(row.aliases)),
  ],
  speaker: textOrNull(row.who),
  at: String(row.happened),
  importance: Number(row.importance),
  type: textOrNull(row.type) as RecordType | null,
  isSecret: Number(row.is_secret) === 1,
});

/** What the index itself does not know. */
function timesOf(source: TextSource, { since, until, writtenBy }: SearchScope): Clause[] {
  const { happened, wrote } = TABLES[source];
  return [
    ...bound(`${happened} >= ?`, since),
    ...bound(`${happened} <= ?`, until),
    ...bound(`${wrote} <= ?`, writtenBy),
  ];
}

/** The index answered by words of its own; here the rows themselves have the last word. */
function clausesOf(source: TextSource, workspace: string, scope: SearchScope): Clause[] {
  const ofRecords: Clause[] =
    source === 'texts'
      ? []
      : [
          ...oneOf('r.type', scope.types),
          ...oneOf('r.category', scope.categories),
          ...bound(`r.state = 'active' AND (r.expires_at IS NULL OR r.expires_at > ?)`, scope.isLiveAt),
        ];
  return [
    ['r.workspace = ?', [workspace]],
    ...oneOf(
      '+r.project_id',
      scope.projectIds?.map((id) => id ?? ''),
    ),
    ...ofRecords,
    ...timesOf(source, scope),
  ];
}

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

  return {
    async find(source, wanted, scope, limit) {
      const { index, rows } = TABLES[source];
      const expression = matchExpression(wanted, scope, source);
      const times = timesOf(source, scope);
      const where = joined(times);
      const found = connection.all(
        times.length === 0
          ? `SELECT rowid AS seq FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT ?`
          : `SELECT t.rowid AS seq FROM ${index} t CROSS JOIN ${rows} r ON r.seq = t.rowid
             WHERE ${index} MATCH ? AND ${where.sql} ORDER BY t.rowid DESC LIMIT ?`,
        expression,
        ...where.values,
        limit,
      );
      const places = found.map(({ seq }) => Number(seq));
      const oldest = places.at(-1);
      if (oldest === undefined || places.length < limit) return { places, count: places.length };
      const newest = newestPlace(source);
      return { places, count: Math.round((places.length * newest) / Math.max(1, newest - oldest + 1)) };
    },
    async read(source, places, scope) {
      const where = joined(clausesOf(source, workspace, scope));
      const sql = `SELECT ${COLUMNS[source]} FROM ${TABLES[source].rows} r WHERE r.seq = ? AND ${where.sql}`;
      return places.flatMap((place) => {
        const row = connection.get(sql, place, ...where.values);
        return row === undefined ? [] : [textFrom(row)];
      });
    },
    async readAround(source, texts, reach, scope) {
      const sessions = new Set(texts.map(({ sessionId }) => sessionId));
      const known = new Set(texts.map(({ place }) => place));
      const where = joined(clausesOf(source, workspace, scope));
      const sql = `SELECT ${COLUMNS[source]} FROM ${TABLES[source].rows} r
        WHERE r.seq BETWEEN ? AND ? AND r.session_id IS NOT NULL AND ${where.sql}`;
      return stretchesOf([...known], reach)
        .flatMap(([from, to]) => connection.all(sql, from, to, ...where.values))
        .map(textFrom)
        .filter(({ place, sessionId }) => !known.has(place) && sessions.has(sessionId));
    },
    async findInside(source, letters, scope, depth) {
      const expression = matchExpression({ everything: true }, scope, source);
      const { index, rows } = TABLES[source];
      return connection
        .all(
          `SELECT r.seq FROM (SELECT rowid AS place FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT ?)
             CROSS JOIN ${rows} r ON r.seq = place WHERE instr(lower(r.content), ?) > 0 LIMIT 200`,
          expression,
          depth,
          letters,
        )
        .map(({ seq }) => Number(seq));
    },
  };
}

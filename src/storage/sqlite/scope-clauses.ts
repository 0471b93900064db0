import type { SearchScope, TextSource } from '../../app/ports/search-index.ts';
import { and, bound, noneOf, oneOf, type SqlPart, sql } from './sql.ts';

/** What is read beside a text, or looked through letter by letter, is a turn or a note and no book. */
export const SHORT = 1_500;

export const TABLES: Readonly<
  Record<TextSource, { index: string; rows: string; happened: string; wrote: string; size: string }>
> = {
  records: {
    index: 'records_text',
    rows: 'records',
    happened: 'coalesce(r.occurred_at, r.created_at)',
    wrote: 'r.created_at',
    size: 'r.units',
  },
  texts: { index: 'texts_text', rows: 'texts', happened: 'r.at', wrote: 'r.at', size: 'length(r.content)' },
};

/** The times, which the index itself does not know; undefined where the scope names none. */
export function timeCondition(source: TextSource, scope: SearchScope): SqlPart | undefined {
  const { since, until, writtenBy } = scope;
  const { happened, wrote } = TABLES[source];
  if (since === undefined && until === undefined && writtenBy === undefined) return undefined;
  return and(
    bound(`${happened} >= ?`, since),
    bound(`${happened} <= ?`, until),
    bound(`${wrote} <= ?`, writtenBy),
  );
}

const recordConditions = ({ types, categories, isLiveAt, isPast }: SearchScope) => [
  oneOf('+r.type', types),
  oneOf('+r.category', categories),
  bound(`+r.state = 'active' AND (r.expires_at IS NULL OR r.expires_at > ?)`, isLiveAt),
  isPast === true ? sql`(+r.state <> 'active')` : undefined,
  // What a derived checkpoint quotes is found where it was said.
  types?.includes('checkpoint') ? undefined : sql`NOT (+r.source = 'derived' AND r.type = 'checkpoint')`,
];

/** The signs keep SQLite from finding rows in another way than by number, which would read the whole workspace. */
export const scopeCondition = (source: TextSource, workspace: string, scope: SearchScope): SqlPart =>
  and(
    sql`+r.workspace = ${workspace}`,
    oneOf(
      '+r.project_id',
      scope.projectIds?.map((id) => id ?? ''),
    ),
    noneOf('+r.project_id', scope.exceptProjectIds),
    ...(source === 'records' ? recordConditions(scope) : []),
    timeCondition(source, scope),
  );

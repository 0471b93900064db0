import type { SearchScope, TextSource } from '../../app/ports/search-index.ts';
import { bound, type Clause, noneOf, oneOf } from './clauses.ts';

/** What is read beside a text, or looked through letter by letter, is a turn or a note and no book. */
export const SHORT = 1_500;

/** Where the texts of each source lie; a row is called r. */
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

/** What the index itself does not know. */
export function timesOf(source: TextSource, { since, until, writtenBy }: SearchScope): Clause[] {
  const { happened, wrote } = TABLES[source];
  return [
    ...bound(`${happened} >= ?`, since),
    ...bound(`${happened} <= ?`, until),
    ...bound(`${wrote} <= ?`, writtenBy),
  ];
}

/**
 * The index answered by words of its own; here the rows themselves have the last word. The signs keep SQLite from any
 * other way to the rows than by their numbers: it would read the whole workspace.
 */
export function scopeClauses(source: TextSource, workspace: string, scope: SearchScope): Clause[] {
  const ofRecords: Clause[] =
    source === 'texts'
      ? []
      : [
          ...oneOf('+r.type', scope.types),
          ...oneOf('+r.category', scope.categories),
          ...bound(`+r.state = 'active' AND (r.expires_at IS NULL OR r.expires_at > ?)`, scope.isLiveAt),
          // What a derived checkpoint quotes is found where it was said.
          ...bound(
            `NOT (+r.source = ? AND r.type = 'checkpoint')`,
            scope.types?.includes('checkpoint') ? undefined : 'derived',
          ),
          ...bound('(+r.state <> ?)', scope.isPast === true ? 'active' : undefined),
        ];
  return [
    ['+r.workspace = ?', [workspace]],
    ...oneOf(
      '+r.project_id',
      scope.projectIds?.map((id) => id ?? ''),
    ),
    ...noneOf('+r.project_id', scope.exceptProjectIds),
    ...ofRecords,
    ...timesOf(source, scope),
  ];
}

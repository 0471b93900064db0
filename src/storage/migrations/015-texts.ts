import type { Migrated, Value } from './migration.ts';

/**
 * The texts that migration 15 makes from titles and closings of sessions and from entities of games. Frozen: what the program does
 * today is in `sqlite/put-text.ts` and `sqlite/put-entity-texts.ts`.
 */
export interface TextRow {
  readonly workspace: string;
  readonly projectId: string;
  readonly sessionId: string | null;
  readonly kind: 'session' | 'turn' | 'entity';
  readonly ref: string;
  readonly part: number;
  readonly at: string;
  readonly isSecret: boolean;
  readonly content: string;
  readonly names: readonly string[];
  readonly entityKind: string | null;
}

type Row = Readonly<Record<string, Value>>;

const PAGE = 500;

function* rowsOf(store: Migrated, table: string, where: string): Generator<Row> {
  for (let after = 0; ; ) {
    const rows = store.all(
      `SELECT rowid AS place, * FROM ${table} WHERE rowid > ? AND (${where}) ORDER BY rowid LIMIT ${PAGE}`,
      after,
    );
    if (rows.length === 0) return;
    yield* rows;
    after = Number(rows.at(-1)?.place);
  }
}

const isBlank = (value: Value | undefined) =>
  value === null || value === undefined || String(value).trim() === '';

export function* sessionRows(store: Migrated): Generator<TextRow> {
  for (const row of rowsOf(store, 'sessions', 'title IS NOT NULL OR closing_policy IS NOT NULL')) {
    const id = String(row.id);
    const common = {
      workspace: String(row.workspace),
      projectId: String(row.project_id),
      sessionId: id,
      ref: id,
      part: 0,
      isSecret: false,
      names: [],
      entityKind: null,
    };
    if (!isBlank(row.title))
      yield { ...common, kind: 'session', at: String(row.started_at), content: String(row.title) };
    const closing = [row.closing_reason, row.closing_epitaph].filter((text) => !isBlank(text));
    if (row.closing_policy !== null && row.closed_at !== null && closing.length > 0)
      yield { ...common, kind: 'turn', at: String(row.closed_at), content: closing.join('\n') };
  }
}

const SECRET = new Set(['secret', 'secret_notes', 'truth']);
const UNLABELED = new Set(['description', 'known', 'notes', 'history', ...SECRET]);

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

function lineOf(field: string, value: unknown): readonly string[] {
  const texts = textsIn(value);
  if (texts.length === 0) return [];
  return UNLABELED.has(field) ? texts : [`${field.replaceAll('_', ' ')}: ${texts.join(', ')}`];
}

/** The turns that lead to where the game stands, oldest first. */
function lineageOf(store: Migrated, game: Row) {
  const branches = new Map(
    store
      .all(
        'SELECT * FROM campaign_branches WHERE workspace = ? AND project_id = ?',
        String(game.workspace),
        String(game.project_id),
      )
      .map((branch) => [String(branch.id), branch]),
  );
  const lineage: { branchId: string; after: number; upTo: number }[] = [];
  let upTo = Number(game.turn);
  for (let branch = branches.get(String(game.branch_id)); branch !== undefined; ) {
    const forkedAt = Number(branch.forked_at);
    lineage.unshift({ branchId: String(branch.id), after: forkedAt - 1, upTo });
    upTo = Math.min(upTo, forkedAt);
    branch = branch.parent_id === null ? undefined : branches.get(String(branch.parent_id));
  }
  return lineage;
}

function formerNamesIn(store: Migrated, game: Row): ReadonlyMap<string, readonly string[]> {
  const byEntity = new Map<string, readonly string[]>();
  const all = store.all(
    `SELECT target, branch_id, turn, json_extract(CASE WHEN json_valid(before) THEN before ELSE '{}' END, '$.name') AS name
     FROM campaign_patches WHERE workspace = ? AND project_id = ? AND given_up IS NOT NULL AND json_valid(before)
     ORDER BY turn, number`,
    String(game.workspace),
    String(game.project_id),
  );
  if (all.length === 0) return byEntity;
  for (const { branchId, after, upTo } of lineageOf(store, game))
    for (const { target, branch_id, turn, name } of all)
      if (branch_id === branchId && Number(turn) > after && Number(turn) <= upTo)
        byEntity.set(String(target), [...(byEntity.get(String(target)) ?? []), String(name)]);
  return byEntity;
}

/** Undefined if the fields cannot be read. */
function fieldsOf(row: Row): readonly (readonly [string, unknown])[] | undefined {
  try {
    const fields: unknown = JSON.parse(String(row.fields));
    const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
    return isObject ? Object.entries(fields) : undefined;
  } catch {
    return undefined;
  }
}

function* ofEntity(row: Row, givenUp: readonly string[]): Generator<TextRow> {
  const fields = fieldsOf(row);
  if (fields === undefined) return;
  const name = String(row.name);
  const former = [...new Set(givenUp)].filter((one) => one !== name);
  const head = `${name} (${row.kind})`;
  const linesOf = (areSecret: boolean) =>
    fields.flatMap(([field, value]) => (SECRET.has(field) === areSecret ? lineOf(field, value) : []));
  const text: TextRow = {
    workspace: String(row.workspace),
    projectId: String(row.project_id),
    sessionId: null,
    kind: 'entity',
    ref: String(row.id),
    part: 0,
    at: String(row.updated_at),
    isSecret: row.visibility !== 'public',
    content: [
      head,
      ...(former.length === 0 ? [] : [`formerly ${former.join(', ')}`]),
      ...linesOf(false),
    ].join('\n'),
    names: [name, ...former],
    entityKind: String(row.kind),
  };
  yield text;
  const secret = linesOf(true);
  if (secret.length > 0)
    yield { ...text, part: 1, isSecret: true, names: [], content: [head, ...secret].join('\n') };
}

export function* entityRows(store: Migrated): Generator<TextRow> {
  for (const game of store.all('SELECT * FROM campaigns')) {
    const formerNames = formerNamesIn(store, game);
    const rows = store.all(
      'SELECT * FROM entities WHERE workspace = ? AND project_id = ? AND is_removed = 0 ORDER BY seq',
      String(game.workspace),
      String(game.project_id),
    );
    for (const row of rows) yield* ofEntity(row, formerNames.get(String(row.id)) ?? []);
  }
}

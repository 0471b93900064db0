import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lazy } from '../../../src/lib/lazy.ts';
import { MIGRATIONS } from '../../../src/storage/migrations/index.ts';
import type { Migration } from '../../../src/storage/migrations/migration.ts';
import { examineChecksums } from '../../../src/storage/sqlite/doctor/examine-texts.ts';
import { openDatabase } from '../../../src/storage/sqlite/driver.ts';
import { client, openTestApp, statelessCaller } from '../../app/test-app.ts';
import { T0 } from '../../domain/session/session-fixtures.ts';
import { openWorkspace } from '../../support/open-workspace.ts';
import { contentsOf, dumpStore, schemaOf } from './dump-store.ts';
import { dumpPath, loadDump } from './open-dump.ts';
import { writeEverything } from './write-everything.ts';

const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;
const HINT = 'Run UPDATE_OLD_STORES=1 npx vitest run --project contract old-stores, and commit the file.';
const VERSIONS = MIGRATIONS.map(({ version }) => version);
/** The last version whose migrations compute anything from the rows. */
const FILLED = 11;
const CAMPAIGNS_SINCE = 5;
const CAPTURES_SINCE = 8;

const tempPath = () => {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-old-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'throughline.db');
};

function schemaAt(path: string) {
  const database = openDatabase(path, { readOnly: true });
  try {
    return schemaOf(database);
  } finally {
    database.close();
  }
}

const dumped = (version: number) => {
  const path = tempPath();
  loadDump(version, path);
  return path;
};

const byName = (path: string) =>
  [...schemaAt(path)].sort((a, b) => (`${a.type} ${a.name}` < `${b.type} ${b.name}` ? -1 : 1));

async function migrate(path: string, migrations: readonly Migration[]): Promise<string> {
  await openWorkspace({ path, workspace: 'default', busyTimeoutMs: 5_000, now: T0, migrations }).close();
  return path;
}

/** What a release after this one might do: every table of the newest version gets one more column. */
const oneMoreColumn = lazy(async (): Promise<Migration> => {
  const tables = Object.keys(contentsOf(await migrate(tempPath(), MIGRATIONS)));
  return {
    version: NEWEST + 1,
    name: 'one more column',
    sqlite: tables.map((table) => `ALTER TABLE "${table}" ADD COLUMN added_later TEXT;`).join('\n'),
  };
});

const newestSchema = lazy(async () => byName(await migrate(tempPath(), MIGRATIONS)));

const piecesIn = ({ records = [] }: ReturnType<typeof contentsOf>) =>
  (records as readonly Record<string, unknown>[]).map(({ id, pieces }) => ({ id, pieces }));

/** Without the words of turns, which no migration puts there, and in no order. */
const textsIn = ({ texts = [] }: ReturnType<typeof contentsOf>) =>
  (texts as readonly Record<string, unknown>[])
    .filter(({ kind }) => kind !== 'turn')
    .map(({ seq, ...text }) => JSON.stringify(text))
    .sort();

it('has a dump of the newest version with rows in every table', async () => {
  const app = openTestApp();
  await writeEverything(app);
  const path = join(app.folder, 'throughline.db');
  const empty = Object.entries(contentsOf(path)).filter(([, rows]) => rows.length === 0);
  expect(empty.map(([table]) => table)).toEqual([]);
  const dump = dumpPath(NEWEST);
  // A dump that was committed stays as it is: it says what that version wrote then.
  if (process.env.UPDATE_OLD_STORES === '1' && !existsSync(dump)) {
    writeFileSync(dump, dumpStore(path));
  }
  expect(existsSync(dump), HINT).toBe(true);
});

describe.each(VERSIONS.filter((version) => version <= FILLED))('a store of version %i', (version) => {
  it('has the values that the release of its version computed', async () => {
    const reached = contentsOf(await migrate(dumped(version), MIGRATIONS.slice(0, FILLED)));
    const path = tempPath();
    loadDump(FILLED, path);
    const expected = contentsOf(path);
    expect(piecesIn(reached)).toEqual(piecesIn(expected));
    if (version >= CAMPAIGNS_SINCE) {
      expect(reached.campaign_patches).toEqual(expected.campaign_patches);
      expect(reached.turns).toEqual(expected.turns);
    }
    if (version >= CAPTURES_SINCE) expect(textsIn(reached)).toEqual(textsIn(expected));
  });
});

describe.each(VERSIONS)('a store of version %i', (version) => {
  it('has exactly the schema that its migrations create', async () => {
    const made = await migrate(tempPath(), MIGRATIONS.slice(0, version));
    expect(byName(dumped(version))).toEqual(byName(made));
  });

  it('is migrated to the schema of a new store, with checksums that match', async () => {
    const path = await migrate(dumped(version), MIGRATIONS);
    expect(byName(path)).toEqual(await newestSchema());
    const database = openDatabase(path, { readOnly: true });
    onTestFinished(() => database.close());
    expect(examineChecksums(database, true)).toMatchObject({ damaged: [] });
  });

  it('keeps every row when a later release adds a column to every table', async () => {
    const before = contentsOf(dumped(version));
    const after = contentsOf(await migrate(dumped(version), [...MIGRATIONS, await oneMoreColumn()]));
    for (const [table, rows] of Object.entries(before)) {
      if (table === 'schema_migrations') continue;
      const columns = Object.keys((rows[0] ?? {}) as object);
      // A migration may add texts that search did not know before.
      const present = after[table]?.slice(0, table === 'texts' ? rows.length : undefined);
      const kept = present?.map((row) =>
        Object.fromEntries(columns.map((column) => [column, (row as Record<string, unknown>)[column]])),
      );
      expect([table, kept]).toEqual([table, rows.map((row) => ({ ...(row as object) }))]);
    }
  });

  it('is read, searched and written on after a later release added a column to every table', async () => {
    const { services, store } = openTestApp({
      prepare: (path) => loadDump(version, path),
      migrations: [...MIGRATIONS, await oneMoreColumn()],
    });
    const found = async (query: string, project?: string) =>
      (await services.searchMemory(statelessCaller(), { query, project, min_score: 0 })).results.map(
        ({ record }) => record.content,
      );
    expect((await found('wyvern'))[0]).toContain('reads a block at a time');
    expect((await found('lindworm'))[0]).toContain('wyvern');
    expect((await found('京都'))[0]).toBe('東京都で雨が降る');
    expect((await found('griffon'))[0]).toContain('The griffon test is red.');
    const { report } = await services.bootReport(statelessCaller(), {});
    for (const text of ['Node 20 stays supported.', 'Half measured.', 'Measure the basilisk block size.'])
      expect(report).toContain(text);
    expect((await services.getSessions(statelessCaller(), {})).sessions).toHaveLength(4);
    if (version >= CAMPAIGNS_SINCE) {
      expect((await found('manticore', 'The Long Road'))[0]).toContain('The manticore sleeps.');
      const { campaign } = await services.getCampaign(statelessCaller('/repos/games'), {
        campaign: 'The Long Road',
      });
      expect(campaign).toMatchObject({ name: 'The Long Road' });
      const id = campaign.campaign_id;
      expect(await store.campaigns.listFormerHolders(id, 'location', 'école de l’été')).toHaveLength(1);
    }
    if (version >= CAPTURES_SINCE) expect((await found('chimera'))[0]).toContain('chimera lens');
    await services.storeMemory(client(), { content: 'The phoenix was stored afterwards.' });
    expect((await found('phoenix'))[0]).toBe('The phoenix was stored afterwards.');
  });
});

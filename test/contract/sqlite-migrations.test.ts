import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestOf } from '../../src/domain/id.ts';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import { listBackups } from '../../src/storage/sqlite/backup/backup-files.ts';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { aRecord } from '../domain/record/a-record.ts';
import * as s from '../domain/session/session-fixtures.ts';
import { openWorkspace } from '../support/open-workspace.ts';
import * as c from './clauses/changes.ts';
import { insertRows, oldNote, oldRecord } from './old-rows.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

/** A store that applied a migration must find the same text again: add a new one instead of changing these. */
const FROZEN: Readonly<Record<number, string>> = {
  1: 'sha256:0b0b2dc2a5235a487879958444a64cc8fec10c9a2507b2bfe5626cbec807e934',
  2: 'sha256:ad2b3391420d5bff2dc663c7980e6354cebe3fa6b23f2cf636cb42a7e7c27909',
  3: 'sha256:1eaa25accf27b97a178900325a048edf78df776b626b6137dc8633ee702d4580',
  4: 'sha256:96040f3d6bc8946944f6bf7d30e59797c710d65b3495f222545e21669761d590',
  5: 'sha256:b1e83a6381f3cdee9a190d90a18a6136ce063cfa1604a44e51f6f5e1f42f1f8d',
  6: 'sha256:3a57058a2dbc311d3ac0e7a13780a68d57e579110ea82c4ef5d3c6969bb1039e',
  7: 'sha256:c73e36f21617cc9019abac577778a1e0bd4141b60ff6cbd176c9da498fffce92',
  8: 'sha256:70e8cc94686b902fefd801a8b7ce6203bd4098f24322c13048635c641108610d',
  9: 'sha256:24848d16a034b4f4ae94f8b8c690d7cff47118bb5f64236c2c16674815587fd8',
  10: 'sha256:6778b2496497fa436810f18cbbc8aeb471af8648b2820853958735e0a31e285f',
  11: 'sha256:055830dfa4f7313b7e37d6cb2b721fe384d170c8fd9d360ad5d1824e4d1193b8',
  12: 'sha256:7a4cee02179a476f08e40fa78a6b73111f1076e3d22a12168d583285c19a9c8d',
  13: 'sha256:05a8f7a8d637c344befd3505e97c978d9c877874ded7afef050370747dae5171',
  14: 'sha256:072e50eb745de7e5e198a1a4d01de92c120059a1b8a7cddebe4f13be3b50100e',
  15: 'sha256:b03b8ac240831f2ddda00d4b0ef0b411966f881efbc8af09f7552b5d3af11c78',
  16: 'sha256:06bcc0d5c248922c34bfc31d59125628dc9cd69f017fa9ed320b2cbfeadcd88e',
};

const FIRST = MIGRATIONS.slice(0, 1);
const NOBODY = { withHooks: '', withoutHooks: '' };
const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** Every file of the folder with what is in it; the shared memory holds locks, and a log without content is none. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const all = (await readdir(folder, { recursive: true })).filter(
    (name) => name !== 'backups' && !name.endsWith('-shm'),
  );
  // The process that closes last may delete the log between two looks.
  const sizeOf = async (name: string) => (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size;
  const sizes = await Promise.all(all.map(sizeOf));
  const names = all.filter((name, index) => !name.endsWith('-wal') || sizes[index] !== 0);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await hashOf(join(folder, name))] as const)),
  );
}

describe('migrations', () => {
  it.each(MIGRATIONS.map((migration) => [migration.version, migration] as const))(
    'keep the text of version %i for ever',
    (version, { name, sqlite }) => {
      const message = `The SQL of migration ${version} (${name}) is frozen: stores out there were made with it. Add a migration with the next number instead.`;
      expect(digestOf(sqlite), message).toBe(FROZEN[version]);
    },
  );

  it('are numbered in order, without gaps, and all frozen', () => {
    const versions = MIGRATIONS.map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
    expect(Object.keys(FROZEN).map(Number)).toEqual(versions);
  });
});

describe('a store of an earlier version', () => {
  let fixture: SqliteFixture;
  beforeEach(async () => {
    fixture = await newSqliteFixture();
    const old = await fixture.openWorkspace('default', FIRST);
    await old.ledger.commit([c.project(), c.session([s.started({ title: null })])]);
    await old.close();
    insertRows(fixture.path, 'notes', oldNote(c.aNote({ summary: 'The griffon was kind' })));
    insertRows(fixture.path, 'records', oldRecord(aRecord({ content: 'A wyvern nests in the ledger' })));
    const count = { project_id: 'prj_1', type: 'open_loop', state: 'active', count: 1 };
    insertRows(fixture.path, 'record_counts', count);
  });
  afterEach(() => fixture.destroy());

  const found = async (query: string) => {
    const store = await fixture.openWorkspace();
    return (await store.sessions.list({ query }, NOBODY, 5, null)).items.map(({ id }) => id);
  };

  it('is brought up to date with its data kept', async () => {
    const store = await fixture.openWorkspace();
    expect(await store.projects.find('prj_1')).toEqual(c.aProject());
    expect(await store.sessions.find('ses_1')).toEqual(c.folded([s.started({ title: null })]));
    expect(await store.notes.find('not_1')).toMatchObject({ summary: 'The griffon was kind' });
    expect(await store.ledger.read(0, 50)).toHaveLength(2);
    expect(await store.records.findAll(['rec_1'])).toMatchObject([{ head: null, version: 1 }]);
    expect((await store.records.listLive('prj_1', 'open_loop', 5, 100, s.T0)).total).toBe(1);
  });

  it('can be searched afterwards for what was written before', async () => {
    expect(await found('wyvern')).toEqual(['ses_1']);
    expect(await found('griffon')).toEqual(['ses_1']);
    expect(await found('basilisk')).toEqual([]);
  });

  it('is backed up first, for its owner only, and the backup opens as the old store', async () => {
    await (await fixture.openWorkspace()).close();
    const [copy, ...others] = listBackups(fixture.path);
    expect(others).toEqual([]);
    expect(copy).toMatchObject({ reason: 'before-migration', madeAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    const path = copy?.path ?? '';
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const old = openWorkspace({
      path,
      workspace: 'default',
      busyTimeoutMs: 1_000,
      now: s.T0,
      migrations: FIRST,
    });
    const { items } = await old.records.list({}, 10, null);
    expect(items).toContainEqual(
      expect.objectContaining({ id: 'rec_1', content: 'A wyvern nests in the ledger' }),
    );
    await old.close();
  });

  it('is migrated once: opening it again changes nothing', async () => {
    await (await fixture.openWorkspace()).close();
    const before = await contentsOf(dirname(fixture.path));
    await (await fixture.openWorkspace()).close();
    expect(await contentsOf(dirname(fixture.path))).toEqual(before);
  });

  it('notes which migrations it has seen, with their digests', async () => {
    await (await fixture.openWorkspace()).close();
    const reader = openDatabase(fixture.path, { readOnly: true });
    const rows = reader.prepare('SELECT version, digest FROM schema_migrations ORDER BY version').all();
    expect(rows).toEqual(MIGRATIONS.map(({ version, sqlite }) => ({ version, digest: digestOf(sqlite) })));
    reader.close();
  });
});

describe('a store from before turns knew their events', () => {
  let fixture: SqliteFixture;
  beforeEach(async () => {
    fixture = await newSqliteFixture();
    await (await fixture.openWorkspace('default', MIGRATIONS.slice(0, 5))).close();
    const database = openDatabase(fixture.path);
    database.exec(`
      INSERT INTO turns VALUES ('default', 'ses_1', 1, '${s.after(1)}', 'Mira', 'Looks.'),
        ('default', 'ses_1', 2, '${s.after(2)}', 'ada', 'A note.'),
        ('default', 'ses_1', 3, '${s.after(3)}', 'Mira', 'Looks again.'),
        ('default', 'ses_2', 1, '${s.after(3)}', 'Bram', 'Waits.');`);
    const played = (id: string, turn: number, session: string, ms: number) =>
      database.exec(`
        INSERT INTO campaign_events (workspace, id, project_id, branch_id, turn, is_turn, session_id, type, importance,
          visibility, at, body)
        VALUES ('default', '${id}', 'prj_1', 'main', ${turn}, 1, '${session}', 'roleplay', 3, 'public',
          '${s.after(ms)}', '{}')`);
    played('evt_a', 7, 'ses_1', 1);
    played('evt_b', 9, 'ses_1', 3);
    played('evt_c', 8, 'ses_2', 3);
    database.close();
  });
  afterEach(() => fixture.destroy());

  it('finds out which event each turn was, and which was none', async () => {
    const { sessions } = await fixture.openWorkspace();
    const turns = [
      ...(await sessions.listTurns('ses_1', 9, null)),
      ...(await sessions.listTurns('ses_2', 9, null)),
    ];
    expect(turns.map(({ eventId, played }) => [eventId, played?.turn])).toEqual([
      ['evt_a', 7],
      [undefined, undefined],
      ['evt_b', 9],
      ['evt_c', 8],
    ]);
  });
});

describe('a store from before former names were looked up', () => {
  let fixture: SqliteFixture;
  beforeEach(async () => {
    fixture = await newSqliteFixture();
    const old = await fixture.openWorkspace('default', MIGRATIONS.slice(0, 5));
    await old.ledger.commit([c.project({ kind: 'game' })]);
    await old.close();
    const database = openDatabase(fixture.path);
    database.exec(`
      INSERT INTO entities (workspace, id, project_id, kind, name, name_key, fields, visibility, private_to, is_removed,
        created_at, updated_at)
      VALUES ('default', 'ent_1', 'prj_1', 'location', 'The Ruin', 'the ruin', '{}', 'public', '[]', 0, '${s.T0}', '${s.T0}');
      INSERT INTO campaign_patches VALUES
        ('default', 'prj_1', 'main', 0, 1, 'ent_1', '{}', '{"name":"École  de l’Été"}', '${s.T0}'),
        ('default', 'prj_1', 'main', 3, 1, 'state', '{"location":null}', '{"location":"x"}', '${s.T0}'),
        ('default', 'prj_1', 'main', 3, 2, 'ent_1', '{"name":"École  de l’Été"}', '{"name":"The Ruin"}', '${s.after(3)}');`);
    database.close();
  });
  afterEach(() => fixture.destroy());

  it('finds whatever was renamed by the name it had, in any case and spacing', async () => {
    const { campaigns } = await fixture.openWorkspace();
    const place = { branchId: 'main', turn: 3, number: 2, at: s.after(3) };
    expect(await campaigns.listFormerHolders('prj_1', 'location', 'école de l’été')).toMatchObject([
      { entity: { id: 'ent_1', name: 'The Ruin' }, ...place },
    ]);
    expect(await campaigns.listFormerNames('prj_1')).toEqual([
      { id: 'ent_1', name: 'École  de l’Été', ...place },
    ]);
  });
});

describe('a file that is not a store of this version', () => {
  let fixture: SqliteFixture;
  beforeEach(async () => {
    fixture = await newSqliteFixture();
    await mkdir(dirname(fixture.path), { recursive: true });
  });
  afterEach(() => fixture.destroy());

  const refused = async (migrations = MIGRATIONS) => {
    const before = await contentsOf(dirname(fixture.path));
    const outcome = await c.outcome(fixture.openWorkspace('default', migrations));
    expect(await contentsOf(dirname(fixture.path))).toEqual(before);
    return outcome;
  };

  it('because it is newer is refused and left byte for byte', async () => {
    const store = await fixture.openWorkspace();
    await store.ledger.commit([c.project()]);
    await store.close();
    expect(await refused(FIRST)).toBe('unavailable: store_newer');
  });

  it('because it is someone else’s database is refused and left byte for byte', async () => {
    const foreign = openDatabase(fixture.path);
    foreign.exec('CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES (1)');
    foreign.close();
    expect(await refused()).toBe('unavailable: store_damaged');
  });

  it.each([
    ['is empty', ''],
    ['is text', 'Dear diary, '.repeat(500)],
    ['is the beginning of a database only', 'SQLite format 3\u0000'],
  ])('because it %s is refused and left byte for byte', async (_, content) => {
    await writeFile(fixture.path, content);
    expect(await refused()).toBe('unavailable: store_damaged');
  });
});

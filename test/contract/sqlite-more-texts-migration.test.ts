import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import * as s from '../domain/session/session-fixtures.ts';
import * as g from './clauses/campaign-changes.ts';
import * as c from './clauses/changes.ts';
import { EVERYTHING, foundIn, keysIn, readKeys, word } from './clauses/found.ts';
import { insertRows } from './old-rows.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

const BEFORE = MIGRATIONS.filter(({ version }) => version < 15);

const entityRow = (id: string, fields: object, facts: object = {}) => ({
  workspace: 'default',
  id,
  project_id: 'prj_1',
  kind: 'npc',
  name: id,
  name_key: id,
  fields: JSON.stringify(fields),
  visibility: 'public',
  private_to: '[]',
  is_removed: 0,
  created_at: s.T0,
  updated_at: s.T0,
  ...facts,
});

const renameRow = (branch: string, turn: number, name: string) => ({
  workspace: 'default',
  project_id: 'prj_1',
  branch_id: branch,
  turn,
  number: 1,
  target: 'Grimbold',
  before: JSON.stringify({ name }),
  after: '{}',
  at: s.T0,
  given_up: name,
});

describe('a store from before titles and entities were searched', () => {
  let fixture: SqliteFixture;
  beforeEach(async () => {
    fixture = await newSqliteFixture();
    const old = await fixture.openWorkspace('default', BEFORE);
    const fork = g.aBranch({ id: 'brn_2', parentId: 'main', forkedAt: 1, headTurn: 2 });
    await old.ledger.commit([
      c.project({ kind: 'game' }),
      c.session([s.started({ title: null })]),
      g.begun({ branches: [g.aBranch({ headTurn: 3 }), fork] }, { branchId: 'brn_2', turn: 2 }),
    ]);
    await old.close();
    const database = openDatabase(fixture.path);
    database.exec(`UPDATE sessions SET title = 'Griffon census', status = 'closed', closing_policy = 'successor_allowed',
      closing_reason = 'The chimera left', closing_epitaph = 'Rest well, basilisk', closed_at = '${s.after(5)}'`);
    database.close();
    insertRows(
      fixture.path,
      'entities',
      entityRow('Grimbold', { known: 'Sells lanterns', truth: 'He is a wyvern', level: 3 }),
      entityRow('Hidden', { known: 'Lives in the crypt' }, { visibility: 'dm_only' }),
      entityRow('Gone', { known: 'Left with the lanterns' }, { is_removed: 1 }),
      entityRow('Broken', {}, { fields: '{"known": "lant' }),
    );
    insertRows(
      fixture.path,
      'campaign_patches',
      renameRow('main', 1, 'Stranger'),
      renameRow('main', 2, 'Rewound'),
      renameRow('brn_2', 2, 'Tinker'),
    );
  });
  afterEach(() => fixture.destroy());

  it('finds them once it is opened', async () => {
    const store = await fixture.openWorkspace();
    const found = (text: string) => foundIn(store, 'texts', word(text));
    for (const name of ['griffon', 'chimera', 'basilisk']) expect(await found(name), name).toEqual(['ses_1']);
    for (const name of ['lanterns', 'stranger', 'tinker'])
      expect(await found(name), name).toEqual(['Grimbold']);
    expect(await found('rewound')).toEqual([]);
    const texts = await readKeys(store, await keysIn(store, 'texts', EVERYTHING));
    expect(
      texts
        .filter(({ isSecret }) => isSecret)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['Grimbold (npc)\nHe is a wyvern', 'Hidden (npc)\nLives in the crypt']);
    expect(texts.find(({ id, part }) => id === 'Grimbold' && part === 0)?.subjects).toEqual([
      'Grimbold',
      'Stranger',
      'Tinker',
    ]);
  });

  it('has an index that matches its texts afterwards', async () => {
    await (await fixture.openWorkspace()).close();
    const database = openDatabase(fixture.path);
    onTestFinished(() => database.close());
    database.exec("INSERT INTO texts_text (texts_text, rank) VALUES ('integrity-check', 1)");
  });
});

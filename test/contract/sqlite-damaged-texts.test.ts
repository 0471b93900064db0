import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import { examineChecksums } from '../../src/storage/sqlite/doctor/examine-texts.ts';
import { repairInPlace } from '../../src/storage/sqlite/doctor/repair-store.ts';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { T0 } from '../domain/session/session-fixtures.ts';
import { openWorkspace } from '../support/open-workspace.ts';
import { contentsOf } from './old-stores/dump-store.ts';
import { loadDump } from './old-stores/open-dump.ts';

/** Without the time of entities: a turn may change an entity without changing its text. */
const textsAt = (path: string) =>
  (contentsOf(path).texts as readonly Record<string, unknown>[])
    .map(({ seq, at, ...text }) => JSON.stringify(text.kind === 'entity' ? text : { at, ...text }))
    .sort();

/** The texts of the newest dump were made by the program, those of the one before by migrations. */
it.each([MIGRATIONS.length, 14])(
  'makes damaged copies of notes, turns, events, captures, titles and entities again, byte for byte, in a store of version %i',
  async (version) => {
    const folder = mkdtempSync(join(tmpdir(), 'throughline-texts-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'throughline.db');
    loadDump(version, path);
    await openWorkspace({ path, workspace: 'default', busyTimeoutMs: 5_000, now: T0 }).close();
    const before = textsAt(path);
    const database = openDatabase(path);
    database.exec("UPDATE texts SET content = 'x' || content");
    const { damaged } = examineChecksums(database, true);
    database.close();
    expect(new Set(damaged.map(({ id }) => id.split(' ')[0]))).toEqual(
      new Set(['note', 'turn', 'event', 'capture', 'session', 'entity']),
    );
    const nothingElse = {
      indexes: [],
      areCountersWrong: false,
      differences: [],
      areMigrationsWrong: false,
      keepsLog: false,
    };
    repairInPlace(path, { ...nothingElse, searchTexts: damaged.map(({ place }) => place) }, T0);
    expect(textsAt(path)).toEqual(before);
    const mended = openDatabase(path);
    onTestFinished(() => mended.close());
    expect(examineChecksums(mended, true).damaged).toEqual([]);
    mended.exec("INSERT INTO texts_text (texts_text, rank) VALUES ('integrity-check', 1)");
  },
);

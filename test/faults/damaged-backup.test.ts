import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { lazy } from '../../src/lib/lazy.ts';
import { openBackups } from '../../src/storage/open-backups.ts';
import { DAMAGES } from '../support/faults-damage.ts';
import { type Home, homeIn, makeRoot, scene } from '../support/faults-home.ts';
import { readNotes } from '../support/faults-notes.ts';
import { makeOldStore, OLD_SUMMARY } from '../support/faults-old-store.ts';
import { runCommand } from '../support/faults-run.ts';
import { withDatabase } from '../support/faults-store.ts';
import { StdioClient } from '../support/stdio-client.ts';

const { home, keep } = scene();

const openIn = async ({ path, work }: Home) => keep(await StdioClient.open({ home: path, cwd: work }));
const codeIn = (stderr: string) => /\((\w+)\)\s*$/.exec(stderr)?.[1];

const templateRoot = makeRoot();
afterAll(() => rmSync(templateRoot, { recursive: true, force: true }));

/** A store and its backup, made once by the program. */
const template = lazy(async () => {
  const place = homeIn(templateRoot);
  const client = await StdioClient.open({ home: place.path, cwd: place.work });
  await client.facts('add_session_note', { summary: 'a note with the word bergamot' });
  await client.facts('store_memory', { content: 'The word bergamot stands in this record' });
  await client.close();
  const backup = join(place.root, 'backup.db');
  const made = await runCommand(place, 'backup', backup);
  expect(made.code, made.stderr).toBe(0);
  return { place, backup };
});

async function homeWithBackup() {
  const made = await template();
  // The project is found from its folder.
  const place = { ...home(), work: made.place.work };
  const backup = join(place.root, 'backup.db');
  copyFileSync(made.place.store, place.store);
  copyFileSync(made.backup, backup);
  return { place, backup };
}

/** Replaces bytes in the middle of a stored text, which no check of pages finds. */
function changeText(path: string): void {
  const bytes = readFileSync(path);
  const at = bytes.indexOf('bergamot stands');
  expect(at).toBeGreaterThan(0);
  bytes.write('BERGAMOT', at);
  writeFileSync(path, bytes);
}

const CODES: Readonly<Record<string, string>> = { store_newer: 'backup_newer' };

describe('a backup', () => {
  it.each([...DAMAGES, { name: 'with a changed text', code: 'store_damaged', inflict: changeText }])(
    'that is $name is refused, and the store stays byte for byte',
    async ({ name, code, inflict }) => {
      const { place, backup } = await homeWithBackup();
      inflict(backup);
      const before = readFileSync(place.store);
      const refused = await runCommand(place, 'restore', backup, '--yes');
      expect(refused.code).not.toBe(0);
      const allowed = CODES[code] === undefined ? ['backup_damaged', 'backup_foreign'] : [CODES[code]];
      expect(allowed, `${name}: ${refused.stderr}`).toContain(codeIn(refused.stderr));
      expect(refused.stderr).toMatch(/was not changed|Update Throughline/);
      expect(readFileSync(place.store).equals(before)).toBe(true);
      expect(existsSync(`${place.store}.restoring`)).toBe(false);
      expect(await readNotes(await openIn(place))).toEqual(['a note with the word bergamot']);
    },
  );

  it('that does not exist is refused by name', async () => {
    const { place } = await homeWithBackup();
    const refused = await runCommand(place, 'restore', join(place.root, 'none.db'), '--yes');
    expect(codeIn(refused.stderr)).toBe('backup_missing');
  });
});

describe('a restore', () => {
  it.each(DAMAGES.filter(({ name }) => /cut to half|zeros|first page zeroed/.test(name)))(
    'replaces a store that is $name, and keeps the damaged file as it is',
    async ({ inflict }) => {
      const { place, backup } = await homeWithBackup();
      inflict(place.store);
      const damaged = readFileSync(place.store);
      const restored = await runCommand(place, 'restore', backup, '--yes', '--json');
      expect(restored.code, restored.stderr).toBe(0);
      const { kept } = JSON.parse(restored.stdout);
      expect(kept).toContain('.damaged-');
      expect(readFileSync(kept).equals(damaged)).toBe(true);
      expect(await readNotes(await openIn(place))).toEqual(['a note with the word bergamot']);
    },
  );

  it('creates the store where there is none', async () => {
    const { place, backup } = await homeWithBackup();
    rmSync(place.store);
    const restored = await runCommand(place, 'restore', backup, '--yes', '--json');
    expect(JSON.parse(restored.stdout)).toMatchObject({ kept: null, store: null });
    expect(await readNotes(await openIn(place))).toEqual(['a note with the word bergamot']);
  });

  it('never touches a database of another program', async () => {
    const { place, backup } = await homeWithBackup();
    rmSync(place.store);
    withDatabase(place.store, (database) => database.exec('CREATE TABLE songs (title TEXT)'));
    const before = readFileSync(place.store);
    const refused = await runCommand(place, 'restore', backup, '--yes');
    expect(codeIn(refused.stderr)).toBe('store_damaged');
    expect(readFileSync(place.store).equals(before)).toBe(true);
  });

  it('is noticed by a server that was running: it neither writes nor reads the old store', async () => {
    const { place, backup } = await homeWithBackup();
    const client = await openIn(place);
    await client.facts('add_session_note', { summary: 'before the restore' });
    expect((await runCommand(place, 'restore', backup, '--yes')).code).toBe(0);
    const written = await client.call('add_session_note', { summary: 'too late' });
    expect(written.structuredContent.code).toBe('store_replaced');
    await vi.waitFor(
      async () => expect((await client.call('get_sessions')).structuredContent.code).toBe('store_replaced'),
      { timeout: 30_000, interval: 50 },
    );
  });

  it('can be undone: the store that was there is a backup', async () => {
    const { place, backup } = await homeWithBackup();
    const client = await openIn(place);
    await client.facts('add_session_note', { summary: 'after the backup' });
    await client.close();
    await runCommand(place, 'restore', backup, '--yes');
    const [aside] = openBackups(place.store)?.list() ?? [];
    expect(aside?.reason).toBe('before-restore');
    expect(statSync(aside?.path ?? '').mode & 0o777).toBe(0o600);
    expect((await runCommand(place, 'restore', aside?.path ?? '', '--yes')).code).toBe(0);
    expect(await readNotes(await openIn(place))).toContain('after the backup');
  });

  it('is refused without --yes where nobody can answer, and shows what differs first', async () => {
    const { place, backup } = await homeWithBackup();
    const client = await openIn(place);
    await client.facts('store_memory', { content: 'Newer than the backup' });
    await client.close();
    const refused = await runCommand(place, 'restore', backup);
    expect(codeIn(refused.stderr)).toBe('confirmation_required');
    expect(refused.stderr).toMatch(/^work +2 → 1 +2 → 1 /m);
  });

  it('takes a file that was copied with its log', async () => {
    const { place } = await homeWithBackup();
    const client = await openIn(place);
    await client.facts('add_session_note', { summary: 'only in the log' });
    const copy = join(place.root, 'copy.db');
    for (const part of ['', '-wal']) copyFileSync(`${place.store}${part}`, `${copy}${part}`);
    expect(statSync(`${copy}-wal`).size).toBeGreaterThan(0);
    await client.close();
    const restored = await runCommand(place, 'restore', copy, '--yes');
    expect(restored.code, restored.stderr).toBe(0);
    expect(await readNotes(await openIn(place))).toContain('only in the log');
  });

  it('takes a backup of an earlier schema, and the next start migrates it', async () => {
    const place = home();
    const old = join(place.root, 'old.db');
    await makeOldStore(old);
    const restored = await runCommand(place, 'restore', old, '--yes');
    expect(restored.code, restored.stderr).toBe(0);
    expect(await readNotes(await openIn(place))).toEqual([OLD_SUMMARY]);
  });
});

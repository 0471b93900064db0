import { isAbsolute } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClientAdapter } from '../../../src/app/ports/client-adapter.ts';
import {
  hasHooks,
  hasServer,
  PLATFORMS,
  SCOPES,
  type Scope,
  type SettingsPart,
} from '../../../src/app/ports/client-settings.ts';
import { PLACE } from '../client-place.ts';
import type { AdapterExample } from './adapter-example.ts';

const isOfMachine = (text: string) =>
  [PLACE.homeDir, PLACE.program.command, ...PLACE.program.args].some((path) => text.includes(path));

const folderOf = (scope: Scope) => (scope === 'user' ? PLACE.homeDir : PLACE.projectDir);

export function snippetClauses({ settings, scopes = SCOPES }: ClientAdapter): void {
  it('shows a person what to paste, and where', async () => {
    const { listSnippets } = await settings();
    const own = listSnippets(PLACE, 'user');
    expect(own.some(({ what }) => hasServer(what))).toBe(scopes.includes('user'));
    for (const scope of SCOPES)
      for (const { what, path, text } of listSnippets(PLACE, scope)) {
        expect(isAbsolute(path)).toBe(true);
        expect(path.startsWith(folderOf(scope))).toBe(true);
        expect(text).toContain('throughline');
        expect(isOfMachine(text)).toBe(scope === 'user' && what !== 'instructions');
      }
  });

  it('has no command that does something by itself if a client ignores the arguments', async () => {
    const { listSnippets } = await settings();
    const own = listSnippets(PLACE, 'user').filter(({ what, format }) => hasHooks(what) && format === 'json');
    for (const { text } of own) expect(text).not.toMatch(/"command": "(?:[^"]*\/)?(?:env|sh|bash)"/);
  });

  it('starts no hook as the child of a shell, which would be taken for the client', async () => {
    const { listSnippets } = await settings();
    const own = listSnippets(PLACE, 'user').filter(({ what, format }) => hasHooks(what) && format === 'json');
    const lines = own.flatMap(({ text }) => text.match(/"command": "[^"]* hook [^"]*"/g) ?? []);
    for (const line of lines) expect(line).toMatch(/^"command": "exec /);
  });
}

/** What the clauses ask of one file that `install` edits. */
function partClauses({ add, remove }: SettingsPart, texts: readonly (readonly [string, string])[]) {
  it.each(texts)('with %s: added twice is added once', (_, text) => {
    const { text: after } = add(text);
    expect(after).not.toBe(text);
    expect(add(after)).toMatchObject({ text: after, made: [] });
  });

  it.each(texts)('with %s: removing restores the bytes', (_, text) => {
    const { text: after, made } = add(text);
    expect(remove(after, made)).toBe(text);
    expect(remove(text, made)).toBe(text);
    expect(remove(text, null)).toBe(text);
  });
}

export async function installClauses(
  { settings, hooks, installNotes, scopes }: ClientAdapter,
  examples: NonNullable<AdapterExample['settings']>,
): Promise<void> {
  const textsFor = ({ path }: SettingsPart) =>
    Object.entries(examples).flatMap(([ending, texts]) =>
      path.endsWith(ending) ? Object.entries(texts) : [],
    );
  const listParts = async (scope: Scope) => (await settings()).listParts(PLACE, scope);

  it('has settings for the scopes that it declares, and for no other', async () => {
    for (const scope of scopes ?? []) expect(await listParts(scope)).not.toEqual([]);
    if (scopes === undefined) expect(await listParts('user')).not.toEqual([]);
    else for (const scope of SCOPES) if (!scopes.includes(scope)) expect(await listParts(scope)).toEqual([]);
  });

  it('edits files of the person, or of the project and then without a path of this machine', async () => {
    const all = await Promise.all(SCOPES.map(async (scope) => ({ scope, parts: await listParts(scope) })));
    expect(all.some(({ parts }) => parts.length > 0)).toBe(true);
    for (const { scope, parts } of all)
      for (const part of parts) {
        const { path, isShared, add, what } = part;
        expect(textsFor(part).length).toBeGreaterThan(0);
        expect(path.startsWith(folderOf(scope))).toBe(true);
        expect(isShared).toBe(scope === 'project');
        expect(isOfMachine(add('').text)).toBe(scope === 'user' && what !== 'instructions');
      }
  });

  it('installs its hooks, where it has hooks', async () => {
    const parts = (await Promise.all(SCOPES.map(listParts))).flat();
    expect(parts.some(({ what }) => hasHooks(what))).toBe(hooks !== undefined);
  });

  it('says in sentences what to know after it', () => {
    for (const scope of SCOPES)
      for (const note of installNotes?.(scope) ?? []) expect(note).toMatch(/^[A-Z].*\.$/);
  });

  it.each(PLATFORMS)('restores every file on %s too', async (platform) => {
    const place = { ...PLACE, platform };
    const { listParts: list } = await settings();
    for (const scope of SCOPES)
      for (const part of list(place, scope)) {
        expect(part.path.startsWith(folderOf(scope))).toBe(true);
        for (const [name, text] of textsFor(part)) {
          const { text: after, made } = part.add(text);
          expect(part.add(after).text, name).toBe(after);
          expect(part.remove(after, made), name).toBe(text);
        }
      }
  });

  for (const scope of SCOPES)
    for (const part of await listParts(scope))
      describe(`${part.what} for a ${scope}`, () => partClauses(part, textsFor(part)));
}

export function doctorClauses(
  { settings, hooks }: ClientAdapter,
  examples: NonNullable<AdapterExample['settings']>,
): void {
  it('finds no entry of Throughline on a fresh home', async () => {
    const { findConnected } = await settings();
    for (const { hooks: found, server, hasPlugin } of findConnected?.(PLACE, () => undefined) ?? []) {
      expect(found).toBeNull();
      expect(server).toBeNull();
      expect(hasPlugin).toBe(false);
    }
  });

  it('finds all that was installed, and nothing missing', async () => {
    const { listParts, findConnected } = await settings();
    const parts = listParts(PLACE, 'user');
    const files = new Map(parts.map(({ path, add }) => [path, add('').text]));
    const found = findConnected?.(PLACE, (path) => files.get(path)) ?? [];
    const own = found.find(({ scope }) => scope === 'user');
    expect(own?.hooks?.events).toEqual(Object.keys(hooks?.events ?? {}));
    expect(own?.hooks).toMatchObject({ missing: [], offBecause: null });
    expect(own?.hooks?.start?.args).toContain('check');
    expect(own?.server === null).toBe(!parts.some(({ what }) => hasServer(what)));
  });

  it('never throws, whatever is in the settings', async () => {
    const { findConnected } = await settings();
    const anyText = fc.oneof(
      fc.constantFrom(...Object.values(examples).flatMap((texts) => Object.values(texts))),
      fc.string({ unit: 'binary' }),
      fc.json(),
    );
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), (texts) => {
        let count = 0;
        findConnected?.(PLACE, () => texts[count++ % texts.length]);
      }),
    );
    findConnected?.(PLACE, () => {
      throw new Error('EACCES');
    });
  });
}

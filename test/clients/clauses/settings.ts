import { isAbsolute } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClientAdapter } from '../../../src/app/ports/client-adapter.ts';
import { SCOPES, type Scope, type SettingsPart } from '../../../src/app/ports/client-settings.ts';
import { PLACE } from '../client-place.ts';
import type { AdapterExample } from './adapter-example.ts';

const isOfMachine = (text: string) =>
  [PLACE.homeDir, PLACE.program.command, ...PLACE.program.args].some((path) => text.includes(path));

const folderOf = (scope: Scope) => (scope === 'user' ? PLACE.homeDir : PLACE.projectDir);

export function snippetClauses({ snippets }: ClientAdapter): void {
  it('shows a person what to paste, and where', async () => {
    const listSnippets = await snippets();
    expect(listSnippets(PLACE, 'user').some(({ what }) => what === 'MCP server')).toBe(true);
    for (const scope of SCOPES)
      for (const { path, text } of listSnippets(PLACE, scope)) {
        expect(isAbsolute(path)).toBe(true);
        expect(path.startsWith(folderOf(scope))).toBe(true);
        expect(text).toContain('throughline');
        expect(isOfMachine(text)).toBe(scope === 'user');
      }
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
  { install, hooks, installNotes }: ClientAdapter,
  settings: NonNullable<AdapterExample['settings']>,
): Promise<void> {
  const texts = Object.entries(settings);
  const listParts = async (scope: Scope) => (await install?.())?.(PLACE, scope) ?? [];

  it('edits files of the person, or of the project and then without a path of this machine', async () => {
    expect(texts.length).toBeGreaterThan(0);
    const all = await Promise.all(SCOPES.map(async (scope) => ({ scope, parts: await listParts(scope) })));
    expect(all.some(({ parts }) => parts.length > 0)).toBe(true);
    for (const { scope, parts } of all)
      for (const { path, isShared, add } of parts) {
        expect(path.startsWith(folderOf(scope))).toBe(true);
        expect(isShared).toBe(scope === 'project');
        expect(isOfMachine(add('').text)).toBe(scope === 'user');
      }
  });

  it('installs its hooks, where it has hooks', async () => {
    const parts = (await Promise.all(SCOPES.map(listParts))).flat();
    expect(parts.some(({ what }) => what === 'hooks')).toBe(hooks !== undefined);
  });

  it('says in sentences what to know after it', () => {
    for (const scope of SCOPES)
      for (const note of installNotes?.(scope) ?? []) expect(note).toMatch(/^[A-Z].*\.$/);
  });

  for (const scope of SCOPES)
    for (const part of await listParts(scope))
      describe(`${part.what} for a ${scope}`, () => partClauses(part, texts));
}

export function doctorClauses(
  { doctor, install, hooks }: ClientAdapter,
  settings: NonNullable<AdapterExample['settings']>,
): void {
  it('finds no entry of Throughline on a fresh home', async () => {
    const find = await doctor?.();
    for (const { hooks: found, server, hasPlugin } of find?.(PLACE, () => undefined) ?? []) {
      expect(found).toBeNull();
      expect(server).toBeNull();
      expect(hasPlugin).toBe(false);
    }
  });

  it('finds all that was installed, and nothing missing', async () => {
    const parts = (await install?.())?.(PLACE, 'user') ?? [];
    const files = new Map(parts.map(({ path, add }) => [path, add('').text]));
    const find = await doctor?.();
    const found = find?.(PLACE, (path) => files.get(path)) ?? [];
    const own = found.find(({ scope }) => scope === 'user');
    expect(own?.hooks?.events).toEqual(Object.keys(hooks?.events ?? {}));
    expect(own?.hooks).toMatchObject({ missing: [], offBecause: null });
    expect(own?.hooks?.start?.args).toContain('check');
    expect(own?.server === null).toBe(!parts.some(({ what }) => what === 'MCP server'));
  });

  it('never throws, whatever is in the settings', async () => {
    const find = await doctor?.();
    const anyText = fc.oneof(
      fc.constantFrom(...Object.values(settings)),
      fc.string({ unit: 'binary' }),
      fc.json(),
    );
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), (texts) => {
        let count = 0;
        find?.(PLACE, () => texts[count++ % texts.length]);
      }),
    );
    find?.(PLACE, () => {
      throw new Error('EACCES');
    });
  });
}

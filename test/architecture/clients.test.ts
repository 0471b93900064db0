import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../src/clients/index.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));
const WHY = 'see docs/decisions/client-adapters.md';

const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));

const foldersIn = (path: string) =>
  readdirSync(join(SRC, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const ADAPTERS = foldersIn('clients').filter((name) => name !== 'shared');

/** The examples in the help of a command name a client, as a person types it. */
const withoutExamples = ({ path, text }: { path: string; text: string }) =>
  /^(campaign\/)?cli\/commands\//.test(path) ? text.replace(/\bexamples: \[[^\]]*\]/g, '') : text;

/** A word that means more than the client is looked for in another form. */
const WORDS: Readonly<Record<string, RegExp>> = {
  'claude-code': /claude/i,
  'claude-desktop': /claude/i,
  cursor: /\bCursor\b|['/]\.cursor\b/,
};
const anyOf = (words: readonly string[]) => new RegExp(words.join('|'), 'i');
const mentionOf = (name: string) => WORDS[name] ?? anyOf([name, CLIENTS.find(name)?.title ?? name]);

/** Two clients of one maker share a word in their names, or a folder with hooks. */
const MAKERS = [
  ['claude-code', 'claude-desktop'],
  ['copilot', 'vscode'],
];
/** Redaction names services whose keys are secrets. */
const mayMention = (name: string) => [
  ...(MAKERS.find((clients) => clients.includes(name)) ?? [name]).map((one) => `clients/${one}/`),
  ...(name.startsWith('claude-') ? [] : ['redact/']),
];

describe('what is known of an agent client', () => {
  it('is in a folder of its own, and each folder is in the list', () => {
    expect(ADAPTERS.toSorted()).toEqual(CLIENTS.adapters.map(({ name }) => name).toSorted());
  });

  it.each(ADAPTERS)('%s is mentioned in its folder, in the list of clients, and nowhere else', (name) => {
    const isElsewhere = (path: string) =>
      path !== 'clients/index.ts' && !mayMention(name).some((folder) => path.startsWith(folder));
    const mention = mentionOf(name);
    const found = FILES.filter(
      (file) => isElsewhere(file.path) && (mention.test(file.path) || mention.test(withoutExamples(file))),
    );
    expect(
      found.map(({ path }) => `src/${path}`),
      WHY,
    ).toEqual([]);
  });

  it('is imported by the list of clients only, and no client imports another', () => {
    const importsAdapter = ({ path, text }: { path: string; text: string }) =>
      ADAPTERS.some(
        (name) =>
          !path.startsWith(`clients/${name}/`) &&
          new RegExp(`from '(?:\\.\\./)*(?:\\./)?(?:clients/)?${name}/`).test(text),
      );
    const found = FILES.filter(importsAdapter).map(({ path }) => path);
    expect(found, WHY).toEqual(['clients/index.ts']);
  });

  it('is loaded from files that the build knows by name, so that a hook carries only what it runs', () => {
    const known = ['hook-protocol', 'json-protocol', 'settings', 'transcript'];
    const build = readFileSync(join(SRC, '..', 'scripts', 'bundle.mjs'), 'utf8');
    for (const name of known) expect(build).toContain(`'${name}'`);
    const textOf = (file: string) => FILES.find(({ path }) => path === `clients/${file}`)?.text ?? '';
    const loadedBy = (file: string) =>
      [...textOf(file).matchAll(/import\('\.\/([a-z-]+)\.ts'\)/g)].map(([, loaded]) => loaded ?? '');
    expect(loadedBy('shared/adapter-parts.ts')).toEqual(['json-protocol']);
    for (const name of ADAPTERS) {
      const index = `${name}/index.ts`;
      const loaded = loadedBy(index);
      expect(loaded.length, name).toBeGreaterThan(0);
      expect(
        loaded.filter((file) => !known.includes(file)),
        name,
      ).toEqual([]);
    }
  });
});

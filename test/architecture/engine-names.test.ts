import { describe, expect, it } from 'vitest';
import { FILES, insideSrc, withoutComments } from './source-files.ts';

const HOW_TO_CHANGE =
  'move what depends on the engine behind storage/open-store.ts or a port; if the rule is wrong, write down why in docs/decisions/';

/** A string or pattern that begins with the name of an engine, as the scheme of a URL does. Prose writes such names in capitals. */
const namesEngine = (text: string) => /(?:['"`]|(?<![\w.])\/)\^?\(?(?:\?:)?(?:sqlite|postgres)/.test(text);

/** Files of main that need the engine itself, and why. Everything else opens a store by its URL. */
const ENGINE_USERS: Readonly<Record<string, string>> = {
  'main/run-doctor.ts': 'examines and repairs the file of a store',
  'main/open-backup-services.ts': 'finds what an interrupted backup left beside the file of a store',
  'main/open-deps.ts': 'reads databases of clients, which are SQLite files whatever the store is',
  'main/past-conversations.ts': 'reads databases of clients, which are SQLite files whatever the store is',
};

const outsideStorage = FILES.filter(({ path }) => !path.startsWith('storage/')).map(({ path, text }) => ({
  path,
  text: withoutComments(text),
}));

const importsEngine = ({ path, text }: (typeof outsideStorage)[number]) =>
  [...text.matchAll(/'(\.[^'\s]+)'/g)].some(([, name = '']) =>
    insideSrc(path, name).startsWith('storage/sqlite/'),
  );

describe('the name of a storage engine', () => {
  it('is in no string or pattern outside storage, except where the scheme of a URL is read', () => {
    const users = outsideStorage.filter(({ text }) => namesEngine(text)).map(({ path }) => path);
    // The redactor knows the URLs in which other programs keep passwords.
    expect(users, HOW_TO_CHANGE).toEqual(['domain/store-location.ts', 'redact/rules/logins.ts']);
  });

  it.each([
    ["config.store.startsWith('sqlite:')", true],
    ['/^sqlite:/.test(config.store)', true],
    ['/^(?:sqlite|postgres):/.test(config.store)', true],
    ["case 'postgres':", true],
    ["engine === 'sqlite'", true],
    ["String(warning).startsWith('SQLite')", false],
    ["import { openStore } from '../storage/sqlite/open-sqlite-store.ts';", false],
  ])('is recognized in %s: %s', (line, isFound) => expect(namesEngine(line)).toBe(isFound));

  it('is imported outside storage only where the engine itself is needed', () => {
    const users = outsideStorage.filter(importsEngine).map(({ path }) => path);
    expect(users.sort(), HOW_TO_CHANGE).toEqual(Object.keys(ENGINE_USERS).sort());
  });
});

import { describe, expect, it } from 'vitest';
import { findKeyLine, loadLenientConfig } from '../../src/config/load-lenient-config.ts';
import { type Given, inputOf, load } from './load.ts';

const loadSound = (given: Given) => loadLenientConfig(inputOf(given));

describe('a config.json that is broken', () => {
  it('is ignored if it cannot be read', () => {
    const { config, path, keyCount, problems } = loadSound({
      file: '{\n  "port": 5,\n}',
      flags: { host: 'x' },
    });
    expect(config).toEqual(load({ flags: { host: 'x' } }));
    expect({ path, keyCount }).toEqual({ path: '/home/ada/.throughline/config.json', keyCount: 0 });
    expect(problems).toEqual([
      {
        line: undefined,
        message: '/home/ada/.throughline/config.json is not valid JSON: unexpected "}" at line 3, column 1.',
        hint: 'Correct the file (JSON has no comments), or remove it to use the defaults.',
      },
    ]);
  });

  it('loses only the wrong keys, each reported with its line', () => {
    const file = '\uFEFF{\n  "store": "/elsewhere/store.db",\n  "prot": 1,\n\n  "port": "many"\n}';
    const { config, keyCount, problems } = loadSound({ file });
    expect(config).toEqual(load({ file: { store: '/elsewhere/store.db' } }));
    expect(keyCount).toBe(1);
    expect(problems).toMatchObject([
      { line: 3, message: 'Unknown key in config.json: prot.', hint: expect.stringContaining('port') },
      { line: 5, message: expect.stringContaining('must be a whole number from 0 to 65535; it is "many"') },
    ]);
  });

  it('does not hide a wrong flag or environment variable', () => {
    expect(() => loadSound({ file: '{', flags: { port: 'many' } })).toThrow('flag --port');
  });
});

it.each([undefined, {}, { port: 5, read_only: true, toolsets: ['session'] }])(
  'a config.json that is sound or missing holds as it is: %j',
  (file) => {
    const { config, keyCount, problems } = loadSound({ file });
    expect(config).toEqual(load({ file }));
    expect({ keyCount, problems }).toEqual({ keyCount: Object.keys(file ?? {}).length, problems: [] });
  },
);

it.each([
  ['{"a": 1}', 'a', 1],
  ['{\n"b": {"a": 1},\n"a": ["a", {"a":\n2}]}', 'a', 3],
  ['{\n"b": "\\"a\\": {",\n"\\u0061": 1}', 'a', 3],
  ['{"a": 1,\n"a": 2}', 'a', 2],
  ['{"b": "a"}', 'a', undefined],
])('in %j the key %s stands on line %s', (text, key, line) => {
  expect(findKeyLine(text, key)).toBe(line);
});

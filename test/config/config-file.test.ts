import { describe, expect, it } from 'vitest';
import { findJsonError } from '../../src/config/read-config-file.ts';
import { load, refusalOf } from './load.ts';

describe('config.json', () => {
  it('may begin with a byte order mark, and have no options', () => {
    expect(load({ file: '\uFEFF{"port": 5}' }).port).toBe(5);
    expect(load({ file: ' {}\n' })).toEqual(load());
  });

  it.each([
    ['{"port": 1,}', 'unexpected "}" at line 1, column 12'],
    ['{\n  "port": 1\n  "host": "x"\n}', 'unexpected "\\"" at line 3, column 3'],
    ['{\n  // comment\n}', 'unexpected "/" at line 2, column 3'],
    ['{"read_only": yes}', 'unexpected "y" at line 1, column 15'],
    ["{'port': 1}", `unexpected "'" at line 1, column 2`],
    ['{"port": }', 'unexpected "}" at line 1, column 10'],
    ['{"port": 1} {', 'unexpected "{" at line 1, column 13'],
    ['{"port": 1', 'unexpected the end of the file at line 1, column 11'],
    ['', 'unexpected the end of the file at line 1, column 1'],
    ['\uFEFF[1 2]', 'unexpected "2" at line 1, column 4'],
  ])('%j is unreadable: %s', (file, where) => {
    const refusal = refusalOf({ file });
    expect(refusal).toMatchObject({ kind: 'invalid', code: 'config_unreadable' });
    expect(refusal.message).toBe(`/home/ada/.throughline/config.json is not valid JSON: ${where}.`);
    expect(refusal.cause).toBeInstanceOf(SyntaxError);
  });

  it('is unreadable without a position if none is known', () => {
    expect(refusalOf({ file: '"a\u0001b"' }).message).toBe(
      '/home/ada/.throughline/config.json is not valid JSON.',
    );
  });

  it.each(['[]', 'null', '"text"', '4'])('must be one object: %s is not', (file) => {
    expect(refusalOf({ file })).toMatchObject({
      code: 'config_unreadable',
      message: expect.stringContaining('must contain one JSON object'),
    });
  });

  it('that cannot be read is an error, not a missing file', () => {
    const readFile = () => {
      throw new Error('EACCES: permission denied');
    };
    expect(refusalOf({ readFile } as object)).toMatchObject({
      code: 'config_unreadable',
      message: expect.stringContaining('EACCES'),
      cause: expect.any(Error),
    });
  });
});

describe('findJsonError', () => {
  it.each(['{}', ' [1, -2.5e+3, 0, true, false, null, "a\\u00e9\\n\\"", {"a": {"b": []}}] ', '"x"', '0'])(
    'finds none in %s',
    (text) => {
      expect(() => JSON.parse(text)).not.toThrow();
      expect(findJsonError(text)).toBeUndefined();
    },
  );

  it.each([
    '01',
    '+1',
    '.5',
    '1.',
    '[,]',
    '{"a" 1}',
    '{a: 1}',
    '"\\x"',
    '"open',
    'nul',
    '[1,',
    '{"a":1]',
    ' ',
  ])('finds one in %j', (text) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonError(text)).toEqual(expect.any(Number));
  });
});

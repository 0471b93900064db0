import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load, refusalOf } from './load.ts';

describe('the source of a wrong value', () => {
  const limit = 'must be a whole number from 0 to 65535; it is';
  it.each([
    [{ flags: { port: '70000' } }, 'flag --port', `${limit} "70000"`],
    [{ env: { THROUGHLINE_PORT: '70000' } }, 'environment variable THROUGHLINE_PORT', `${limit} "70000"`],
    [{ file: { port: 70000 } }, 'key port in config.json', `${limit} 70000`],
  ])('reports the problem with %j', (given, source, problem) => {
    expect(refusalOf(given)).toMatchObject({
      kind: 'invalid',
      code: 'config_value_invalid',
      message: `The ${source} ${problem}.`,
      hint: `Correct the ${source}, or remove it to use the default (4747).`,
      fields: [{ field: source, problem, limit: 65_535 }],
    });
  });

  it('truncates a long value', () => {
    expect(refusalOf({ flags: { port: 'x'.repeat(10_000) } }).message.length).toBeLessThan(200);
  });
});

describe('the store', () => {
  it.each([
    ['sqlite:/data/x.db', '/data/x.db'],
    ['sqlite:///data/x.db', '/data/x.db'],
    ['sqlite:~/x.db', '/home/ada/x.db'],
    ['sqlite:x.db', '/work/here/x.db'],
    ['x.db', '/work/here/x.db'],
  ])('may be a URL: %s', (store, path) => expect(load({ flags: { store } }).store).toBe(path));

  it('cannot be of another engine, and the error does not repeat its URL', () => {
    const { code, message } = refusalOf({ flags: { store: 'postgres://ada:hunter2@db/x' } });
    expect(code).toBe('config_value_invalid');
    expect(message).toContain('begins with postgres:');
    expect(message).not.toMatch(/ada|hunter2/);
  });

  it('cannot be an empty URL', () => {
    for (const given of [{ flags: { store: 'sqlite:' } }, { file: { store: ' sqlite: ' } }])
      expect(refusalOf(given)).toMatchObject({
        code: 'config_value_invalid',
        message: expect.stringContaining('is empty after sqlite:'),
      });
  });
});

describe('a URL with a password that is refused', () => {
  const url = 'postgres://ada:hunter2@db/x';
  it.each([
    ['as the store, behind sqlite:', { store: `sqlite:${url}` }],
    ['as the store, in a list', { store: [url] }],
    ['as the store, in an object', { store: { url } }],
    ['as another path', { identity: url }],
    ['as a folder', { allowed_roots: [url] }],
    ['as a toolset', { toolsets: [url] }],
    ['as a number', { port: url }],
    ['as the URL of an embedder', { embedder_url: 'https://ada:hunter2@host/v1' }],
    ['as an expression that does not compile', { redact_patterns: [`${url}(`] }],
  ])('is shown without it: %s', (_, file) => {
    const { message, hint, fields } = refusalOf({ file });
    expect(JSON.stringify([message, hint, fields])).not.toMatch(/ada:|hunter2/);
  });

  it('is shown with its host', () => {
    expect(refusalOf({ file: { identity: url } }).message).toContain('"postgres://***@db/x"');
  });
});

describe('numbers', () => {
  it('take the bounds themselves, and decimals where they make sense', () => {
    expect(load({ flags: { port: '0' } }).port).toBe(0);
    expect(load({ flags: { port: ' 65535 ' } }).port).toBe(65_535);
    expect(load({ env: { THROUGHLINE_LOST_AFTER_HOURS: '0.5' } }).lostAfterHours).toBe(0.5);
    expect(load({ file: { old_loop_days: 0.25, stale_checkpoint_days: 30 } })).toMatchObject({
      oldLoopDays: 0.25,
      staleCheckpointDays: 30,
    });
  });

  it.each(['-1', '1.5', '0x10', '1e3', 'NaN', 'Infinity', '80 80', 'eighty', '65536', ''])(
    'are refused as a port: %j',
    (port) => {
      expect(refusalOf({ flags: { port } }).code).toBe('config_value_invalid');
    },
  );

  it.each([
    ['lost_after_hours', 0, 'above 0'],
    ['lost_after_hours', -3, 'above 0'],
    ['lost_after_minutes_with_hooks', 0, 'above 0'],
    ['stale_checkpoint_days', 0, 'above 0'],
    ['old_loop_days', 1e300, 'at most 3650'],
    ['context_window_tokens', 0, 'from 1'],
    ['busy_timeout_ms', -1, 'from 0'],
    ['busy_timeout_ms', 600_001, 'to 600000'],
  ])('are refused: %s %d', (name, value, bound) => {
    expect(refusalOf({ file: { [name]: value } }).message).toContain(bound);
  });

  it.each(['4747', true, null, [4747], {}])('are numbers in config.json: %j is not', (port) => {
    expect(refusalOf({ file: { port } }).code).toBe('config_value_invalid');
  });
});

describe('booleans', () => {
  it.each([
    ...['true', '1', 'yes', 'YES', ' True '].map((word) => [word, true] as const),
    ...['false', '0', 'no', 'No'].map((word) => [word, false] as const),
  ])('%s is %s everywhere', (word, expected) => {
    expect(load({ flags: { 'read-only': word } }).readOnly).toBe(expected);
    expect(load({ env: { THROUGHLINE_READ_ONLY: word } }).readOnly).toBe(expected);
    expect(load({ file: { read_only: word } }).readOnly).toBe(expected);
  });

  it('may be a bare flag, and real ones in config.json', () => {
    expect(load({ flags: { 'read-only': true } }).readOnly).toBe(true);
    expect(load({ flags: { 'read-only': false }, file: { read_only: true } }).readOnly).toBe(false);
    expect(load({ file: { read_only: 1 } }).readOnly).toBe(true);
  });

  it.each(['on', '2', 'truee', [true], null, {}])('are nothing else: %j', (read_only) => {
    expect(refusalOf({ file: { read_only } })).toMatchObject({
      code: 'config_value_invalid',
      allowed: ['true', 'false', '1', '0', 'yes', 'no'],
    });
  });
});

describe('text', () => {
  it('is taken as it is, without the space around it', () => {
    expect(load({ flags: { project: ' Curse of Straßburg ' } }).project).toBe('Curse of Straßburg');
  });

  it.each([true, false, '', ' ', 'a\nb', 'x'.repeat(501)])('of a project is refused: %j', (project) => {
    expect(refusalOf({ flags: { project } })).toMatchObject({ code: 'config_value_invalid' });
  });

  it.each([12, null, ['a'], '\ud800'])('of a project in config.json is refused: %j', (project) => {
    expect(refusalOf({ file: { project } })).toMatchObject({ code: 'config_value_invalid' });
  });

  it.each(['localhost', '0.0.0.0', '::1', '::', 'fe80::1', 'my-host.lan'])('%s is a host', (host) => {
    expect(load({ flags: { host } }).host).toBe(host);
  });

  it.each(['http://x', 'localhost:80', '[::1]', 'a b', 'x/y', '-x'])('%s is no host', (host) => {
    expect(refusalOf({ flags: { host } }).message).toContain('a host name or IP address');
  });
});

describe('paths', () => {
  it('start where they are written: flags and environment here, config.json in the home', () => {
    expect(load({ flags: { home: 'mine' } }).home).toBe('/work/here/mine');
    expect(load({ flags: { store: '../a.db' } }).store).toBe('/work/a.db');
    expect(load({ env: { THROUGHLINE_STORE: 'a.db' } }).store).toBe('/work/here/a.db');
    expect(load({ file: { store: 'a.db' } }).store).toBe('/home/ada/.throughline/a.db');
    expect(load({ env: { THROUGHLINE_HOME: '/data' }, file: { identity: 'me.md' } }).identity).toBe(
      '/data/me.md',
    );
  });

  it('may begin with ~', () => {
    expect(load({ flags: { home: '~' } }).home).toBe('/home/ada');
    expect(load({ env: { THROUGHLINE_HOME: '~/x' } }).home).toBe('/home/ada/x');
    expect(load({ file: { store: '~/x.db' } }).store).toBe('/home/ada/x.db');
  });

  it('are text', () => {
    expect(refusalOf({ flags: { home: true } }).message).toBe('The flag --home must be a path; it is empty.');
    expect(refusalOf({ flags: { store: '' } }).code).toBe('config_value_invalid');
    expect(refusalOf({ file: { store: 5 } }).code).toBe('config_value_invalid');
    expect(refusalOf({ file: { store: 'a\0b' } }).message).toContain('NUL');
  });

  it.each([
    '~bob/x',
    '$HOME/x',
    `\${HOME}/x`,
    `/x/\${NAME}/y`,
    '%USERPROFILE%/x',
    'postgres://h/db',
    'file:///x.db',
    'file:x',
    ':memory:',
  ])('are not guessed at: %s', (store) => {
    expect(refusalOf({ env: { THROUGHLINE_STORE: store } }).code).toBe('config_value_invalid');
  });
});

describe('toolsets', () => {
  const chosen = ['session', 'campaign'];
  it('are separated by commas, or an array in config.json', () => {
    expect(load({ flags: { toolsets: 'session,campaign' } }).toolsets).toEqual(chosen);
    expect(load({ env: { THROUGHLINE_TOOLSETS: ' session, campaign,,session' } }).toolsets).toEqual(chosen);
    expect(load({ file: { toolsets: chosen } }).toolsets).toEqual(chosen);
    expect(load({ file: { toolsets: 'session,campaign' } }).toolsets).toEqual(chosen);
  });

  it('are known ones: the nearest is suggested', () => {
    const refusal = refusalOf({ env: { THROUGHLINE_TOOLSETS: 'session,campain' } });
    expect(refusal.message).toContain('"campain", did you mean campaign?');
    expect(refusal.allowed).toEqual(['session', 'memory', 'capture', 'campaign', 'handoff', 'compat']);
  });

  it.each([[[]], [','], [['session', 3]], [['']], [{}], [true]])('are at least one word: %j', (toolsets) => {
    expect(refusalOf({ file: { toolsets } }).code).toBe('config_value_invalid');
  });
});

describe('allowed roots', () => {
  it("are separated by the platform's delimiter, or an array in config.json", () => {
    const both = ['/a', '/home/ada/b c'];
    expect(
      load({ env: { THROUGHLINE_ALLOWED_ROOTS: `/a${delimiter}${delimiter}~/b c` } }).allowedRoots,
    ).toEqual(both);
    expect(load({ flags: { 'allowed-roots': `/a${delimiter}~/b c${delimiter}/a/` } }).allowedRoots).toEqual(
      both,
    );
    expect(load({ file: { allowed_roots: both } }).allowedRoots).toEqual(both);
    expect(load({ file: { allowed_roots: [] } }).allowedRoots).toEqual([]);
  });

  it('are absolute: where a server starts must not decide what it may read', () => {
    expect(refusalOf({ flags: { 'allowed-roots': 'here' } }).message).toContain('"here" is relative');
    expect(refusalOf({ file: { allowed_roots: ['.'] } }).message).toContain(
      'key allowed_roots in config.json',
    );
    expect(refusalOf({ file: { allowed_roots: [`\${X}`] } }).code).toBe('config_value_invalid');
    expect(refusalOf({ file: { allowed_roots: [''] } }).code).toBe('config_value_invalid');
    expect(refusalOf({ flags: { 'allowed-roots': true } }).code).toBe('config_value_invalid');
  });
});

describe('redact patterns', () => {
  it('are one per line in the environment, or an array in config.json', () => {
    const both = ['ACME-\\d{4}, x', ' padded '];
    expect(
      load({ env: { THROUGHLINE_REDACT_PATTERNS: 'ACME-\\d{4}, x\r\n\n padded \n' } }).redactPatterns,
    ).toEqual(both);
    expect(load({ file: { redact_patterns: both } }).redactPatterns).toEqual(both);
  });

  it.each(['(', '[', '\\p{Nope}'])('compile: %s does not', (pattern) => {
    expect(refusalOf({ file: { redact_patterns: [pattern] } }).message).toContain('does not compile');
  });

  it('must not match the empty text', () => {
    expect(refusalOf({ file: { redact_patterns: ['x*'] } }).message).toContain('matches the empty text');
  });
});

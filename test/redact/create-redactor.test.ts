import { describe, expect, it } from 'vitest';
import { ThroughlineError } from '../../src/domain/error.ts';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { BASE62, fake, fakeKey, fakePuttyKey, HEX } from '../support/fake-secret.ts';

const redact = async (text: string, patterns: readonly string[] = []) =>
  (await createRedactor({ patterns }).redact([text]))[0]?.text;

const refusal = (patterns: readonly string[]) => {
  try {
    createRedactor({ patterns });
  } catch (error) {
    if (error instanceof ThroughlineError) return error;
  }
  return undefined;
};

describe('patterns of the user', () => {
  it('replace all they match', async () => {
    expect(await redact('see ACME-1234 and ACME-99', ['ACME-\\d{4}'])).toBe(
      'see [redacted:custom] and ACME-99',
    );
  });

  it('may ignore case', async () => {
    expect(await redact('Project ORION, orion', ['(?i)orion'])).toBe(
      'Project [redacted:custom], [redacted:custom]',
    );
  });

  it('may use escapes that Unicode mode refuses', async () => {
    expect(await redact('id 12-34', ['\\d+\\-\\d+'])).toBe('id [redacted:custom]');
  });

  it('never split an emoji', async () => {
    expect(await redact('a👍b', ['[\\ud83d]\\-?'])).toBe('a[redacted:custom]b');
  });

  it('do not touch a marker', async () => {
    const text = 'was [redacted:token] and [redacted:custom]';
    expect(await redact(text, ['redacted', 'token', '\\[red'])).toBe(text);
  });

  it.each(['(', '[a-', '*'])('that are not valid are refused by name: %s', (pattern) => {
    const error = refusal(['fine', pattern]);
    expect(error).toMatchObject({ kind: 'invalid', code: 'redaction_pattern_invalid' });
    expect(error?.message).toContain(JSON.stringify(pattern));
    expect(error?.fields).toEqual([{ field: 'patterns[1]', problem: 'is not a regular expression' }]);
  });

  it.each(['', 'a*', '\\b', '(?=.)', '$', 'x?', '(|a)'])(
    'that match nothing at all are refused: %j',
    (pattern) => {
      expect(refusal([pattern])?.code).toBe('redaction_pattern_invalid');
    },
  );
});

describe('patterns that may never finish', () => {
  it('are refused before they run, with a hint', () => {
    const error = refusal(['fine', '(a+)+$']);
    expect(error).toMatchObject({ kind: 'invalid', code: 'redaction_pattern_invalid' });
    expect(error?.message).toContain('"(a+)+$"');
    expect(error?.hint).toContain('without a repeat inside a repeat');
    expect(error?.fields?.[0]?.field).toBe('patterns[1]');
  });

  it('are refused with `(?i)` too', () => {
    expect(refusal(['(?i)(a|A)+b'])?.code).toBe('redaction_pattern_invalid');
    expect(refusal(['(a|A)+b'])).toBeUndefined();
  });
});

describe('markers', () => {
  it('of unknown kinds hide nothing', async () => {
    const secret = `ghp_${fake(BASE62, 36)}`;
    expect(await redact(`[redacted:${secret}]`)).toBe('[redacted:[redacted:github-token]]');
  });

  it('inside a private passage are replaced with it', async () => {
    expect(await redact('<private>x [redacted:token] y</private>')).toBe('[redacted:private]');
  });
});

describe('private tags', () => {
  it.each([
    ['a <private>b</private> c <private>d</private> e', 'a [redacted:private] c [redacted:private] e'],
    ['a <private>b <private>c</private> d', 'a [redacted:private]'],
    ['a <private reason="x">b</private> c', 'a [redacted:private] c'],
    ['a </private> b', 'a </private> b'],
    ['a <private/> b', 'a <private/> b'],
    ['a <privateer> b', 'a <privateer> b'],
    ['a < private >b</ private > c', 'a [redacted:private] c'],
    ['a < private reason="x">b< / private> c', 'a [redacted:private] c'],
    ['a < private /> b', 'a < private /> b'],
    ['a < private && private > b', 'a < private && private > b'],
  ])('%s', async (text, expected) => {
    expect(await redact(text)).toBe(expected);
  });
});

describe('private keys', () => {
  const key = fakeKey('RSA PRIVATE KEY');

  it.each([
    ['quoted in a mail', key.replaceAll('\n', '\n> ')],
    ['added in a diff', key.replaceAll('\n', '\n+')],
    ['indented in YAML', key.replaceAll('\n', '\n    ')],
    [
      'numbered by cat -n',
      key
        .split('\n')
        .map((line, nth) => `     ${nth + 1}\t${line}`)
        .join('\n'),
    ],
    ['with Windows line ends', key.replaceAll('\n', '\r\n')],
    ['on one line', key.replaceAll('\n', ' ')],
    ['escaped twice', key.replaceAll('\n', '\\\\n')],
  ])('%s leave no line behind', async (_, text) => {
    const redacted = await redact(`before\n${text}\nafter`);
    expect(redacted).toContain('[redacted:private-key]');
    for (const line of key.split('\n').slice(1, -1)) expect(redacted).not.toContain(line.slice(0, 20));
  });

  it('do not affect a public key that follows', async () => {
    const certificate = fakeKey('CERTIFICATE');
    expect(await redact(`${key}\n${certificate}`)).toBe(`[redacted:private-key]\n${certificate}`);
  });
});

describe('PuTTY keys', () => {
  const { head, secret } = fakePuttyKey(3);
  const lines = secret.split('\n');

  it.each([
    ['with Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['escaped in JSON', (text: string) => JSON.stringify(text)],
    ['quoted in a mail', (text: string) => text.replaceAll('\n', '\n> ')],
    ['on one line', (text: string) => text.replaceAll('\n', ' ')],
    ['with a wrong number', (text: string) => text.replace(/(Private-Lines:) \d+/, '$1 1')],
    ['without the beginning', (text: string) => text.slice(text.indexOf('Private-Lines'))],
  ])('%s leave no private line behind, and keep the public ones', async (_, change) => {
    const redacted = await redact(change(`${head}${secret}\n`));
    for (const line of lines) expect(redacted).not.toContain(line.replace('Private-MAC: ', '').slice(0, 20));
    expect(redacted).toContain('Private-Lines: ');
    if (redacted?.includes('Public-Lines')) expect(redacted).toContain(head.split('\n')[4]);
  });
});

describe('a placeholder for a password', () => {
  it.each([
    ['postgres://user:hunter2@localhost/app', 'hunter2'],
    ['postgres://app:password@db.internal/app', 'password'],
    ['postgres://USER:Password1@HOST/DB', 'Password1'],
    ['https://jane:secret@git.corp.io/a.git', 'secret'],
    ['https://user:changeit9@example.com', 'changeit9'],
  ])('is left only where all says so: %s', async (url, password) => {
    expect(await redact(url)).toBe(url.replace(`:${password}@`, ':[redacted:url-password]@'));
  });
});

describe('forty hex digits beside a name', () => {
  const hash = fake(HEX, 40, 5);

  it.each([
    `token: ${hash}`,
    `GITHUB_TOKEN=${hash} # commit with it`,
    `access_token: ${hash} (see commit)`,
    `commit 9fceb02d pushed with token: ${hash}`,
    `the commit is old\ntoken: ${hash}`,
    `password: ${hash} commit`,
  ])('are a secret unless the line calls them a commit: %s', async (text) => {
    expect(await redact(text)).not.toContain(hash);
  });
});

it('replaces every line of a block and every item of a list', async () => {
  const [one, two] = [fake(BASE62, 40, 2), fake(BASE62, 40, 3)];
  expect(await redact(`token: |\n  ${one}\n  ${two}\n  Ab=\nuser: jane`)).toBe(
    'token: |\n  [redacted:token]\n  [redacted:token]\n  [redacted:token]\nuser: jane',
  );
  expect(await redact(`tokens:\n  - "${one}"\n  - ${two}\nuser: jane`)).toBe(
    'tokens:\n  - "[redacted:credential]"\n  - [redacted:credential]\nuser: jane',
  );
});

it('finds tokens after JSON escapes, URL escapes and terminal colors', async () => {
  const key = `AIza${fake(BASE62, 35)}`;
  for (const before of ['\\n', '%3D', '\u001b[32m', '\\u001b[1;31m', '\\"', '=', '/', '（']) {
    expect(await redact(`x${before}${key}`)).toBe(`x${before}[redacted:google-api-key]`);
  }
});

it('returns an empty list for an empty list', async () => {
  expect(await createRedactor().redact([])).toEqual([]);
});

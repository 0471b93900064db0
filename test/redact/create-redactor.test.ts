import { describe, expect, it } from 'vitest';
import { ThroughlineError } from '../../src/domain/error.ts';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { BASE62, fake, fakeKey } from '../support/fake-secret.ts';

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

  it('never cut an emoji in two', async () => {
    expect(await redact('a👍b', ['[\\ud83d]\\-?'])).toBe('a[redacted:custom]b');
  });

  it('do not touch a marker', async () => {
    const text = 'was [redacted:token] and [redacted:custom]';
    expect(await redact(text, ['redacted', 'token', '\\[red'])).toBe(text);
  });

  it.each(['(', '[a-', '*'])('that are no regular expression are refused by name: %s', (pattern) => {
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

describe('markers', () => {
  it('of a kind that does not exist hide nothing', async () => {
    const secret = `ghp_${fake(BASE62, 36)}`;
    expect(await redact(`[redacted:${secret}]`)).toBe('[redacted:[redacted:github-token]]');
  });

  it('inside a private passage go with it', async () => {
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

  it('leave a public key that follows alone', async () => {
    const certificate = fakeKey('CERTIFICATE');
    expect(await redact(`${key}\n${certificate}`)).toBe(`[redacted:private-key]\n${certificate}`);
  });
});

it('finds tokens behind JSON escapes, URL escapes and terminal colours', async () => {
  const key = `AIza${fake(BASE62, 35)}`;
  for (const before of ['\\n', '%3D', '\u001b[32m', '\\u001b[1;31m', '\\"', '=', '/', '（']) {
    expect(await redact(`x${before}${key}`)).toBe(`x${before}[redacted:google-api-key]`);
  }
});

it('answers an empty list with an empty list', async () => {
  expect(await createRedactor().redact([])).toEqual([]);
});

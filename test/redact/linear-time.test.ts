import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { isRun } from '../../src/redact/format-rule.ts';
import { FORMATS } from '../support/format-samples.ts';
import { ORDINARY_LINES } from '../support/ordinary-lines.ts';

const redactor = createRedactor();
const SIZE = 5_000;
/** The larger texts are so many times as long: a linear rule takes as many times the work, a quadratic one that squared. */
const FACTOR = 4;
const MAX_GROWTH = 2 * FACTOR;
/** Other programs on the machine can only add to a measurement, so the least one counts. */
const MAX_ATTEMPTS = 20;

const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const BEGIN = `${'-'.repeat(5)}BEGIN PRIVATE KEY${'-'.repeat(5)}`;

/** The processor time of this process, which runs nothing else meanwhile. */
async function workOf(texts: readonly string[]): Promise<number> {
  const before = process.cpuUsage();
  expect(await redactor.redact(texts)).toHaveLength(texts.length);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function expectLinear(textsOf: (size: number) => readonly string[]): Promise<void> {
  const [short, long] = [textsOf(SIZE), textsOf(FACTOR * SIZE)];
  // The first call also compiles the rules for this text.
  let shortWork = await workOf(short);
  let longWork = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    shortWork = Math.min(shortWork, await workOf(short));
    longWork = Math.min(longWork, await workOf(long));
    if (longWork <= MAX_GROWTH * shortWork) return;
  }
  expect(longWork / shortWork).toBeLessThanOrEqual(MAX_GROWTH);
}

describe('time grows linearly with the length of the text', () => {
  it.each([
    ...['a', '-', '=', ' ', '\n', '\\', '"', '+', '*', 'é', '👍', '0', 'a1', '.', ':', '/', '@'],
    ...[
      '<private>',
      '</private>',
      '<private ',
      'token=',
      'token: ',
      '--token=',
      'password="',
      'pass-',
      'key ',
    ],
    ...[
      '://a:',
      '://a:b@',
      'postgres://u:',
      'eyJ',
      '-eyJ',
      'eyJabcd.',
      'sk-',
      'SG.',
      'ghp_',
      'AKIA',
      'xoxb-',
    ],
    ...[
      'curl ',
      'mysql ',
      'cookie: ',
      'cookie: a=b;',
      'basic aaaaaaaa',
      'server=a;password=',
      'name: token value: ',
    ],
    ...[
      BEGIN,
      `${BEGIN}\n`,
      `${BEGIN}\n${'+'.repeat(500)}`,
      'Private-Lines: 9\n',
      'Private-Lines: 9\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n',
      '\u200b',
      'a\u200b',
      'token\u200b=',
      '\\u200b',
      '\\\\',
    ],
    ...[
      'token:\n',
      'token: |\n ',
      'token:|\n a1b2c3d4',
      'tokens:\n - ',
      'token:          ',
      '--password a ',
      'curl -u a:',
      'curl \\\n',
    ],
    ...[
      '< private ',
      '<private "',
      '<private a="<',
      "< private a='b' ",
      '</ ',
      'commit token: 9fceb02d0ae598e95dc970b74767f19372d61af8 ',
    ],
    ...[
      'token | ',
      'token **',
      'token is aaaaaaaaaaaaa',
      'password </td> <td ',
      'setx /M ',
      'variable "token" { ',
      '"token":{',
      'passwort ',
      'mot de passe: ',
      '密码',
      '密码是aaaaaaaaaaaaa',
    ],
    ...[
      'ghp_a1\n    ',
      '# sk-proj-\n# a1B2\n',
      'ghp_\u00a0a1B2',
      '"ghp_a1" +\n',
      '1: ghp_a1\n',
      'cat <<EOF --with-token\n',
      'key for a ',
      'token from ',
    ],
    ...[
      'a:b1@/',
      'a:b@tcp(',
      'a:b@h:80/',
      'dsn @/ ',
      'echo a|',
      'echo a|tr|',
      '"aaaa"|',
      '<<<a ',
      '<(echo a)',
      '<(echo --password-stdin ',
      'sudo -S <<< ',
    ],
    ...[
      'token was ',
      'token for a.b ',
      'token (a) ',
      'password reset to ',
      'reset the password to ',
      ' is the token',
      ' (token',
      'aaaaaaaa1A is the password ',
      'token, now: ',
    ],
    ...['API-Schlüssel ', 'clé API invalide : ', 'APIキー', 'APIキーは', '密钥', 'ключ API '],
    ...['&quot;', '&#39;', '&amp;quot;', 'token=&quot;', '&', '&#', '&amp;token='],
    ...[
      'dGV4dA==\n',
      'dGhlIHRleHQgb2YgdGhlIGRheSBpcyB0aGlzIG9u\n',
      'aaaaaaaaaaaaaaaaaaaaaaaa\n',
      'dGhlIHRleHQgb2YgdGhl\r\n> ',
    ],
    ...['[redacted:token]', '[redacted:', 'token[redacted:token]'],
  ])('%j', (unit) =>
    expectLinear((size) => {
      const text = fill(unit, size);
      return [text, `${BEGIN}\n${text}`, `password="${text}`];
    }),
  );

  // Only these can fail after a long run, and then begin again at each prefix within it.
  const failingLate = FORMATS.filter(({ parts }) =>
    parts.slice(0, -1).some((part) => isRun(part) && part.max === Number.POSITIVE_INFINITY),
  ).flatMap(({ parts: [first = []] }) => (isRun(first) ? [] : first));

  it.each([...new Set(failingLate)].flatMap((prefix) => [prefix, `-${prefix}`]))(
    'a format that can fail after a long run: %j',
    (unit) => expectLinear((size) => [fill(unit, size)]),
  );

  it('many short texts in one call', () =>
    expectLinear((size) =>
      Array.from({ length: size / 2 }, (_, nth) => ORDINARY_LINES[nth % ORDINARY_LINES.length] ?? ''),
    ));
});

import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { isRun } from '../../src/redact/format-rule.ts';
import { expectLinear } from '../support/expect-linear.ts';
import { FORMATS } from '../support/format-samples.ts';
import { ORDINARY_LINES } from '../support/ordinary-lines.ts';

const redactor = createRedactor();
const SIZE = 5_000;

const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const BEGIN = `${'-'.repeat(5)}BEGIN PRIVATE KEY${'-'.repeat(5)}`;

const redactAll = async (texts: readonly string[]) =>
  expect(await redactor.redact(texts)).toHaveLength(texts.length);
const expectLinearRedaction = (textsOf: (size: number) => readonly string[]) =>
  expectLinear(SIZE, textsOf, redactAll);

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
    expectLinearRedaction((size) => {
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
    (unit) => expectLinearRedaction((size) => [fill(unit, size)]),
  );

  it('many short texts in one call', () =>
    expectLinearRedaction((size) =>
      Array.from({ length: size / 2 }, (_, nth) => ORDINARY_LINES[nth % ORDINARY_LINES.length] ?? ''),
    ));
});

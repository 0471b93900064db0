import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { base64, percent, unicode, value } from '../support/context-sample.ts';
import { EVERYDAY_LINES } from '../support/everyday-lines.ts';
import { BASE62, fake } from '../support/fake-secret.ts';
import { LINES_NEAR_SECRETS } from '../support/lines-near-secrets.ts';
import { SECRET_SAMPLES } from '../support/secrets.ts';
import { SECRETS_ENCODED } from '../support/secrets-encoded.ts';
import { SECRETS_IN_PROSE } from '../support/secrets-in-prose.ts';
import { SECRETS_IN_REPORTS } from '../support/secrets-in-reports.ts';
import { SECRETS_IN_SYNTAX } from '../support/secrets-in-syntax.ts';

const redactor = createRedactor();
const redact = async (text: string) => (await redactor.redact([text]))[0]?.text ?? '';

const SAMPLES = [...SECRETS_IN_PROSE, ...SECRETS_ENCODED, ...SECRETS_IN_REPORTS, ...SECRETS_IN_SYNTAX].map(
  (sample, nth) => ({
    ...sample,
    title: `${sample.context} (${nth}): ${JSON.stringify(sample.before).slice(0, 60)}`,
  }),
);

describe('a secret in its context', () => {
  it.each(SAMPLES)(
    'is replaced, and everything around it stays: $title',
    async ({ before, secret, after }) => {
      const redacted = await redact(`${before}${secret}${after}`);
      expect(redacted.replace(/\[redacted:[a-z0-9-]+\]/, '[redacted]')).toBe(`${before}[redacted]${after}`);
    },
  );

  it('has enough samples', () => {
    expect(SAMPLES.length).toBeGreaterThanOrEqual(280);
    expect(new Set(SAMPLES.map(({ context }) => context)).size).toBeGreaterThanOrEqual(18);
  });
});

const ASCII = SECRET_SAMPLES.filter(({ text, secret }) => /^[\n\r\t -~]*$/.test(text) && secret.length >= 16);

describe('a secret of any kind in an encoding', () => {
  it.each([
    ['base64', base64],
    ['base64 twice', (text: string) => base64(base64(text))],
    ['percent encoding', (text: string) => percent(`${text}\n`, true)],
    ['percent encoding twice', (text: string) => percent(percent(`${text}\n`))],
    ['JSON', (text: string) => JSON.stringify({ text })],
    ['JSON in JSON', (text: string) => JSON.stringify({ text: JSON.stringify({ text }) })],
    ['Unicode escapes', (text: string) => unicode(`${text}\n`, 2)],
  ])('is found: %s', async (_, encode) => {
    const texts = ASCII.map(({ text }) => `seen: ${encode(text)} there`);
    const redactions = await redactor.redact(texts);
    expect(texts.filter((_text, nth) => redactions[nth]?.text === texts[nth])).toEqual([]);
    expect(texts.length).toBeGreaterThan(150);
  });
});

const TOKENS = SECRET_SAMPLES.filter(
  ({ text, secret }) => text.startsWith('We used ') && secret.length >= 40,
);
const PAD = 'The deploy of the night before last printed this in its log:';

describe('a token that is cut by the end of a line', () => {
  it.each([
    ['a terminal', '', '\n'],
    ['a backslash', '', '\\\n'],
    ['a mail program', '', '=\n'],
    ['a quoted mail', '> ', '\n> '],
  ])('leaves neither part: %s', async (_, prefix, between) => {
    const cuts = TOKENS.map(({ secret }) => [secret.slice(0, 24), secret.slice(24)] as const);
    const texts = cuts.map(([one, two]) => `${prefix}${PAD} ${one}${between}${two}\n${prefix}and so on.`);
    const redactions = await redactor.redact(texts);
    const kept = cuts.filter(([one, two], nth) => {
      const text = redactions[nth]?.text ?? '';
      return text.includes(one) || text.includes(two) || !text.endsWith(`\n${prefix}and so on.`);
    });
    expect(kept).toEqual([]);
    expect(cuts.length).toBeGreaterThan(30);
  });

  it('does not include the next line if it is complete', async () => {
    const token = SECRET_SAMPLES.find(({ secret }) => secret.startsWith('ghp_'))?.secret ?? '';
    const line = `2026-02-11T09:14:07Z INFO the deploy asked for it with ${token}`;
    for (const next of [
      '2026-02-11T09:14:08Z INFO done',
      'a1b2c3 done',
      'done',
      'v1.2.3',
      '9fceb02d0ae598e9',
    ]) {
      expect(await redact(`${line}\n${next}`)).toBe(
        `${line.replace(token, '[redacted:github-token]')}\n${next}`,
      );
    }
  });
});

describe('a secret that replaced another', () => {
  it.each(['API key', 'deploy token', 'token for staging', 'password of the bot'])(
    'goes with it: %s',
    async (name) => {
      const [old, fresh] = [value(171), value(172)];
      expect(await redact(`We rotated the ${name} from ${old} to ${fresh}.`)).toMatch(
        /^We rotated the [a-zA-Z ]+ from \[redacted:[a-z-]+\] to \[redacted:[a-z-]+\]\.$/,
      );
    },
  );
});

describe('a password that replaced another', () => {
  it('is replaced together with it, although a person chose both', async () => {
    expect(await redact('The password was changed from Sommer2031x to "Herbst2031y".')).toBe(
      'The password was changed from [redacted:password] to "[redacted:password]".',
    );
  });
});

describe('a token in an indented line, a comment or a table', () => {
  const openai = `sk-proj-${fake(BASE62, 32, 150)}`;
  const github = SECRET_SAMPLES.find(({ secret }) => secret.startsWith('ghp_'))?.secret ?? '';
  const NEXT = [
    'region42',
    'run the deploy',
    'API_KEY2=off',
    '9fceb02d0ae598e9',
    'v1.2.3',
    '2026-02-11 done',
  ];
  const MORE = ['getUserById2', 'src/app2.ts', 'retries: 3', '4096', 'user42@example.org', 'a1b2c3 done'];

  it.each(['        ', '\t', '# ', '// ', ' * ', '| '])(
    'leaves the next line as it is: %j',
    async (margin) => {
      for (const token of [openai, github]) {
        for (const next of [...NEXT, ...MORE]) {
          const redacted = await redact(`${margin}${token}\n${margin}${next}\n`);
          expect(redacted).toMatch(/^[^\n]*\[redacted:[a-z-]+\]\n/);
          expect(redacted.endsWith(`\n${margin}${next}\n`)).toBe(true);
        }
      }
    },
  );

  it('does not affect words around a prefix', async () => {
    const texts = [
      'Tokens begin with ghp_\n    and have 36 characters',
      '# npm_config\n# registry2=https://registry.internal',
      '| hf_hub |\n| version3 |',
      'hf_transfer\n    getModelById2(name)',
    ];
    expect((await redactor.redact(texts)).map(({ text }) => text)).toEqual(texts);
  });
});

const ORDINARY = [...EVERYDAY_LINES, ...LINES_NEAR_SECRETS];

describe('everyday text', () => {
  it('survives byte for byte, line by line', async () => {
    const redactions = await redactor.redact(ORDINARY);
    expect(redactions.map(({ text }) => text)).toEqual(ORDINARY);
  });

  it.each(['\n', '\n\n', '\r\n'])('survives as one text joined by %j', async (separator) => {
    const text = ORDINARY.join(separator);
    expect(await redact(text)).toBe(text);
  });

  it('survives in JSON, in base64 and in a URL', async () => {
    const texts = ORDINARY.flatMap((line) => [
      JSON.stringify({ line }),
      JSON.stringify({ line }).replace(/[^ -~]/g, (letter) => unicode(letter, 1)),
      base64(line),
      percent(line),
    ]);
    const redactions = await redactor.redact(texts);
    expect(redactions.map(({ text }) => text)).toEqual(texts);
  });

  it('has enough variety', () => {
    expect(new Set(ORDINARY).size).toBeGreaterThanOrEqual(500);
  });
});

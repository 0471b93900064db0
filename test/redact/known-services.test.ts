import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { isRun } from '../../src/redact/format-rule.ts';
import { BASE36, fake } from '../support/fake-secret.ts';
import { FORMATS } from '../support/format-samples.ts';
import { ROOT } from '../support/program.ts';

/** Services that public scanners know, with telltale words or prefixes. The list is not part of the project. */
const LIST = join(ROOT, '..', 'shared', 'data', 'token-formats.tsv');
const isPresent = existsSync(LIST);
if (!isPresent) console.log('The list of services known to public scanners is absent: its test is skipped.');

interface Service {
  readonly name: string;
  readonly telltales: readonly string[];
}

const services = (): Service[] =>
  readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([name = '', telltales = '']) => ({ name, telltales: telltales.split(' ') }));

/** Identifiers, keys that are published on purpose, and a kind of file: none of them is a secret. */
const NO_SECRET = /-id$|-pub(?:lic)?-|^pkcs12-file$/;
/** Known by what stands before or within them, which other tests show. */
const IN_CONTEXT =
  /^(?:curl-auth|generic-api-key|hashicorp-tf-password|kubernetes-secret|nuget-config|private-key|freemius|sidekiq-sensitive|jwt-base64|openai)/;

const lettersOf = (text: string) => text.replace(/[^a-z0-9]/g, '');
/** A prefix of the token, not the name of the service beside it. */
const isPrefix = ({ name, telltales }: Service) =>
  telltales.some((telltale) => /[_.~=-]$/.test(telltale)) ||
  !telltales.some((telltale) => lettersOf(name).includes(lettersOf(telltale).slice(0, 6)));

const FIXED_TEXTS = FORMATS.flatMap(({ context, parts }) => [context, ...parts])
  .flatMap((part) => (isRun(part) ? [] : part))
  .map((text) => text.toLowerCase())
  .filter((text) => text.length > 1);
const redactor = createRedactor();

const hasFormat = ({ telltales }: Service) =>
  telltales.some((telltale) =>
    FIXED_TEXTS.some((text) => text.includes(telltale) || telltale.startsWith(text)),
  );

/** `ALGOLIA_KEY=...`, `"algolia_api_key": "..."`. */
async function isNamedSecret({ name, telltales }: Service): Promise<boolean> {
  const value = fake(BASE36, 32, name.length);
  const last = name.split('-').at(-1) ?? '';
  const names = telltales.map((telltale) => `${telltale.replaceAll('-', '_')}_${last}`);
  const texts = names.flatMap((one) => [`${one.toUpperCase()}=${value}`, `"${one}": "${value}"`]);
  return (await redactor.redact(texts)).every(({ text }) => !text.includes(value));
}

describe.runIf(isPresent)('the services that public scanners know', () => {
  it('have a format if their tokens have a prefix, and a known name otherwise', async () => {
    const missed: string[] = [];
    for (const service of services().filter(({ name }) => !NO_SECRET.test(name) && !IN_CONTEXT.test(name)))
      if (!hasFormat(service) && (isPrefix(service) || !(await isNamedSecret(service))))
        missed.push(service.name);
    expect(missed).toEqual([]);
    expect(services().length).toBeGreaterThan(200);
  });
});

import {
  hasDigit,
  isMixed,
  isRun,
  type Part,
  parseFormats,
  type Run,
  type SecretFormat,
} from '../../src/redact/format-rule.ts';
import { SECRET_FORMATS } from '../../src/redact/secret-formats.ts';
import { crc32Digits, fake } from './fake-secret.ts';
import type { SecretSample } from './secrets.ts';

export const FORMATS: readonly SecretFormat[] = parseFormats(SECRET_FORMATS);

const PRINTABLE = Array.from({ length: 94 }, (_, nth) => String.fromCharCode(33 + nth));

/** Padding and periods stand only at certain places of a real token. Signs are tried in the short samples only, because
 * a cut before a sign may look like the start of a flag. */
function charactersOf({ alphabet }: Run, length: Length): string {
  const inAlphabet = new RegExp(`[${alphabet}]`);
  const wanted = length === 'min' ? /[^=.%]/ : /[A-Za-z0-9]/;
  return PRINTABLE.filter((character) => inAlphabet.test(character) && wanted.test(character)).join('');
}

type Length = 'usual' | 'min';

function fillRun(run: Run, length: Length, seed: number, hasChecksum: boolean): string {
  if (!hasChecksum || length === 'min') return fake(charactersOf(run, length), run[length], seed);
  const random = fake(charactersOf(run, length), run.usual - 6, seed);
  return `${random}${crc32Digits(random)}`;
}

const CONDITIONS: Readonly<Record<string, (secret: string) => boolean>> = {
  digit: hasDigit,
  mixed: isMixed,
  discord: (secret) => secret.split('.').every((part) => part.length < 20 || isMixed(part)),
};
const meets = (secret: string, conditions: readonly string[]) =>
  conditions.every((condition) => CONDITIONS[condition]?.(secret) ?? true);

/** The first seed whose characters meet the conditions of the format. */
function compose(format: SecretFormat, spelling: number, length: Length): string {
  const fill = (part: Part, nth: number, seed: number) =>
    isRun(part)
      ? fillRun(part, length, seed + nth, format.conditions.includes('crc32'))
      : (part[spelling % part.length] ?? '');
  for (let seed = 1; ; seed += 10) {
    const secret = format.parts.map((part, nth) => fill(part, nth, seed)).join('');
    if (meets(secret, format.conditions)) return secret;
  }
}

function sampleOf(format: SecretFormat, spelling: number, length: Length): SecretSample {
  const { kind, context } = format;
  const secret = compose(format, spelling, length);
  const before =
    context.length === 0 ? 'We used ' : `Seen in https://x.example/?${context[spelling % context.length]}`;
  return { kind, secret, text: `${before}${secret} until Friday, then rotated it.` };
}

/** One secret of each format, as long as the service issues it. */
export const FORMAT_SAMPLES: readonly SecretSample[] = FORMATS.map((format) => sampleOf(format, 0, 'usual'));

const spellingCount = ({ context, parts }: SecretFormat) =>
  Math.max(context.length, ...parts.map((part) => (isRun(part) ? 1 : part.length)));

/** Each format in each of its spellings, as long as it is issued and as short as it is accepted. */
export const ALL_FORMAT_SAMPLES: readonly SecretSample[] = FORMATS.flatMap((format) =>
  Array.from({ length: spellingCount(format) }, (_, nth) => nth).flatMap((nth) =>
    (['usual', 'min'] as const).map((length) => sampleOf(format, nth, length)),
  ),
);

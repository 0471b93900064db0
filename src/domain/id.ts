import { createHash, hash } from 'node:crypto';

/** Of our own ids: Crockford base 32, in lower case. */
export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const SESSION_ID = new RegExp(`^ses_[${ID_ALPHABET}]{26}$`);
/** Whether this has the form of our own ids: a mistyped one is not the id of a client. */
export const isSessionId = (id: string): boolean => SESSION_ID.test(id);

export type Digest = string;

/** Node has `hash` since 20.12. For a short text, creating a hash object takes longer than hashing, and one call hashes about a hundred. */
const sha256Hex = (text: string): string =>
  (hash as typeof hash | undefined)?.('sha256', text) ?? createHash('sha256').update(text).digest('hex');

const sha256 = (parts: readonly string[]): Uint8Array =>
  Buffer.from(sha256Hex(parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('')), 'hex');

const ID_LENGTH = 26;

/** 26 characters, 130 bits, of Crockford base 32. */
export function encodeId(bytes: Uint8Array): string {
  let bits = 0;
  let held = 0;
  let text = '';
  for (let at = 0; at < bytes.length && text.length < ID_LENGTH; at += 1) {
    held = (held << 8) | (bytes[at] ?? 0);
    bits += 8;
    while (bits >= 5 && text.length < ID_LENGTH) {
      bits -= 5;
      text += ID_ALPHABET[(held >>> bits) & 31];
      held &= (1 << bits) - 1;
    }
  }
  return text;
}

/** The same parts always make the same id: a repeated call finds what it already wrote. */
export const derivedId = (prefix: string, ...parts: readonly string[]): string =>
  `${prefix}_${encodeId(sha256(parts))}`;

export const digestOf = (text: string): Digest => `sha256:${sha256Hex(text)}`;

/** The digest of a text that comes in parts, none of which ends within a character. */
export function createDigest() {
  const parts = createHash('sha256');
  return {
    update: (part: string): void => void parts.update(part),
    digest: (): Digest => `sha256:${parts.digest('hex')}`,
  };
}

const sortedEntries = (value: object) =>
  Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** JSON with sorted keys and without undefined: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = sortedEntries(value);
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

/** The same text of an object in parts: each item of a list that it has is one. */
export function* canonicalParts(object: object): Generator<string> {
  yield '{';
  for (const [index, [key, value]] of sortedEntries(object).entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`;
    if (!Array.isArray(value)) {
      yield canonicalJson(value);
      continue;
    }
    yield '[';
    for (const [at, item] of value.entries()) yield `${at > 0 ? ',' : ''}${canonicalJson(item ?? null)}`;
    yield ']';
  }
  yield '}';
}

export interface Random {
  /** A whole number from 0 to n - 1, each as likely as the others; n is from 1 to 2^32. */
  below(n: number): number;
}

import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import type { CandidateKey, SearchIndex } from '../../src/app/ports/search-index.ts';
import type { Store } from '../../src/app/ports/store.ts';
import type { PendingCursor, VectorReader } from '../../src/app/ports/vectors.ts';

type Recode = (key: string) => string;

const ALGORITHM = 'aes-256-ctr';
const IV_BYTES = 16;
/** No engine makes an empty key, so it finds nothing. */
const MALFORMED = '';

interface KeyCipher {
  readonly encrypt: Recode;
  /** An empty text for what `encrypt` did not return under the same secret. */
  readonly decrypt: Recode;
}

/** The same key always gives the same text. The texts are in no order, and show nothing of the keys. */
function createKeyCipher(secret: string): KeyCipher {
  const bytes = createHash('sha256').update(secret).digest();
  const ivOf = (key: string) => createHmac('sha256', bytes).update(key).digest().subarray(0, IV_BYTES);
  const encrypt = (key: string) => {
    const iv = ivOf(key);
    const cipher = createCipheriv(ALGORITHM, bytes, iv);
    return Buffer.concat([iv, cipher.update(key), cipher.final()]).toString('base64url');
  };
  const decrypt = (text: string) => {
    const encrypted = Buffer.from(text, 'base64url');
    if (encrypted.length <= IV_BYTES) return MALFORMED;
    const decipher = createDecipheriv(ALGORITHM, bytes, encrypted.subarray(0, IV_BYTES));
    const key = decipher.update(encrypted.subarray(IV_BYTES)).toString();
    return encrypt(key) === text ? key : MALFORMED;
  };
  return { encrypt, decrypt };
}

/** A copy in which every candidate key is replaced. */
function withKeys<Value>(value: Value, recode: Recode): Value {
  if (Array.isArray(value)) return value.map((one) => withKeys(one, recode)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const replaced = Object.entries(value).map(([name, one]) => {
    if (name === 'key' || name === 'anchor') return [name, recode(one)];
    if (name === 'keys' || name === 'successorsOf') return [name, one.map(recode)];
    return [name, withKeys(one, recode)];
  });
  return Object.fromEntries(replaced) as Value;
}

const opaqueSearch = (search: SearchIndex, { encrypt, decrypt }: KeyCipher): SearchIndex => ({
  find: async (requests) => withKeys(await search.find(requests), encrypt),
  read: async (requests) => withKeys(await search.read(withKeys(requests, decrypt)), encrypt),
  listDamaged: async (keys) => {
    const damaged = await search.listDamaged(keys.map(decrypt) as CandidateKey[]);
    return damaged.map(encrypt) as CandidateKey[];
  },
});

const opaqueVectors = (vectors: VectorReader, { encrypt, decrypt }: KeyCipher): VectorReader => ({
  ...vectors,
  async listPending(limit, after, now) {
    const cursor = after === null ? null : (decrypt(after) as PendingCursor);
    const { records, next } = await vectors.listPending(limit, cursor, now);
    return { records, next: next === null ? null : (encrypt(next) as PendingCursor) };
  },
});

/**
 * The same workspace with encrypted candidate keys and pending cursors: code that reads, orders or makes one of them fails. Use
 * one secret for each workspace of a store.
 */
export function withOpaqueKeys(store: Store, secret: string): Store {
  const cipher = createKeyCipher(secret);
  return {
    ...store,
    search: opaqueSearch(store.search, cipher),
    vectors: opaqueVectors(store.vectors, cipher),
  };
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  canonicalParts,
  createDigest,
  derivedId,
  digestOf,
  encodeId,
} from '../../../src/domain/id.ts';

const ID = /^rec_[0-9abcdefghjkmnpqrstvwxyz]{26}$/;

describe('a derived id', () => {
  it('depends on where one part ends and the next begins', () => {
    expect(derivedId('rec', 'ab', 'c')).not.toBe(derivedId('rec', 'a', 'bc'));
    expect(derivedId('rec', 'abc')).not.toBe(derivedId('rec', 'abc', ''));
    expect(derivedId('rec', '1:a', 'b')).not.toBe(derivedId('rec', '1', ':ab'));
  });

  it('is the same for the same parts only', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string(), { maxLength: 4 }),
        fc.array(fc.string(), { maxLength: 4 }),
        (a, b) => {
          expect(derivedId('rec', ...a)).toMatch(ID);
          expect(derivedId('rec', ...a) === derivedId('rec', ...b)).toBe(
            JSON.stringify(a) === JSON.stringify(b),
          );
        },
      ),
    ));

  it('does not change from one release to the next', () => {
    expect(derivedId('rec', 'ses_1', 'decision', '0', 'x')).toMatchInlineSnapshot(
      `"rec_07gfbnsdzfdv6r74bgxj6vet8v"`,
    );
    expect(digestOf('x')).toMatchInlineSnapshot(
      `"sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"`,
    );
  });

  it('carries 130 bits of what it is made of', () => {
    expect(encodeId(new Uint8Array(17))).toBe('0'.repeat(26));
    expect(encodeId(new Uint8Array(17).fill(255))).toBe('z'.repeat(26));
    const bytes = new Uint8Array(17);
    bytes[16] = 0b1100_0000;
    expect(encodeId(bytes)).toBe(`${'0'.repeat(25)}3`);
  });
});

describe('canonical JSON', () => {
  it('does not depend on the order of keys', () => {
    expect(canonicalJson({ b: 1, a: { d: [2, { y: 1, x: 2 }], c: null } })).toBe(
      '{"a":{"c":null,"d":[2,{"x":2,"y":1}]},"b":1}',
    );
  });

  it('leaves out undefined fields and reads undefined items as null', () => {
    expect(canonicalJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
    expect(canonicalJson(undefined)).toBe('null');
  });

  it('is JSON of the same value, for any value', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    ));

  it('of an object is the same in parts, and so is its digest', () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined))), (value) => {
        const parts = [...canonicalParts(value)];
        expect(parts.join('')).toBe(canonicalJson(value));
        const sum = createDigest();
        for (const part of parts) sum.update(part);
        expect(sum.digest()).toBe(digestOf(canonicalJson(value)));
      }),
    ));
});

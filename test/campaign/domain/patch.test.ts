import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fields, patchOf, redo, undo } from '../../../src/campaign/domain/patch.ts';

const key = fc.constantFrom('a', 'b', 'c', 'toString', 'constructor', '__proto__', 'fields.x');
const value = fc.oneof(
  fc.constantFrom(null, true, 1, '', [], {}),
  fc.jsonValue({ maxDepth: 2, noUnicodeString: false }),
);
const anyFields: fc.Arbitrary<Fields> = fc
  .array(fc.tuple(key, value), { maxLength: 6 })
  .map((entries) => JSON.parse(JSON.stringify(Object.fromEntries(entries))));

/** As the store keeps it. */
const stored = <Value>(one: Value): Value => JSON.parse(JSON.stringify(one));
const entriesOf = (fields: Fields) => new Map(Object.entries(fields));

describe('a patch', () => {
  it('done gives what came after, undone what was before, stored or not', () => {
    fc.assert(
      fc.property(anyFields, anyFields, (before, after) => {
        const patch = patchOf('x', before, after);
        if (patch === undefined) {
          expect(entriesOf(before)).toEqual(entriesOf(after));
          return;
        }
        expect(entriesOf(redo(before, stored(patch)))).toEqual(entriesOf(after));
        expect(entriesOf(undo(after, stored(patch)))).toEqual(entriesOf(before));
        expect(entriesOf(undo(redo(before, patch), patch))).toEqual(entriesOf(before));
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves alone what it does not name', () => {
    fc.assert(
      fc.property(anyFields, anyFields, anyFields, (before, after, others) => {
        const patch = patchOf('x', before, after);
        const names = [...Object.keys(patch?.before ?? {}), ...Object.keys(patch?.after ?? {})];
        const rest = Object.entries(others).filter(([name]) => !names.includes(name));
        const flat = Object.fromEntries([...Object.entries(patch?.before ?? {}), ...rest]);
        const done = patch === undefined ? flat : redo(flat, patch);
        for (const [name, one] of rest) expect(entriesOf(done).get(name)).toEqual(one);
      }),
    );
  });

  it('holds only what differs: each name of it is another before than after', () => {
    fc.assert(
      fc.property(anyFields, anyFields, (before, after) => {
        const patch = patchOf('x', before, after);
        const names = new Set([...Object.keys(patch?.before ?? {}), ...Object.keys(patch?.after ?? {})]);
        for (const name of names) {
          const [was, is] = [entriesOf(before).get(name), entriesOf(after).get(name)];
          expect(was === undefined ? is !== undefined : JSON.stringify(was) !== JSON.stringify(is)).toBe(
            true,
          );
        }
      }),
    );
  });

  it('is none where only the order of names differs, or something undefined', () => {
    expect(
      patchOf('x', { a: { b: 1, c: [{ d: 1, e: 2 }] } }, { a: { c: [{ e: 2, d: 1 }], b: 1 } }),
    ).toBeUndefined();
    expect(patchOf('x', { a: 1 }, { a: 1, b: undefined })).toBeUndefined();
    expect(patchOf('x', { a: [1, 2] }, { a: [2, 1] })).toBeDefined();
    expect(patchOf('x', { a: null }, {})).toEqual({ target: 'x', before: { a: null }, after: {} });
  });
});

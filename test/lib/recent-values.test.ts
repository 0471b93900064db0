import { expect, it } from 'vitest';
import { RecentValues } from '../../src/lib/recent-values.ts';

function counted(maxChars: number) {
  const made: string[] = [];
  const values = new RecentValues<{ readonly key: string }>(maxChars);
  const get = (key: string) => {
    const known = values.find(key);
    if (known !== undefined) return known;
    made.push(key);
    values.set(key, { key }, key.length);
    return values.find(key);
  };
  return { values: { get }, made };
}

it('returns the same value for the same key', () => {
  const { values, made } = counted(100);
  expect(values.get('one')).toBe(values.get('one'));
  expect(made).toEqual(['one']);
});

it('forgets keys that were not used while two generations of others were', () => {
  const { values, made } = counted(6);
  for (const key of ['aaa', 'bbb', 'ccc', 'ddd', 'eee', 'aaa']) values.get(key);
  expect(made).toEqual(['aaa', 'bbb', 'ccc', 'ddd', 'eee', 'aaa']);
});

it('remembers a key that is used again before its generation is dropped', () => {
  const { values, made } = counted(6);
  for (const key of ['aaa', 'bbb', 'ccc', 'aaa', 'ddd', 'aaa']) values.get(key);
  expect(made).toEqual(['aaa', 'bbb', 'ccc', 'ddd']);
});

it('tells keys apart that begin alike, and keeps the last one', () => {
  const { values, made } = counted(1_000);
  const [one, two] = [`${'a'.repeat(60)}1`, `${'a'.repeat(60)}2`];
  expect(values.get(one)).toEqual({ key: one });
  expect(values.get(two)).toEqual({ key: two });
  expect(values.get(two)).toEqual({ key: two });
  expect(made).toEqual([one, two]);
});

import { describe, expect, it } from 'vitest';
import {
  and,
  bound,
  type Inserted,
  noneOf,
  oneOf,
  raw,
  sql,
  statementOf,
} from '../../src/storage/sqlite/sql.ts';

const shape = ({ text, values }: { text: string; values: readonly unknown[] }) => [text, values];

describe('a statement written as a template', () => {
  it('passes every value as a parameter, whatever characters it has', () => {
    const hostile = `'; DROP TABLE records; --`;
    expect(shape(sql`SELECT * FROM records WHERE id = ${hostile} AND seq > ${3}`)).toEqual([
      'SELECT * FROM records WHERE id = ? AND seq > ?',
      [hostile, 3],
    ]);
  });

  it('passes null and bytes as values', () => {
    const bytes = new Uint8Array([1]);
    expect(sql`${null} ${bytes}`.values).toEqual([null, bytes]);
  });

  it('inserts a part as text, and keeps the values in the order of the text', () => {
    const inner = sql`b = ${2} OR c = ${3}`;
    expect(shape(sql`a = ${1} AND (${inner}) AND d = ${4}`)).toEqual([
      'a = ? AND (b = ? OR c = ?) AND d = ?',
      [1, 2, 3, 4],
    ]);
  });

  it('has the same text each time, so that the statement is prepared once', () => {
    const find = (id: string) => sql`SELECT ${raw('*')} FROM notes WHERE id = ${id}`;
    expect(find('a').text).toBe(find('b').text);
  });

  it('has another text where a part is in the place of a value', () => {
    const text = (a: Inserted, b: Inserted) => sql`${a} = ${b}`.text;
    expect([
      text(raw('id'), 'x'),
      text('x', raw('id')),
      text(raw('id'), raw('id')),
      text(raw('id'), 'y'),
    ]).toEqual(['id = ?', '? = id', 'id = id', 'id = ?']);
  });

  it('equals a text with its values', () => {
    expect(shape(statementOf('a = ?', [1]))).toEqual(shape(sql`a = ${1}`));
  });
});

describe('conditions', () => {
  it('leave out those that are not given', () => {
    const where = and(sql`a = ${1}`, bound('b = ?', undefined), bound('c = ?', null), oneOf('d', undefined));
    expect(shape(where)).toEqual(['a = ? AND c = ?', [1, null]]);
  });

  it('match nothing where one of no values is asked for, and everything where none of no values is', () => {
    expect(shape(and(oneOf('a', []), noneOf('b', [])))).toEqual(['a IN ()', []]);
  });
});

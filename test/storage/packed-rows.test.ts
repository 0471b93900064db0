import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { PackedList, PackedRows } from '../../src/storage/sqlite/packed-rows.ts';
import { raw, sql } from '../../src/storage/sqlite/sql.ts';
import { tempFolder } from '../support/temp-folder.ts';

const FROM = 'FROM t ORDER BY t.n LIMIT ?';
const rowsOf = () => new PackedRows({ number: 't.n', text: 't.x' }, (row) => row);

function aTable(...texts: readonly string[]) {
  const connection = new Connection({ path: join(tempFolder(), 'x.db'), busyTimeoutMs: 0 });
  onTestFinished(() => connection.close());
  connection.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, x)');
  for (const text of texts) connection.run('INSERT INTO t (x) VALUES (?)', text);
  return connection;
}

it('returns every row in order, with its text byte for byte', () => {
  const texts = ['plain', '', 'quote " and \\ and\nnewline', '漢字 🦊 \u2028', 'é'];
  const rows = rowsOf().read(aTable(...texts), FROM, 10);
  expect(rows).toEqual(texts.map((text, index) => ({ number: index + 1, text })));
});

it('returns no row where there is none', () => {
  expect(rowsOf().read(aTable(), FROM, 10)).toEqual([]);
});

it('returns rows with a blob as well, which JSON cannot hold', () => {
  const connection = aTable('sound');
  connection.exec("INSERT INTO t (x) VALUES (x'00ff')");
  const rows = rowsOf().read(connection, FROM, 10);
  expect(rows.map(({ number }) => number)).toEqual([1, 2]);
  expect(rows[1]?.text).toBeInstanceOf(Uint8Array);
});

it('passes on every other error', () => {
  expect(() => rowsOf().read(aTable(), 'FROM missing')).toThrow(/missing/);
});

it('makes an item again only for a row that has changed', () => {
  const connection = aTable('stays', 'changes');
  const rows = rowsOf();
  const before = rows.read(connection, FROM, 10);
  connection.exec("UPDATE t SET x = 'changed' WHERE n = 2");
  const after = rows.read(connection, FROM, 10);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toEqual({ number: 2, text: 'changed' });
});

describe('rows that are read as one text', () => {
  const list = new PackedList({ number: 't.n', text: 't.x' });
  const FROM_T = sql`FROM t WHERE t.n < ${100}`;

  it('come in the order of the query, with each text byte for byte', () => {
    const texts = ['plain', '', 'quote " and \\ and\nnewline', '漢字 🦊 \u2028', '[1]'];
    expect(list.read(aTable(...texts), FROM_T)).toEqual(
      texts.map((text, index) => ({ number: index + 1, text })),
    );
  });

  it('are an empty list where there is no row', () => {
    expect(list.read(aTable(), FROM_T)).toEqual([]);
  });

  it('are read value by value if one has a blob', () => {
    const connection = aTable('sound');
    connection.exec("INSERT INTO t (x) VALUES (x'00ff')");
    const rows = list.read(connection, FROM_T);
    expect(rows.map(({ number }) => number)).toEqual([1, 2]);
    expect(rows[1]?.text).toBeInstanceOf(Uint8Array);
  });

  it('pass on every other error', () => {
    expect(() => list.read(aTable(), raw('FROM missing'))).toThrow(/missing/);
  });
});

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { packedRows } from '../../src/storage/sqlite/packed-rows.ts';
import { tempFolder } from '../support/temp-folder.ts';

const COLUMNS = { number: 't.n', text: 't.x' };

function aTable(...texts: readonly string[]) {
  const connection = new Connection({ path: join(tempFolder(), 'x.db'), busyTimeoutMs: 0 });
  onTestFinished(() => connection.close());
  connection.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, x)');
  for (const text of texts) connection.run('INSERT INTO t (x) VALUES (?)', text);
  return connection;
}

it('returns every row in order, with its text byte for byte', () => {
  const texts = ['plain', '', 'quote " and \\ and\nnewline', '漢字 🦊 \u2028', 'é'];
  const rows = packedRows(aTable(...texts), COLUMNS, 'FROM t ORDER BY t.n LIMIT ?', 10);
  expect(rows).toEqual(texts.map((text, index) => ({ number: index + 1, text })));
});

it('returns no row where there is none', () => {
  expect(packedRows(aTable(), COLUMNS, 'FROM t ORDER BY t.n LIMIT ?', 10)).toEqual([]);
});

it('returns rows with a blob as well, which JSON cannot hold', () => {
  const connection = aTable('sound');
  connection.exec("INSERT INTO t (x) VALUES (x'00ff')");
  const rows = packedRows(connection, COLUMNS, 'FROM t ORDER BY t.n LIMIT ?', 10);
  expect(rows.map(({ number }) => number)).toEqual([1, 2]);
  expect(rows[1]?.text).toBeInstanceOf(Uint8Array);
});

it('passes on every other error', () => {
  expect(() => packedRows(aTable(), COLUMNS, 'FROM missing')).toThrow(/missing/);
});

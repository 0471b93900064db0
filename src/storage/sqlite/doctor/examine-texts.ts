import type { Database } from '../driver.ts';
import { numberOf, rowsOf } from './examine-reader.ts';

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'
  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

/**
 * Rows whose text has a NUL in it. None was ever stored so; it is what is left where the last page of a long row was
 * zeroed, which SQLite's own checks do not see.
 */
export const findTornTexts = (database: Database): readonly string[] =>
  rowsOf(database, TABLES).flatMap(({ name }) => {
    const texts = rowsOf(database, `PRAGMA table_info("${name}")`).filter(({ type }) => type === 'TEXT');
    if (texts.length === 0) return [];
    const isTorn = texts.map((column) => `instr("${column.name}", char(0)) > 0`).join(' OR ');
    const count = numberOf(database, `SELECT count(*) FROM "${name}" WHERE ${isTorn}`);
    return count === 0 ? [] : [`${count} of ${name} are torn: part of the text is zeroed`];
  });

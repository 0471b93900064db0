import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { NewerTables } from '../../../src/domain/capture/derive/older-tables.ts';
import { converse } from './entries.ts';

const table = (columns: string, ...rows: readonly string[]) =>
  [`| ${columns} |`, `|${'---|'.repeat(columns.split('|').length)}`, ...rows.map((row) => `| ${row} |`)].join(
    '\n',
  );
const OLDER = table('Reader | p50 | p99', 'tides | 40 ms | 90 ms');
const NEWER = table('Reader | p50 | p99', 'tides | 30 ms | 60 ms');

const without = (older: string, ...newer: readonly string[]) => {
  const tables = new NewerTables();
  for (const text of newer) tables.add(text);
  return tables.without(older);
};

describe('a table of an older report', () => {
  it('is left out if a newer one has the same columns, however they are written', () => {
    expect(without(`It is read.\n\n${OLDER}`, NEWER)).toBe('It is read.');
    expect(without(OLDER, table('**Reader** | `P50` | p 99', 'moon | 1 | 2'))).toBe('');
  });

  it('stays if the rows are something else', () => {
    expect(without(OLDER, table('Page | p50 | p99', 'moon | 1 | 2'))).toBe(OLDER);
  });

  it('leaves what is said above it', () => {
    expect(without(`The pool is shared with billing.\n${OLDER}`, NEWER)).toBe(
      'The pool is shared with billing.',
    );
  });

  it('is left out if the newer one has most of its columns', () => {
    const wide = (columns: string) => without(OLDER, table(columns, 'tides | 1 | 2 | 3 | 4'));
    expect(wide('Reader | p50 | p99 | rows | size')).toBe('');
    expect(wide('Reader | p50 | max | rows | size')).toBe(OLDER);
  });

  it('stays if nothing newer has a table, or one column is called the same', () => {
    expect(without(OLDER)).toBe(OLDER);
    expect(without(OLDER, 'It is faster now.')).toBe(OLDER);
    const narrow = table('Reader | p50', 'tides | 40 ms');
    expect(without(narrow, NEWER)).toBe(narrow);
    expect(without(OLDER, narrow)).toBe(OLDER);
  });

  it('stays if only what names the rows is called the same', () => {
    const other = table('Reader | rows | size', 'tides | 40 | 90');
    expect(without(other, NEWER)).toBe(other);
  });
});

describe('a handoff', () => {
  const measured = (text: string) => converse().person('measure the readers').writes('a.ts').agent(text);
  const checkpointOf = (talk: ReturnType<typeof converse>) =>
    deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';
  const report = (text: string) => `The readers were measured at the pier.\n\n${text}`;

  it('shows the figures of the last message, or of the newest report', () => {
    expect(checkpointOf(measured(report(OLDER)).person('and now?').agent(report(NEWER)))).not.toContain(
      '40 ms',
    );
    const talk = measured(report(OLDER)).person('again').writes('a.ts').agent(report(NEWER));
    const text = checkpointOf(talk.person('the help page').writes('h.ts').agent('It is there.'));
    expect(text).toContain('30 ms');
    expect(text).not.toContain('40 ms');
  });

  it('shows older figures if the newer ones are about something else', () => {
    const other = report(table('Page | rows | size', 'help | 12 | 3 kB'));
    expect(checkpointOf(measured(report(OLDER)).person('and now?').agent(other))).toContain('40 ms');
  });
});

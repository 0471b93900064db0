import { describe, expect, it } from 'vitest';
import { foldLists } from '../../../src/domain/capture/derive/fold-nested.ts';
import { pointsInLine } from '../../../src/domain/capture/derive/points-in-line.ts';

describe('points in one line', () => {
  it('are whole if they fit', () => {
    expect(pointsInLine(['- reads by hour.', '- **bold** head', '1. blue foot'], 100)).toBe(
      'reads by hour. bold head; 1. blue foot',
    );
  });

  it('are shown without their details if not all of them fit', () => {
    const points = ['tide', 'moon', 'star'].map(
      (name) => `- \`src/${name}.ts\` — reads the table of the almanac of 1899 — ${'and more '.repeat(20)}`,
    );
    const line = pointsInLine(points, 300);
    expect(line.length).toBeLessThanOrEqual(300);
    for (const name of ['tide', 'moon', 'star'])
      expect(line).toContain(`\`src/${name}.ts\` — reads the table of the almanac of 1899`);
    expect(line).not.toContain('and more');
  });

  it('lose the marks of bold words, and no sign of code', () => {
    expect(pointsInLine(['- **tide**: `2**(n-1)`'], 100)).toBe('tide: `2**(n-1)`');
  });

  it('are cut at no sign inside of code', () => {
    const name = '- reads the table of the almanac with the call `tide.read(moon; star) — all` — ';
    const line = pointsInLine([`${name}${'and more '.repeat(20)}`, `- x ${'y '.repeat(60)}`], 200);
    expect(line).toContain('with the call `tide.read(moon; star) — all`');
    expect(line).not.toContain('and more');
  });

  it('say how many have no room', () => {
    const points = Array.from(
      { length: 9 },
      (_, at) => `- point ${at} about the harbor of Delft and its ships`,
    );
    expect(pointsInLine(points, 150)).toMatch(/^point 0 .*; point 1 .*; point 2 .* \[… 6 more …\]$/);
  });
});

describe('a small table', () => {
  const TABLE = '| Model | Before | After |\n|---|---|---|\n| plain | 4.6 | **3.4** |\n| short | 3.2 | 3.1 |';

  it('is shown in one line, each row with the names of its columns', () => {
    expect(foldLists(`Effects:\n${TABLE}`)).toBe(
      'Effects: plain: Before 4.6, After 3.4; short: Before 3.2, After 3.1',
    );
  });

  it('keeps a pipe that a cell contains', () => {
    expect(
      foldLists(
        'Modes:\n| Mode | Values | Default |\n|---|---|---|\n| sort | `by\\|name` | up \\|\n| cut | `ebb\\|flow` | none |',
      ),
    ).toBe('Modes: sort: Values `by|name`, Default up |; cut: Values `ebb|flow`, Default none');
  });

  it('stays a table if it is large', () => {
    const rows = Array.from({ length: 30 }, (_, at) => `| row ${at} | ${at} | ${at * 2} |`).join('\n');
    expect(foldLists(`${TABLE}\n${rows}`)).toContain('| row 29 | 29 | 58 |');
  });
});

describe('a heading that is shown before the first line below it', () => {
  it('is not repeated above a list below it', () => {
    const list = Array.from({ length: 3 }, (_, at) => `${at + 1}. ${'a long option '.repeat(12)}`).join('\n');
    const text = foldLists(
      `## The gap\nThe list of harbors ends in 1899. It has no index.\n\nTwo responses are possible:\n${list}`,
    );
    expect(text).toContain('The gap: The list of harbors ends in 1899. It has no index.');
    expect(text.match(/The gap/g)).toHaveLength(1);
  });
});

describe('a longer table of two columns', () => {
  it('is shown as a list without the names of the columns', () => {
    const rows = Array.from({ length: 9 }, (_, at) => [
      `\`${at}.ts\``,
      `reads the almanac of the year 190${at} again`,
    ]);
    const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
    expect(foldLists(`| File | Purpose |\n|---|---|\n${table}`)).toBe(
      rows.map((row) => `- ${row.join(': ')}`).join('\n'),
    );
  });
});

describe('a list below a long introduction', () => {
  it('is one line of its own in a report', () => {
    const lead = `${'The tide comes in, and the gate must be shut before it. '.repeat(7)}So:`;
    expect(foldLists(`${lead}\n1. the moon\n2. the pier`, 500)).toBe(`${lead}\n1. the moon; 2. the pier`);
    expect(foldLists(`${lead}\n1. the moon\n2. the pier`)).toBe(`${lead}\n1. the moon\n2. the pier`);
  });

  it('loses the last steps rather than one in the middle', () => {
    const long = 'measures the depth of each harbor at low tide and at high tide and at noon';
    expect(pointsInLine([`1. ${long}`, `2. ${long} and ${long}`, '3. ends'], 110)).toBe(
      `1. ${long} [… 2 more …]`,
    );
  });
});

import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { type Column, renderTable } from '../../src/cli/render-table.ts';
import {
  createStyle,
  NARROW,
  padToWidth,
  textWidth,
  truncateStartToWidth,
  truncateToWidth,
  wrapLine,
} from '../../src/cli/terminal-text.ts';

describe('wrapLine', () => {
  it('wraps sentences and lists between words, and indents the rest of a list item', () => {
    expect(wrapLine('Run it again when the disk has space.', 20)).toEqual([
      'Run it again when',
      'the disk has space.',
    ]);
    expect(wrapLine('- warning no_checkpoint: nothing is left', 20)).toEqual([
      '- warning',
      '  no_checkpoint:',
      '  nothing is left',
    ]);
    const { dim } = createStyle(true);
    expect(wrapLine(dim('Run it again when the disk has space.'), 20)).toHaveLength(2);
  });

  it('keeps the mark and the indentation of quoted text on each line', () => {
    expect(wrapLine('  - >   one two three four', 18)).toEqual(['  - >   one two', '    >   three four']);
  });

  it.each([
    'throughline restore /a/very/long/path/to/a/backup.db',
    '-  "command": "/usr/bin/node", "args": []',
    '+  "command": "/usr/bin/node", "args": []',
    'rec_0123ab  2026-11-17  a row of a table',
    'A short line.',
  ])('leaves %j on one line', (line) => {
    expect(wrapLine(line, 20)).toEqual([line]);
  });
});

describe('truncateStartToWidth', () => {
  it('keeps the end of a path, within the width', () => {
    expect(truncateStartToWidth('/home/ana/harbor', 20)).toBe('/home/ana/harbor');
    expect(truncateStartToWidth('/home/ana/harbor', 8)).toBe('…/harbor');
    expect(truncateStartToWidth('/home/灯台/守', 6)).toBe('…台/守');
  });
});

describe('textWidth', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['灯台', 4],
    ['한국어', 6],
    ['ﾊﾝｶｸ', 4],
    ['ＡＢ', 4],
    ['🦜', 2],
    ['👩‍👩‍👧‍👦', 2],
    ['🏳️‍🌈', 2],
    ['🇫🇷', 2],
    ['👍🏽', 2],
    ['❤️', 2],
    ['é', 1],
    ['e\u0301', 1],
    ['✓', 1],
    ['…', 1],
    ['ไทย', 3],
    ['\u200b', 0],
  ])('%j takes %i columns', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it('agrees with string-width on every character of its shortcut', () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
    const narrow = units.filter((unit) => NARROW.test(unit));
    expect(narrow.length).toBeGreaterThan(1000);
    expect(narrow.filter((unit) => stringWidth(unit) !== 1)).toEqual([]);
    expect([...new Intl.Segmenter().segment(narrow.join(''))]).toHaveLength(narrow.length);
  });

  it('truncates between graphemes, with an ellipsis, and never exceeds the width', () => {
    expect(truncateToWidth('灯台守', 5)).toBe('灯台…');
    expect(truncateToWidth('灯台守', 4)).toBe('灯…');
    expect(truncateToWidth('ab👩‍👩‍👧‍👦cd', 4)).toBe('ab…');
    expect(truncateToWidth('whole', 5)).toBe('whole');
    expect(truncateToWidth('the lamp — lit', 11)).toBe('the lamp —…');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, width) => {
        const cut = truncateToWidth(text, width);
        expect(textWidth(cut)).toBeLessThanOrEqual(width);
        if (textWidth(text) <= width) expect(cut).toBe(text);
      }),
    );
  });

  it('pads by columns, not by units', () => {
    expect(padToWidth('灯', 4)).toBe('灯  ');
  });
});

describe('renderTable', () => {
  const columns: readonly Column<readonly string[]>[] = [
    { title: 'id', isWhole: true, cell: ([id = '']) => id },
    { title: 'n', isNumber: true, isWhole: true, rank: 2, cell: ([, count = '']) => count },
    { title: 'project', rank: 1, cell: ([, , project = '']) => project },
    { title: 'about', minWidth: 10, cell: ([, , , about = '']) => about },
  ];
  const rows = [
    ['rec_0123456789', '7', '灯台', 'the lamp is lit at night'],
    ['rec_9876543210', '12', 'harbour', 'second\nline'],
  ];

  it('uses the natural widths, and aligns numbers to the right', () => {
    expect(renderTable(columns, rows, { width: 200 })).toEqual([
      'id               n  project  about',
      'rec_0123456789   7  灯台     the lamp is lit at night',
      'rec_9876543210  12  harbour  second line',
    ]);
  });

  it('drops columns by rank before it truncates others', () => {
    expect(renderTable(columns, rows, { width: 36 })).toEqual([
      'id              project  about',
      'rec_0123456789  灯台     the lamp i…',
      'rec_9876543210  harbour  second line',
    ]);
    expect(renderTable(columns, rows, { width: 28 })[1]).toBe('rec_0123456789  the lamp is…');
  });

  it('fits every width that holds the id', () =>
    fc.assert(
      fc.property(fc.integer({ min: 18, max: 120 }), fc.string({ unit: 'grapheme' }), (width, text) => {
        for (const line of renderTable(columns, [...rows, ['rec_5', '1', text, text]], { width })) {
          expect(textWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
    ));
});

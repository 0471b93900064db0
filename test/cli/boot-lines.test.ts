import { describe, expect, it } from 'vitest';
import { renderReportLine } from '../../src/cli/commands/boot.ts';
import { createStyle } from '../../src/cli/terminal-text.ts';

const plain = { style: createStyle(false), width: 40 };

describe('a line of the report on a terminal', () => {
  it('wraps quoted text under itself, each line behind its quotation mark', () => {
    expect(
      renderReportLine('- > Never delete the table of accounts before the export is done.', plain),
    ).toEqual(['- > Never delete the table of accounts', '  > before the export is done.']);
  });

  it('keeps every word and every line within the width', () => {
    const line = `  > ${'word '.repeat(60)}end`;
    const lines = renderReportLine(line, plain);
    expect(lines.every((each) => each.length <= 40 && each.startsWith('  > '))).toBe(true);
    expect(lines.map((each) => each.slice(4)).join(' ')).toBe(line.slice(4));
  });

  it('shows headings bold and sources dim', () => {
    const colored = { style: createStyle(true), width: 80 };
    expect(renderReportLine('## Focus (1)', colored)).toEqual(['\u001b[1m## Focus (1)\u001b[22m']);
    expect(renderReportLine('  - [rec_1 · today]', colored)).toEqual([
      '\u001b[2m  - [rec_1 · today]\u001b[22m',
    ]);
    expect(renderReportLine('- Last session ses_1: ended', colored)).toEqual(['- Last session ses_1: ended']);
  });
});

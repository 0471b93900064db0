import { describe, expect, it } from 'vitest';
import { parseLine } from '../../src/clients/claude-code/transcript.ts';
import { expectLinear } from '../support/expect-linear.ts';

const SIZE = 6_000;
const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** The unit as often as it fits, each time with another number in place of `#`. */
function numbered(unit: string, size: number): string {
  const units = Array.from({ length: size / (unit.length + 2) }, (_, nth) =>
    unit.replace('#', nth.toString(36)),
  );
  return `x\n${units.join('')}`;
}

const user = (content: string) => JSON.stringify({ type: 'user', message: { role: 'user', content } });
const recap = (content: string) => JSON.stringify({ type: 'system', subtype: 'away_summary', content });
const parse = (line: string) => expect(parseLine(line, 1).length).toBeLessThanOrEqual(1);

describe('time to parse a line grows linearly with the length of its text', () => {
  it.each(['<a-# >', '<a-# >\n', '<a-#>\n</a-#x>', '<system-reminder>#', '<pasted_content>#'])(
    'of tags that are not closed: %j',
    (unit) => expectLinear(SIZE, (size) => user(numbered(unit, size)), parse),
  );

  it.each([' ', '\n', '\t', '<', '</', '<a-', '</a-b>', '<a-b></a-b>', '<pasted_content></pasted_content>'])(
    'of a message of %j',
    (unit) => expectLinear(SIZE, (size) => user(`x${fill(unit, size)}x`), parse),
  );

  it.each([
    '<bash-stdout>',
    '<bash-stdout> x</bash-stdout>',
    '<bash-stdout></bash-stdout><bash-stderr>',
    '<bash-stdout></bash-stdout> ',
  ])('of output of a command: %j', (unit) =>
    expectLinear(SIZE, (size) => user(`${fill(unit, size)}x`), parse),
  );

  it.each([' ', '\n', ' (disable recaps in /config) '])('of a recap of %j', (unit) =>
    expectLinear(SIZE, (size) => recap(`x${fill(unit, size)}x`), parse),
  );
});

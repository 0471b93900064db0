import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WholeLines } from '../../src/main/whole-lines.ts';

async function passedOn(chunks: readonly Buffer[]): Promise<readonly Buffer[]> {
  const lines = new WholeLines();
  const passed: Buffer[] = [];
  lines.on('data', (chunk: Buffer) => passed.push(chunk));
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  await new Promise((resolve) => lines.once('end', resolve));
  return passed;
}

/** Cut at these places, wherever they fall. */
function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

describe('input in whole lines', () => {
  it('has every byte up to the last line end, however it was cut, and ends each piece with a line end', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        async (texts, places) => {
          const bytes = Buffer.from(texts.join('\n'));
          const passed = await passedOn(cut(bytes, places).filter(({ length }) => length > 0));
          expect(Buffer.concat(passed)).toEqual(bytes.subarray(0, bytes.lastIndexOf('\n') + 1));
          for (const piece of passed) expect(piece.at(-1)).toBe(0x0a);
        },
      ),
      { numRuns: 40 },
    ));

  it('passes a line on that is longer than the protocol library takes, so that it is refused', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const passed = await passedOn(Array.from({ length: 11 }, () => chunk));
    expect(Buffer.concat(passed)).toHaveLength(11 * 1024 * 1024);
  });
});

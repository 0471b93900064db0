import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitMessages } from '../../../src/domain/capture/messages.ts';
import type { TranscriptEntry } from '../../../src/domain/capture/transcript-entry.ts';

const reply = (line: number, text = `line ${line}`): TranscriptEntry => ({
  line,
  at: null,
  kind: 'reply',
  text,
});

const anyEntries = fc
  .array(fc.record({ step: fc.nat({ max: 2 }), size: fc.constantFrom(1, 500, 20_000) }), { maxLength: 300 })
  .map((all) => {
    let line = 1;
    return all.map(({ step, size }) => {
      line += step;
      return reply(line, 'x'.repeat(size));
    });
  });

describe('messages in parts', () => {
  it('are all kept in their order, and no line is in two parts', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const { filled, open } = splitMessages([], entries);
        expect([...filled, open].flat()).toEqual(entries);
        for (const [index, part] of filled.entries())
          expect(part.at(-1)?.line).not.toBe((filled[index + 1] ?? open)[0]?.line);
      }),
    );
  });

  it('are the same parts if they come in two pieces', () => {
    fc.assert(
      fc.property(anyEntries, fc.nat({ max: 300 }), (entries, at) => {
        const whole = splitMessages([], entries);
        const first = splitMessages([], entries.slice(0, at));
        const second = splitMessages(first.open, entries.slice(at));
        expect([...first.filled, ...second.filled]).toEqual(whole.filled);
        expect(second.open).toEqual(whole.open);
      }),
    );
  });

  it('begin a new part after 200 messages or 120,000 characters', () => {
    const many = Array.from({ length: 201 }, (_, line) => reply(line));
    expect(splitMessages([], many).filled.map(({ length }) => length)).toEqual([200]);
    const long = Array.from({ length: 7 }, (_, line) => reply(line, 'x'.repeat(20_000)));
    expect(splitMessages([], long).filled.map(({ length }) => length)).toEqual([6]);
  });
});

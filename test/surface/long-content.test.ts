import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutContent } from '../../src/mcp/cut-content.ts';
import { place, serverIn } from '../support/server.ts';

const MAX_RESULT = 40_000;

/** The parts of a content, as an agent reads them that follows each notice. */
function partsOf(content: string): readonly string[] {
  const parts: string[] = [];
  let from: number | undefined = 0;
  while (from !== undefined) {
    const cut: ReturnType<typeof cutContent> = cutContent({ id: 'rec_1', content }, from);
    parts.push(cut.item.content);
    const [next] = cut.notices.flatMap((one) => one.next);
    from = next?.action === 'memory.read' ? next.args.from : undefined;
  }
  return parts;
}

describe('a content that is too long for one result', () => {
  it('is the same when its parts are put together, and no part is too long or ends within a character', () => {
    const anyText = fc
      .array(
        fc.tuple(fc.oneof(fc.constantFrom('😀', '"', '\\', '\n', '\u0001', 'a'), fc.string()), fc.nat(9_000)),
        { maxLength: 6 },
      )
      .map((pieces) =>
        pieces
          .map(([text, times]) => text.repeat(times))
          .join('')
          .slice(0, 100_000),
      );
    fc.assert(
      fc.property(anyText, (content) => {
        const parts = partsOf(content);
        expect(parts.join('')).toBe(content);
        for (const part of parts) {
          expect(JSON.stringify(part).length).toBeLessThanOrEqual(16_010);
          if (content.isWellFormed()) expect(part.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is read by its id in parts, page by page, byte for byte', async () => {
    const server = await serverIn(place());
    const content = Array.from({ length: 7_000 }, (_, row) => `row ${row} 😀`).join('\n');
    const { id } = await server.facts('store_memory', { content });
    const { id: short } = await server.facts('store_memory', { content: 'A short one' });
    const parts: string[] = [];
    let cursor: string | undefined;
    do {
      const args = { ids: [id, short], ...(cursor === undefined ? {} : { cursor }) };
      const { content: [text] = [], structuredContent: facts } = await server.call('list_memories', args);
      expect((text?.text.length ?? 0) + JSON.stringify(facts).length).toBeLessThan(MAX_RESULT);
      const [memory, ...others] = facts.memories;
      expect(others).toEqual([]);
      if (memory.id === id) {
        const from = parts.join('').length;
        expect(memory.content_part).toEqual({ from, to: from + memory.content.length, of: content.length });
        expect(facts.remaining).toBe(memory.content_part.to < content.length ? 2 : 1);
      }
      parts.push(memory.content);
      cursor = facts.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(parts.pop()).toBe('A short one');
    expect(parts.join('')).toBe(content);
  });

  it('is cut in a list, with the call that returns the next part', async () => {
    const server = await serverIn(place());
    const content = 'Many words. '.repeat(4_000);
    const { id } = await server.facts('store_memory', { content });
    const { memories, notices, next_cursor } = await server.facts('list_memories');
    const [{ content: first, content_part: part }] = memories;
    expect(next_cursor).toBeNull();
    expect(notices).toEqual([
      `The content of ${id} is too long for one result: this is up to character ${part.to} of ${content.length}. To read on: Call list_memories ids=["${id}"] cursor=part${part.to}.`,
    ]);
    const next = await server.facts('list_memories', { ids: [id], cursor: `part${part.to}` });
    expect(content.startsWith(first + next.memories[0].content)).toBe(true);
  });

  it('is a passage in a search for whole texts, with the call that reads it', async () => {
    const server = await serverIn(place());
    const { id } = await server.facts('store_memory', {
      content: `lantern oil ${'and more '.repeat(3_000)}`,
    });
    const { results } = await server.facts('search_memory', { query: 'lantern oil', content: 'full' });
    expect(results).toMatchObject([{ record: { id }, rest: expect.stringContaining('list_memories') }]);
    expect(results[0].record.content).toBeUndefined();
  });
});

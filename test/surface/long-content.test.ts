import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutContent } from '../../src/mcp/cut-content.ts';
import { place, serverIn } from '../support/server.ts';

const MAX_RESULT = 40_000;

describe('a content that is too long for one result', () => {
  it('is cut to a beginning that fits and does not end within a character', () => {
    const anyText = fc
      .array(
        fc.tuple(
          fc.oneof(fc.constantFrom('😀', '"', '\\', '\n', '\u0001', 'a'), fc.string({ unit: 'binary' })),
          fc.nat(9_000),
        ),
        { maxLength: 6 },
      )
      .map((pieces) =>
        pieces
          .map(([text, times]) => text.repeat(times))
          .join('')
          .slice(0, 100_000)
          .toWellFormed(),
      );
    fc.assert(
      fc.property(anyText, (content) => {
        const { item, notices } = cutContent({ id: 'rec_1', content });
        expect(content.startsWith(item.content)).toBe(true);
        expect(JSON.stringify(item.content).length).toBeLessThanOrEqual(16_002);
        expect(notices).toHaveLength(item.content === content ? 0 : 1);
        if (item.content === content) return;
        expect(item).toMatchObject({ content_chars: content.length });
        expect(item.content.length).toBeGreaterThan(1_000);
        expect(item.content.isWellFormed()).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('is cut in a list, within the size of a result, with the call that returns it whole', async () => {
    const server = await serverIn(place());
    const content = Array.from({ length: 7_000 }, (_, row) => `row ${row} 😀`).join('\n');
    const { id } = await server.facts('store_memory', { content });
    const { content: [text] = [], structuredContent: facts } = await server.call('list_memories');
    expect((text?.text.length ?? 0) + JSON.stringify(facts).length).toBeLessThan(MAX_RESULT);
    const [memory] = facts.memories;
    expect(content.startsWith(memory.content)).toBe(true);
    expect(memory.content_chars).toBe(content.length);
    expect(facts.notices).toEqual([
      `The content of ${id} was cut after ${memory.content.length} of ${content.length} characters. To read it whole: Call list_memories ids=["${id}"].`,
    ]);
    const whole = await server.facts('list_memories', { ids: [id] });
    expect(whole.memories[0].content).toBe(content);
    expect(whole.memories[0].content_chars).toBeUndefined();
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

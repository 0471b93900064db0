import { describe, expect, it } from 'vitest';
import { escapeUnusual } from '../../src/domain/quote-text.ts';
import { type Home, scene } from '../support/faults-home.ts';
import { rowsOf } from '../support/faults-store.ts';
import { SAMPLES } from '../support/faults-texts.ts';
import { StdioClient } from '../support/stdio-client.ts';

const LARGE_BYTES = 100_000;
/** As much as is delivered whole within the largest budget. */
const DELIVERED_BYTES = 24_000;
const LARGEST_BUDGET = 40_000;

const { home, keep } = scene();

const openIn = async ({ path, work }: Home) => keep(await StdioClient.open({ home: path, cwd: work }));

// biome-ignore lint/suspicious/noControlCharactersInRegex: U+001C to U+001E end lines in some readers
const QUOTE_MARK = /(\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]) {2}> /g;

/** The report quotes stored text: each line of it but the first begins with a mark that is not its own. */
const unquoted = (report: string) => report.replaceAll(QUOTE_MARK, '$1');

describe.each(SAMPLES)('$kind', ({ ofBytes }) => {
  it('of 100 KB is returned byte for byte by another process through every surface', async () => {
    const place = home();
    const text = ofBytes(LARGE_BYTES);
    expect(Buffer.byteLength(text)).toBeGreaterThan(LARGE_BYTES * 0.99);
    const writer = await openIn(place);
    const ended = await writer.facts('end_session', { checkpoint: text, summary_notes: text });
    expect(ended.redacted).toEqual({});
    await writer.kill();

    const reader = await openIn(place);
    const target = { session_id: ended.session_id };
    const listed = await reader.facts('list_memories', target);
    const [shown] = listed.memories;
    expect(shown.content.length > 0 && text.startsWith(shown.content)).toBe(true);
    expect(shown.content_chars).toBe(text.length);
    const { memories } = await reader.facts('list_memories', { ids: [listed.memories[0].id] });
    expect(memories[0].content === text).toBe(true);
    const { sessions } = await reader.facts('get_sessions');
    expect(sessions[0].notes[0].summary === text).toBe(true);
    expect(rowsOf(place.store, 'SELECT content FROM records')).toEqual([{ content: text }]);
  });

  it('is delivered whole by boot_report as far as its budget goes, with unusual characters escaped', async () => {
    const place = home();
    const text = ofBytes(DELIVERED_BYTES).trimEnd();
    const constraint = ofBytes(400).trimEnd();
    const writer = await openIn(place);
    await writer.facts('end_session', {
      checkpoint: text,
      constraints: [constraint],
      open_loops: [constraint],
    });
    await writer.kill();

    const reader = await openIn(place);
    const { report } = await reader.facts('boot_report', { budget_chars: LARGEST_BUDGET });
    expect(report.length).toBeLessThanOrEqual(LARGEST_BUDGET);
    const shown = unquoted(report);
    expect(shown.includes(escapeUnusual(text))).toBe(true);
    expect(shown.split(escapeUnusual(constraint))).toHaveLength(3 + (text.includes(constraint) ? 1 : 0));
  });
});

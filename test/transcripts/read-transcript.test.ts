import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranscriptEntry } from '../../src/domain/capture/transcript-entry.ts';
import type { TranscriptPosition } from '../../src/domain/capture/transcript-reading.ts';
import { type ReadLimits, type ReadOptions, readTranscript } from '../../src/transcripts/line-format.ts';
import { withOpenFile } from '../support/open-file.ts';
import { tempFolder } from '../support/temp-folder.ts';

const LIMITS: ReadLimits = { maxBytes: 10_000_000, maxLineBytes: 1_000_000 };

/** Every line becomes a request with its own text. */
const parse = (text: string, line: number): TranscriptEntry[] => [{ line, at: null, kind: 'request', text }];

const transcript = (content: string | Buffer = '') => {
  const path = join(tempFolder(), 'session.jsonl');
  writeFileSync(path, content);
  return path;
};

const readAt = (path: string, options: Omit<ReadOptions, 'file'>) =>
  withOpenFile(path, (file) => readTranscript({ ...options, file }));

async function read(path: string, from: TranscriptPosition | null = null, limits: Partial<ReadLimits> = {}) {
  const lines: string[] = [];
  const numbers: number[] = [];
  let isRestarted = false;
  const outcome = await readAt(path, {
    from,
    parse,
    onEntries: (entries) => {
      for (const entry of entries) {
        if (entry.kind !== 'request') continue;
        lines.push(entry.text);
        numbers.push(entry.line);
      }
    },
    onRestart: () => {
      isRestarted = true;
    },
    limits: { ...LIMITS, ...limits },
  });
  return { ...outcome, lines, numbers, isRestarted };
}

describe('reading a transcript', () => {
  it('returns every line once and continues where it stopped', async () => {
    const path = transcript('one\ntwo\n');
    const first = await read(path);
    expect(first).toMatchObject({
      lines: ['one', 'two'],
      numbers: [1, 2],
      isComplete: true,
      skippedBytes: 0,
    });
    expect(await read(path, first.position)).toMatchObject({ lines: [], isRestarted: false });
    appendFileSync(path, 'three\n');
    expect(await read(path, first.position)).toMatchObject({
      lines: ['three'],
      numbers: [3],
      isRestarted: false,
    });
  });

  it('leaves an incomplete line for the next call, also inside a character', async () => {
    const whole = Buffer.from('one\nnaïve 日本円\nthree\n');
    const path = transcript();
    for (let cut = 4; cut <= whole.length; cut++) {
      writeFileSync(path, whole.subarray(0, cut));
      const first = await read(path);
      writeFileSync(path, whole);
      const rest = await read(path, first.position);
      expect([...first.lines, ...rest.lines]).toEqual(['one', 'naïve 日本円', 'three']);
      expect([...first.numbers, ...rest.numbers]).toEqual([1, 2, 3]);
    }
  });

  it.each(['\n', '\r\n'])(
    'reads a last line that is whole, and continues behind the break %j that follows later',
    async (lineEnd) => {
      const whole = Buffer.from(['{"a":1}', '{"b":"日"}', '{"c":3}', ''].join(lineEnd));
      const path = transcript();
      for (let cut = 1; cut <= whole.length; cut++) {
        writeFileSync(path, whole.subarray(0, cut));
        const first = await read(path);
        const text = whole.subarray(0, cut).toString('utf8');
        expect(first.lines).toEqual(text.split(/\r?\n?(?=\{|$)/).filter((line) => line.endsWith('}')));
        writeFileSync(path, whole);
        const rest = await read(path, first.position);
        expect([...first.lines, ...rest.lines]).toEqual(['{"a":1}', '{"b":"日"}', '{"c":3}']);
        expect([...first.numbers, ...rest.numbers]).toEqual([1, 2, 3]);
      }
    },
  );

  it('handles CRLF and a byte order mark', async () => {
    expect(await read(transcript('\ufeffone\r\ntwo\r\n\r\nfour\r\n'))).toMatchObject({
      lines: ['one', 'two', '', 'four'],
      numbers: [1, 2, 3, 4],
    });
  });

  it('restarts a file that was truncated or replaced', async () => {
    const path = transcript('one\ntwo\nthree\n');
    const { position } = await read(path);
    truncateSync(path, 8);
    expect(await read(path, position)).toMatchObject({ lines: ['one', 'two'], isRestarted: true });
    writeFileSync(path, 'ONE\nTWO\nTHREE\nFOUR\n');
    expect(await read(path, position)).toMatchObject({
      lines: ['ONE', 'TWO', 'THREE', 'FOUR'],
      isRestarted: true,
    });
    writeFileSync(path, 'one\ntwo\nTHREE\nfour\n');
    expect(await read(path, position)).toMatchObject({ numbers: [1, 2, 3, 4], isRestarted: true });
  });

  it('recognizes another file by its beginning', async () => {
    const rest = 'the same line\n'.repeat(40);
    const path = transcript(`one\n${rest}`);
    const { position } = await read(path);
    writeFileSync(path, `ONE\n${rest}two\n`);
    expect(await read(path, position)).toMatchObject({ isRestarted: true });
    expect(await read(path, { ...position, offset: -1 })).toMatchObject({ isRestarted: true });
  });

  it('keeps its position through JSON', async () => {
    const path = transcript('one\ntwo\n');
    const { position } = await read(path);
    const stored = JSON.parse(JSON.stringify(position)) as TranscriptPosition;
    appendFileSync(path, 'three\n');
    expect((await read(path, stored)).lines).toEqual(['three']);
  });

  it('returns the same lines however the file grew', async () => {
    const path = transcript();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 12 }),
        fc.array(fc.nat(300), { maxLength: 4 }),
        async (texts, cuts) => {
          const wanted = texts.map((text) => text.replaceAll(/[\r\n]/g, ''));
          const whole = Buffer.from(wanted.map((text) => `${text}\n`).join(''));
          const ends = [...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
          let position: TranscriptPosition | null = null;
          const lines: string[] = [];
          for (const end of ends) {
            writeFileSync(path, whole.subarray(0, end));
            const piece: Awaited<ReturnType<typeof read>> = await read(path, position);
            lines.push(...piece.lines);
            ({ position } = piece);
          }
          expect(lines.join('\n')).toBe(wanted.join('\n').replace(/^\ufeff/, ''));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('reads the beginning and the end of a long backlog, with correct line numbers and the number of skipped bytes', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${String(index + 1).padStart(6, '0')}`);
    const path = transcript(lines.map((line) => `${line}\n`).join(''));
    const outcome = await read(path, null, { maxBytes: 12_000 });
    expect(outcome.lines[0]).toBe('line 000001');
    expect(outcome.lines.at(-1)).toBe('line 010000');
    expect(outcome.lines).toEqual(outcome.numbers.map((number) => lines[number - 1]));
    expect(outcome.lines.length * 12).toBeLessThanOrEqual(12_000);
    expect(outcome.lines.length * 12 + outcome.skippedBytes).toBe(120_000);
    expect(outcome.numbers.filter((number) => number < 200).length).toBeGreaterThan(100);
    appendFileSync(path, 'the last\n');
    expect(await read(path, outcome.position)).toMatchObject({ lines: ['the last'], numbers: [10_001] });
  });

  it('stops at the end of a line when time is up, and continues from there', async () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index}`);
    const path = transcript(lines.map((line) => `${line}\n`).join(''));
    const controller = new AbortController();
    const seen: string[] = [];
    const onEntries = (entries: readonly TranscriptEntry[]) => {
      for (const entry of entries) if (entry.kind === 'request') seen.push(entry.text);
      controller.abort();
    };
    const limits = { ...LIMITS, signal: controller.signal };
    const { position, isComplete } = await readAt(path, { from: null, parse, onEntries, limits });
    expect(isComplete).toBe(false);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(50_000);
    expect([...seen, ...(await read(path, position)).lines]).toEqual(lines);
  });

  it('can be interrupted while it counts skipped lines', async () => {
    const path = transcript('x\n'.repeat(2_000_000));
    const controller = new AbortController();
    const onEntries = () => controller.abort();
    const limits = { maxBytes: 1_000, maxLineBytes: 1_000, signal: controller.signal };
    const { isComplete, position } = await readAt(path, { from: null, parse, onEntries, limits });
    expect(isComplete).toBe(false);
    expect(position.offset).toBeLessThan(1_000);
  });

  describe('of a line that is too long', () => {
    const long = 'A'.repeat(400_000);
    const cases: readonly (readonly [string, unknown])[] = [
      ['a picture', { is_error: true, data: long, after: 'kept' }],
      ['several', { a: long, is_error: false, b: [long, 'kept'], c: long }],
      ['escapes', { a: `${'\\"\n\u0001é'.repeat(90_000)}`, quote: 'say "hi" \\', last: '\\\\' }],
      ['a long key', { [long]: 'kept' }],
      ['an end in a backslash', { a: `${long}\\`, b: 'kept' }],
    ];

    it.each(cases)(
      'keeps everything and leaves a mark in place of too long strings: %s',
      async (_, value) => {
        const path = transcript(`before\n${JSON.stringify(value)}\r\nafter\n`);
        const { lines, skippedBytes } = await read(path);
        expect(lines[0]).toBe('before');
        expect(lines[2]).toBe('after');
        const marked = JSON.stringify(value).replaceAll(
          /"((?:[^"\\]|\\.){262144,})"/g,
          (_whole, left: string) => `"[${Buffer.byteLength(left)} bytes left out]"`,
        );
        const wanted = JSON.parse(marked);
        expect(JSON.parse(lines[1] ?? '')).toEqual(wanted);
        expect(skippedBytes).toBeGreaterThan(262_144);
        expect((lines[1] ?? '').length + skippedBytes).toBeGreaterThanOrEqual(JSON.stringify(value).length);
      },
    );

    it('keeps both ends of a text, and no word that was cut', async () => {
      const text = `Please read this log first. ${'lorem ipsum '.repeat(60_000)}and then fix the parser, not the lexer.`;
      const { lines, skippedBytes } = await read(transcript(`${JSON.stringify({ text })}\n`));
      const kept = JSON.parse(lines[0] ?? '').text as string;
      expect(kept).toMatch(
        /^Please read this log first\. (?:lorem ipsum )+\w* ?\[\d+ bytes left out\] (?:lorem |ipsum )+and then fix the parser, not the lexer\.$/,
      );
      expect(kept.length).toBeLessThan(40_000);
      const [, left] = /\[(\d+) bytes left out\]/.exec(kept) ?? [];
      expect(Number(left)).toBe(skippedBytes);
      expect(kept.replace(/ \[\d+ bytes left out\] /, '').length + Number(left)).toBe(text.length);
    });

    it('shows nothing of a key that the cut goes through', async () => {
      const body = 'MIIEpAIBAAKCAQEA7bq'.repeat(20_000);
      const text = `the key -----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY----- is old, ${'so replace it '.repeat(40)}`;
      const { lines } = await read(transcript(`${JSON.stringify({ text })}\n`));
      expect(lines[0]).not.toContain('MIIE');
      expect(lines[0]).toContain('so replace it');
    });

    it('skips it if the rest is still too long', async () => {
      const many = JSON.stringify(Array.from({ length: 60_000 }, (_, index) => `word ${index}`));
      const { lines, numbers, skippedBytes } = await read(transcript(`${many}\nafter\n`), null, {
        maxLineBytes: 300_000,
      });
      expect(lines).toEqual(['after']);
      expect(numbers).toEqual([2]);
      expect(skippedBytes).toBeGreaterThan(0);
    });

    it('leaves it if it is incomplete', async () => {
      const path = transcript(`one\n"${long}`);
      const first = await read(path);
      expect(first).toMatchObject({ lines: ['one'], skippedBytes: 0 });
      appendFileSync(path, '"\ntwo\n');
      expect(await read(path, first.position)).toMatchObject({
        lines: ['"[400000 bytes left out]"', 'two'],
        numbers: [2, 3],
      });
    });
  });
});

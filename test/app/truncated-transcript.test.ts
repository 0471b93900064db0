import { expect, it } from 'vitest';
import { reducePiece } from '../../src/app/capture/read-transcript.ts';
import type { TranscriptPiece } from '../../src/app/ports/transcripts.ts';
import type { TranscriptEntry } from '../../src/domain/capture/transcript-entry.ts';
import { newReading, type TranscriptReading } from '../../src/domain/capture/transcript-reading.ts';
import { createRedactor } from '../../src/redact/create-redactor.ts';

const DEPS = { redactor: createRedactor({ patterns: [] }) };
const NOW = '2026-11-16T12:00:00.000Z';
const START = newReading({
  sessionId: 'ses_1',
  path: '/t.jsonl',
  position: null,
  since: null,
  updatedAt: NOW,
});

/** Messages of the person and the agent in turns, one line and one minute each. */
const talk = (from: number, ...texts: readonly string[]): TranscriptEntry[] =>
  texts.map((text, index) => ({
    line: index + 1,
    at: `2026-11-16T10:${String(from + index).padStart(2, '0')}:00.000Z`,
    kind: index % 2 === 0 ? 'request' : 'reply',
    text,
  }));

const read = async (before: TranscriptReading, entries: readonly TranscriptEntry[], isRestarted: boolean) => {
  const position = { offset: entries.length * 100, line: entries.length, head: 'h', seam: 's' };
  const piece: TranscriptPiece = { position, entries, isRestarted, skippedBytes: 0 };
  return (await reducePiece(DEPS, before, piece, { now: NOW })).reading;
};

const said = ({ digest }: TranscriptReading) => digest.requests.map(({ text }) => text);
const WHOLE = talk(0, 'Read the tides', 'Read.', 'Never round them', 'Fine.');

it('keeps what was known when the transcript is truncated', async () => {
  const before = await read(START, WHOLE, false);
  expect(said(await read(before, WHOLE.slice(0, 2), true))).toEqual(['Read the tides', 'Never round them']);
  expect(said(await read(before, [], true))).toEqual(['Read the tides', 'Never round them']);
});

it('adds what is later to what was known when a new file is begun', async () => {
  const before = await read(START, WHOLE, false);
  const after = await read(before, talk(30, 'Now draw them'), true);
  expect(said(after)).toEqual(['Read the tides', 'Never round them', 'Now draw them']);
  const lines = after.digest.requests.map(({ line }) => line);
  expect(lines).toEqual([...lines].sort((a, b) => a - b));
  const rest = talk(31, 'And the moons').map((entry) => ({
    ...entry,
    line: (after.position?.line ?? 0) + 1,
  }));
  expect(said(await read(after, rest, false)).at(-1)).toBe('And the moons');
});

it('begins again with a file that shows as much as before', async () => {
  const before = await read(START, WHOLE, false);
  const after = await read(before, talk(0, 'Read the stars', 'Read.', 'Never round them', 'Fine.'), true);
  expect(said(after)).toEqual(['Read the stars', 'Never round them']);
});

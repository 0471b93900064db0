import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseLine } from '../../src/clients/claude-code/transcript.ts';
import { deriveFromDigest } from '../../src/domain/capture/derive/derive-from-digest.ts';
import { reduceEntries } from '../../src/domain/capture/reduce/reduce-entries.ts';
import { EMPTY_DIGEST } from '../../src/domain/capture/transcript-digest.ts';

/** Real sessions of other people. They are not part of this repository. */
const FOLDER = join(import.meta.dirname, '../../../shared/data/transcripts/claude-code');
const isThere = existsSync(FOLDER);
const FILES = isThere ? readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz')) : ['no file'];

const linesOf = (name: string) =>
  gunzipSync(readFileSync(join(FOLDER, name)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

interface Line {
  readonly isMeta?: boolean;
  readonly isSidechain?: boolean;
  readonly isVisibleInTranscriptOnly?: boolean;
  readonly message?: { readonly content?: unknown };
  readonly attachment?: { readonly type?: string; readonly content?: unknown };
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
};

/** The beginnings of the texts that the client marks as its own, or that its hooks returned. */
function insertedTexts(lines: readonly string[]): string[] {
  return lines
    .map((line) => JSON.parse(line) as Line)
    .filter(
      (one) =>
        one.isMeta ||
        one.isSidechain ||
        one.isVisibleInTranscriptOnly ||
        one.attachment?.type?.startsWith('hook_'),
    )
    .flatMap((one) => [...textsIn(one.message?.content), ...textsIn(one.attachment?.content)])
    .map((text) => text.trim().slice(0, 60))
    .filter((text) => text.length >= 40);
}

/** What envelopes look like, written down independently of the list in the program. */
const LOOKS_INSERTED =
  /^\s*<[a-z]+[-_][a-z_-]+[ >]|<\/?(?:system-reminder|command-\w+|local-command-\w+|bash-\w+|task-notification|teammate-message|cross-session-message)|^Caveat: The messages|\[Request interrupted|^This session is being continued|stopped by hook|^Base directory for this skill|^Another Claude session|user's next message may|hook additional context|before exiting plan mode|^Unknown skill|NOT USER INPUT/im;

describe(`the given transcripts${isThere ? '' : ' (skipped: ../shared/data is absent)'}`, () => {
  it.skipIf(!isThere).each(FILES)(
    '%s: nothing that the client inserted is quoted as the person’s',
    (name) => {
      const lines = linesOf(name);
      const entries = lines.flatMap((line, index) => parseLine(line, index + 1));
      const requests = entries.flatMap((entry) => (entry.kind === 'request' ? [entry.text] : []));
      expect(requests.length).toBeGreaterThan(0);
      const inserted = insertedTexts(lines);
      for (const text of requests) {
        expect(text).not.toMatch(LOOKS_INSERTED);
        expect(inserted.filter((one) => text.includes(one))).toEqual([]);
      }
    },
  );

  it.skipIf(!isThere).each(FILES)('%s: leaves a checkpoint that fits a report', (name) => {
    const entries = linesOf(name).flatMap((line, index) => parseLine(line, index + 1));
    const [checkpoint] = deriveFromDigest(reduceEntries(EMPTY_DIGEST, entries));
    expect(checkpoint?.type).toBe('checkpoint');
    expect(checkpoint?.text.length).toBeGreaterThan(100);
    expect(checkpoint?.text.length).toBeLessThan(6_000);
  });
});

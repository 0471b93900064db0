import { isAbsolute, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ClientTranscripts } from '../../../src/app/ports/client-adapter.ts';
import type { TranscriptFormat, TranscriptPiece } from '../../../src/app/ports/transcripts.ts';
import type { TranscriptEntry } from '../../../src/domain/capture/transcript-entry.ts';
import type { TranscriptPosition } from '../../../src/domain/capture/transcript-reading.ts';
import { memoryFile } from '../../support/memory-file.ts';
import type { AdapterExample } from './adapter-example.ts';

/** Only a reading that hangs comes to its end. */
const LIMIT_MS = 60_000;
const HOME = { homeDir: '/home/ada', env: {} };

type From = TranscriptPiece['position'] | null;

async function read(format: TranscriptFormat, content: string | Buffer, from: From = null) {
  const piece = await format.read({ file: memoryFile('/t', content), from, limitMs: LIMIT_MS });
  if (piece === undefined) throw new Error('could not be read');
  return piece;
}

const textOf = (entry: TranscriptEntry): readonly string[] =>
  'text' in entry && (entry.kind === 'request' || entry.kind === 'reply') ? [entry.text] : [];
const textsIn = (entries: readonly TranscriptEntry[]) => entries.flatMap(textOf);
const linesIn = (entries: readonly TranscriptEntry[]) => entries.map(({ line }) => line);

export function transcriptClauses(
  { roots, format: load, sessionIdOf }: ClientTranscripts,
  example: AdapterExample['transcript'],
): void {
  it('has transcripts in folders of the person', () => {
    expect(roots(HOME).length).toBeGreaterThan(0);
    for (const root of roots(HOME)) {
      expect(isAbsolute(root)).toBe(true);
      expect(root.startsWith(HOME.homeDir)).toBe(true);
    }
  });

  if (load === undefined) {
    it('declares that we do not read them', () => expect(example).toBeUndefined());
    return;
  }
  if (example === undefined) {
    it('has an example of a transcript', () => expect(example).toBeDefined());
    return;
  }
  const { file, fileWithUnknown, pauseAt, texts, folder, isBelowRoot } = example;

  it('has the example below one of these folders', () => {
    expect(roots(HOME)).toContain(join(HOME.homeDir, isBelowRoot));
  });

  it('tells the conversation from the path, or from the file where the path has only the beginning of its id', async () => {
    const { named } = example;
    if (named === undefined || sessionIdOf === undefined)
      return expect([named, sessionIdOf]).toEqual([undefined, undefined]);
    const root = join(HOME.homeDir, isBelowRoot);
    const inPath = sessionIdOf(join(root, named.path));
    const inFile = await (await load()).sessionIdIn?.(memoryFile(named.path, file));
    expect(inFile ?? inPath).toBe(named.sessionId);
    expect(named.sessionId.startsWith(inPath ?? 'none')).toBe(true);
    expect((await (await load()).sessionIdIn?.(memoryFile(named.path, 'half a li'))) ?? null).toBeNull();
    for (const path of ['notes.md', `${named.path}.bak`, 'x.jsonl'])
      expect(sessionIdOf(join(root, path))).toBeNull();
  });

  it('reads a file in parts, skips nothing, and comes to its end', async () => {
    const format = await load();
    const opened = memoryFile('/t', fileWithUnknown);
    const all: TranscriptEntry[] = [];
    let position: TranscriptPosition | null = null;
    for (let parts = 0; parts < 1_000; parts += 1) {
      const piece = await format.read({ file: opened, from: position, limitMs: LIMIT_MS, maxBytes: 40 });
      if (piece === undefined || piece.position.offset === (position?.offset ?? 0)) break;
      all.push(...piece.entries);
      position = piece.position;
    }
    expect(textsIn(all)).toEqual(texts);
  });

  it('returns the messages in order', async () => {
    const { entries, isRestarted } = await read(await load(), file);
    expect(textsIn(entries)).toEqual(texts);
    expect(linesIn(entries)).toEqual(linesIn(entries).toSorted((a, b) => a - b));
    expect(isRestarted).toBe(false);
  });

  it('leaves out what it does not know', async () => {
    const { entries } = await read(await load(), fileWithUnknown);
    expect(textsIn(entries)).toEqual(texts);
  });

  it('reads on where it stopped, and gives nothing twice', async () => {
    const format = await load();
    const first = await read(format, file.slice(0, pauseAt));
    const second = await read(format, file, first.position);
    const known = second.isRestarted ? [] : first.entries;
    expect(textsIn([...known, ...second.entries])).toEqual(texts);
    expect(textsIn(first.entries).length).toBeGreaterThan(0);
    expect(textsIn(first.entries).length).toBeLessThan(texts.length);
    expect((await read(format, file, second.position)).entries).toEqual([]);
  });

  it('starts from the beginning in another file under the same name', async () => {
    const format = await load();
    const { position } = await read(format, `${fileWithUnknown}${file}`);
    const again = await read(format, file, position);
    expect(again.isRestarted).toBe(true);
    expect(textsIn(again.entries)).toEqual(texts);
  });

  it('names the folder in which the conversation began, or none', async () => {
    const { folderOf } = await load();
    expect(await folderOf(memoryFile('/t', file))).toBe(folder);
    expect(await folderOf(memoryFile('/t', ''))).toBeNull();
  });

  it('never throws, whatever is in the file, and keeps the order', async () => {
    const format = await load();
    const lines = fileWithUnknown.split('\n');
    const anyLine = fc.oneof(
      fc.constantFrom(...lines),
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .tuple(fc.constantFrom(...lines), fc.nat(), fc.string({ unit: 'binary', maxLength: 20 }))
        .map(([line, at, put]) => {
          const from = at % (line.length + 1);
          return line.slice(0, from) + put + line.slice(from + put.length);
        }),
    );
    const anyFile = fc.oneof(
      fc.array(anyLine, { maxLength: 12 }).map((some) => Buffer.from(some.join('\n'))),
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(anyFile, async (content) => {
        const opened = memoryFile('/t', content);
        const piece = await format.read({ file: opened, from: null, limitMs: LIMIT_MS });
        const seen = linesIn(piece?.entries ?? []);
        expect(seen).toEqual(seen.toSorted((a, b) => a - b));
        const named = await format.folderOf(opened);
        expect(named === null || typeof named === 'string').toBe(true);
      }),
      { numRuns: 100 },
    );
  });
}

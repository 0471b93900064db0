import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseLine } from '../../src/clients/claude-code/transcript.ts';
import { reduceEntries } from '../../src/domain/capture/reduce/reduce-entries.ts';
import { EMPTY_DIGEST, type TranscriptDigest } from '../../src/domain/capture/transcript-digest.ts';
import type { TranscriptEntry } from '../../src/domain/capture/transcript-entry.ts';
import { readTranscript } from '../../src/transcripts/line-format.ts';
import { withOpenFile } from '../support/open-file.ts';
import type { Fixture } from './fixture.ts';

const LIMITS = { maxBytes: 64 * 1024 * 1024, maxLineBytes: 4 * 1024 * 1024 };

/** The fixture as a file on disk, read the way a hook reads it. */
export async function readFixture({ name, file }: Pick<Fixture, 'name' | 'file'>): Promise<TranscriptDigest> {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-transcript-'));
  try {
    const path = join(folder, `${name}.jsonl`);
    writeFileSync(path, file);
    let digest = EMPTY_DIGEST;
    const onEntries = (entries: readonly TranscriptEntry[]) => {
      digest = reduceEntries(digest, entries);
    };
    await withOpenFile(path, (file) =>
      readTranscript({ file, from: null, parse: parseLine, onEntries, limits: LIMITS }),
    );
    return digest;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

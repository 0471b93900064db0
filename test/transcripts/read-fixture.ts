import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseLine } from '../../src/clients/claude-code/transcript.ts';
import { foldEntries } from '../../src/domain/capture/fold-entries.ts';
import { EMPTY_GIST, type Gist } from '../../src/domain/capture/gist.ts';
import type { TranscriptEntry } from '../../src/domain/capture/transcript-entry.ts';
import { readTranscript } from '../../src/transcripts/read-transcript.ts';
import { withOpenFile } from '../support/open-file.ts';
import type { Fixture } from './fixture.ts';

const LIMITS = { maxBytes: 64 * 1024 * 1024, maxLineBytes: 4 * 1024 * 1024 };

/** The fixture as a file on disk, read the way a hook reads it. */
export async function readFixture({ name, file }: Pick<Fixture, 'name' | 'file'>): Promise<Gist> {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-transcript-'));
  try {
    const path = join(folder, `${name}.jsonl`);
    writeFileSync(path, file);
    let gist = EMPTY_GIST;
    const onEntries = (entries: readonly TranscriptEntry[]) => {
      gist = foldEntries(gist, entries);
    };
    await withOpenFile(path, (file) =>
      readTranscript({ file, from: null, parse: parseLine, onEntries, limits: LIMITS }),
    );
    return gist;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

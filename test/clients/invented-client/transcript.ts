import type { TranscriptEntry } from '../../../src/domain/capture/transcript-entry.ts';
import { lineFormat } from '../../../src/transcripts/line-format.ts';
import { readBytes } from '../../../src/transcripts/transcript-position.ts';

const KINDS = { '>': 'request', '<': 'reply' } as const;
const LINE = /^([><]) (.+)$/;
const ROOM = /^# room (.+)$/m;
const HEAD_BYTES = 1_000;

/** `> ` before what the person says, `< ` before what the agent says. */
function parseLine(text: string, line: number): readonly TranscriptEntry[] {
  const [, mark, words] = LINE.exec(text) ?? [];
  if (mark === undefined || words === undefined) return [];
  return [{ line, at: null, kind: KINDS[mark as keyof typeof KINDS], text: words }];
}

export const transcriptFormat = lineFormat({
  parserFor: () => parseLine,
  folderOf: async (file) => {
    const head = await readBytes(file, 0, Math.min(HEAD_BYTES, file.size));
    return ROOM.exec(head.toString('utf8'))?.[1] ?? null;
  },
});

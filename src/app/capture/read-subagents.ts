import { reduceEntries } from '../../domain/capture/reduce/reduce-entries.ts';
import type { TranscriptDigest } from '../../domain/capture/transcript-digest.ts';
import { mapEntryStrings, type TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Deps } from '../deps.ts';
import { redactContent, sumRedactions } from '../redact-content.ts';

type Needs = Pick<Deps, 'filesFor' | 'redactor' | 'transcripts'>;

/** The newest; each is read whole. The first of them is read however late it is. */
const MAX_FILES = 12;
const field = 'transcript_path';

/** A subagent has lines of its own, so its work is placed by time: before the last commit of the session, or at its end. */
function placed({ commits, last }: TranscriptDigest, entry: TranscriptEntry): TranscriptEntry {
  const commit = commits.at(-1);
  const isCommitted = commit !== undefined && (entry.at ?? '') <= (commit.at ?? '');
  return { ...entry, line: isCommitted ? commit.line - 1 : (last?.line ?? entry.line) };
}

async function readEntries(
  deps: Needs,
  session: Session,
  path: string,
  limitMs: number,
): Promise<readonly TranscriptEntry[]> {
  const file = await deps.filesFor(session.worktree).openFile(path, { field });
  try {
    const { client } = session;
    const piece = await deps.transcripts.read({ client: client ?? '', file, from: null, limitMs });
    return piece?.entries ?? [];
  } finally {
    await file.close();
  }
}

/** Adds the files that subagents wrote, where the client keeps their transcripts beside that of the session. */
export async function withSubagents(
  deps: Needs,
  session: Session,
  reading: TranscriptReading,
  limitMs: number,
): Promise<TranscriptReading> {
  const { client, transcriptPath, worktree } = session;
  if (client === null || transcriptPath === null || reading.digest.counts.calls === 0) return reading;
  const end = performance.now() + limitMs;
  try {
    const folder = await deps.transcripts.subagentsOf({ client, path: reading.path });
    if (folder === null) return reading;
    const files = await deps.filesFor(worktree).listFiles(folder, { field, maxDepth: 0 });
    const newest = files
      .filter(({ path }) => path.endsWith('.jsonl'))
      .toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : -1))
      .slice(0, MAX_FILES);
    const found: (readonly TranscriptEntry[])[] = [];
    for (const { path } of newest) {
      const leftMs = Math.ceil(end - performance.now());
      if (found.length > 0 && leftMs <= 0) break;
      found.push(await readEntries(deps, session, path, found.length > 0 ? leftMs : limitMs));
    }
    const work = found
      .reverse()
      .flat()
      .filter((entry) => entry.kind === 'result' || (entry.kind === 'call' && entry.isBySubagent))
      .map((entry) => placed(reading.digest, entry));
    const { content, found: secrets } = await redactContent(deps.redactor, work, (entries, map) =>
      entries.map((entry) => mapEntryStrings(entry, (text) => map(text, entry.kind))),
    );
    return {
      ...reading,
      digest: reduceEntries(reading.digest, content),
      redacted: sumRedactions(reading.redacted, secrets),
    };
  } catch {
    // What subagents wrote is an addition: without it the handoff is still right.
    return reading;
  }
}

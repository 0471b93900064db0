import { EMPTY_DIGEST, type TranscriptDigest } from './transcript-digest.ts';

/** A digest as an earlier release stored it: what both have in common is kept, the rest is empty. */
export function currentDigest(stored: TranscriptDigest | { readonly version: 1 }): TranscriptDigest {
  if (stored.version === EMPTY_DIGEST.version) return { ...EMPTY_DIGEST, ...stored };
  const old = stored as unknown as Partial<TranscriptDigest>;
  const commits = old.commits ?? [];
  return {
    ...EMPTY_DIGEST,
    root: old.root ?? null,
    requests: (old.requests ?? []).map((one, turn) => ({ ...one, kind: 'said', question: null, turn })),
    closings: (old.closings ?? []).map((one) => ({ ...one, isMidway: false })),
    summaries: old.summaries ?? [],
    filesWritten: old.filesWritten ?? [],
    commits,
    todos: old.todos ?? [],
    pending: old.pending ?? [],
    brokenOff: old.brokenOff ?? null,
    last: old.last ?? null,
    counts: { ...EMPTY_DIGEST.counts, ...old.counts, commits: commits.length },
  };
}

import { foldCall } from './fold/fold-call.ts';
import { foldReply } from './fold/fold-reply.ts';
import { foldRequest } from './fold/fold-request.ts';
import { foldResult } from './fold/fold-result.ts';
import { foldBoundary, foldInterruption, foldSummary } from './fold/fold-turning-point.ts';
import type { Gist } from './gist.ts';
import type { TranscriptEntry } from './transcript-entry.ts';

function foldEntry(gist: Gist, entry: TranscriptEntry): Gist {
  switch (entry.kind) {
    case 'request':
      return foldRequest(gist, entry);
    case 'reply':
      return foldReply(gist, entry);
    case 'call':
      return foldCall(gist, entry);
    case 'result':
      return foldResult(gist, entry);
    case 'summary':
      return foldSummary(gist, entry);
    case 'boundary':
      return foldBoundary(gist, entry);
    case 'interruption':
      return foldInterruption(gist, entry);
  }
}

/** Entry after entry, so that folding in any batches gives the same. Entries of one session, in their order. */
export const foldEntries = (gist: Gist, entries: readonly TranscriptEntry[]): Gist =>
  entries.reduce(foldEntry, gist);

import { clipLine, clipMiddle } from '../clip.ts';
import type { Gist, Mark } from '../gist.ts';
import { BOUND, keepLast } from './bounds.ts';

export function foldSummary(gist: Gist, { line, at, text }: Mark & { readonly text: string }): Gist {
  const summary = { line, at, text: clipMiddle(text, BOUND.summary) };
  return {
    ...gist,
    summaries: keepLast([...gist.summaries, summary], BOUND.summaries),
    last: { line, at, kind: 'summary' },
  };
}

export const foldBoundary = (gist: Gist, { line, at }: Mark): Gist => ({
  ...gist,
  last: { line, at, kind: 'boundary' },
  counts: { ...gist.counts, compactions: gist.counts.compactions + 1 },
});

export const foldInterruption = (
  gist: Gist,
  { line, at, by, text }: Mark & { readonly by: 'person' | 'failure'; readonly text: string },
): Gist => ({
  ...gist,
  brokenOff: { line, at, by, text: clipLine(text, BOUND.error) },
  last: { line, at, kind: 'interruption' },
  counts: { ...gist.counts, interruptions: gist.counts.interruptions + 1 },
});

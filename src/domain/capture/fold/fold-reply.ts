import { clipMiddle } from '../clip.ts';
import type { Closing, Gist, Mark } from '../gist.ts';
import { addStatements } from './add-statements.ts';
import { BOUND, keepLast } from './bounds.ts';
import { takeBackByHand } from './files.ts';

export function foldReply(gist: Gist, { line, at, text }: Mark & { readonly text: string }): Gist {
  const words = clipMiddle(text, BOUND.closing);
  if (words === '') return gist;
  const turn = gist.counts.requests;
  const closing: Closing = { line, at, text: words, turn };
  const earlier = gist.closings.filter((before) => before.turn !== turn);
  const next: Gist = {
    ...gist,
    closings: keepLast([...earlier, closing], BOUND.closings),
    lastWords: { ...gist.lastWords, agent: closing },
    brokenOff: null,
    last: { line, at, kind: 'reply' },
    counts: { ...gist.counts, replies: gist.counts.replies + 1 },
  };
  return addStatements(takeBackByHand(next, words, { line, at }), text, 'agent', { line, at });
}

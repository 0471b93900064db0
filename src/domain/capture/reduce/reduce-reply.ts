import { isTemporary } from '../derive/wording.ts';
import { saysWhy } from '../open-points.ts';
import type { Closing, Mark, TranscriptDigest } from '../transcript-digest.ts';
import { BOUND } from './bounds.ts';
import { compactReply } from './compact-reply.ts';
import { withNamedHash } from './git-work.ts';

/** What was committed and written after a line. */
export const workSince = ({ commits, filesWritten }: TranscriptDigest, line: number) => ({
  commits: commits.filter((one) => one.line > line).length,
  files: filesWritten.filter((one) => one.line > line && !isTemporary(one.path)).length,
});

/** A shorter reply after a longer one of the same turn adds to it. */
const MIN_REPORT = 400;
const MAX_REMARK = 150;

/** What is kept of earlier turns: their last message, and a report before it that it only adds to. */
const keepOfEarlier = (closings: readonly Closing[], turn: number): readonly Closing[] =>
  closings.filter((one, at) => {
    const last = closings.findLast((other) => other.turn === one.turn);
    if (one.turn === turn || one === last || last === undefined) return true;
    return (
      one.text.length >= MIN_REPORT && last.text.length < one.text.length / 2 && closings[at + 1] === last
    );
  });

/** How much is lost without it: a remark is worth least, and the reports with the most commits behind them most. */
const worthOf = ({ text, commits = 0 }: Closing): number => (text.length < MAX_REMARK ? 0 : 1 + commits);

/** The newest within the bound; an older one is dropped only before those that are worth more. */
function keepWorthiest(closings: readonly Closing[], max: number): readonly Closing[] {
  if (closings.length <= max) return closings;
  const old = closings.slice(0, -1);
  const least = Math.min(...old.map(worthOf));
  const dropped = old.findIndex((one) => worthOf(one) === least);
  return keepWorthiest(
    closings.filter((_, at) => at !== dropped),
    max,
  );
}

/** Of the turn at hand the last message, and of the others those that say most; a reason outweighs a longer text. */
function keepLongest(own: readonly Closing[]): readonly Closing[] {
  if (own.length <= BOUND.ofOneTurn) return own;
  const weights = own.slice(0, -1).map(({ text }) => text.length + (saysWhy(text) ? MIN_REPORT : 0));
  const dropped = weights.indexOf(Math.min(...weights));
  return own.filter((_, at) => at !== dropped);
}

export function reduceReply(
  digest: TranscriptDigest,
  { line, at, text }: Mark & { readonly text: string },
): TranscriptDigest {
  const words = compactReply(text);
  if (words === '') return digest;
  const turn = digest.counts.requests;
  const earlier = keepOfEarlier(digest.closings, turn).filter((one) => one.turn !== turn);
  const own = digest.closings.filter((one) => one.turn === turn);
  const reported = own.findLast(({ isMidway }) => !isMidway)?.line ?? 0;
  const asked = digest.requests.findLast(({ kind }) => kind === 'said')?.line ?? 0;
  const since = Math.max(reported, asked);
  const work = workSince(digest, since);
  const acted = (digest.actedAt ?? 0) > since ? { hasActed: true as const } : {};
  const toNotification = digest.notifiedAt === null ? {} : { isToNotification: true as const };
  return {
    ...digest,
    closings: [
      ...keepWorthiest(earlier, BOUND.closings - BOUND.ofOneTurn),
      ...keepLongest([
        ...own,
        { line, at, text: words, turn, isMidway: false, ...work, ...acted, ...toNotification },
      ]),
    ],
    commits: withNamedHash(digest, words),
    brokenOff: null,
    last: { line, at, kind: 'reply' },
    counts: { ...digest.counts, replies: digest.counts.replies + 1 },
  };
}

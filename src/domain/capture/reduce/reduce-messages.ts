import { clipLine } from '../clip.ts';
import { compactSummary } from '../compaction-summary.ts';
import { isTemporary } from '../derive/wording.ts';
import { foldPasted } from '../fold-pasted.ts';
import { saysWhy } from '../open-points.ts';
import { clipQuestion, optionMeant, POINTS_BETWEEN, questionMeant } from '../question.ts';
import { markQuotedAgent } from '../quoted-agent.ts';
import { isSlight } from '../slight.ts';
import { standingRulesIn, takesBack, withdrawsMessage } from '../standing-rules.ts';
import type { Closing, Mark, Request, TranscriptDigest, Utterance } from '../transcript-digest.ts';
import { BOUND, keepEnds, keepLast } from './bounds.ts';
import { compactReply } from './compact-reply.ts';
import { withNamedHash } from './git-work.ts';

type Said = Mark & { readonly text: string };

const sameWords = (one: string, other: string) =>
  one.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') === other.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A rule of one of the last messages is meant by a bare "scratch that". */
const RECENT_TURNS = 2;

function reduceRules(digest: TranscriptDigest, { line, at, text }: Said): readonly Utterance[] {
  const recent = digest.requests.at(-RECENT_TURNS)?.line ?? 0;
  const kept = digest.constraints.filter((rule) => !takesBack(text, rule.text, rule.line >= recent));
  const stated = standingRulesIn(text)
    .map((rule) => ({ line, at, text: clipLine(rule, BOUND.constraint) }))
    .filter((rule) => !kept.some((known) => sameWords(known.text, rule.text)));
  return keepLast([...kept, ...stated], BOUND.constraints);
}

const addRequest = (digest: TranscriptDigest, request: Request): TranscriptDigest => ({
  ...digest,
  requests: keepEnds([...digest.requests, request], BOUND.requestsFirst, BOUND.requestsLast),
});

/** A message that the client repeats: when it delivers what was queued, or after a hook stopped it. */
const isRepeated = ({ requests }: TranscriptDigest, text: string): boolean => {
  const before = requests.at(-1);
  return before?.kind === 'said' && sameWords(before.text, text);
};

/** What a reply means that only makes sense beside what the agent offered or asked. */
function questionAnswered({ closings, counts }: TranscriptDigest, reply: string): string | null {
  const asked = closings.at(-1);
  if (asked === undefined || asked.isMidway || asked.turn !== counts.requests) return null;
  const found = optionMeant(reply, asked.text) ?? questionMeant(reply, asked.text);
  if (found === null) return null;
  const words = found.replaceAll('**', '');
  return words.includes(POINTS_BETWEEN) ? clipLine(words, BOUND.points) : clipQuestion(words, BOUND.question);
}

/** What was committed and written after a line. */
const workSince = ({ commits, filesWritten }: TranscriptDigest, line: number) => ({
  commits: commits.filter((one) => one.line > line).length,
  files: filesWritten.filter((one) => one.line > line && !isTemporary(one.path)).length,
});

/** The last message of a turn that is over is its report, also if calls followed it. */
function closeTurn(digest: TranscriptDigest): readonly Closing[] {
  const { closings, brokenOff, counts } = digest;
  const last = closings.at(-1);
  if (last === undefined || brokenOff !== null || last.turn !== counts.requests) return closings;
  const { commits, files } = workSince(digest, last.line);
  return [
    ...closings.slice(0, -1),
    {
      ...last,
      isMidway: false,
      commits: (last.commits ?? 0) + commits,
      files: (last.files ?? 0) + files,
    },
  ];
}

/** Messages of the agent that a person may still quote. */
const QUOTABLE = 3;

/** The message that the next one withdraws. */
const withoutLastMessage = (digest: TranscriptDigest): TranscriptDigest => {
  const last = digest.requests.findLastIndex(({ kind }) => kind === 'said');
  return { ...digest, requests: digest.requests.filter((_, at) => at !== last) };
};

export function reduceRequest(
  digest: TranscriptDigest,
  {
    line,
    at,
    text,
    isQueued = false,
    isByAgent,
  }: Said & { readonly isQueued?: boolean; readonly isByAgent?: true },
): TranscriptDigest {
  const said = digest.closings.slice(-QUOTABLE).map((closing) => closing.text);
  const words = foldPasted(markQuotedAgent(text, said.reverse()), BOUND.request);
  if (words === '') return digest;
  const turn = digest.counts.requests + 1;
  const request: Request = {
    line,
    at,
    kind: 'said',
    text: words,
    question: isQueued ? null : questionAnswered(digest, words),
    isSlight: isSlight(words),
    turn,
    ...(isByAgent ? { isByAgent } : {}),
  };
  if (isQueued) return { ...digest, queued: keepLast([...digest.queued, request], BOUND.queued) };
  const queued = digest.queued.filter((one) => !sameWords(one.text, words));
  const started: TranscriptDigest = {
    ...digest,
    queued,
    // A queued message arrives in the middle of a turn.
    closings: queued.length < digest.queued.length ? digest.closings : closeTurn(digest),
    brokenOff: null,
    notifiedAt: null,
    last: { line, at, kind: 'request' },
    counts: { ...digest.counts, requests: turn },
  };
  if (isRepeated(digest, words)) return started;
  const kept = withdrawsMessage(words) ? withoutLastMessage(started) : started;
  return { ...addRequest(kept, request), constraints: reduceRules(digest, request) };
}

export const reduceAnswer = (
  digest: TranscriptDigest,
  mark: Mark,
  question: string,
  answer: string,
): TranscriptDigest =>
  addRequest(digest, {
    line: mark.line,
    at: mark.at,
    kind: 'answered',
    text: foldPasted(answer, BOUND.request),
    question: clipQuestion(question, BOUND.question),
    isSlight: false,
    turn: digest.counts.requests,
  });

export const reduceShellCommand = (digest: TranscriptDigest, mark: Mark, command: string): TranscriptDigest =>
  addRequest(digest, {
    line: mark.line,
    at: mark.at,
    kind: 'ran',
    text: clipLine(command, BOUND.command),
    question: null,
    isSlight: false,
    turn: digest.counts.requests,
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

export function reduceReply(digest: TranscriptDigest, { line, at, text }: Said): TranscriptDigest {
  const words = compactReply(text);
  if (words === '') return digest;
  const turn = digest.counts.requests;
  const earlier = keepOfEarlier(digest.closings, turn).filter((one) => one.turn !== turn);
  const own = digest.closings.filter((one) => one.turn === turn);
  const reported = own.findLast(({ isMidway }) => !isMidway)?.line ?? 0;
  const asked = digest.requests.findLast(({ kind }) => kind === 'said')?.line ?? 0;
  const work = workSince(digest, Math.max(reported, asked));
  const toNotification = digest.notifiedAt === null ? {} : { isToNotification: true as const };
  return {
    ...digest,
    closings: [
      ...keepWorthiest(earlier, BOUND.closings - BOUND.ofOneTurn),
      ...keepLongest([...own, { line, at, text: words, turn, isMidway: false, ...work, ...toNotification }]),
    ],
    commits: withNamedHash(digest, words),
    brokenOff: null,
    last: { line, at, kind: 'reply' },
    counts: { ...digest.counts, replies: digest.counts.replies + 1 },
  };
}

export function reduceSummary(digest: TranscriptDigest, { line, at, text }: Said): TranscriptDigest {
  const summary = { line, at, text: compactSummary(text, BOUND.summary) };
  return {
    ...digest,
    summaries: keepLast([...digest.summaries, summary], BOUND.summaries),
    last: { line, at, kind: 'summary' },
  };
}

export const reduceRecap = (digest: TranscriptDigest, { line, at, text }: Said): TranscriptDigest => ({
  ...digest,
  recaps: keepLast([...digest.recaps, { line, at, text: clipLine(text, BOUND.recap) }], BOUND.recaps),
});

export const reduceBoundary = (digest: TranscriptDigest, { line, at }: Mark): TranscriptDigest => ({
  ...digest,
  last: { line, at, kind: 'boundary' },
  counts: { ...digest.counts, compactions: digest.counts.compactions + 1 },
});

export const reduceInterruption = (
  digest: TranscriptDigest,
  { line, at, by, text }: Said & { readonly by: 'person' | 'failure' },
): TranscriptDigest => ({
  ...digest,
  requests: digest.requests.map((one) =>
    by === 'person' && one.kind === 'said' && one.turn === digest.counts.requests
      ? { ...one, isInterrupted: true }
      : one,
  ),
  brokenOff: { line, at, by, text: clipLine(text, BOUND.error) },
  last: { line, at, kind: 'interruption' },
  counts: { ...digest.counts, interruptions: digest.counts.interruptions + 1 },
});

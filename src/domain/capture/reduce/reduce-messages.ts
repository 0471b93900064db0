import { clipLine, withoutBold } from '../clip.ts';
import { compactSummary } from '../compaction-summary.ts';
import { foldPasted } from '../fold-pasted.ts';
import { withdrawsMessage } from '../given-up.ts';
import { optionNamed } from '../option-named.ts';
import { clipQuestion, optionMeant, POINTS_BETWEEN, questionMeant } from '../question.ts';
import { markQuotedAgent } from '../quoted-agent.ts';
import { isSlight } from '../slight.ts';
import { standingRulesIn, takesBack } from '../standing-rules.ts';
import type { Closing, Mark, Request, TranscriptDigest, Utterance } from '../transcript-digest.ts';
import { BOUND, keepEnds, keepLast } from './bounds.ts';
import { workSince } from './reduce-reply.ts';

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

/** Thanks answer nothing. */
const ONLY_THANKS =
  /^\W*(?:thx|thanks?(?: (?:you|a lot|so much))?|cheers|danke|gracias|merci|obrigad[oa]|grazie|bedankt|спасибо|ありがとう(?:ございます)?|谢谢|고마워요?|감사합니다)\W*$/iu;

/** What a reply means that only makes sense beside what the agent offered or asked. */
function questionAnswered({ closings, counts }: TranscriptDigest, reply: string): string | null {
  const asked = closings.at(-1);
  if (asked === undefined || asked.isMidway || asked.turn !== counts.requests || ONLY_THANKS.test(reply))
    return null;
  const found =
    optionMeant(reply, asked.text) ?? optionNamed(reply, asked.text) ?? questionMeant(reply, asked.text);
  if (found === null) return null;
  const words = withoutBold(found);
  return words.includes(POINTS_BETWEEN) ? clipLine(words, BOUND.points) : clipQuestion(words, BOUND.question);
}

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

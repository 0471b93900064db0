import type { RecordType } from '../../record/record.ts';
import { segmentsOf } from '../command.ts';
import type {
  AbandonedAttempt,
  Explanation,
  Failure,
  Recovery,
  Refusal,
  TranscriptDigest,
  Utterance,
} from '../transcript-digest.ts';
import { deriveCheckpoint } from './checkpoint.ts';
import { deriveOpenLoops } from './open-loops.ts';
import { asCommand, attributed, type DerivedItem, listed, quoted, withWords } from './wording.ts';

const refused = ({ what, said, line }: Refusal): DerivedItem => ({
  type: 'warning',
  text: `The person did not allow ${asCommand(what)}${said === null ? '.' : `: ${quoted(said, 240)}`}`,
  lines: [line],
});

/** Tests that failed and then passed without any change. */
const isFlaky = ({ runner, overcome, line }: Failure, { commands }: TranscriptDigest): boolean =>
  runner !== null &&
  overcome !== null &&
  overcome.files.length + overcome.commands.length === 0 &&
  commands.some((run) => run.line <= line) &&
  commands.every((run) => run.line <= line || run.line >= overcome.line || run.isLooking);

const flaky = ({ what, text, line, overcome }: Failure): DerivedItem => ({
  type: 'warning',
  text: `${withWords(`${asCommand(what)} failed`, text, 160)} and passed when it was run again, with nothing changed in between.`,
  lines: [line, overcome?.line ?? line],
});

/** Stated warnings, refused actions and flaky tests. */
const deriveWarnings = (digest: TranscriptDigest): DerivedItem[] => [
  ...digest.warnings.map(
    (utterance): DerivedItem => ({ type: 'warning', text: attributed(utterance), lines: [utterance.line] }),
  ),
  ...digest.refusals.map(refused),
  ...digest.errors.filter((failure) => isFlaky(failure, digest)).map(flaky),
];

const MAX_DECISIONS = 12;

const items = (type: RecordType, utterances: readonly Utterance[]): DerivedItem[] =>
  utterances.map((one) => ({ type, text: attributed(one), lines: [one.line] }));

/** A plan for the next session holds only if nothing was requested after it. */
function lastFocus({ focuses, requests }: TranscriptDigest): readonly Utterance[] {
  const asked = requests.filter(({ isSlight }) => !isSlight);
  return focuses.filter(({ line }) => line >= (asked.at(-1)?.line ?? 0)).slice(-1);
}

/** Decisions, constraints, preferences and plans that were stated explicitly. */
const deriveStatements = (digest: TranscriptDigest): DerivedItem[] => [
  ...items(
    'decision',
    digest.decisions.filter(({ replacedAt }) => replacedAt === null).slice(-MAX_DECISIONS),
  ),
  ...items('constraint', digest.constraints),
  ...items('preference', digest.preferences),
  ...items('next_session_focus', lastFocus(digest)),
];

type RecoveredFailure = Failure & { readonly overcome: Recovery };

const lesson = (text: string, lines: readonly number[]): DerivedItem => ({ type: 'lesson', text, lines });

const recoveredFailures = ({ errors }: TranscriptDigest): RecoveredFailure[] =>
  errors.filter(
    (failure): failure is RecoveredFailure => failure.overcome !== null && failure.of === 'command',
  );

/** The error that an explanation refers to: it came before and was resolved with it. */
function explainedBy(digest: TranscriptDigest, utterance: Explanation): RecoveredFailure | undefined {
  return recoveredFailures(digest).findLast(
    ({ firstLine, overcome, turn }) =>
      firstLine < utterance.line &&
      (utterance.line <= overcome.line || (utterance.isOutright && turn === utterance.turn)),
  );
}

const howOf = ({ files, commands }: Recovery): string => {
  const how = [
    ...(commands.length > 0
      ? [`after ${commands.map((command) => asCommand(command, 120)).join(' and ')}`]
      : []),
    ...(files.length > 0 ? [`after a change to ${listed(files, 3)}`] : []),
  ];
  return how.length === 0 ? '' : ` ${how.join(' and ')}`;
};

const describeRecovery = ({ what, text, overcome }: RecoveredFailure): string =>
  `${withWords(`${asCommand(what)} failed`, text, 160)} and went well${howOf(overcome)}.`;

function fromExplanation(digest: TranscriptDigest, utterance: Explanation): DerivedItem[] {
  const error = explainedBy(digest, utterance);
  if (error === undefined)
    return utterance.isOutright ? [lesson(attributed(utterance), [utterance.line])] : [];
  return [
    lesson(`${attributed(utterance)} ${describeRecovery(error)}`, [
      error.line,
      utterance.line,
      error.overcome.line,
    ]),
  ];
}

/** Commands of git alone do not fix an error. */
const isRemedy = (command: string) => segmentsOf(command).some((segment) => !segment.startsWith('git '));

/** Without an explanation, only errors that were fixed by running something are lessons. */
function fromRemedy(digest: TranscriptDigest): DerivedItem[] {
  const explained = digest.explanations.map((utterance) => explainedBy(digest, utterance));
  return recoveredFailures(digest)
    .filter((error) => !explained.includes(error))
    .filter(({ overcome: { commands, files } }) => files.length === 0 && commands.some(isRemedy))
    .map((error) => lesson(describeRecovery(error), [error.line, error.overcome.line]));
}

function fromAttempt({ words, files, line }: AbandonedAttempt): DerivedItem[] {
  const lines = words === null ? [line] : [words.line, line];
  if (files.length === 0) return words === null ? [] : [lesson(attributed(words), lines)];
  const summary = `Tried and taken back: changes to ${listed(files, 6)}.`;
  return [lesson(words === null ? summary : `${summary} ${attributed(words)}`, lines)];
}

/** Abandoned attempts, and errors with their cause and their fix. */
const deriveLessons = (digest: TranscriptDigest): DerivedItem[] => [
  ...digest.attemptsGivenUp.flatMap(fromAttempt),
  ...digest.explanations.flatMap((utterance) => fromExplanation(digest, utterance)),
  ...fromRemedy(digest),
];

/** Items with the same text become one with several source lines. */
function mergeSame(items: readonly DerivedItem[]): readonly DerivedItem[] {
  const merged = new Map<string, DerivedItem>();
  for (const item of items) {
    const key = `${item.type}\n${item.text}`;
    const first = merged.get(key);
    const lines = [...new Set([...(first?.lines ?? []), ...item.lines])];
    merged.set(key, first === undefined ? item : { ...first, lines });
  }
  return [...merged.values()];
}

/** Derives a handoff from the digest. It contains only what was said or done. */
export const deriveFromDigest = (digest: TranscriptDigest): readonly DerivedItem[] =>
  mergeSame([
    ...deriveCheckpoint(digest),
    ...deriveStatements(digest),
    ...deriveWarnings(digest),
    ...deriveOpenLoops(digest),
    ...deriveLessons(digest),
  ]);

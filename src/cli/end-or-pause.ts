import { endedView } from '../app/views/ended-view.ts';
import { invalid } from '../domain/error.ts';
import type { HandoffContent } from '../domain/handoff/handoff.ts';
import { renderNotice } from '../domain/next-step.ts';
import { countOf } from '../domain/orientation/wording.ts';
import type { CommandContext, CommandOutput, Flag, FlagValues, PositionalSpec } from './define-command.ts';
import {
  contradiction,
  readTextOrStdin,
  refuseStdinTwice,
  STDIN_HELP,
  textFlag,
  textsFlag,
} from './flags.ts';
import { labelled, oneLine } from './terminal-text.ts';

export interface HandoffPart {
  readonly flag: string;
  readonly heading: string;
  readonly description: string;
  readonly isList: boolean;
}

const textPart = (flag: string, heading: string, description: string): HandoffPart => ({
  flag,
  heading,
  description,
  isList: false,
});

const listPart = (...part: Parameters<typeof textPart>): HandoffPart => ({
  ...textPart(...part),
  isList: true,
});

export const HANDOFF_PARTS: readonly HandoffPart[] = [
  textPart('checkpoint', 'Checkpoint', 'Where we left off.'),
  listPart('decision', 'Decisions', 'What was decided and why.'),
  listPart('open-loop', 'Open loops', 'An unresolved question or task.'),
  listPart('constraint', 'Constraints', 'A boundary that must not be violated.'),
  listPart('warning', 'Warnings', 'A hazard for the next session.'),
  listPart('lesson', 'Lessons', 'What was learned, including approaches that failed.'),
  listPart('preference', 'Preferences', 'Something learned about the person.'),
  textPart('focus', 'Focus', 'Where to resume, if not where we stopped.'),
  textPart('delta', 'Relationship', 'What changed in the working relationship.'),
  listPart('resolve', 'Resolved', 'Id or exact text of an open loop that is done.'),
];

export type HandoffTexts = Readonly<Record<string, readonly string[] | undefined>>;

export const isEmptyTexts = (texts: HandoffTexts): boolean =>
  HANDOFF_PARTS.every(({ flag }) => (texts[flag] ?? []).length === 0);

export function handoffContent(texts: HandoffTexts): HandoffContent {
  const first = (flag: string) => texts[flag]?.[0] ?? null;
  const all = (flag: string) => texts[flag] ?? [];
  return {
    checkpoint: first('checkpoint'),
    decisions: all('decision').map((text) => ({ text, subject: null, supersedes: [] })),
    openLoops: all('open-loop'),
    preferences: all('preference'),
    constraints: all('constraint'),
    warnings: all('warning'),
    lessons: all('lesson'),
    relationalDelta: first('delta'),
    nextSessionFocus: first('focus'),
    resolvedLoops: all('resolve'),
    summaryNotes: null,
  };
}

const handoffFlag = ({ flag, description, isList }: HandoffPart): [string, Flag] => [
  flag,
  {
    ...textsFlag('TEXT', flag === 'checkpoint' ? `${description} ${STDIN_HELP}` : description),
    isRepeatable: isList,
  },
];

export const HANDOFF_FLAGS: Readonly<Record<string, Flag>> = {
  ...Object.fromEntries(HANDOFF_PARTS.map(handoffFlag)),
  session: textFlag('ID', 'The session. Default: the active one here, else the paused one, else a new one.'),
};

export const SESSION_POSITIONAL: PositionalSpec = {
  name: 'ID',
  description: 'The id of the session. Same as --session.',
  isOptional: true,
};

/** The session id from the positional or the flag. Text with spaces in its place is a checkpoint without its flag. */
function parseSessionId(command: string, given: FlagValues, [word]: readonly string[]): string | undefined {
  const flag = given.session?.[0];
  if (word !== undefined && /\s/.test(word)) {
    throw invalid(
      'invalid_arguments',
      `${JSON.stringify(word)} is not the id of a session.`,
      `To pass a checkpoint, run: throughline ${command} --checkpoint ${JSON.stringify(word)}`,
    );
  }
  if (word !== undefined && flag !== undefined && word !== flag) {
    throw contradiction(`${word} and --session ${flag} are two different sessions.`);
  }
  return word ?? flag;
}

export function parseLeaving(command: string, given: FlagValues, words: readonly string[]) {
  const texts: HandoffTexts = Object.fromEntries(HANDOFF_PARTS.map(({ flag }) => [flag, given[flag]]));
  refuseStdinTwice(Object.values(texts).flatMap((typed) => typed ?? []));
  return { session: parseSessionId(command, given, words), texts };
}

export async function readHandoffTexts(texts: HandoffTexts, context: CommandContext): Promise<HandoffTexts> {
  const read: Record<string, readonly string[]> = {};
  for (const [flag, typed = []] of Object.entries(texts))
    read[flag] = await Promise.all(typed.map((text) => readTextOrStdin([text], context)));
  return read;
}

interface LeaveInput {
  readonly mode: 'end' | 'pause';
  readonly session: string | undefined;
  readonly texts: HandoffTexts;
}

export async function endOrPauseSession(
  context: CommandContext,
  { mode, session, texts }: LeaveInput,
): Promise<CommandOutput> {
  const { services, caller, project, style } = context;
  const ended = await services.endSession(caller, {
    mode,
    session_id: session,
    project,
    adoptsActive: true,
    content: handoffContent(texts),
  });
  const view = endedView(ended, caller.wording);
  const notices = view.notices.map((one) => renderNotice(caller.wording, one));
  const lines = [
    `${style.bold(view.session_id)} ${style.good(view.status)}`,
    ...labelled('Summary', view.summary),
    `The next session starts with a score of ${view.orientation_score}/100 and ${countOf(view.gap_count ?? 0, 'gap')}.`,
    ...[view.message, ...notices].map(oneLine),
  ];
  return { lines, facts: { ...view, notices } };
}

import { endedView } from '../app/views/ended-view.ts';
import { invalid } from '../domain/error.ts';
import type { HandoffContent } from '../domain/handoff/handoff.ts';
import { renderNotice } from '../domain/next-step.ts';
import type {
  CommandContext,
  CommandOutput,
  FlagSpec,
  FlagValues,
  PositionalSpec,
} from './define-command.ts';
import { readTextOrStdin, refuseStdinTwice, STDIN_HELP } from './flags.ts';
import { plural } from './format.ts';
import { labelled, oneLine } from './terminal-text.ts';

/** One part of a handoff: a flag of `session end`, and a heading in the editor. */
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
  listPart('lesson', 'Lessons', 'What was learned, or tried in vain.'),
  listPart('preference', 'Preferences', 'Something learned about the person.'),
  textPart('focus', 'Focus', 'Where to resume, if not where we stopped.'),
  textPart('delta', 'Relationship', 'What changed in the working relationship.'),
  listPart('resolve', 'Resolved', 'Id or exact text of an open loop that is done.'),
];

/** Texts by flag, as typed or as written in the editor. */
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

export const HANDOFF_FLAGS: readonly FlagSpec[] = [
  ...HANDOFF_PARTS.map(({ flag, description, isList }) => ({
    name: flag,
    value: 'TEXT',
    description: flag === 'checkpoint' ? `${description} ${STDIN_HELP}` : description,
    isRepeatable: isList,
  })),
  {
    name: 'session',
    value: 'ID',
    description:
      'The session to leave; default: the one active here, else the one paused here, else a new one.',
  },
];

export const SESSION_POSITIONAL: PositionalSpec = {
  name: 'ID',
  description: 'The session; the same as --session.',
  isOptional: true,
};

/** The session id from the positional or the flag. Text with spaces in its place is a checkpoint without its flag. */
export function parseSessionId(
  command: string,
  flags: FlagValues,
  [word]: readonly string[],
): string | undefined {
  const flag = flags.session?.[0];
  if (word !== undefined && /\s/.test(word)) {
    throw invalid(
      'invalid_arguments',
      `${JSON.stringify(word)} is not the id of a session.`,
      `To say where you left off, write: throughline ${command} --checkpoint ${JSON.stringify(word)}`,
    );
  }
  if (word !== undefined && flag !== undefined && word !== flag) {
    throw invalid(
      'arguments_contradict',
      `Both ${word} and --session ${flag} name a session.`,
      'Name one of them.',
    );
  }
  return word ?? flag;
}

export function parseHandoffFlags(flags: FlagValues): HandoffTexts {
  const texts = Object.fromEntries(HANDOFF_PARTS.map(({ flag }) => [flag, flags[flag]]));
  refuseStdinTwice(Object.values(texts).flatMap((given) => given ?? []));
  return texts;
}

/** Replaces `-` with the text from standard input. */
export async function readHandoffTexts(
  texts: HandoffTexts,
  readStdin: () => Promise<string>,
): Promise<HandoffTexts> {
  const read = Object.entries(texts).map(
    async ([flag, given]): Promise<[string, readonly string[] | undefined]> => [
      flag,
      given && (await Promise.all(given.map((text) => readTextOrStdin(text, readStdin)))),
    ],
  );
  return Object.fromEntries(await Promise.all(read));
}

export interface LeaveInput {
  readonly mode: 'end' | 'pause';
  readonly session: string | undefined;
  readonly texts: HandoffTexts;
}

export async function leaveSession(
  { services, caller, project, style }: CommandContext,
  { mode, session, texts }: LeaveInput,
): Promise<CommandOutput> {
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
    `The next session would start with a score of ${view.orientation_score}/100 and ${plural(view.gap_count ?? 0, 'gap')}.`,
    oneLine(view.message),
    ...notices.map(oneLine),
  ];
  return { lines, facts: { ...view, notices } };
}

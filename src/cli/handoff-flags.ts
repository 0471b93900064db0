import { invalid } from '../domain/error.ts';
import type { FlagSpec, FlagValues, PositionalSpec } from './define-command.ts';
import { HANDOFF_PARTS, type HandoffTexts } from './handoff-parts.ts';
import { FROM_STDIN, readOr, refuseStdinTwice } from './read-words.ts';

export const HANDOFF_FLAGS: readonly FlagSpec[] = [
  ...HANDOFF_PARTS.map(({ flag, description, isList }) => ({
    name: flag,
    value: 'TEXT',
    description: flag === 'checkpoint' ? `${description} ${FROM_STDIN}` : description,
    isRepeatable: isList,
  })),
  {
    name: 'session',
    value: 'ID',
    description:
      'The session to leave; default: the one active here, else the one paused here, else a new one.',
  },
];

export const SESSION_PLACE: PositionalSpec = {
  name: 'ID',
  description: 'The session; the same as --session.',
  isOptional: true,
};

/** The session named as a word or as a flag; text in its place is a checkpoint that lacks its flag. */
export function parseLeaver(
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

/** With what `-` stands for. */
export async function readTexts(
  texts: HandoffTexts,
  readStdin: () => Promise<string>,
): Promise<HandoffTexts> {
  const read = Object.entries(texts).map(
    async ([flag, given]): Promise<[string, readonly string[] | undefined]> => [
      flag,
      given && (await Promise.all(given.map((text) => readOr(text, readStdin)))),
    ],
  );
  return Object.fromEntries(await Promise.all(read));
}

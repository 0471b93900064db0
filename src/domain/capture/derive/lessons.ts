import { segmentsOf } from '../command.ts';
import type { Explained, Failure, Gist, GivenUp, Overcome } from '../gist.ts';
import type { DerivedItem } from './derived-item.ts';
import { asCommand, listed, saidBy, withWords } from './words.ts';

type Overcame = Failure & { readonly overcome: Overcome };

const lesson = (text: string, lines: readonly number[]): DerivedItem => ({ type: 'lesson', text, lines });

const overcameIn = ({ errors }: Gist): Overcame[] =>
  errors.filter((failure): failure is Overcame => failure.overcome !== null && failure.of === 'command');

/** The error an explanation is about: it came before, and was overcome with it. */
function explainedBy(gist: Gist, said: Explained): Overcame | undefined {
  return overcameIn(gist).findLast(
    ({ firstLine, overcome, turn }) =>
      firstLine < said.line && (said.line <= overcome.line || (said.isOutright && turn === said.turn)),
  );
}

const howOf = ({ files, commands }: Overcome): string => {
  const how = [
    ...(commands.length > 0
      ? [`after ${commands.map((command) => asCommand(command, 120)).join(' and ')}`]
      : []),
    ...(files.length > 0 ? [`after a change to ${listed(files, 3)}`] : []),
  ];
  return how.length === 0 ? '' : ` ${how.join(' and ')}`;
};

const storyOf = ({ what, text, overcome }: Overcame): string =>
  `${withWords(`${asCommand(what)} failed`, text, 160)} and went well${howOf(overcome)}.`;

function fromExplanation(gist: Gist, said: Explained): DerivedItem[] {
  const error = explainedBy(gist, said);
  if (error === undefined) return said.isOutright ? [lesson(saidBy(said), [said.line])] : [];
  return [lesson(`${saidBy(said)} ${storyOf(error)}`, [error.line, said.line, error.overcome.line])];
}

/** Moving commits about sets nothing right. */
const setsRight = (command: string) => segmentsOf(command).some((segment) => !segment.startsWith('git '));

/** Without an explanation, only what was set right from outside, by running something, is worth knowing again. */
function fromRemedy(gist: Gist): DerivedItem[] {
  const explained = gist.explanations.map((said) => explainedBy(gist, said));
  return overcameIn(gist)
    .filter((error) => !explained.includes(error))
    .filter(({ overcome: { commands, files } }) => files.length === 0 && commands.some(setsRight))
    .map((error) => lesson(storyOf(error), [error.line, error.overcome.line]));
}

function fromAttempt({ words, files, line }: GivenUp): DerivedItem[] {
  const lines = words === null ? [line] : [words.line, line];
  if (files.length === 0) return words === null ? [] : [lesson(saidBy(words), lines)];
  const told = `Tried and taken back: changes to ${listed(files, 6)}.`;
  return [lesson(words === null ? told : `${told} ${saidBy(words)}`, lines)];
}

/** What was tried in vain, and what went wrong, why, and how it was set right. */
export const deriveLessons = (gist: Gist): DerivedItem[] => [
  ...gist.attemptsGivenUp.flatMap(fromAttempt),
  ...gist.explanations.flatMap((said) => fromExplanation(gist, said)),
  ...fromRemedy(gist),
];

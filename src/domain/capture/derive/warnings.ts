import type { Failure, Gist, Refusal } from '../gist.ts';
import type { DerivedItem } from './derived-item.ts';
import { asCommand, quoted, saidBy, withWords } from './words.ts';

const refused = ({ what, said, line }: Refusal): DerivedItem => ({
  type: 'warning',
  text: `The person did not allow ${asCommand(what)}${said === null ? '.' : `: ${quoted(said, 240)}`}`,
  lines: [line],
});

/** Tests that failed and then passed with nothing done in between. */
const isFickle = ({ runner, overcome, line }: Failure, { commands }: Gist): boolean =>
  runner !== null &&
  overcome !== null &&
  overcome.files.length + overcome.commands.length === 0 &&
  commands.some((run) => run.line <= line) &&
  commands.every((run) => run.line <= line || run.line >= overcome.line || run.isLooking);

const fickle = ({ what, text, line, overcome }: Failure): DerivedItem => ({
  type: 'warning',
  text: `${withWords(`${asCommand(what)} failed`, text, 160)} and passed when it was run again, with nothing changed in between.`,
  lines: [line, overcome?.line ?? line],
});

/** Dangers that were named, what the person did not let the agent do, and tests that cannot be relied on. */
export const deriveWarnings = (gist: Gist): DerivedItem[] => [
  ...gist.warnings.map((said): DerivedItem => ({ type: 'warning', text: saidBy(said), lines: [said.line] })),
  ...gist.refusals.map(refused),
  ...gist.errors.filter((failure) => isFickle(failure, gist)).map(fickle),
];

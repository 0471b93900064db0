import type { DerivedItem } from '../derive-from-gist.ts';
import type { Gist, Refusal } from '../gist.ts';
import { asCommand, quoted, saidBy } from './words.ts';

const refused = ({ what, said, line }: Refusal): DerivedItem => ({
  type: 'warning',
  text: `The person did not allow ${asCommand(what)}${said === null ? '.' : `: ${quoted(said, 240)}`}`,
  lines: [line],
});

/** Dangers that were named, and what the person did not let the agent do. */
export const deriveWarnings = ({ warnings, refusals }: Gist): DerivedItem[] => [
  ...warnings.map((said): DerivedItem => ({ type: 'warning', text: saidBy(said), lines: [said.line] })),
  ...refusals.map(refused),
];

import type { GapFinder } from './gap-finder.ts';
import { countOf, onOneLine, quotedName, whenOf } from './wording.ts';

const MAX_MESSAGE = 160;

export const unreviewedCaptures: GapFinder = ({ unreviewedCaptures: { items, total } }) =>
  items[0] && {
    code: 'unreviewed_captures',
    severity: 'info',
    message: `${countOf(total, 'capture')} of transcripts ${total === 1 ? 'was' : 'were'} never read.`,
    nextStep: `Call read_capture with id "${items[0].id}", and store what still matters.`,
  };

/** They let the agent go on, and what they were to keep may be missing. */
export const hooksFailed: GapFinder = ({ hookFailures, now }) => {
  const last = hookFailures.at(-1);
  return (
    last && {
      code: 'hooks_failed',
      severity: 'warning',
      message: `${countOf(hookFailures.length, 'hook')} failed since the last report; the last one, ${quotedName(last.event, 40)}, ${whenOf(last.at, now)}: ${quotedName(last.code, 60)}, ${onOneLine(last.message).slice(0, MAX_MESSAGE).toWellFormed()}`,
      nextStep: 'Run throughline doctor; what those hooks were to keep may be missing.',
    }
  );
};

/** Only where a client that has hooks was heard of without them. */
export const hooksNotInstalled: GapFinder = ({ hooksMissingFor }) =>
  hooksMissingFor === null
    ? undefined
    : {
        code: 'hooks_not_installed',
        severity: 'info',
        message: `No hook of ${hooksMissingFor} has reported in this project: a session that nobody ends leaves little.`,
        nextStep: `A person can run throughline install ${hooksMissingFor}.`,
      };

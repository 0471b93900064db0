import { nextStep } from '../next-step.ts';
import type { GapFinder } from './gap-finder.ts';
import { countOf, onOneLine, quotedName, whenOf } from './wording.ts';

const MAX_MESSAGE = 160;

export const unreviewedCaptures: GapFinder = ({ unreviewedCaptures: { items, total } }) =>
  items[0] && {
    code: 'unreviewed_captures',
    severity: 'info',
    message: `${countOf(total, 'capture')} of transcripts ${total === 1 ? 'was' : 'were'} never read.`,
    hint: 'Read the newest one, and store what still matters.',
    next: [nextStep('capture.read', { id: items[0].id })],
  };

/** They let the agent go on, and what they were to keep may be missing. */
export const hooksFailed: GapFinder = ({ hookFailures, now }) => {
  const last = hookFailures.at(-1);
  return (
    last && {
      code: 'hooks_failed',
      severity: 'warning',
      message: `${countOf(hookFailures.length, 'hook')} failed since the last report; the last one, ${quotedName(last.event, 40)}, ${whenOf(last.at, now)}: ${quotedName(last.code, 60)}, ${onOneLine(last.message).slice(0, MAX_MESSAGE).toWellFormed()}`,
      hint: 'Find the cause. What these hooks were to save may be missing.',
      next: [nextStep('doctor.run')],
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
        hint: 'Install its hooks.',
        next: [nextStep('client.install', { client: hooksMissingFor })],
      };

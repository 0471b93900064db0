import { DAY_MS, elapsedMs } from '../instant.ts';
import { groupBySubject } from './decision-entries.ts';
import { findLeadCheckpoint } from './find-lead-checkpoint.ts';
import { type GapFinder, idsOf, MAX_NAMED } from './gap-finder.ts';
import { ageOf, countOf, nameOf, onOneLine } from './wording.ts';

const MAX_PROBLEM = 200;

export const noCheckpoint: GapFinder = (facts) => {
  if (findLeadCheckpoint(facts) !== undefined || facts.checkpoints.total > 0) return undefined;
  const isFirst = facts.lastSession === null;
  return {
    code: 'no_checkpoint',
    // A game keeps its place in the campaign state, and a session closed for good may withhold its checkpoint.
    severity:
      isFirst || facts.project.kind === 'game'
        ? 'info'
        : facts.lastSession?.status === 'closed'
          ? 'warning'
          : 'critical',
    message: isFirst
      ? 'No session has left a checkpoint yet.'
      : 'The project has had sessions, but no checkpoint says where they left off.',
    nextStep: 'Leave one with end_session (checkpoint) before you stop.',
  };
};

export const staleCheckpoint: GapFinder = (facts, { staleCheckpointDays }) => {
  const lead = findLeadCheckpoint(facts);
  if (lead === undefined || elapsedMs(lead.createdAt, facts.now) <= staleCheckpointDays * DAY_MS)
    return undefined;
  return {
    code: 'stale_checkpoint',
    severity: 'warning',
    message: `The checkpoint is ${ageOf(lead.createdAt, facts.now)} old.`,
    nextStep: 'Check it against the work as it is now, and leave a new one with end_session.',
  };
};

export const oldOpenLoops: GapFinder = ({ openLoops, now }, { oldLoopDays }) => {
  const old = openLoops.items.filter((item) => elapsedMs(item.createdAt, now) > oldLoopDays * DAY_MS);
  const [first] = old;
  if (first === undefined) return undefined;
  const count = `${openLoops.total > openLoops.items.length ? 'At least ' : ''}${countOf(old.length, 'open loop is', 'open loops are')}`;
  return {
    code: 'old_open_loops',
    severity: 'warning',
    message: `${count} older than ${countOf(oldLoopDays, 'day')}.`,
    nextStep: `Name those that are done in resolved_loops of end_session, such as "${first.id}".`,
  };
};

export const conflictingDecisions: GapFinder = ({ decisions }) => {
  const groups = groupBySubject(decisions.items).filter((items) => items.length > 1);
  if (groups.length === 0) return undefined;
  const named = groups
    .slice(0, MAX_NAMED)
    .map((items) => `"${nameOf(items[0]?.subject ?? '', 60)}" (${idsOf(items)})`);
  const rest = groups.length > MAX_NAMED ? `, and ${countOf(groups.length - MAX_NAMED, 'more subject')}` : '';
  return {
    code: 'conflicting_decisions',
    severity: 'warning',
    message: `More than one live decision on ${named.join(', ')}${rest}.`,
    nextStep:
      'Decide which one holds, and leave it with end_session as a decision that supersedes the ids of the others.',
  };
};

export const identityUnreadable: GapFinder = ({ identities }) => {
  const broken = identities.find(({ problem }) => problem !== null);
  return (
    broken && {
      code: 'identity_unreadable',
      severity: 'warning',
      message: `An identity file cannot be read: ${onOneLine(broken.problem ?? '').slice(0, MAX_PROBLEM)}`,
      nextStep: 'The person can mend it (throughline identity --show names it); boot_report then shows it.',
    }
  );
};

export const identityMissing: GapFinder = ({ identities }) => {
  if (identities.some(({ isFilledIn, problem }) => isFilledIn || problem !== null)) return undefined;
  const isThere = identities.length > 0;
  return {
    code: isThere ? 'identity_unfilled' : 'identity_missing',
    severity: 'info',
    message: isThere ? 'Nobody has filled in the identity file.' : 'There is no identity file.',
    nextStep: 'A person can write one with throughline identity; boot_report then shows it.',
  };
};

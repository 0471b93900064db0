import { DAY_MS, elapsedMs } from '../instant.ts';
import { nextStep } from '../next-step.ts';
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
    hint: 'Write a checkpoint when you end this session.',
    next: [nextStep('session.end')],
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
    hint: 'Check it against the work as it is now, and write a new one when you end this session.',
    next: [nextStep('session.end')],
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
    hint: 'Resolve each one that is done.',
    next: [nextStep('memory.update', { id: first.id, status: 'resolved' })],
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
    hint: 'Decide which one applies, and store it with the ids of the others as `supersedes`.',
    next: [nextStep('memory.store', { type: 'decision' })],
  };
};

export const identityUnreadable: GapFinder = ({ identities }) => {
  const broken = identities.find(({ problem }) => problem !== null);
  return (
    broken && {
      code: 'identity_unreadable',
      severity: 'warning',
      message: `An identity file cannot be read: ${onOneLine(broken.problem ?? '').slice(0, MAX_PROBLEM)}`,
      hint: 'The next report shows it once a person has repaired it.',
      next: [nextStep('identity.show')],
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
    hint: 'The next report shows what a person writes into it.',
    next: [nextStep('identity.edit')],
  };
};

import { type Actions, nextStep } from '../next-step.ts';
import { escapeInline } from '../quote-text.ts';
import type { FactItem, OrientationFacts, SessionFact } from './facts.ts';
import { findLeadCheckpoint } from './find-lead-checkpoint.ts';
import type { Gap } from './orientation.ts';
import { type Entry, type Frame, lazily, ownWords, type Section } from './section.ts';
import { agoOf, countOf, formatCount, nameOf, onOneLine, quotedName, whenOf } from './wording.ts';

const MAX_PATH = 400;
const LEAD_COUNT = 3;

/** How the last session ended, who else is here now, and which sessions came before. */
export function sessionsSection(facts: OrientationFacts, frame: Frame, gaps: readonly Gap[]): Section {
  const entries = [
    ...lastEntries(facts, frame, gaps.filter(isOfLastSession)),
    ...facts.aliveSessions.map((s) => aliveEntry(s, facts, frame)),
    ...facts.lostSessions.map((s) => lostEntry(s, facts, frame)),
    ...(frame.isTerse ? [] : facts.recentSessions.map((s) => recentEntry(s, facts, frame))),
  ];
  const { words, isTerse, project } = frame;
  const call = lazily(() => words.step(nextStep('session.list', isTerse ? {} : { project })));
  return {
    name: 'sessions',
    heading: '## Sessions',
    why: 'how the last session ended, who else is here, and which sessions came before',
    entries,
    total: entries.length,
    // In a short report the last session alone comes before the rest of the open loops.
    leadCount: isTerse ? 1 : LEAD_COUNT,
    floor: lazily(
      () =>
        countOf(entries.length, 'session') + (isTerse ? '' : ` (${words.step(nextStep('session.list'))})`),
    ),
    more: (count) =>
      `- ${formatCount(count)} more${isTerse ? '' : count === 1 ? ' session' : ' sessions'}: ${call()}`,
  };
}

const OF_LAST_SESSION: readonly string[] = ['last_session_lost', 'handoff_derived', 'no_handoff'];

/** Whether the line of the last session says what is missing, and what to do about it. */
export const isOfLastSession = ({ code }: Gap): boolean => OF_LAST_SESSION.includes(code);

/** One line: how it ended, what to do if it left no handoff, and its transcript. */
function lastEntries(facts: OrientationFacts, frame: Frame, gaps: readonly Gap[]): Entry[] {
  const { lastSession, lastTranscriptPath } = facts;
  const path = lastSession?.transcriptPath ?? lastTranscriptPath;
  if (lastSession === null)
    return path === null ? [] : [ownWords(`- Last transcript: ${pathOf(path, {}, frame)}`)];
  const shown = withoutRepeated(lastSession, facts);
  const words = `- Last session ${frame.shorten(lastSession.id)}: ${endingOf(shown, facts)}${about(shown, facts, frame)}`;
  // That it was lost has to fit in the smallest report.
  const more = frame.isTiny ? [] : gaps.map(({ hint, next }) => frame.words.advice(hint, next));
  if (path !== null && !frame.isTiny)
    more.push(`Transcript: ${pathOf(path, { session: lastSession.id }, frame)}`);
  return [ownWords([more.length === 0 ? words : `${words}.`, ...more].join(' '))];
}

const SAME_WORDS = 0.6;
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/** The derived checkpoint of this very session, which is shown above it. */
function ownCheckpoint({ id }: SessionFact, facts: OrientationFacts): FactItem | undefined {
  const lead = findLeadCheckpoint(facts);
  return lead?.sessionId === id && lead.source === 'derived' ? lead : undefined;
}

/** What its derived checkpoint shows: that it is derived, and the words of the title, which is mostly the first request. */
function withoutRepeated(session: SessionFact, facts: OrientationFacts): SessionFact {
  const lead = ownCheckpoint(session, facts);
  if (lead === undefined) return session;
  const known = new Set(wordsOf(lead.text));
  const words = wordsOf(session.title ?? '');
  const isQuoted = words.filter((word) => known.has(word)).length >= words.length * SAME_WORDS;
  return { ...session, title: isQuoted ? null : session.title, isHandoffDerived: false };
}

/** A path with characters that a line cannot hold is escaped, so that it still names its file. */
const lineOf = (path: string): string =>
  onOneLine(path) === path ? path : `"${onOneLine(escapeInline(path))}"`;

// Half a path opens nothing.
const pathOf = (path: string, session: Actions['session.show'], { words }: Frame) =>
  path.length <= MAX_PATH ? lineOf(path) : `${words.step(nextStep('session.show', session))} has its path`;

function endingOf(session: SessionFact, facts: OrientationFacts): string {
  const at =
    session.status === 'active' || session.status === 'lost'
      ? session.lastSeenAt
      : (session.endedAt ?? session.lastSeenAt);
  const when = whenOf(at, facts.now);
  const lead = ownCheckpoint(session, facts);
  const isDated = lead !== undefined && whenOf(lead.createdAt, facts.now) === when;
  const how = {
    active: `still active, last seen ${when}`,
    paused: `paused ${when}`,
    lost: isDated ? 'lost, not ended' : `lost: last seen ${when}, not ended`,
    ended: `ended ${when}`,
    closed: `closed ${session.isSuccessorForbidden ? 'for good, without successor, ' : ''}${when}`,
  }[session.status];
  return `${how}${handoffOf(session)}`;
}

const handoffOf = ({ hasHandoff, isHandoffDerived }: SessionFact) =>
  hasHandoff
    ? isHandoffDerived
      ? ', its handoff was derived from its transcript'
      : ''
    : ', without a handoff';

function aliveEntry(session: SessionFact, facts: OrientationFacts, frame: Frame): Entry {
  const { now } = facts;
  const heard = `last heard ${agoOf(session.lastSeenAt, now)}`;
  return ownWords(
    `- Another session is ${session.status}: ${frame.shorten(session.id)}, ${heard}${about(session, facts, frame)}`,
  );
}

function lostEntry(session: SessionFact, facts: OrientationFacts, frame: Frame): Entry {
  const heard = `last heard ${whenOf(session.lastSeenAt, facts.now)}`;
  return ownWords(
    `- Lost and never continued: ${frame.shorten(session.id)}, ${heard}${handoffOf(session)}${about(session, facts, frame)}`,
  );
}

const recentEntry = (session: SessionFact, facts: OrientationFacts, frame: Frame): Entry =>
  ownWords(
    `- Before: ${frame.shorten(session.id)}, ${endingOf(session, facts)}${about(session, facts, frame)}`,
  );

/** Names only what differs from the reader's own worktree. */
function about(
  { agent, branch, worktree, title, outcome = '' }: SessionFact,
  facts: OrientationFacts,
  frame: Frame,
): string {
  const isHere = worktree === facts.worktree;
  const parts = [];
  if (agent !== null) parts.push(`agent ${quotedName(agent, 40)}`);
  if (branch !== null && !isHere) parts.push(`branch ${quotedName(branch, 60)}`);
  if (worktree !== null && !isHere && !frame.isTerse) parts.push(`worktree ${nameOf(worktree, 80)}`);
  if (title !== null && !frame.isTerse) parts.push(`titled "${nameOf(title, 80)}"`);
  if (outcome !== '' && !frame.isTerse) parts.push(`outcome: ${onOneLine(outcome)}`);
  return parts.map((part) => `, ${part}`).join('');
}

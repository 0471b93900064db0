import type { Instant } from '../instant.ts';
import type { SessionFact } from './facts.ts';
import type { SectionName, SectionTally } from './orientation.ts';
import { countOf } from './wording.ts';

/** What a person is shown when a session starts. */
export interface StartOverview {
  readonly constraintCount: number;
  readonly openLoopCount: number;
  readonly lastSession: (Pick<SessionFact, 'status'> & { readonly at: Instant }) | null;
}

export function createStartOverview(
  sections: readonly SectionTally[],
  lastSession: SessionFact | null,
): StartOverview {
  const totalOf = (name: SectionName) => sections.find((section) => section.name === name)?.total ?? 0;
  return {
    constraintCount: totalOf('constraints'),
    openLoopCount: totalOf('open_loops'),
    lastSession: lastSession && {
      status: lastSession.status,
      at: lastSession.endedAt ?? lastSession.lastSeenAt,
    },
  };
}

const WHAT_HAPPENED: Readonly<Record<SessionFact['status'], string>> = {
  active: 'is active since',
  paused: 'was paused',
  lost: 'was lost',
  ended: 'ended',
  closed: 'was closed',
};

/** One line. `timeOf` returns a moment as the person's clock shows it. */
export function renderStartOverview(
  { constraintCount, openLoopCount, lastSession }: StartOverview,
  timeOf: (at: Instant) => string,
): string {
  if (lastSession === null) return 'Throughline: the first session in this project';
  const parts = [
    countOf(constraintCount, 'constraint'),
    countOf(openLoopCount, 'open loop'),
    `last session ${WHAT_HAPPENED[lastSession.status]} ${timeOf(lastSession.at)}`,
  ];
  return `Throughline: ${parts.join(', ')}`;
}

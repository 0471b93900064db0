import type { HandoffContent } from '../domain/handoff/handoff.ts';

/** What a handoff is made of, as flags of `session end` and as headings in the editor. */
export interface HandoffPart {
  readonly flag: string;
  readonly heading: string;
  readonly description: string;
  readonly isList: boolean;
}

const one = (flag: string, heading: string, description: string): HandoffPart => ({
  flag,
  heading,
  description,
  isList: false,
});

const list = (flag: string, heading: string, description: string): HandoffPart => ({
  flag,
  heading,
  description,
  isList: true,
});

export const HANDOFF_PARTS: readonly HandoffPart[] = [
  one('checkpoint', 'Checkpoint', 'Where we left off.'),
  list('decision', 'Decisions', 'What was decided and why.'),
  list('open-loop', 'Open loops', 'An unresolved question or task.'),
  list('constraint', 'Constraints', 'A boundary that must not be violated.'),
  list('warning', 'Warnings', 'A hazard for the next session.'),
  list('lesson', 'Lessons', 'What was learned, or tried in vain.'),
  list('preference', 'Preferences', 'Something learned about the person.'),
  one('focus', 'Focus', 'Where to resume, if not where we stopped.'),
  one('delta', 'Relationship', 'What changed in the working relationship.'),
  list('resolve', 'Resolved', 'Id or exact text of an open loop that is done.'),
];

/** Texts by flag, as typed or as written in the editor. */
export type HandoffTexts = Readonly<Record<string, readonly string[] | undefined>>;

export const isEmptyTexts = (texts: HandoffTexts): boolean =>
  HANDOFF_PARTS.every(({ flag }) => (texts[flag] ?? []).length === 0);

export function handoffContent(texts: HandoffTexts): HandoffContent {
  const first = (flag: string) => texts[flag]?.[0] ?? null;
  const all = (flag: string) => texts[flag] ?? [];
  return {
    checkpoint: first('checkpoint'),
    decisions: all('decision').map((text) => ({ text, subject: null, supersedes: [] })),
    openLoops: all('open-loop'),
    preferences: all('preference'),
    constraints: all('constraint'),
    warnings: all('warning'),
    lessons: all('lesson'),
    relationalDelta: first('delta'),
    nextSessionFocus: first('focus'),
    resolvedLoops: all('resolve'),
    summaryNotes: null,
  };
}

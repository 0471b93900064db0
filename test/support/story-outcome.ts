import { decisionsOf, type ProjectStory, type StorySession } from './project-story.ts';

/** What a story says, worked out from its text alone: what still holds at its end, and what no longer does. */
export interface StoryOutcome {
  readonly constraints: readonly string[];
  /** Texts of any kind that were resolved, superseded or retracted, and not stored again since. */
  readonly gone: readonly string[];
  readonly resolvedLoops: readonly string[];
  readonly supersededDecisions: readonly string[];
}

const storedOf = ({ store = [] }: StorySession, type: string) =>
  store.filter((given) => given.type === type).map(({ content }) => content);

const allTexts = (session: StorySession): string[] => [
  ...(session.store ?? []).map(({ content }) => content),
  ...decisionsOf(session).map(({ text }) => text),
  ...(session.handoff?.open_loops ?? []),
  ...(session.handoff?.constraints ?? []),
  ...(session.handoff?.warnings ?? []),
];

const supersededIn = (session: StorySession): string[] =>
  [...decisionsOf(session), ...(session.store ?? [])].flatMap(({ supersedes }) => supersedes ?? []);

/** Those of `texts` that no later session repeats. */
function neverRepeated(story: ProjectStory, textsIn: (session: StorySession) => readonly string[]): string[] {
  return story.days.flatMap((session, at) => {
    const later = new Set(story.days.slice(at + 1).flatMap(allTexts));
    return textsIn(session).filter((text) => !later.has(text));
  });
}

export function storyOutcome(story: ProjectStory): StoryOutcome {
  const resolvedLoops = neverRepeated(story, ({ resolves = [] }) => resolves);
  const supersededDecisions = neverRepeated(story, supersededIn);
  const retracted = neverRepeated(story, ({ retracts = [] }) => retracts);
  const gone = [...resolvedLoops, ...supersededDecisions, ...retracted];
  const constraints = story.days.flatMap((session) => [
    ...(session.handoff?.constraints ?? []),
    ...storedOf(session, 'constraint'),
  ]);
  return {
    constraints: [...new Set(constraints)].filter((text) => !gone.includes(text)),
    gone,
    resolvedLoops,
    supersededDecisions,
  };
}

import { decisionsOf, type ProjectStory, type Sitting } from './project-story.ts';

/** What a story says, worked out from its text alone: what still holds at its end, and what no longer does. */
export interface LiveInStory {
  readonly constraints: readonly string[];
  /** Texts of whatever kind that were resolved, superseded or retracted, and not said again since. */
  readonly gone: readonly string[];
  readonly resolvedLoops: readonly string[];
  readonly supersededDecisions: readonly string[];
}

const storedOf = ({ store = [] }: Sitting, type: string) =>
  store.filter((given) => given.type === type).map(({ content }) => content);

const saidIn = (sitting: Sitting): string[] => [
  ...(sitting.store ?? []).map(({ content }) => content),
  ...decisionsOf(sitting).map(({ text }) => text),
  ...(sitting.handoff?.open_loops ?? []),
  ...(sitting.handoff?.constraints ?? []),
  ...(sitting.handoff?.warnings ?? []),
];

const supersededIn = (sitting: Sitting): string[] =>
  [...decisionsOf(sitting), ...(sitting.store ?? [])].flatMap(({ supersedes }) => supersedes ?? []);

/** Those of `texts` that no later sitting said again. */
function lastWordOf(story: ProjectStory, textsIn: (sitting: Sitting) => readonly string[]): string[] {
  return story.days.flatMap((sitting, at) => {
    const later = new Set(story.days.slice(at + 1).flatMap(saidIn));
    return textsIn(sitting).filter((text) => !later.has(text));
  });
}

export function liveInStory(story: ProjectStory): LiveInStory {
  const resolvedLoops = lastWordOf(story, ({ resolves = [] }) => resolves);
  const supersededDecisions = lastWordOf(story, supersededIn);
  const retracted = lastWordOf(story, ({ retracts = [] }) => retracts);
  const gone = [...resolvedLoops, ...supersededDecisions, ...retracted];
  const constraints = story.days.flatMap((sitting) => [
    ...(sitting.handoff?.constraints ?? []),
    ...storedOf(sitting, 'constraint'),
  ]);
  return {
    constraints: [...new Set(constraints)].filter((text) => !gone.includes(text)),
    gone,
    resolvedLoops,
    supersededDecisions,
  };
}

import type { AgentClient, Scope, Snippet } from '../app/ports/agent-client.ts';

/** A client whose settings a person changes by hand: we tell what to paste. null: it has no such scope. */
export const pastedClient = (
  about: Pick<AgentClient, 'name' | 'title' | 'hooks'>,
  snippetIn: (scope: Scope) => Snippet | null,
): AgentClient => ({
  ...about,
  partsIn: () => [],
  snippetsIn: (scope) => [snippetIn(scope)].filter((snippet) => snippet !== null),
});

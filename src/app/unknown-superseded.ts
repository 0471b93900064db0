import type { HandoffContent } from '../domain/handoff/handoff.ts';
import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import type { StoreDeps } from './deps.ts';

type Decisions = Pick<HandoffContent, 'decisions'>;

const MAX_NOTICES = 10;
const MAX_QUOTED = 200;

/** The ids that decisions name and that are records of the project, or of all projects. Other ids are left out: they must not cost the rest of a handoff. */
export async function findKnownSuperseded({ store }: StoreDeps, projectId: string, { decisions }: Decisions) {
  const ids = new Set(decisions.flatMap(({ supersedes }) => supersedes));
  const found = ids.size === 0 ? [] : await store.records.findAll([...ids]);
  return new Set(
    found.filter((record) => record.projectId === projectId || record.projectId === null).map(({ id }) => id),
  );
}

/** Says which ids were left out. */
export async function unknownSupersededNotices(
  deps: StoreDeps,
  projectId: string,
  content: Decisions,
): Promise<readonly Notice[]> {
  const known = await findKnownSuperseded(deps, projectId, content);
  const unknown = content.decisions.flatMap(({ supersedes }, index) =>
    supersedes.filter((id) => !known.has(id)).map((id) => ({ index, id })),
  );
  const rest = unknown.length - MAX_NOTICES;
  const list = nextStep('memory.list', { type: 'decision' });
  return [
    ...unknown
      .slice(0, MAX_NOTICES)
      .map(({ index, id }) =>
        notice(
          `\`decisions[${index}].supersedes\` replaced nothing: ${JSON.stringify(id.slice(0, MAX_QUOTED).toWellFormed())} is not the id of a record in this project. Everything else was stored.`,
          list,
        ),
      ),
    ...(rest > 0 ? [notice(`${rest} more ids in \`decisions[].supersedes\` replaced nothing.`, list)] : []),
  ];
}

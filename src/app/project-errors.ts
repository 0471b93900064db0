import { notFound } from '../domain/error.ts';
import { nextStep } from '../domain/next-step.ts';
import { nearest } from '../lib/nearest.ts';
import type { StoreDeps } from './deps.ts';

const MAX_COMPARED = 500;
const MAX_SHOWN = 200;

/** An id that no project has is a typing error, or of another store. */
export async function refuseUnknownProjectId(deps: StoreDeps, given: string): Promise<never> {
  const projects = (await deps.store.projects.list(MAX_COMPARED)).map(({ project }) => project);
  const near = nearest(
    given.trim().slice(0, MAX_SHOWN),
    projects.map(({ id }) => id),
  );
  const named = near.map((id) => `${id} (${JSON.stringify(projects.find((one) => one.id === id)?.name)})`);
  throw notFound(
    'project_not_found',
    `No project has the id ${JSON.stringify(given.slice(0, MAX_SHOWN))}.`,
    named.length > 0
      ? `Did you mean ${named.join(' or ')}? Nothing was written.`
      : 'Pass the name or id of an existing project; nothing was written.',
    {
      fields: [{ field: 'project', problem: 'is an id that no project has' }],
      ...(near.length > 0 ? { allowed: near } : { next: [nextStep('project.list')] }),
    },
  );
}

import { conflict } from '../domain/error.ts';
import { formerNameKey, type Project } from '../domain/project/project.ts';
import { checkText } from '../domain/text.ts';
import { checkProjectName, locateKnownProject } from './locate-project.ts';
import { momentOf } from './moment.ts';
import { redactTexts } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import type { Caller, World } from './world.ts';

const MOST = 500;
const MAX_NAME = 200;

export interface ListedProject {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly folder: string | null;
  readonly session_count: number;
  readonly created_at: string;
}

const view = (project: Project, sessionCount: number): ListedProject => ({
  id: project.id,
  name: project.name,
  kind: project.kind,
  folder: project.anchorPath,
  session_count: sessionCount,
  created_at: project.createdAt,
});

export const listProjects = async (world: World): Promise<readonly ListedProject[]> =>
  (await world.store.projects.list(MOST)).map(({ project, sessionCount }) => view(project, sessionCount));

/**
 * Gives a project another name; two projects may not end up with one name by it. The old name still leads to it,
 * until another project is called so.
 */
export async function renameProject(
  world: World,
  caller: Caller,
  given: { project: string; name: string },
): Promise<Project> {
  checkText('name', given.name, { max: MAX_NAME });
  const { content } = await redactTexts(world.redactor, { name: given.name.trim().normalize('NFC') });
  checkProjectName('name', content.name);
  return retryOnConflict(async () => {
    const { project } = await locateKnownProject(world, caller, given.project);
    if (project.name === content.name) return project;
    const namesakes = await world.store.projects.listNamed(content.name);
    if (namesakes.some(({ id }) => id !== project.id)) {
      throw conflict(
        'project_name_taken',
        `Another project is named ${JSON.stringify(content.name)} already.`,
        'Choose another name; nothing was written.',
        { fields: [{ field: 'name', problem: 'is taken' }] },
      );
    }
    const renamed = { ...project, name: content.name, version: project.version + 1 };
    await world.store.ledger.commit([
      {
        kind: 'project',
        project: renamed,
        expectedVersion: project.version,
        keys: [formerNameKey(project.name)],
        renamedAt: (await momentOf(world)).now,
      },
    ]);
    return renamed;
  });
}

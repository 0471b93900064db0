import { conflict } from '../domain/error.ts';
import type { Instant } from '../domain/instant.ts';
import { formerNameKey, type Project } from '../domain/project/project.ts';
import { checkText } from '../domain/text.ts';
import { listAlike } from './campaign/locate-campaign.ts';
import type { Deps } from './deps.ts';
import { checkProjectName } from './locate-project.ts';
import type { Change } from './ports/ledger.ts';
import { redactTexts } from './redact-content.ts';

const MAX_NAME = 200;

/** A new name as it is stored. */
export async function cleanProjectName(
  deps: Pick<Deps, 'redactor'>,
  given: string,
  field = 'name',
): Promise<string> {
  checkText(field, given, { max: MAX_NAME, isRequired: true });
  const { content } = await redactTexts(deps.redactor, { name: given.trim().normalize('NFC') });
  checkProjectName(field, content.name);
  return content.name;
}

export interface Renaming {
  readonly project: Project;
  /** None where it has that name already. */
  readonly changes: readonly Change[];
}

/** Two projects may not end up with one name; the old name still leads to it, until another project is called so. */
export async function renameChange(
  deps: Pick<Deps, 'store'>,
  project: Project,
  name: string,
  now: Instant,
  field = 'name',
): Promise<Renaming> {
  if (project.name === name) return { project, changes: [] };
  const namesakes = await deps.store.projects.listNamed(name);
  const alike = project.kind === 'game' ? await listAlike(deps, name) : [];
  const taken = [...namesakes, ...alike.filter(({ isFormer }) => !isFormer)].find(
    ({ id }) => id !== project.id,
  );
  if (taken !== undefined) {
    throw conflict(
      'project_name_taken',
      `Another project is named ${JSON.stringify(taken.name)} already.`,
      'Choose another name; nothing was written.',
      { fields: [{ field, problem: 'is taken' }] },
    );
  }
  const renamed = { ...project, name, version: project.version + 1 };
  return {
    project: renamed,
    changes: [
      {
        kind: 'project',
        project: renamed,
        expectedVersion: project.version,
        keys: [formerNameKey(project.name)],
        renamedAt: now,
      },
    ],
  };
}

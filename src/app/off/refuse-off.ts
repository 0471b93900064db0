import { denied, type ThroughlineError } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
import type { Project } from '../../domain/project/project.ts';
import { type Caller, CLI_SURFACE } from '../caller.ts';
import type { Deps } from '../deps.ts';

type OffList = Pick<Deps, 'readOff'>;

export const PROJECT_OFF = 'project_off';

export const projectOff = (): ThroughlineError =>
  denied(
    'project_off',
    'Throughline is switched off for this project: nothing is stored, and nothing stored before is returned.',
    'Work without it, or name another project. Only a person can switch it on again, in its folder.',
    { next: [nextStep('project.switch-on')] },
  );

/** A person can read what is stored, so the refusal is about storing alone. */
export const projectOffForWriting = (): ThroughlineError =>
  denied(
    'project_off',
    'Throughline is switched off for this project: nothing was stored.',
    'You can still read, export and delete what is stored. To store again, switch it on in the folder of the project.',
    { next: [nextStep('project.switch-on')] },
  );

/** A person at the command line may still read, export and delete what is stored. */
export const isPerson = ({ surface }: Pick<Caller, 'surface'>): boolean => surface === CLI_SURFACE;

const isOff = (deps: OffList, { anchorPath }: Pick<Project, 'anchorPath'>): boolean =>
  anchorPath !== null && deps.readOff().includes(anchorPath);

export const isOffFor = (deps: OffList, caller: Caller, project: Pick<Project, 'anchorPath'>): boolean =>
  !isPerson(caller) && isOff(deps, project);

/** For every project that a call resolves to, whichever way the call names it. */
export function refuseOffProject(deps: OffList, caller: Caller, project: Pick<Project, 'anchorPath'>): void {
  if (isOffFor(deps, caller, project)) throw projectOff();
}

export function isOffFolder(
  deps: OffList & Pick<Deps, 'folders'>,
  { folder }: Pick<Caller, 'folder'>,
): boolean {
  if (folder === null || deps.readOff().length === 0) return false;
  const identity = deps.folders.identify(folder);
  return identity !== undefined && isOff(deps, identity);
}

export function refuseOffFolder(deps: OffList & Pick<Deps, 'folders'>, caller: Caller): void {
  if (!isPerson(caller) && isOffFolder(deps, caller)) throw projectOff();
}

import { denied, type ThroughlineError } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
import type { Project } from '../../domain/project/project.ts';
import { type Caller, CLI_DOOR, type World } from '../world.ts';

type OffList = Pick<World, 'readOff'>;

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
export const isPerson = ({ door }: Pick<Caller, 'door'>): boolean => door === CLI_DOOR;

const isOff = (world: OffList, { anchorPath }: Pick<Project, 'anchorPath'>): boolean =>
  anchorPath !== null && world.readOff().includes(anchorPath);

export const isOffFor = (world: OffList, caller: Caller, project: Pick<Project, 'anchorPath'>): boolean =>
  !isPerson(caller) && isOff(world, project);

/** For every project that a call resolves to, whichever way the call names it. */
export function refuseOffProject(world: OffList, caller: Caller, project: Pick<Project, 'anchorPath'>): void {
  if (isOffFor(world, caller, project)) throw projectOff();
}

export function isOffFolder(
  world: OffList & Pick<World, 'folders'>,
  { folder }: Pick<Caller, 'folder'>,
): boolean {
  if (folder === null || world.readOff().length === 0) return false;
  const identity = world.folders.identify(folder);
  return identity !== undefined && isOff(world, identity);
}

export function refuseOffFolder(world: OffList & Pick<World, 'folders'>, caller: Caller): void {
  if (!isPerson(caller) && isOffFolder(world, caller)) throw projectOff();
}

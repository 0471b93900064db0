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
    'Work without it, or name another project. A person can switch it on again in its folder.',
    { next: [nextStep('project.switch-on')] },
  );

/** A person at the command line may still read, export and delete what is stored. */
export const isPerson = ({ door }: Pick<Caller, 'door'>): boolean => door === CLI_DOOR;

export const isOffFor = (world: OffList, caller: Caller, { anchorPath }: Pick<Project, 'anchorPath'>) =>
  anchorPath !== null && !isPerson(caller) && world.readOff().includes(anchorPath);

/** For every project that a call resolves to, whichever way the call names it. */
export function refuseOffProject(world: OffList, caller: Caller, project: Pick<Project, 'anchorPath'>): void {
  if (isOffFor(world, caller, project)) throw projectOff();
}

export function refuseOffFolder(world: OffList & Pick<World, 'folders'>, caller: Caller): void {
  const { folder } = caller;
  if (folder === null || isPerson(caller) || world.readOff().length === 0) return;
  const identity = world.folders.identify(folder);
  if (identity !== undefined) refuseOffProject(world, caller, identity);
}

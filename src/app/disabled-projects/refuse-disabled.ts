import { denied, type ThroughlineError } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
import type { Project } from '../../domain/project/project.ts';
import { type Caller, CLI_SURFACE } from '../caller.ts';
import type { Deps } from '../deps.ts';
import type { Change } from '../ports/ledger.ts';

type DisabledList = Pick<Deps, 'readOff'>;

export const PROJECT_DISABLED_CODE = 'project_off';

const refusal = (result: string, hint: string) => (): ThroughlineError =>
  denied('project_off', `Throughline is switched off for this project: ${result}.`, hint, {
    next: [nextStep('project.switch-on')],
  });

export const projectDisabled = refusal(
  'nothing is stored, and nothing stored before is returned',
  'Work without it, or pass another project. Only the user can switch it on again, in the folder of the project.',
);

/** A person can read what is stored, so the refusal is about storing alone. */
export const projectDisabledForWriting = refusal(
  'nothing was stored',
  'You can still read, export and delete what is stored. To store again, switch it on in the folder of the project.',
);

/** A person at the command line may still read, export and delete what is stored. */
export const isPerson = ({ surface }: Pick<Caller, 'surface'>): boolean => surface === CLI_SURFACE;

export const isDisabled = (deps: DisabledList, { anchorPath }: Pick<Project, 'anchorPath'>): boolean =>
  anchorPath !== null && deps.readOff().includes(anchorPath);

export const isDisabledFor = (deps: DisabledList, caller: Caller, project: Pick<Project, 'anchorPath'>) =>
  !isPerson(caller) && isDisabled(deps, project);

export function refuseDisabledProject(
  deps: DisabledList,
  caller: Caller,
  project: Pick<Project, 'anchorPath'>,
): void {
  if (isDisabledFor(deps, caller, project)) throw projectDisabled();
}

export function isDisabledFolder(
  deps: DisabledList & Pick<Deps, 'folders'>,
  { folder }: Pick<Caller, 'folder'>,
): boolean {
  if (folder === null || deps.readOff().length === 0) return false;
  const identity = deps.folders.identify(folder);
  return identity !== undefined && isDisabled(deps, identity);
}

export function refuseDisabledFolder(deps: DisabledList & Pick<Deps, 'folders'>, caller: Caller): void {
  if (!isPerson(caller) && isDisabledFolder(deps, caller)) throw projectDisabled();
}

type Source = Pick<Deps, 'gameProjects' | 'readOff' | 'store'>;

type Owner =
  | { readonly projectId: string | null }
  | { readonly sessionId: string }
  | { readonly captureId: string };

function ownerOf({ gameProjects }: Source, change: Change): Owner | undefined {
  switch (change.kind) {
    case 'project':
      return { projectId: change.project.id };
    case 'session':
      return change.session;
    case 'record':
    case 'unchanged':
    case 'forget':
      return change.record;
    case 'note':
      return change.note;
    case 'receipt':
      return change.receipt;
    case 'capture':
      return change.capture;
    case 'handoff':
      return change.handoff;
    case 'turn':
      return change.turn;
    case 'transcript_reading':
      return change.reading;
    case 'client_process':
      return change.process;
    case 'withhold':
    case 'files':
    case 'capture_summary':
    case 'capture_reviewed':
      return change;
    // A capture is dropped because of its age, and two hook calls are compared without a project.
    case 'capture_dropped':
    case 'hook_call':
      return undefined;
    default:
      return { projectId: gameProjects.projectIdOf(change) };
  }
}

async function projectIdOf({ store }: Source, owner: Owner): Promise<string | null | undefined> {
  if ('projectId' in owner) return owner.projectId;
  return 'sessionId' in owner
    ? (await store.sessions.find(owner.sessionId))?.projectId
    : (await store.captures.find(owner.captureId))?.projectId;
}

/** The last check before anything is written: the project may have been switched off while the call was under way. */
export async function refuseChangesToDisabled(
  source: Source,
  /** With null, what is global is refused too. */
  offIds: readonly (string | null)[],
  changes: readonly Change[],
  refuse: () => ThroughlineError,
): Promise<void> {
  const anchors = source.readOff();
  if (anchors.length === 0) return;
  for (const change of changes) {
    const isNewlyOff =
      change.kind === 'project' &&
      change.project.anchorPath !== null &&
      anchors.includes(change.project.anchorPath);
    const owner = ownerOf(source, change);
    const projectId = owner === undefined ? undefined : await projectIdOf(source, owner);
    if (isNewlyOff || (projectId !== undefined && offIds.includes(projectId))) throw refuse();
  }
}

import type { ThroughlineError } from '../../domain/error.ts';
import type { Deps } from '../deps.ts';
import type { Change } from '../ports/ledger.ts';

type Source = Pick<Deps, 'store' | 'readOff'>;

/** The project that a change is written to, or by what else it can be found. */
type Owner =
  | { readonly projectId: string | null }
  | { readonly sessionId: string }
  | { readonly captureId: string };

function ownerOf(change: Change): Owner | undefined {
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
    case 'campaign':
    case 'campaign_arrival':
      return { projectId: change.campaign.id };
    case 'turn':
      return { sessionId: change.turn.sessionId };
    case 'transcript_reading':
      return { sessionId: change.reading.sessionId };
    case 'client_process': {
      const { process: client } = change;
      return { sessionId: client.sessionId };
    }
    case 'withhold':
    case 'files':
      return { sessionId: change.sessionId };
    case 'capture_summary':
    case 'capture_reviewed':
      return { captureId: change.captureId };
    // A capture is dropped because of its age, and two hook calls are compared without a project.
    case 'capture_dropped':
    case 'hook_call':
      return undefined;
  }
}

async function projectIdOf({ store }: Source, owner: Owner): Promise<string | null | undefined> {
  if ('projectId' in owner) return owner.projectId;
  return 'sessionId' in owner
    ? (await store.sessions.find(owner.sessionId))?.projectId
    : (await store.captures.find(owner.captureId))?.projectId;
}

/** The last check before anything is written: the project may have been switched off while the call was under way. */
export async function refuseOffChanges(
  source: Source,
  /** With null, what is global is refused too. */
  offIds: readonly (string | null)[],
  changes: readonly Change[],
  refusal: () => ThroughlineError,
): Promise<void> {
  const anchors = source.readOff();
  if (anchors.length === 0) return;
  for (const change of changes) {
    const isNewlyOff =
      change.kind === 'project' &&
      change.project.anchorPath !== null &&
      anchors.includes(change.project.anchorPath);
    const owner = ownerOf(change);
    const projectId = owner === undefined ? undefined : await projectIdOf(source, owner);
    if (isNewlyOff || (projectId !== undefined && offIds.includes(projectId))) throw refusal();
  }
}

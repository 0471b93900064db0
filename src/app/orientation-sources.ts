import { isDamagedText } from '../domain/damage.ts';
import { DAY_MS, type Instant, isClockAhead, plusMs } from '../domain/instant.ts';
import type { HookFailure, OrientationFacts } from '../domain/orientation/facts.ts';
import type { Project } from '../domain/project/project.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import type { Deps } from './deps.ts';

type Needs = Pick<Deps, 'clientsWithHooks' | 'folders' | 'listHookFailures' | 'settings' | 'store'>;

type ClientFacts = Pick<OrientationFacts, 'unreviewedCaptures' | 'hookFailures' | 'hooksMissingFor'>;

const MAX_CAPTURES = 20;

/** What is older than a checkpoint may be is history; the list of captures still has it. */
async function unreviewedCaptures(
  { store, settings }: Pick<Deps, 'settings' | 'store'>,
  projectId: string,
  now: Instant,
) {
  const since = plusMs(now, -settings.thresholds.staleCheckpointDays * DAY_MS);
  const { items, remaining } = await store.captures.list(
    { projectId, isUnreviewed: true, since },
    MAX_CAPTURES,
    null,
  );
  return {
    items: items.map(({ capture: { id, sessionId, note } }) => ({
      id,
      sessionId,
      ...(note !== null && isDamagedText(note) ? { isDamaged: true } : {}),
    })),
    total: items.length + remaining,
  };
}

async function hookFailures(
  deps: Pick<Deps, 'folders' | 'listHookFailures' | 'store'>,
  project: Project,
  now: Instant,
): Promise<readonly HookFailure[]> {
  const all = deps.listHookFailures();
  if (all.length === 0) return [];
  const [lastTold] = await deps.store.receipts.listOfProject(project.id, 1);
  return all.filter(
    ({ at, folder }) =>
      (lastTold === undefined || isClockAhead(lastTold.at, now) || at > lastTold.at) &&
      (folder === null || deps.folders.identify(folder)?.key === project.key),
  );
}

export const clientFacts = async (
  deps: Needs,
  project: Project,
  self: Session | null,
  { now }: TimeContext,
): Promise<ClientFacts> => ({
  unreviewedCaptures: await unreviewedCaptures(deps, project.id, now),
  hookFailures: await hookFailures(deps, project, now),
  hooksMissingFor:
    self !== null && !self.hasHooks && self.client !== null && deps.clientsWithHooks.includes(self.client)
      ? self.client
      : null,
});

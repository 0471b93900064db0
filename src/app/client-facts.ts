import { isAhead } from '../domain/clock-order.ts';
import { isDamagedText } from '../domain/damage.ts';
import { DAY_MS, type Instant, plusMs } from '../domain/instant.ts';
import type { OrientationFacts } from '../domain/orientation/facts.ts';
import type { HookFailure } from '../domain/orientation/hook-failure.ts';
import type { Project } from '../domain/project/project.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import type { Deps } from './deps.ts';

type Needs = Pick<Deps, 'clientsWithHooks' | 'folders' | 'listHookFailures' | 'settings' | 'store'>;

type ClientFacts = Pick<OrientationFacts, 'unreviewedCaptures' | 'hookFailures' | 'hooksMissingFor'>;

const MOST_CAPTURES = 20;

/** What is older than a checkpoint may be is history; the list of captures still has it. */
async function unreviewedCaptures(
  { store, settings }: Pick<Deps, 'settings' | 'store'>,
  projectId: string,
  now: Instant,
) {
  const since = plusMs(now, -settings.thresholds.staleCheckpointDays * DAY_MS);
  const { items, remaining } = await store.captures.list(
    { projectId, isUnreviewed: true, since },
    MOST_CAPTURES,
    null,
  );
  return {
    items: items.map(({ capture: { id, at, reason, messageCount, note } }) => ({
      id,
      at,
      reason,
      messageCount,
      ...(note !== null && isDamagedText(note) ? { isDamaged: true } : {}),
    })),
    total: items.length + remaining,
  };
}

/** Those that happened here, and that no report has told of yet. */
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
      (lastTold === undefined || isAhead(lastTold.at, now) || at > lastTold.at) &&
      (folder === null || deps.folders.identify(folder)?.key === project.key),
  );
}

/** What the client's hooks and transcripts leave for orientation. */
export const clientFacts = async (
  deps: Needs,
  project: Project,
  self: Session | null,
  { now }: Moment,
): Promise<ClientFacts> => ({
  unreviewedCaptures: await unreviewedCaptures(deps, project.id, now),
  hookFailures: await hookFailures(deps, project, now),
  hooksMissingFor:
    self !== null && !self.hasHooks && self.client !== null && deps.clientsWithHooks.includes(self.client)
      ? self.client
      : null,
});

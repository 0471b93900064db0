import {
  isShortSession,
  shortSessionLine,
  withShortSession,
} from '../domain/capture/derive/short-session.ts';
import { isClockAhead } from '../domain/clock-order.ts';
import { isDamagedText } from '../domain/damage.ts';
import { deriveHandoff } from '../domain/handoff/derive-handoff.ts';
import { DAY_MS, type Instant, plusMs } from '../domain/instant.ts';
import type { DriftFacts } from '../domain/orientation/drift-facts.ts';
import type { FactItem, FactList, HookFailure, OrientationFacts } from '../domain/orientation/facts.ts';
import type { Project } from '../domain/project/project.ts';
import { RECORD_DEFAULTS } from '../domain/record/record.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import type { Deps, StoreDeps } from './deps.ts';
import { gatherEvidence, lacksHandoff } from './derive-handoff.ts';
import { silentBefore } from './time-context.ts';

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

/** Hook failures in this project since its last report. */
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

/** What the client's hooks and transcripts leave for orientation. */
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

const MAX_FILES = 50;

/** What changed since the checkpoint. It may be of another worktree, since worktrees share commits. */
export async function worktreeDrift(
  deps: Pick<Deps, 'folders' | 'readDrift' | 'store'>,
  worktree: string | null,
  lead: FactItem | undefined,
): Promise<DriftFacts | null> {
  if (worktree === null || lead === undefined) return null;
  const { sessionId, head, branch } = lead;
  // If the folder is gone, it was moved or removed, and its records belong to this worktree now.
  const isElsewhere =
    lead.worktree !== null && lead.worktree !== worktree && deps.folders.exists(lead.worktree);
  return deps.readDrift({
    worktree,
    head,
    branch,
    files: sessionId === null ? [] : await deps.store.sessions.listFiles(sessionId, MAX_FILES),
    isElsewhere,
  });
}

const MOST = 20;

interface LostCheckpoint extends FactItem {
  /** The session in one line, if it is not worth a checkpoint of its own. */
  readonly shortSession: string | null;
}

/** What the traces show, and which of them are damaged. */
interface LostCheckpoints {
  readonly items: readonly LostCheckpoint[];
  readonly damaged: readonly string[];
}

export const NO_LOST_CHECKPOINTS: LostCheckpoints = { items: [], damaged: [] };

async function tracesOf(deps: StoreDeps, session: Session, time: TimeContext): Promise<LostCheckpoints> {
  if (!lacksHandoff(session)) return NO_LOST_CHECKPOINTS;
  const reading = await deps.store.captures.findReading(session.id);
  const { damaged, ...traces } = await gatherEvidence(deps, session, reading, time);
  const derived = deriveHandoff(traces);
  const text = derived?.items.find(({ type }) => type === 'checkpoint')?.text;
  if (text === undefined) return { items: [], damaged };
  const { id, agent, worktree, branch, head, lastSeenAt } = session;
  const digest = reading?.digest;
  const item: LostCheckpoint = {
    shortSession: digest !== undefined && isShortSession(digest) ? shortSessionLine(digest) : null,
    id,
    type: 'checkpoint',
    text,
    length: text.length,
    subject: null,
    importance: RECORD_DEFAULTS.checkpoint.importance,
    sessionId: id,
    author: agent,
    source: 'derived',
    createdAt: lastSeenAt,
    worktree,
    branch,
    head,
  };
  return { items: [item], damaged };
}

/** Sessions that fell silent are reported from their traces, also before anyone starts and they are written down. */
export async function lostSessionCheckpoints(
  deps: StoreDeps,
  projectId: string,
  time: TimeContext,
): Promise<LostCheckpoints> {
  const silent = await deps.store.sessions.listSilent(projectId, silentBefore(time), MOST);
  const found = await Promise.all(silent.map((session) => tracesOf(deps, session, time)));
  return {
    items: found.flatMap(({ items }) => items),
    damaged: found.flatMap(({ damaged }) => damaged),
  };
}

/** What somebody wrote stays as it is, and so does a text of which only the beginning was loaded. */
function withLine(item: FactItem, line: string): FactItem {
  if (item.source !== 'derived' || item.text.length < item.length) return item;
  const text = withShortSession(item.text, line);
  return { ...item, text, length: text.length };
}

export function withLostCheckpoints(
  checkpoints: FactList,
  traces: LostCheckpoints,
  { now }: TimeContext,
): FactList {
  const items = [...checkpoints.items];
  let total = checkpoints.total;
  for (const { shortSession, ...trace } of traces.items) {
    // Items are in the store's order, in which one with a time in the future may follow older ones.
    const isOlder = ({ createdAt }: FactItem) => createdAt <= trace.createdAt || isClockAhead(createdAt, now);
    const place = items.findIndex(isOlder);
    const before = items.findIndex((item) => isOlder(item) && item.worktree === trace.worktree);
    if (shortSession !== null && before >= 0) {
      items.splice(before, 1, ...items.slice(before, before + 1).map((item) => withLine(item, shortSession)));
      continue;
    }
    items.splice(place < 0 ? items.length : place, 0, trace);
    total += 1;
  }
  return { items, total };
}

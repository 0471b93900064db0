import type { Capture } from '../domain/capture/capture.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import { decideClientGone, decideLost } from '../domain/session/decide.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import { resumeReadings } from './capture/read-transcript.ts';
import { findDeadClients, MAX_READING_MS } from './client-processes.ts';
import { LOST_SESSION } from './create-session.ts';
import type { Deps } from './deps.ts';
import { deriveLostHandoffs, lacksHandoff } from './derive-handoff.ts';
import { SessionDraft } from './session-draft.ts';
import { silentBefore } from './time-context.ts';

export interface LossPreview {
  readonly sessions: readonly Session[];
  readonly records: readonly ThroughlineRecord[];
  readonly captures: readonly Capture[];
  readonly damaged: readonly string[];
  /** The sessions among which those were looked for, at most `MAX_COMPANY` of each. */
  readonly silent: readonly Session[];
  readonly alive: readonly Session[];
}

export const NO_LOSSES: LossPreview = {
  sessions: [],
  records: [],
  captures: [],
  damaged: [],
  silent: [],
  alive: [],
};

export const MAX_COMPANY = 102;

const MAX_SESSIONS = 20;

export type PreviewDeps = Pick<
  Deps,
  'filesFor' | 'folders' | 'processes' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;

const storedReadings = async ({ store }: Pick<Deps, 'store'>, sessions: readonly Session[]) =>
  new Map(
    await Promise.all(sessions.map(async ({ id }) => [id, await store.captures.findReading(id)] as const)),
  );

/** Sessions that are silent or whose client was killed, with transcripts read to the end unless there is no time for it. */
export async function previewLosses(
  deps: PreviewDeps,
  projectId: string,
  isQuick: boolean,
  time: TimeContext,
): Promise<LossPreview> {
  const { sessions } = deps.store;
  const cutoff = silentBefore(time);
  const [silent, alive] = await Promise.all([
    sessions.listSilent(projectId, cutoff, MAX_COMPANY),
    sessions.listAlive(projectId, cutoff, MAX_COMPANY),
  ]);
  const dead = await findDeadClients(deps, alive);
  const lost = [
    ...silent.slice(0, MAX_SESSIONS).map((before) => ({ before, events: decideLost(before, time) })),
    ...dead.map((before) => ({ before, events: decideClientGone(before, time) })),
  ].map(({ before, events }) => ({ before, draft: new SessionDraft(before).apply(events) }));
  if (lost.length === 0) return { ...NO_LOSSES, silent, alive };
  const unended = lost.map(({ before }) => before).filter(lacksHandoff);
  const limits = { ...LOST_SESSION, totalMs: MAX_READING_MS };
  const readings = isQuick ? storedReadings(deps, unended) : resumeReadings(deps, unended, limits, time);
  const { changes, damaged } = await deriveLostHandoffs(deps, lost, readings, LOST_SESSION, time);
  return {
    sessions: lost.map(({ draft }) => draft.session),
    records: changes.flatMap((change) => (change.kind === 'record' ? [change.record] : [])),
    captures: changes.flatMap((change) => (change.kind === 'capture' ? [change.capture] : [])),
    damaged,
    silent,
    alive,
  };
}

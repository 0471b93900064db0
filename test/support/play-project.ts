import type { Caller } from '../../src/app/caller.ts';
import { localPrincipal } from '../../src/app/principal.ts';
import type { RecordView } from '../../src/app/views/record-view.ts';
import { type Instant, MINUTE_MS, plusMs } from '../../src/domain/instant.ts';
import { toolWording } from '../../src/mcp/tool-wording.ts';
import { decisionsOf, type ProjectStory, type Sitting } from './project-story.ts';
import { openProjectWorld, type ProjectWorld } from './project-world.ts';

const FIRST_DAY = '2026-03-02';
const LAST_DAY = 14;
const STEP_MS = 11 * MINUTE_MS;

const momentOf = (day: number, time: string): Instant =>
  plusMs(`${FIRST_DAY}T${time}:00.000Z`, day * 24 * 60 * MINUTE_MS);

const callerIn = (folder: string): Caller => ({
  principal: localPrincipal({ workspace: 'local', readOnly: false }),
  surface: 'mcp',
  wording: toolWording,
  folder,
  client: 'claude-code',
  clientSessionId: null,
  connection: { sessionId: null, agent: null, knownPeers: new Set(), clientSessionId: null },
});

export interface PlayedProject extends ProjectWorld {
  /** Whoever comes next, on day 14 at 09:00 in the main worktree. */
  readonly next: Caller;
}

/** Every record that still holds, page by page. */
export async function listLive(
  { services }: Pick<ProjectWorld, 'services'>,
  caller: Caller,
): Promise<readonly RecordView[]> {
  const live: RecordView[] = [];
  let cursor: string | undefined;
  do {
    const page = await services.listMemories(caller, { limit: 200, cursor });
    live.push(...page.memories);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return live;
}

/** A story names records by their exact text, as nobody can know an id beforehand. */
async function idsOf(played: ProjectWorld, caller: Caller, texts: readonly string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const live = await listLive(played, caller);
  return texts.flatMap((text) => {
    const ids = live.filter(({ content }) => content === text).map(({ id }) => id);
    if (ids.length === 0) throw new Error(`The story names a record that is not live: ${text}`);
    return ids;
  });
}

async function work(played: ProjectWorld, caller: Caller, sitting: Sitting, pass: () => void): Promise<void> {
  const { services } = played;
  for (const summary of sitting.notes ?? []) {
    pass();
    await services.addSessionNote(caller, { note: { summary } });
  }
  for (const input of sitting.store ?? []) {
    pass();
    const supersedes = await idsOf(played, caller, input.supersedes ?? []);
    await services.storeMemory(caller, { ...input, supersedes });
  }
  for (const id of await idsOf(played, caller, sitting.retracts ?? [])) {
    await services.updateMemory(caller, { id, status: 'retracted' });
  }
}

async function leave(played: ProjectWorld, caller: Caller, sitting: Sitting): Promise<void> {
  const { handoff = {} } = sitting;
  const decisions = [];
  for (const { text, subject, supersedes } of decisionsOf(sitting)) {
    decisions.push({
      text,
      subject: subject ?? null,
      supersedes: await idsOf(played, caller, supersedes ?? []),
    });
  }
  const { session } = await played.services.endSession(caller, {
    mode: sitting.ending === 'pause' ? 'pause' : 'end',
    transcript_path: handoff.transcript_path,
    content: {
      checkpoint: handoff.checkpoint ?? null,
      decisions,
      openLoops: handoff.open_loops ?? [],
      preferences: handoff.preferences ?? [],
      constraints: handoff.constraints ?? [],
      warnings: handoff.warnings ?? [],
      lessons: handoff.lessons ?? [],
      relationalDelta: handoff.relational_delta ?? null,
      nextSessionFocus: handoff.next_session_focus ?? null,
      resolvedLoops: sitting.resolves ?? [],
      summaryNotes: null,
    },
  });
  if (sitting.ending !== 'closed') return;
  await played.services.closeSession(caller, {
    session_id: session.id,
    reason: sitting.reason,
    succession_policy: sitting.policy,
  });
}

async function sit(played: ProjectWorld, story: ProjectStory, sitting: Sitting): Promise<void> {
  const folder = `/repos/${story.name}${sitting.worktree === 'topic' ? '-topic' : ''}`;
  const caller = callerIn(folder);
  let now = momentOf(sitting.day, sitting.time);
  const pass = () => {
    now = plusMs(now, STEP_MS);
    played.at(now);
  };
  played.at(now);
  played.checkOut(folder, sitting.branch ?? null);
  await played.services.startSession(caller, {
    title: sitting.title,
    agent: sitting.agent,
    kind: story.kind,
  });
  pass();
  await work(played, caller, sitting, pass);
  pass();
  if (sitting.ending !== 'lost') await leave(played, caller, sitting);
}

/** Plays a fortnight through the real use cases, and stops where the next session would begin. */
export async function playProject(story: ProjectStory): Promise<PlayedProject> {
  const played = openProjectWorld(momentOf(0, '00:00'));
  try {
    for (const sitting of story.days) await sit(played, story, sitting);
  } catch (error) {
    await played.close();
    throw error;
  }
  played.at(momentOf(LAST_DAY, '09:00'));
  return { ...played, next: callerIn(`/repos/${story.name}`) };
}

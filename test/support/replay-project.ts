import { type Caller, localPrincipal } from '../../src/app/caller.ts';
import type { RecordView } from '../../src/app/views/entity-views.ts';
import { type Instant, MINUTE_MS, plusMs } from '../../src/domain/instant.ts';
import { toolWording } from '../../src/mcp/tool-wording.ts';
import { openProjectServices, type ProjectServices } from './project-services.ts';
import { decisionsOf, type ProjectStory, type StorySession } from './project-story.ts';

const FIRST_DAY = '2026-03-02';
const LAST_DAY = 14;
const STEP_MS = 11 * MINUTE_MS;

const instantOf = (day: number, time: string): Instant =>
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

export interface ReplayedProject extends ProjectServices {
  /** Whoever comes next, on day 14 at 09:00 in the main worktree. */
  readonly next: Caller;
}

/** Every record that still holds, page by page. */
export async function listLive(
  { services }: Pick<ProjectServices, 'services'>,
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
async function idsOf(played: ProjectServices, caller: Caller, texts: readonly string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const live = await listLive(played, caller);
  return texts.flatMap((text) => {
    const ids = live.filter(({ content }) => content === text).map(({ id }) => id);
    if (ids.length === 0) throw new Error(`The story names a record that is not live: ${text}`);
    return ids;
  });
}

async function storeRecords(
  played: ProjectServices,
  caller: Caller,
  session: StorySession,
  pass: () => void,
): Promise<void> {
  const { services } = played;
  for (const summary of session.notes ?? []) {
    pass();
    await services.addSessionNote(caller, { note: { summary } });
  }
  for (const input of session.store ?? []) {
    pass();
    const supersedes = await idsOf(played, caller, input.supersedes ?? []);
    await services.storeMemory(caller, { ...input, supersedes });
  }
  for (const id of await idsOf(played, caller, session.retracts ?? [])) {
    await services.updateMemory(caller, { id, status: 'retracted' });
  }
}

async function endSession(played: ProjectServices, caller: Caller, session: StorySession): Promise<void> {
  const { handoff = {} } = session;
  const decisions = [];
  for (const { text, subject, supersedes } of decisionsOf(session)) {
    decisions.push({
      text,
      subject: subject ?? null,
      supersedes: await idsOf(played, caller, supersedes ?? []),
    });
  }
  const { session: ended } = await played.services.endSession(caller, {
    mode: session.ending === 'pause' ? 'pause' : 'end',
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
      resolvedLoops: session.resolves ?? [],
      summaryNotes: null,
    },
  });
  if (session.ending !== 'closed') return;
  await played.services.closeSession(caller, {
    session_id: ended.id,
    reason: session.reason,
    succession_policy: session.policy,
  });
}

async function replaySession(
  played: ProjectServices,
  story: ProjectStory,
  session: StorySession,
): Promise<void> {
  const folder = `/repos/${story.name}${session.worktree === 'topic' ? '-topic' : ''}`;
  const caller = callerIn(folder);
  let now = instantOf(session.day, session.time);
  const pass = () => {
    now = plusMs(now, STEP_MS);
    played.setClock(now);
  };
  played.setClock(now);
  played.checkOut(folder, session.branch ?? null);
  await played.services.startSession(caller, {
    title: session.title,
    agent: session.agent,
    kind: story.kind,
  });
  pass();
  await storeRecords(played, caller, session, pass);
  pass();
  if (session.ending !== 'lost') await endSession(played, caller, session);
}

/** Plays a fortnight through the real use cases, and stops where the next session would begin. */
export async function replayProject(story: ProjectStory): Promise<ReplayedProject> {
  const played = openProjectServices(instantOf(0, '00:00'));
  try {
    for (const session of story.days) await replaySession(played, story, session);
  } catch (error) {
    await played.close();
    throw error;
  }
  played.setClock(instantOf(LAST_DAY, '09:00'));
  return { ...played, next: callerIn(`/repos/${story.name}`) };
}

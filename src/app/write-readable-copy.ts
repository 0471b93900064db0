import { join } from 'node:path';
import { invalid } from '../domain/error.ts';
import type { Session } from '../domain/session/session.ts';
import type { EndedSession } from './end-session.ts';
import { noteView } from './views/note-view.ts';
import { sessionInfo } from './views/session-info.ts';
import type { World } from './world.ts';

const RECORD_LIMIT = 1_000;

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** Before anything is written: a folder that may not be written to refuses the whole call. */
export async function checkCampaignPath(
  world: World,
  session: Session,
  folder: string | undefined,
): Promise<void> {
  if (folder === undefined) return;
  if (session.kind !== 'game') {
    throw invalid(
      'campaign_path_needs_game',
      'campaign_path writes a readable copy of a game; this is a session of kind work.',
      'Leave out campaign_path; nothing was written.',
      { fields: [{ field: 'campaign_path', problem: 'goes with kind game only' }] },
    );
  }
  await world.filesFor(session.worktree).checkPath(folder, { field: 'campaign_path' });
}

async function render(world: World, { session, project, moment }: EndedSession): Promise<string> {
  const info = sessionInfo(session, project, moment);
  const notes = (await world.store.notes.listOf([session.id])).map(noteView);
  const { items } = await world.store.records.list({ sessionId: session.id }, RECORD_LIMIT, null);
  return [
    `# ${project.name}: ${session.title ?? session.id}`,
    '',
    `Session ${session.id}, ${info.status}, begun ${session.startedAt}: ${info.duration_minutes} minutes, ${session.turnCount} turns.`,
    ...notes.flatMap((note) => ['', `## ${note.title ?? 'Note'}`, '', quoted(note.summary)]),
    ...items.flatMap((record) => ['', `## ${record.type}`, '', quoted(record.content)]),
    '',
  ].join('\n');
}

/** A copy of a game's sitting that people can read. The session is left either way; a missing copy is said. */
export async function withReadableCopy(
  world: World,
  ended: EndedSession,
  folder: string,
): Promise<EndedSession> {
  const files = world.filesFor(ended.session.worktree);
  const path = join(folder, `${ended.session.id}.md`);
  try {
    const savePath = await files.writeFileAtomically(path, await render(world, ended), {
      field: 'campaign_path',
    });
    return { ...ended, savePath };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...ended, notices: [...ended.notices, `The readable copy was not written: ${why}`] };
  }
}

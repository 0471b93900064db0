import type { Session } from '../../domain/session/session.ts';
import { isInside } from '../../lib/allowed-path.ts';
import type { OpenFile } from '../ports/files.ts';
import type { World } from '../world.ts';

/** Whether the conversation was had in the session's project: what another project said is none of its business. */
export async function isOwnTranscript(
  world: World,
  session: Session,
  file: OpenFile,
  client: string,
): Promise<boolean> {
  const folder = await world.transcripts.folderOf({ client, file });
  if (folder === null) return true;
  if (session.worktree !== null && isInside(session.worktree, folder)) return true;
  const project = await world.store.projects.find(session.projectId);
  return project !== undefined && world.folders.identify(folder)?.key === project.key;
}

import type { Session } from '../../domain/session/session.ts';
import { isInside } from '../../lib/allowed-path.ts';
import type { Deps } from '../deps.ts';
import type { OpenFile } from '../ports/files.ts';

/** Whether the conversation was had in the session's project: what another project said is none of its business. */
export async function isOwnTranscript(
  deps: Pick<Deps, 'folders' | 'store' | 'transcripts'>,
  session: Session,
  file: OpenFile,
  client: string,
  findProject = () => deps.store.projects.find(session.projectId),
): Promise<boolean> {
  const folder = await deps.transcripts.folderOf({ client, file });
  if (folder === null) return true;
  if (session.worktree !== null && isInside(session.worktree, folder)) return true;
  const project = await findProject();
  return project !== undefined && deps.folders.identify(folder)?.key === project.key;
}

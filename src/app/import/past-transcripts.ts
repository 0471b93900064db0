import { basename, dirname, isAbsolute } from 'node:path';
import { invalid } from '../../domain/error.ts';
import type { Instant } from '../../domain/instant.ts';
import { GENERAL_PROJECT_NAME, pathKeys } from '../../domain/project/project.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { created, known, type LocatedProject, locateFolder, locateName } from '../locate-project.ts';
import type { FolderIdentity, ListedFile, OpenFile } from '../ports/system.ts';
import { redactTexts } from '../redact-content.ts';

export interface PastTranscript extends ListedFile {
  readonly clientSessionId: string;
  /** Of its folder; null if only the transcript can name it. */
  readonly folderSlug: string | null;
}

/** Clients keep a folder for each project, or for each day. */
const MAX_DEPTH = 5;
const MAX_ID = 200;

const oldestFirst = (a: PastTranscript, b: PastTranscript) =>
  a.changedAt === b.changedAt ? (a.path < b.path ? -1 : 1) : a.changedAt < b.changedAt ? -1 : 1;

/** All past conversations of a client on this machine, by the time at which their files were changed. */
export async function listTranscripts(
  { filesFor, transcripts }: Pick<Deps, 'filesFor' | 'transcripts'>,
  client: string,
): Promise<readonly PastTranscript[]> {
  const past = transcripts.past(client);
  if (past === undefined) {
    throw invalid(
      'client_not_importable',
      `Past conversations of ${JSON.stringify(client)} cannot be imported.`,
      'Pass `client` with one that can; nothing was written.',
      { fields: [{ field: 'client', problem: 'keeps no transcripts that can be imported' }] },
    );
  }
  const files = filesFor(null);
  const found: PastTranscript[] = [];
  for (const root of past.roots) {
    const options = { field: 'root' };
    const folder = await files.checkPath(root, options);
    for (const file of await files.listFiles(folder, { ...options, maxDepth: MAX_DEPTH })) {
      const clientSessionId = past.sessionIdOf(file.path);
      if (clientSessionId !== null && clientSessionId.length <= MAX_ID)
        found.push({ ...file, clientSessionId, folderSlug: past.folderSlugOf(file.path) });
    }
  }
  return found.sort(oldestFirst);
}

const PLAIN_ID = /^[\w.:-]+$/;

/**
 * The same with the whole id of its conversation, if only the file contains it. Anybody may have written the file: what is no
 * plain id, or has a secret in it, is not stored.
 */
export async function identify(
  { transcripts, redactor }: Pick<Deps, 'redactor' | 'transcripts'>,
  client: string,
  file: OpenFile,
  transcript: PastTranscript,
): Promise<PastTranscript> {
  const id = await transcripts.sessionIdIn({ client, file });
  if (id === null || id.length > MAX_ID || !PLAIN_ID.test(id)) return transcript;
  const { content } = await redactTexts(redactor, { id });
  return content.id === id ? { ...transcript, clientSessionId: id } : transcript;
}

type Needs = Pick<Deps, 'folders' | 'readOff' | 'redactor' | 'store'>;

export interface PastFolder extends LocatedProject {
  readonly worktree: string | null;
}

const MAX_PATH = 4_096;

/** The folder comes from a file that anybody may have written; one that cannot be a path, or has a secret in it, is not stored. */
async function usableFolder({ redactor }: Needs, folder: string | null): Promise<string | null> {
  if (folder === null || folder.length > MAX_PATH || !isAbsolute(folder)) return null;
  if (folder.includes('\0') || !folder.isWellFormed() || dirname(folder) === folder) return null;
  const { content } = await redactTexts(redactor, { folder });
  return content.folder === folder ? folder : null;
}

/** The repository that contained the folder, such as that of a worktree that was removed. */
function enclosingRepository({ folders }: Needs, folder: string): FolderIdentity | undefined {
  for (let at = dirname(folder); dirname(at) !== at; at = dirname(at)) {
    const identity = folders.identify(at);
    if (identity !== undefined) return identity.key.startsWith('git:') ? identity : undefined;
  }
  return undefined;
}

async function locateGone(deps: Needs, folder: string, now: Instant): Promise<LocatedProject> {
  for (const key of pathKeys(folder)) {
    const project = await deps.store.projects.findByKey(key);
    if (project !== undefined) return known(project);
  }
  const repository = enclosingRepository(deps, folder);
  if (repository !== undefined) return locateFolder(deps, repository, now);
  const name = basename(folder).replace(/\p{Cc}+/gu, ' ');
  const gone = { key: `dir:${folder}`, name, kind: 'work', anchorPath: folder, fingerprint: '' } as const;
  return created({ ...gone, createdAt: now });
}

/** The folder that the transcript names; if it names none, the folder on this machine that the path of the transcript was made from. */
export const findPastFolder = async (
  { folders, transcripts }: Pick<Deps, 'folders' | 'transcripts'>,
  client: string,
  file: OpenFile,
  { folderSlug }: PastTranscript,
): Promise<string | null> =>
  (await transcripts.folderOf({ client, file })) ??
  (folderSlug === null ? undefined : folders.findBySlug(folderSlug)) ??
  null;

/**
 * The project of a past conversation. Its folder may be gone: then the path itself identifies the project, or else the slug,
 * so that the conversations of two folders are not mixed.
 */
export async function locatePastFolder(
  deps: Needs,
  caller: Caller,
  given: string | null,
  { changedAt: now, folderSlug }: Pick<PastTranscript, 'changedAt' | 'folderSlug'>,
): Promise<PastFolder> {
  const folder = await usableFolder(deps, given);
  if (folder === null) {
    const located = await locateName(deps, caller, folderSlug ?? GENERAL_PROJECT_NAME, now);
    return { ...located, worktree: null };
  }
  const identity = deps.folders.identify(folder);
  if (identity === undefined) return { ...(await locateGone(deps, folder, now)), worktree: folder };
  return { ...(await locateFolder(deps, identity, now)), worktree: identity.worktree };
}

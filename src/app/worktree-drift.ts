import type { DriftFacts, KnownDrift } from '../domain/orientation/drift-facts.ts';
import type { FactItem } from '../domain/orientation/facts.ts';
import type { Deps } from './deps.ts';
import { redactContent } from './redact-content.ts';

const MAX_FILES = 50;

type MapText = (text: string, field: string) => string;

const mapBranch = (branch: string | null, map: MapText) => (branch === null ? null : map(branch, 'branch'));

/** All names and subjects that git reports. */
const mapTexts = (drift: KnownDrift, map: MapText): KnownDrift => ({
  ...drift,
  branch: mapBranch(drift.branch, map),
  checkpoint: { ...drift.checkpoint, branch: mapBranch(drift.checkpoint.branch, map) },
  commitsSince: drift.commitsSince && {
    ...drift.commitsSince,
    newest: drift.commitsSince.newest.map((commit) => ({
      ...commit,
      subject: map(commit.subject, 'subject'),
    })),
  },
  changedFiles: drift.changedFiles.map((file) => ({ ...file, path: map(file.path, 'path') })),
  vanishedFiles: drift.vanishedFiles.map((path) => map(path, 'path')),
  uncommitted: drift.uncommitted && {
    ...drift.uncommitted,
    names: drift.uncommitted.names.map((path) => map(path, 'path')),
  },
});

/** What changed since the checkpoint. It may be of another worktree, since worktrees share commits. */
export async function worktreeDrift(
  { folders, readDrift, redactor, store }: Pick<Deps, 'folders' | 'readDrift' | 'redactor' | 'store'>,
  worktree: string | null,
  lead: FactItem | undefined,
): Promise<DriftFacts | null> {
  if (worktree === null || lead === undefined) return null;
  const { sessionId, head, branch } = lead;
  // If the folder is gone, it was moved or removed, and its records belong to this worktree now.
  const isElsewhere = lead.worktree !== null && lead.worktree !== worktree && folders.exists(lead.worktree);
  const files = sessionId === null ? [] : await store.sessions.listFiles(sessionId, MAX_FILES);
  const question = { worktree, head, branch, files, isElsewhere };
  const drift = await readDrift(question);
  if (drift.kind === 'unknown') return drift;
  const { content } = await redactContent(redactor, drift, mapTexts);
  if (branch === null || content.branch !== branch || drift.branch === branch) return content;
  // The name of the branch has a secret, which is not stored. Under its real name it is the branch of the checkpoint.
  const again = await readDrift({ ...question, branch: drift.branch });
  return again.kind === 'unknown' ? again : (await redactContent(redactor, again, mapTexts)).content;
}

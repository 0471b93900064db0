import { basename } from 'node:path';
import { ThroughlineError } from '../../domain/error.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Project } from '../../domain/project/project.ts';
import { isImported } from '../../domain/session/session.ts';
import { isInside } from '../../lib/allowed-path.ts';
import { groupBy } from '../../lib/lists.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { isDisabled } from '../disabled-projects/refuse-disabled.ts';
import type { OpenFile } from '../ports/system.ts';
import { redactTexts } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { deriveImported } from './derive-imported.ts';
import { type ImportedTranscript, type ImportOutcome, importTranscript } from './import-transcript.ts';
import {
  findPastFolder,
  identify,
  listTranscripts,
  locatePastFolder,
  type PastTranscript,
} from './past-transcripts.ts';

type Needs = Pick<
  Deps,
  'filesFor' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;

export interface ImportProgress {
  /** Conversations that are done, and all of them. */
  readonly done: number;
  readonly total: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface ImportInput {
  readonly client: string;
  readonly since?: Instant | undefined;
  /** The name, id or path of the only project whose conversations are imported. */
  readonly project?: string | undefined;
  readonly dry_run?: boolean | undefined;
  onProgress?(progress: ImportProgress): void;
}

/** Why nothing of a transcript was imported: beside the outcomes of one conversation, reasons that are known before it is read. */
type Outcome = ImportOutcome | 'project_off' | 'unreadable';

interface Found {
  readonly transcript: PastTranscript;
  readonly folder: string | null;
  readonly project: Project | null;
}

const resultOf = (
  { transcript, project }: Pick<Found, 'transcript' | 'project'>,
  outcome: Outcome,
  session: ImportedTranscript['session'] = null,
) => ({
  path: transcript.path,
  outcome,
  project: project?.name ?? null,
  project_id: project?.id ?? null,
  folder: project?.anchorPath ?? null,
  session_id: session?.id ?? null,
  title: session?.title ?? null,
  started_at: session?.startedAt ?? null,
  ended_at: session?.endedAt ?? null,
});

export type ImportedSession = ReturnType<typeof resultOf>;

/** undefined if it cannot be read. Its name is stored with the session, so it must not contain a secret. */
async function withFile<Result>(
  { filesFor, redactor }: Needs,
  { path }: PastTranscript,
  work: (file: OpenFile) => Promise<Result>,
): Promise<Result | undefined> {
  const name = basename(path);
  if ((await redactTexts(redactor, { name })).content.name !== name) return undefined;
  const file = await filesFor(null)
    .openFile(path, { field: 'transcript' })
    .catch((error: unknown) => {
      if (error instanceof ThroughlineError) return undefined;
      throw error;
    });
  if (file === undefined) return undefined;
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

const isMeant = (given: string, { id, name, anchorPath }: Project, folder: string | null): boolean =>
  given === id ||
  given === anchorPath ||
  given.normalize('NFC').toLowerCase() === name.normalize('NFC').toLowerCase() ||
  (folder !== null && given.startsWith('/') && isInside(given, folder));

/** Where each conversation belongs; those that the call is not about are left out. */
async function locateAll(deps: Needs, caller: Caller, input: ImportInput): Promise<readonly Found[]> {
  const { client, since, project: named } = input;
  const all = await listTranscripts(deps, client);
  const found: Found[] = [];
  for (const transcript of all) {
    // Nothing is written to a file after its last change.
    if (since !== undefined && transcript.changedAt < since) continue;
    const place = await withFile(deps, transcript, async (file) => {
      const folder = await findPastFolder(deps, client, file, transcript);
      const { project } = await locatePastFolder(deps, caller, folder, transcript);
      return { transcript: await identify(deps, client, file, transcript), folder, project };
    });
    if (place === undefined) found.push({ transcript, folder: null, project: null });
    else if (named === undefined || isMeant(named, place.project, place.folder)) found.push(place);
  }
  return found;
}

/** One conversation. The project is located again, because the conversation before may have created it. */
async function importOne(
  deps: Needs,
  caller: Caller,
  found: Found,
  { client, since, dry_run: isDryRun = false }: ImportInput,
  onRead: (bytes: number) => void,
): Promise<ImportedSession> {
  const { transcript } = found;
  const imported = await withFile(deps, transcript, (file) =>
    retryOnConflict(async () => {
      const folder = await locatePastFolder(deps, caller, found.folder, transcript);
      return importTranscript(deps, { client, transcript, file, folder, since, isDryRun, onRead });
    }),
  );
  return imported === undefined
    ? resultOf(found, 'unreadable')
    : resultOf(found, imported.outcome, imported.session);
}

/** Derives the handoffs of what was imported, in this run or in one that was interrupted. */
async function deriveAll(deps: Needs, results: readonly ImportedSession[]): Promise<void> {
  const ids = new Set(results.flatMap(({ session_id }) => session_id ?? []));
  const sessions = await Promise.all([...ids].map((id) => deps.store.sessions.find(id)));
  await deriveImported(
    deps,
    sessions.flatMap((session) => (session !== undefined && isImported(session) ? [session] : [])),
  );
}

/**
 * Imports the past conversations of a client, project by project. Each commit is whole, and running it again goes on where it
 * stopped. Every time that is stored comes from the transcripts, so that the result does not depend on when it ran.
 */
export async function importTranscripts(deps: Needs, caller: Caller, input: ImportInput) {
  const { client, dry_run: isDryRun = false, onProgress } = input;
  const all = await locateAll(deps, caller, input);
  const totalBytes = all.reduce((sum, { transcript }) => sum + transcript.size, 0);
  const results: ImportedSession[] = [];
  let doneBytes = 0;
  for (const group of groupBy(all, ({ project }) => project?.id ?? '').values()) {
    const project = group[0]?.project ?? null;
    const isOff = project !== null && isDisabled(deps, project);
    const before = results.length;
    for (const found of group) {
      const refused = project === null ? 'unreadable' : isOff ? 'project_off' : undefined;
      const report = (bytes: number) =>
        onProgress?.({ done: results.length, total: all.length, doneBytes: doneBytes + bytes, totalBytes });
      results.push(
        refused === undefined
          ? await importOne(deps, caller, found, input, report)
          : resultOf(found, refused),
      );
      doneBytes += found.transcript.size;
      report(0);
    }
    if (!isDryRun && !isOff) await deriveAll(deps, results.slice(before));
  }
  return { client, is_dry_run: isDryRun, transcripts: results };
}

export type ImportedTranscripts = Awaited<ReturnType<typeof importTranscripts>>;

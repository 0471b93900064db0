import { invalid } from '../../domain/error.ts';
import type { Deps } from '../deps.ts';
import type { ListedFile } from '../ports/system.ts';

/** The file of a past conversation. */
export interface PastTranscript extends ListedFile {
  readonly clientSessionId: string;
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
        found.push({ ...file, clientSessionId });
    }
  }
  return found.sort(oldestFirst);
}

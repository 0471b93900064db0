import { listTranscripts } from '../app/import/past-transcripts.ts';
import { type HomePlace, isImportable } from '../app/ports/client-adapter.ts';
import { CLIENTS } from '../clients/index.ts';
import { readDatabase } from '../storage/sqlite/driver.ts';
import { openFiles } from '../system/files/open-files.ts';

/** The clients of which there are past conversations on this machine, and how many. */
export async function listPastConversations(place: HomePlace) {
  const transcripts = CLIENTS.transcripts(place);
  const filesFor = () =>
    CLIENTS.withDatabases(openFiles({ roots: CLIENTS.transcriptRoots(place) }), readDatabase);
  const counted = CLIENTS.adapters.filter(isImportable).map(async ({ name, title }) => {
    const found = await listTranscripts({ filesFor, transcripts }, name).catch(() => []);
    return { name, title, count: found.length };
  });
  return (await Promise.all(counted)).filter(({ count }) => count > 0);
}

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HomePlace } from '../../src/app/ports/client-adapter.ts';
import { CLIENTS } from '../../src/clients/index.ts';

/** Ends only a wait for what is never written. The test fails then by what it expects. */
const MAX_WAIT_MS = 60_000;
const POLL_MS = 50;

const filesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    : [];

const readNow = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};

/** How often each text is in the transcripts of a client, or in the database in which it has them. */
export function countInTranscripts(
  client: string,
  place: HomePlace,
  texts: readonly string[],
): readonly number[] {
  const roots = CLIENTS.find(client)?.transcripts?.roots(place) ?? [];
  const all = roots.flatMap(filesIn).map(readNow);
  return texts.map((text) => {
    const bytes = Buffer.from(text).toString('latin1');
    return all.reduce((sum, content) => sum + content.split(bytes).length - 1, 0);
  });
}

/** Resolves once each text is there more often than before. */
export async function whenWritten(
  client: string,
  place: HomePlace,
  texts: readonly string[],
  before: readonly number[],
): Promise<void> {
  const until = Date.now() + MAX_WAIT_MS;
  const isWritten = () =>
    countInTranscripts(client, place, texts).every((count, index) => count > (before[index] ?? 0));
  while (Date.now() < until && !isWritten()) await delay(POLL_MS);
}

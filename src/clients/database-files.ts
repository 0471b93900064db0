import type { ClientAdapter } from '../app/ports/client-adapter.ts';
import type { Files, ListedFile, OpenFile } from '../app/ports/system.ts';
import type { ReadRows } from '../app/ports/transcripts.ts';
import { unavailable } from '../domain/error.ts';
import { textFile } from '../transcripts/transcript-position.ts';

/** Opens a database of another program for reading, and closes it after `read`. */
export type ReadDatabase = <Result>(path: string, read: (readRows: ReadRows) => Result) => Result;

interface Sources {
  readonly adapters: readonly ClientAdapter[];
  readonly files: Files;
  readonly readDatabase: ReadDatabase;
}

type Named = { readonly field: string };

const unreadable = (path: string, { field }: Named, cause: unknown) =>
  unavailable(
    'file_unavailable',
    `${JSON.stringify(path)} could not be read.`,
    'Close programs that use the database, then try again.',
    { fields: [{ field, problem: 'could not be read' }], cause },
  );

/** The client whose database it is. */
const ownerOf = (adapters: readonly ClientAdapter[], path: string) =>
  adapters.find(({ transcripts }) => transcripts?.databaseOf?.(path))?.transcripts;

/** A conversation as the lines that the client's format reads; any other path as a file. */
async function openConversation(
  { adapters, files, readDatabase }: Sources,
  path: string,
  named: Named,
): Promise<OpenFile> {
  const owner = ownerOf(adapters, path);
  const database = owner?.databaseOf?.(path) ?? null;
  const id = owner?.sessionIdOf?.(path) ?? null;
  const format = await owner?.format?.();
  if (database === null || id === null) return files.openFile(path, named);
  // Checks the path as that of any file.
  const opened = await files.openFile(database, named);
  await opened.close();
  try {
    const lines = readDatabase(opened.path, (readRows) => format?.linesIn?.(id, readRows) ?? []);
    return textFile(opened.path + path.slice(database.length), lines.map((line) => `${line}\n`).join(''));
  } catch (error) {
    throw unreadable(path, named, error);
  }
}

/** The conversations in a database; any other file as it is. */
async function listConversations(
  { adapters, readDatabase }: Sources,
  file: ListedFile,
  named: Named,
): Promise<readonly ListedFile[]> {
  const format = await ownerOf(adapters, file.path)?.format?.();
  if (format?.conversationsIn === undefined) return [file];
  try {
    const found = readDatabase(file.path, (readRows) => format.conversationsIn?.(file.path, readRows) ?? []);
    // How long each one is, is not known before it is read.
    return found.map((one) => ({ ...one, size: Math.floor(file.size / found.length) }));
  } catch (error) {
    throw unreadable(file.path, named, error);
  }
}

/** The same files, and each conversation in a client's database as if it were a file. */
export const withDatabases = (sources: Sources): Files => ({
  ...sources.files,
  openFile: (path, named) => openConversation(sources, path, named),
  async listFiles(folder, options) {
    const found = await sources.files.listFiles(folder, options);
    return (await Promise.all(found.map((file) => listConversations(sources, file, options)))).flat();
  },
});

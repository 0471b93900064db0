import {
  type ClientAdapter,
  type Environment,
  type HomePlace,
  isImportable,
} from '../app/ports/client-adapter.ts';
import type { Files, OpenFile } from '../app/ports/system.ts';
import type { Transcripts } from '../app/ports/transcripts.ts';
import { isInside } from '../lib/allowed-path.ts';
import { type ReadDatabase, withDatabases } from './database-files.ts';

/** What the process learned from the environment that its client set. */
export interface StartedBy {
  readonly projectDir: string | null;
  readonly sessionId: string | null;
  readonly processId: number | null;
}

/** What one client put into the environment. */
export const environmentOf = ({ environment = {} }: ClientAdapter, env: Environment): StartedBy => ({
  projectDir: environment.projectDir?.(env) ?? null,
  sessionId: environment.sessionId?.(env) ?? null,
  processId: environment.processId?.(env) ?? null,
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const NOTHING: StartedBy = { projectDir: null, sessionId: null, processId: null };

const rootsOf = ({ transcripts }: ClientAdapter, place: HomePlace) => transcripts?.roots(place) ?? [];

/**
 * The folder of a file decides first. A file elsewhere is taken for one of the client that named it. One that no
 * client we can read named is taken for one of the first that we can.
 */
function adapterFor(
  adapters: readonly ClientAdapter[],
  place: HomePlace,
  client: string,
  { path }: Pick<OpenFile, 'path'>,
): ClientAdapter | undefined {
  const readable = adapters.filter(({ transcripts }) => transcripts?.format !== undefined);
  return (
    readable.find((adapter) => rootsOf(adapter, place).some((root) => isInside(root, path))) ??
    readable.find(({ name }) => name === client) ??
    readable[0]
  );
}

/** The clients that the program knows, in the order in which people are shown them, and the questions about all of them. */
export function createRegistry(adapters: readonly ClientAdapter[]) {
  const formatOf = async (place: HomePlace, client: string, file: Pick<OpenFile, 'path'>) =>
    adapterFor(adapters, place, client, file)?.transcripts?.format?.();
  const importable = adapters.filter(isImportable);
  return {
    adapters,
    find: (name: string | undefined) => adapters.find((adapter) => adapter.name === name),
    /** Our name of the client that calls itself so over MCP; otherwise the same name. */
    nameOfMcp: (given: string | null) => adapters.find(({ mcpName }) => mcpName === given)?.name ?? given,
    namesWithHooks: adapters.filter(({ hooks }) => hooks !== undefined).map(({ name }) => name),
    /** Of the first client that put anything into the environment: facts of two clients are never mixed. */
    startedBy: (env: Environment) =>
      adapters
        .map((adapter) => environmentOf(adapter, env))
        .find((found) => Object.values(found).some((fact) => fact !== null)) ?? NOTHING,
    /** The client's own id of the conversation, from the `_meta` of an MCP call. */
    sessionInCall: (meta: Readonly<Record<string, unknown>>) =>
      adapters.map((adapter) => adapter.sessionInCall?.(meta) ?? null).find((id) => id !== null) ?? null,
    /** Whether this has the form of an id that a client gives its conversations. */
    isSessionId: (id: string) =>
      UUID.test(id) || adapters.some((adapter) => adapter.isSessionId?.(id) === true),
    transcriptRoots: (place: HomePlace) => adapters.flatMap((adapter) => rootsOf(adapter, place)),
    /** The same files, and the conversations that clients keep in databases. */
    withDatabases: (files: Files, readDatabase: ReadDatabase) =>
      withDatabases({ adapters, files, readDatabase }),
    transcripts: (place: HomePlace): Transcripts => ({
      read: async ({ client, ...request }) => (await formatOf(place, client, request.file))?.read(request),
      folderOf: async ({ client, file }) => (await formatOf(place, client, file))?.folderOf(file) ?? null,
      sessionIdIn: async ({ client, file }) =>
        (await (await formatOf(place, client, file))?.sessionIdIn?.(file)) ?? null,
      subagentsOf: async ({ client, path }) =>
        (await formatOf(place, client, { path }))?.subagentsOf?.(path) ?? null,
      past(client) {
        const adapter = importable.find(({ name }) => name === client);
        const { sessionIdOf, folderSlugOf = () => null } = adapter?.transcripts ?? {};
        return adapter && sessionIdOf && { roots: rootsOf(adapter, place), sessionIdOf, folderSlugOf };
      },
    }),
  };
}

export type ClientRegistry = ReturnType<typeof createRegistry>;

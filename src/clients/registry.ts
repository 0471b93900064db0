import type { ClientAdapter, Environment, HomePlace } from '../app/ports/client-adapter.ts';
import type { OpenFile } from '../app/ports/system.ts';
import type { TranscriptFormat, Transcripts } from '../app/ports/transcripts.ts';
import { isInside } from '../lib/allowed-path.ts';

/** What the process learned from the environment that its client set. */
export interface StartedBy {
  readonly projectDir: string | null;
  readonly sessionId: string | null;
  readonly processId: number | null;
}

/** The clients that the program knows, and the questions about all of them. */
export interface ClientRegistry {
  /** In the order in which people are shown them. The first one with hooks is the default of `install`. */
  readonly adapters: readonly ClientAdapter[];
  find(name: string | undefined): ClientAdapter | undefined;
  /** The names of those that have hooks. */
  readonly namesWithHooks: readonly string[];
  /** Of the first client that put anything into the environment: facts of two clients are never mixed. */
  startedBy(env: Environment): StartedBy;
  /** The client's own id of the conversation, from the `_meta` of an MCP call. */
  sessionInCall(meta: Readonly<Record<string, unknown>>): string | null;
  /** Whether this has the form of an id that a client gives its conversations. */
  isSessionId(id: string): boolean;
  transcriptRoots(place: HomePlace): readonly string[];
  transcripts(place: HomePlace): Transcripts;
}

/** What one client put into the environment. */
export const environmentOf = ({ environment = {} }: ClientAdapter, env: Environment): StartedBy => ({
  projectDir: environment.projectDir?.(env) ?? null,
  sessionId: environment.sessionId?.(env) ?? null,
  processId: environment.processId?.(env) ?? null,
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const NOTHING: StartedBy = { projectDir: null, sessionId: null, processId: null };

const firstFound = <Item, Found>(
  items: readonly Item[],
  look: (item: Item) => Found | null,
): Found | null => {
  for (const item of items) {
    const found = look(item);
    if (found !== null) return found;
  }
  return null;
};

const rootsOf = ({ transcripts }: ClientAdapter, place: HomePlace) => transcripts?.roots(place) ?? [];

/**
 * The folder of a file decides first. A file elsewhere is taken for one of the client that named it. One that no
 * client we can read named is taken for one of the first that we can.
 */
function adapterFor(
  adapters: readonly ClientAdapter[],
  place: HomePlace,
  client: string,
  { path }: OpenFile,
): ClientAdapter | undefined {
  const readable = adapters.filter(({ transcripts }) => transcripts?.format !== undefined);
  return (
    readable.find((adapter) => rootsOf(adapter, place).some((root) => isInside(root, path))) ??
    readable.find(({ name }) => name === client) ??
    readable[0]
  );
}

export function createRegistry(adapters: readonly ClientAdapter[]): ClientRegistry {
  const formatOf = async (
    place: HomePlace,
    client: string,
    file: OpenFile,
  ): Promise<TranscriptFormat | undefined> =>
    adapterFor(adapters, place, client, file)?.transcripts?.format?.();
  return {
    adapters,
    find: (name) => adapters.find((adapter) => adapter.name === name),
    namesWithHooks: adapters.filter(({ hooks }) => hooks !== undefined).map(({ name }) => name),
    startedBy: (env) =>
      firstFound(adapters, (adapter) => {
        const found = environmentOf(adapter, env);
        return Object.values(found).every((fact) => fact === null) ? null : found;
      }) ?? NOTHING,
    sessionInCall: (meta) => firstFound(adapters, (adapter) => adapter.sessionInCall?.(meta) ?? null),
    isSessionId: (id) => UUID.test(id) || adapters.some((adapter) => adapter.isSessionId?.(id) === true),
    transcriptRoots: (place) => adapters.flatMap((adapter) => rootsOf(adapter, place)),
    transcripts: (place) => ({
      read: async ({ client, ...request }) => (await formatOf(place, client, request.file))?.read(request),
      folderOf: async ({ client, file }) => (await formatOf(place, client, file))?.folderOf(file) ?? null,
    }),
  };
}

import { idShortener } from '../domain/short-id.ts';
import { oneAtATime } from '../lib/concurrency.ts';
import { type Bound, type Caller, type Principal, requireScope, type Scope } from './caller.ts';
import { completeIds } from './complete-ids.ts';
import { cleanCallers, joinClient, updateBinding } from './connection-binding.ts';
import type { Deps, ProjectDeps } from './deps.ts';
import { agentDeps } from './disabled-projects/agent-deps.ts';
import { hideDisabledProjects } from './disabled-projects/hide-disabled-projects.ts';
import type { EmbedOptions } from './embed/embed-pending.ts';
import type { ImportInput } from './import/import-transcripts.ts';
import { locateProject } from './locate-project.ts';
import { findCurrentSession, projectOf } from './locate-session.ts';

type UseCase<Input, Result> = (deps: Deps, caller: Caller, input: Input) => Promise<Result>;

/** Use cases that no start needs are loaded with the first call of one. */
export const later =
  <Module>(load: () => Promise<Module>) =>
  <Input, Result>(choose: (module: Module) => UseCase<Input, Result>): UseCase<Input, Result> =>
  async (deps, caller, input) =>
    choose(await load())(deps, caller, input);

const ofSessions = later(() => import('./use-cases.ts'));
const ofGames = later(() => import('./services.ts'));
const ofCaptures = later(() => import('./capture/use-cases.ts'));
const ofSearch = later(() => import('./search-memory.ts'));

interface Workspace {
  readonly deps: Deps;
  /** Writers of one process go one after the other: they would only retry against each other. */
  readonly inTurn: ReturnType<typeof oneAtATime>;
  readonly cleanCaller: ReturnType<typeof cleanCallers>;
}

/** Opened with the first call of each workspace; an attempt that fails is made again by the next call. */
function openWorkspaces(open: OpenWorkspace): (id: string) => Promise<Workspace> {
  const workspaces = new Map<string, Promise<Workspace>>();
  const begin = async (id: string): Promise<Workspace> => {
    const deps = await open(id);
    return { deps, inTurn: oneAtATime(), cleanCaller: cleanCallers(deps.redactor) };
  };
  return (id) => {
    const known = workspaces.get(id);
    if (known !== undefined) return known;
    const workspace = begin(id);
    workspaces.set(id, workspace);
    workspace.catch(() => workspaces.delete(id));
    return workspace;
  };
}

export type OpenWorkspace = (id: string) => Deps | Promise<Deps>;

/** The caller's principal decides which workspace a call works in, so that no use case can reach another one. */
function serviceBuilders(workspaceOf: (id: string) => Promise<Workspace>) {
  /** A principal that may not write leaves no trace of what it reads. */
  const depsOf = (deps: Deps, { scopes }: Principal): Deps =>
    scopes.includes('write') ? deps : { ...deps, settings: { ...deps.settings, storesReceipts: false } };
  /** Every call comes through `agentDeps`, so that none passes by a project that is switched off. */
  const prepare = async <Input>(
    { deps: all, cleanCaller }: Workspace,
    given: Caller,
    input: Input,
    isDestroying: boolean,
  ) => {
    const clean = await cleanCaller(given);
    const allowed = depsOf(all, given.principal);
    const { store } = agentDeps(allowed, clean, input);
    const [caller, whole] = await Promise.all([
      joinClient(all, clean),
      completeIds(store, input, isDestroying),
    ]);
    return { deps: agentDeps(allowed, caller, input), caller, input: whole };
  };
  const reading =
    <Input, Result>(read: UseCase<Input, Result>, { isBeforeDeletion = false } = {}) =>
    async (given: Caller, input: Input) => {
      requireScope(given.principal, 'read');
      const workspace = await workspaceOf(given.principal.workspace);
      const call = await prepare(workspace, given, input, isBeforeDeletion);
      return read(call.deps, call.caller, call.input);
    };
  const asking = <Result>(read: UseCase<object, Result>) => {
    const act = reading(read);
    return (caller: Caller) => act(caller, {});
  };
  const binding =
    <Input, Result>(write: UseCase<Input, Bound<Result>>, scope: Scope = 'write') =>
    async (given: Caller, input: Input) => {
      requireScope(given.principal, scope);
      const workspace = await workspaceOf(given.principal.workspace);
      return workspace.inTurn(async () => {
        const call = await prepare(workspace, given, input, scope === 'destroy');
        return updateBinding(call.caller, (caller) => write(call.deps, caller, call.input));
      });
    };
  const writing = <Input, Result>(write: UseCase<Input, Result>, scope: Scope = 'write') =>
    binding<Input, Result>(async (...call) => ({ result: await write(...call), binding: {} }), scope);
  /** A call that writes nothing does not wait behind one that waits for the store. */
  const writingIf = <Input, Result>(
    useCase: UseCase<Input, Result>,
    isWriting: (input: Input) => boolean,
  ) => {
    const [read, write] = [reading(useCase), writing(useCase)];
    return (caller: Caller, input: Input) => (isWriting(input) ? write : read)(caller, input);
  };
  return { reading, asking, binding, writing, writingIf };
}

export type ServiceBuilders = ReturnType<typeof serviceBuilders>;

function coreServices(
  workspaceOf: (id: string) => Promise<Workspace>,
  { reading, asking, binding, writing, writingIf }: ServiceBuilders,
) {
  return {
    startSession: binding(ofSessions((sessions) => sessions.startSession)),
    bootReport: reading(ofSessions((sessions) => sessions.bootReport)),
    getSessionState: reading(ofSessions((sessions) => sessions.getSessionState)),
    getSessions: reading(ofSessions((sessions) => sessions.getSessions)),
    listMemories: reading(ofSessions((sessions) => sessions.listMemories)),
    /** What is about to be deleted takes ids as long as the deletion does. */
    listForDeletion: reading(
      ofSessions((sessions) => sessions.listMemories),
      { isBeforeDeletion: true },
    ),
    listSessionSummaries: reading(ofSessions((sessions) => sessions.listSessionSummaries)),
    readHandoff: reading(ofSessions((sessions) => sessions.readHandoff)),
    findProject: reading(ofSessions((sessions) => sessions.findProject)),
    workspaceStatus: reading(ofSessions((sessions) => sessions.workspaceStatus)),
    listReceipts: reading(ofSessions((sessions) => sessions.listReceipts)),
    ownIdentity: writingIf(
      ofSessions((sessions) => sessions.ownIdentity),
      ({ text }) => text !== undefined,
    ),
    addSessionNote: binding(ofSessions((sessions) => sessions.addSessionNote)),
    endSession: binding(ofSessions((sessions) => sessions.endSession)),
    storeMemory: binding(ofSessions((sessions) => sessions.storeMemory)),
    searchMemory: reading(ofSearch((search) => search.searchMemory)),
    updateMemory: writing(ofSessions((sessions) => sessions.updateMemory)),
    deleteMemory: writing(
      ofSessions((sessions) => sessions.deleteMemory),
      'destroy',
    ),
    listProjects: asking(ofSessions((sessions) => sessions.listProjects)),
    renameProject: writing(ofSessions((sessions) => sessions.renameProject)),
    captureNow: binding(ofCaptures((captures) => captures.captureNow)),
    listCaptures: reading(ofCaptures((captures) => captures.listCaptures)),
    readCapture: reading(ofCaptures((captures) => captures.readCapture)),
    isAtGame: asking(ofGames((games) => games.isAtGame)),
    mayPlay: asking(ofGames((games) => games.mayPlay)),
    /** Does not wait in the queue of writers, because it may take hours. */
    embedPending: async ({ principal }: Caller, options: EmbedOptions) => {
      requireScope(principal, 'write');
      const { deps } = await workspaceOf(principal.workspace);
      const { embedPending } = await import('./embed/embed-pending.ts');
      return embedPending({ ...deps, store: hideDisabledProjects(deps, new Set()) }, options);
    },
    vectorStatus: async ({ principal }: Caller) => {
      requireScope(principal, 'read');
      const { deps } = await workspaceOf(principal.workspace);
      return (await import('./embed/embed-pending.ts')).vectorStatus(deps);
    },
    /** Does not wait in the queue of writers, because it may take minutes; each of its commits is whole. */
    importTranscripts: async (given: Caller, input: ImportInput) => {
      requireScope(given.principal, input.dry_run === true ? 'read' : 'write');
      const { deps, cleanCaller } = await workspaceOf(given.principal.workspace);
      const caller = await cleanCaller(given);
      const { importTranscripts } = await import('./import/import-transcripts.ts');
      return importTranscripts(agentDeps(deps, caller, input), caller, input);
    },
    /** For an answer that shows these ids as text. Reads only how many ids there are and which begin alike, so it asks nothing else. */
    shortenIds: async ({ principal }: Caller, { shown }: { readonly shown: readonly string[] }) => {
      requireScope(principal, 'read');
      const { deps } = await workspaceOf(principal.workspace);
      return idShortener(await deps.store.ids.measure(shown));
    },
    readNote: reading(ofSessions((sessions) => sessions.readNote)),
    /** Refuses a caller whose folder is switched off, where nothing else would be asked. */
    refuseOff: asking(async () => undefined),
    closeSession: writing(
      ofSessions((sessions) => sessions.closeSession),
      'destroy',
    ),
  };
}

/** The services that features add: a feature declares its own by merging them into this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface FeatureServices {}

export type Services = ReturnType<typeof coreServices> & FeatureServices;

export function createServices(
  open: OpenWorkspace,
  featureServices: (builders: ServiceBuilders) => FeatureServices,
): Services {
  const workspaceOf = openWorkspaces(open);
  const builders = serviceBuilders(workspaceOf);
  return { ...coreServices(workspaceOf, builders), ...featureServices(builders) };
}

export async function isAtGame(deps: ProjectDeps, caller: Caller): Promise<boolean> {
  const session = await findCurrentSession(deps, caller);
  const located =
    session === undefined ? await locateProject(deps, caller, undefined) : await projectOf(deps, session);
  return located?.project.kind === 'game';
}

/** A game anywhere can be played from anywhere, by its name. */
export const mayPlay = async (deps: ProjectDeps & Pick<Deps, 'games'>, caller: Caller): Promise<boolean> =>
  (await deps.games.hasAny(deps.store)) || (await isAtGame(deps, caller));

import { oneAtATime } from '../lib/one-at-a-time.ts';
import type { Bound, Caller } from './caller.ts';
import { cleanCallers } from './clean-caller.ts';
import type { Deps } from './deps.ts';
import type { EmbedOptions } from './embed/embed-pending.ts';
import { joinClient, keepBinding } from './join-client.ts';
import { agentDeps } from './off/agent-deps.ts';
import { storeWithoutOff } from './off/store-without-off.ts';

type UseCase<Input, Result> = (deps: Deps, caller: Caller, input: Input) => Promise<Result>;

/** Use cases that no start needs are loaded with the first call of one. */
const later =
  <Module>(load: () => Promise<Module>) =>
  <Input, Result>(choose: (module: Module) => UseCase<Input, Result>): UseCase<Input, Result> =>
  async (deps, caller, input) =>
    choose(await load())(deps, caller, input);

const ofSessions = later(() => import('./use-cases.ts'));
const ofGames = later(() => import('./campaign/use-cases.ts'));
const ofTable = later(() => import('./campaign/at-game.ts'));
const ofCaptures = later(() => import('./capture/use-cases.ts'));
const ofSearch = later(() => import('./search-memory.ts'));

/**
 * All use cases over one set of dependencies. Writers of one process go one after the other: they would only retry against each
 * other, since the store lets one through at a time.
 */
export function createServices(deps: Deps) {
  const inTurn = oneAtATime();
  const cleanCaller = cleanCallers(deps.redactor);
  const join = async (caller: Caller) => joinClient(deps, await cleanCaller(caller));
  /** Every call comes through `agentDeps`, so that none passes by a project that is switched off. */
  const reading =
    <Input, Result>(read: UseCase<Input, Result>) =>
    async (given: Caller, input: Input) => {
      const caller = await join(given);
      return read(agentDeps(deps, caller, input), caller, input);
    };
  const asking = <Result>(read: UseCase<object, Result>) => {
    const act = reading(read);
    return (caller: Caller) => act(caller, {});
  };
  /** Writing that may bind the connection to a session. */
  const binding =
    <Input, Result>(write: UseCase<Input, Bound<Result>>) =>
    (given: Caller, input: Input) =>
      inTurn(async () =>
        keepBinding(await join(given), (caller) => write(agentDeps(deps, caller, input), caller, input)),
      );
  const writing = <Input, Result>(write: UseCase<Input, Result>) =>
    binding<Input, Result>(async (...call) => ({ result: await write(...call), binding: {} }));
  /** A call that writes nothing does not wait behind one that waits for the store. */
  const writingIf = <Input, Result>(
    useCase: UseCase<Input, Result>,
    isWriting: (input: Input) => boolean,
  ) => {
    const [read, write] = [reading(useCase), writing(useCase)];
    return (caller: Caller, input: Input) => (isWriting(input) ? write : read)(caller, input);
  };
  return {
    startSession: binding(ofSessions((sessions) => sessions.startSession)),
    bootReport: reading(ofSessions((sessions) => sessions.bootReport)),
    getSessionState: reading(ofSessions((sessions) => sessions.getSessionState)),
    getSessions: reading(ofSessions((sessions) => sessions.getSessions)),
    listMemories: reading(ofSessions((sessions) => sessions.listMemories)),
    listSessionHeads: reading(ofSessions((sessions) => sessions.listSessionHeads)),
    readHandoff: reading(ofSessions((sessions) => sessions.readHandoff)),
    findProject: reading(ofSessions((sessions) => sessions.findProject)),
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
    deleteMemory: writing(ofSessions((sessions) => sessions.deleteMemory)),
    listProjects: asking(ofSessions((sessions) => sessions.listProjects)),
    renameProject: writing(ofSessions((sessions) => sessions.renameProject)),
    startClaudmasterSession: binding(ofGames((games) => games.startClaudmasterSession)),
    endClaudmasterSession: binding(ofGames((games) => games.endClaudmasterSession)),
    playerAction: binding(ofGames((games) => games.playerAction)),
    getCampaign: reading(ofGames((games) => games.getCampaign)),
    listCampaigns: asking(ofGames((games) => games.listCampaigns)),
    saveCampaign: writing(ofGames((games) => games.saveCampaign)),
    saveEntity: writing(ofGames((games) => games.saveEntity)),
    updateGameState: writing(ofGames((games) => games.updateGameState)),
    addEvent: writing(ofGames((games) => games.addEvent)),
    getEvents: reading(ofGames((games) => games.getEvents)),
    recapSession: reading(ofGames((games) => games.recapSession)),
    rewindSession: writing(ofGames((games) => games.rewindSession)),
    rollDice: writingIf(
      ofGames((games) => games.rollDice),
      (input) => input.session_id !== undefined,
    ),
    exportCampaign: reading(ofGames((games) => games.exportCampaign)),
    importCampaign: writing(ofGames((games) => games.importCampaign)),
    captureNow: binding(ofCaptures((captures) => captures.captureNow)),
    listCaptures: reading(ofCaptures((captures) => captures.listCaptures)),
    readCapture: reading(ofCaptures((captures) => captures.readCapture)),
    isAtGame: asking(ofTable((table) => table.isAtGame)),
    mayPlay: asking(ofTable((table) => table.mayPlay)),
    embedPending: async (options: EmbedOptions) =>
      (await import('./embed/embed-pending.ts')).embedPending(
        { ...deps, store: storeWithoutOff(deps, new Set()) },
        options,
      ),
    vectorStatus: async () => (await import('./embed/vector-status.ts')).vectorStatus(deps),
    /** Refuses a caller whose folder is switched off, where nothing else would be asked. */
    refuseOff: asking(async () => undefined),
    closeSession: writing(ofSessions((sessions) => sessions.closeSession)),
  };
}

export type Services = ReturnType<typeof createServices>;

import { oneAtATime } from '../lib/one-at-a-time.ts';
import { cleanCallers } from './clean-caller.ts';
import type { CloseSessionInput } from './close-session.ts';
import type { EmbedOptions } from './embed/embed-pending.ts';
import { joinClient, keepBinding } from './join-client.ts';
import { refuseOff } from './refuse-off.ts';
import type { Caller, World } from './world.ts';

type UseCase<Input, Result> = (world: World, caller: Caller, input: Input) => Promise<Result>;

/** Use cases that no start needs are loaded with the first call of one. */
const later =
  <Module>(load: () => Promise<Module>) =>
  <Input, Result>(choose: (module: Module) => UseCase<Input, Result>): UseCase<Input, Result> =>
  async (world, caller, input) =>
    choose(await load())(world, caller, input);

const loadSessions = () => import('./use-cases.ts');
const loadGames = () => import('./campaign/use-cases.ts');
const loadTable = () => import('./campaign/at-game.ts');
const ofSessions = later(loadSessions);
const ofGames = later(loadGames);
const ofCaptures = later(() => import('./capture/use-cases.ts'));
const ofSearch = later(() => import('./search-memory.ts'));

/**
 * All use cases over one world. Writers of one process go one after the other: they would only retry against each
 * other, since the store lets one through at a time.
 */
export function createServices(world: World) {
  const inTurn = oneAtATime();
  const cleanCaller = cleanCallers(world.redactor);
  const clean = async (caller: Caller) => {
    refuseOff(world, caller);
    return joinClient(world, await cleanCaller(caller));
  };
  const reading =
    <Input, Result>(read: UseCase<Input, Result>) =>
    async (caller: Caller, input: Input) =>
      read(world, await clean(caller), input);
  const writing =
    <Input, Result>(write: UseCase<Input, Result>) =>
    (caller: Caller, input: Input) =>
      inTurn(async () => keepBinding(await clean(caller), (own) => write(world, own, input)));
  /** A call that writes nothing does not wait behind one that waits for the store. */
  const writingIf = <Input, Result>(
    useCase: UseCase<Input, Result>,
    isWriting: (input: Input) => boolean,
  ) => {
    const [read, write] = [reading(useCase), writing(useCase)];
    return (caller: Caller, input: Input) => (isWriting(input) ? write : read)(caller, input);
  };
  return {
    startSession: writing(ofSessions((sessions) => sessions.startSession)),
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
    addSessionNote: writing(ofSessions((sessions) => sessions.addSessionNote)),
    endSession: writing(ofSessions((sessions) => sessions.endSession)),
    storeMemory: writing(ofSessions((sessions) => sessions.storeMemory)),
    searchMemory: reading(ofSearch((search) => search.searchMemory)),
    updateMemory: writing(ofSessions((sessions) => sessions.updateMemory)),
    deleteMemory: writing(ofSessions((sessions) => sessions.deleteMemory)),
    listProjects: async () => (await loadSessions()).listProjects(world),
    renameProject: writing(ofSessions((sessions) => sessions.renameProject)),
    startClaudmasterSession: writing(ofGames((games) => games.startClaudmasterSession)),
    endClaudmasterSession: writing(ofGames((games) => games.endClaudmasterSession)),
    playerAction: writing(ofGames((games) => games.playerAction)),
    getCampaign: reading(ofGames((games) => games.getCampaign)),
    listCampaigns: async () => (await loadGames()).listCampaigns(world),
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
    captureNow: writing(ofCaptures((captures) => captures.captureNow)),
    listCaptures: reading(ofCaptures((captures) => captures.listCaptures)),
    readCapture: reading(ofCaptures((captures) => captures.readCapture)),
    isAtGame: async (caller: Caller) => (await loadTable()).isAtGame(world, await clean(caller)),
    mayPlay: async (caller: Caller) => (await loadTable()).mayPlay(world, await clean(caller)),
    embedPending: async (options: EmbedOptions) =>
      (await import('./embed/embed-pending.ts')).embedPending(world, options),
    vectorStatus: async () => (await import('./embed/vector-status.ts')).vectorStatus(world),
    closeSession: (input: CloseSessionInput) =>
      inTurn(async () => (await loadSessions()).closeSession(world, input)),
  };
}

export type Services = ReturnType<typeof createServices>;

import { oneAtATime } from '../lib/one-at-a-time.ts';
import { addSessionNote } from './add-session-note.ts';
import { bootReport } from './boot-report.ts';
import { addEvent } from './campaign/add-event.ts';
import { isAtGame, mayPlay } from './campaign/at-game.ts';
import { endClaudmasterSession } from './campaign/end-claudmaster-session.ts';
import { exportCampaign } from './campaign/export-campaign.ts';
import { getCampaign, listCampaigns } from './campaign/get-campaign.ts';
import { getEvents } from './campaign/get-events.ts';
import { importCampaign } from './campaign/import-campaign.ts';
import { playerAction } from './campaign/player-action.ts';
import { recapSession } from './campaign/recap-session.ts';
import { rewindSession } from './campaign/rewind-session.ts';
import { rollDice } from './campaign/roll-dice.ts';
import { saveCampaign } from './campaign/save-campaign.ts';
import { saveEntity } from './campaign/save-entity.ts';
import { startClaudmasterSession } from './campaign/start-claudmaster-session.ts';
import { updateGameState } from './campaign/update-game-state.ts';
import { captureNow } from './capture/capture-now.ts';
import { listCaptures } from './capture/list-captures.ts';
import { readCapture } from './capture/read-capture.ts';
import { cleanCallers } from './clean-caller.ts';
import { type CloseSessionInput, closeSession } from './close-session.ts';
import { deleteMemory } from './delete-memory.ts';
import type { EmbedOptions } from './embed/embed-pending.ts';
import { endSession } from './end-session.ts';
import { findProject } from './find-project.ts';
import { getSessionState } from './get-session-state.ts';
import { getSessions } from './get-sessions.ts';
import { ownIdentity } from './identity.ts';
import { joinClient } from './join-client.ts';
import { listMemories } from './list-memories.ts';
import { listReceipts } from './list-receipts.ts';
import { listSessionHeads } from './list-session-heads.ts';
import { listProjects, renameProject } from './projects.ts';
import { readHandoff } from './read-handoff.ts';
import { refuseOff } from './refuse-off.ts';
import { searchMemory } from './search-memory.ts';
import { startSession } from './start-session.ts';
import { storeMemory } from './store-memory.ts';
import { updateMemory } from './update-memory.ts';
import type { Caller, World } from './world.ts';

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
    <Input, Result>(read: (world: World, caller: Caller, input: Input) => Promise<Result>) =>
    async (caller: Caller, input: Input) =>
      read(world, await clean(caller), input);
  const writing =
    <Input, Result>(write: (world: World, caller: Caller, input: Input) => Promise<Result>) =>
    (caller: Caller, input: Input) =>
      inTurn(async () => write(world, await clean(caller), input));
  return {
    startSession: writing(startSession),
    bootReport: reading(bootReport),
    getSessionState: reading(getSessionState),
    getSessions: reading(getSessions),
    listMemories: reading(listMemories),
    listSessionHeads: reading(listSessionHeads),
    readHandoff: reading(readHandoff),
    findProject: reading(findProject),
    listReceipts: reading(listReceipts),
    ownIdentity: writing(ownIdentity),
    addSessionNote: writing(addSessionNote),
    endSession: writing(endSession),
    storeMemory: writing(storeMemory),
    searchMemory: reading(searchMemory),
    updateMemory: writing(updateMemory),
    deleteMemory: writing(deleteMemory),
    listProjects: () => listProjects(world),
    renameProject: writing(renameProject),
    startClaudmasterSession: writing(startClaudmasterSession),
    endClaudmasterSession: writing(endClaudmasterSession),
    playerAction: writing(playerAction),
    getCampaign: reading(getCampaign),
    listCampaigns: () => listCampaigns(world),
    saveCampaign: writing(saveCampaign),
    saveEntity: writing(saveEntity),
    updateGameState: writing(updateGameState),
    addEvent: writing(addEvent),
    getEvents: reading(getEvents),
    recapSession: reading(recapSession),
    rewindSession: writing(rewindSession),
    rollDice: writing(rollDice),
    exportCampaign: reading(exportCampaign),
    importCampaign: writing(importCampaign),
    captureNow: writing(captureNow),
    listCaptures: reading(listCaptures),
    readCapture: writing(readCapture),
    isAtGame: async (caller: Caller) => isAtGame(world, await clean(caller)),
    mayPlay: async (caller: Caller) => mayPlay(world, await clean(caller)),
    embedPending: async (options: EmbedOptions) =>
      (await import('./embed/embed-pending.ts')).embedPending(world, options),
    vectorStatus: async () => (await import('./embed/vector-status.ts')).vectorStatus(world),
    closeSession: (input: CloseSessionInput) => inTurn(() => closeSession(world, input)),
  };
}

export type Services = ReturnType<typeof createServices>;

import { oneAtATime } from '../lib/one-at-a-time.ts';
import { addSessionNote } from './add-session-note.ts';
import { bootReport } from './boot-report.ts';
import { cleanCallers } from './clean-caller.ts';
import { type CloseSessionInput, closeSession } from './close-session.ts';
import { deleteMemory } from './delete-memory.ts';
import { endSession } from './end-session.ts';
import { findProject } from './find-project.ts';
import { getSessionState } from './get-session-state.ts';
import { getSessions } from './get-sessions.ts';
import { ownIdentity } from './identity.ts';
import { listMemories } from './list-memories.ts';
import { listReceipts } from './list-receipts.ts';
import { listSessionHeads } from './list-session-heads.ts';
import { listProjects, renameProject } from './projects.ts';
import { readHandoff } from './read-handoff.ts';
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
  const clean = cleanCallers(world.redactor);
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
    closeSession: (input: CloseSessionInput) => inTurn(() => closeSession(world, input)),
  };
}

export type Services = ReturnType<typeof createServices>;

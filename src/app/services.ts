import { oneAtATime } from '../lib/one-at-a-time.ts';
import { type AddNoteInput, addSessionNote } from './add-session-note.ts';
import { type BootReportInput, bootReport } from './boot-report.ts';
import { type CloseSessionInput, closeSession } from './close-session.ts';
import { type EndSessionInput, endSession } from './end-session.ts';
import { getSessionState, type SessionStateInput } from './get-session-state.ts';
import { getSessions, type SessionsInput } from './get-sessions.ts';
import { type ListMemoriesInput, listMemories } from './list-memories.ts';
import { type StartSessionInput, startSession } from './start-session.ts';
import type { Caller, World } from './world.ts';

/**
 * All use cases over one world. Writers of one process go one after the other: they would only retry against each
 * other, since the store lets one through at a time.
 */
export function createServices(world: World) {
  const inTurn = oneAtATime();
  return {
    startSession: (caller: Caller, input: StartSessionInput) =>
      inTurn(() => startSession(world, caller, input)),
    bootReport: (caller: Caller, input: BootReportInput) => bootReport(world, caller, input),
    getSessionState: (caller: Caller, input: SessionStateInput) => getSessionState(world, caller, input),
    getSessions: (caller: Caller, input: SessionsInput) => getSessions(world, caller, input),
    listMemories: (caller: Caller, input: ListMemoriesInput) => listMemories(world, caller, input),
    addSessionNote: (caller: Caller, input: AddNoteInput) =>
      inTurn(() => addSessionNote(world, caller, input)),
    endSession: (caller: Caller, input: EndSessionInput) => inTurn(() => endSession(world, caller, input)),
    closeSession: (input: CloseSessionInput) => inTurn(() => closeSession(world, input)),
  };
}

export type Services = ReturnType<typeof createServices>;

import type { Tool } from '../define-tool.ts';
import { addSessionNote } from './add-session-note.ts';
import { bootReport } from './boot-report.ts';
import { closeSession } from './close-session.ts';
import { deleteMemory } from './delete-memory.ts';
import { endSession } from './end-session.ts';
import { getSessionState } from './get-session-state.ts';
import { getSessions } from './get-sessions.ts';
import { listMemories } from './list-memories.ts';
import { searchMemory } from './search-memory.ts';
import { startSession } from './start-session.ts';
import { storeMemory } from './store-memory.ts';
import { updateMemory } from './update-memory.ts';

/** The whole surface, in the order clients list it. */
export const TOOLS: readonly Tool[] = [
  startSession,
  bootReport,
  getSessionState,
  getSessions,
  addSessionNote,
  endSession,
  closeSession,
  storeMemory,
  searchMemory,
  listMemories,
  updateMemory,
  deleteMemory,
];

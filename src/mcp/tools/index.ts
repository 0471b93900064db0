import type { Tool } from '../define-tool.ts';
import { addSessionNote } from './add-session-note.ts';
import { bootReport } from './boot-report.ts';
import { captureNow } from './capture-now.ts';
import { closeSession } from './close-session.ts';
import { deleteMemory } from './delete-memory.ts';
import { endSession } from './end-session.ts';
import { getSessionState } from './get-session-state.ts';
import { getSessions } from './get-sessions.ts';
import { listCaptures } from './list-captures.ts';
import { listMemories } from './list-memories.ts';
import { readCapture } from './read-capture.ts';
import { searchMemory } from './search-memory.ts';
import { startSession } from './start-session.ts';
import { storeMemory } from './store-memory.ts';
import { updateMemory } from './update-memory.ts';

/** In the order clients list them, before those of features. */
export const CORE_TOOLS: readonly Tool[] = [
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
  captureNow,
  listCaptures,
  readCapture,
];

import type { Tool } from '../define-tool.ts';
import { addEvent } from './add-event.ts';
import { addSessionNote } from './add-session-note.ts';
import { bootReport } from './boot-report.ts';
import { captureNow } from './capture-now.ts';
import { closeSession } from './close-session.ts';
import { deleteMemory } from './delete-memory.ts';
import { endClaudmasterSession } from './end-claudmaster-session.ts';
import { endSession } from './end-session.ts';
import { getCampaign } from './get-campaign.ts';
import { getEvents } from './get-events.ts';
import { getSessionState } from './get-session-state.ts';
import { getSessions } from './get-sessions.ts';
import { listCaptures } from './list-captures.ts';
import { listMemories } from './list-memories.ts';
import { playerAction } from './player-action.ts';
import { readCapture } from './read-capture.ts';
import { recapSession } from './recap-session.ts';
import { rewindSession } from './rewind-session.ts';
import { rollDice } from './roll-dice.ts';
import { saveCampaign } from './save-campaign.ts';
import { saveEntity } from './save-entity.ts';
import { searchMemory } from './search-memory.ts';
import { startClaudmasterSession } from './start-claudmaster-session.ts';
import { startSession } from './start-session.ts';
import { storeMemory } from './store-memory.ts';
import { updateGameState } from './update-game-state.ts';
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
  captureNow,
  listCaptures,
  readCapture,
  startClaudmasterSession,
  endClaudmasterSession,
  playerAction,
  getCampaign,
  saveCampaign,
  saveEntity,
  updateGameState,
  addEvent,
  getEvents,
  recapSession,
  rewindSession,
  rollDice,
];

import * as z from 'zod';
import { defineTool, reply, type Tool } from '../define-tool.ts';
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

/** Names that existing prompts call. They are always callable, and listed only with the toolset compat. */
const resumeSession = defineTool({
  ...startSession,
  name: 'resume_session',
  title: 'Start or resume a session (older name)',
  isCompat: true,
  isEntry: false,
  description:
    'Alias of start_session for existing prompts; prefer start_session. ' +
    'It takes the same arguments and returns the same result: it starts or resumes a session and returns what earlier sessions left. ' +
    'Each call may start or reactivate a session. ' +
    'It fails if the named session is unknown, closed_without_successor, or of another project or kind.',
});

const getClaudmasterSessionState = defineTool({
  ...getSessionState,
  name: 'get_claudmaster_session_state',
  title: 'Read the state of one session (older name)',
  isCompat: true,
  description:
    'Alias of get_session_state for existing prompts; prefer get_session_state. ' +
    'It takes the same arguments and returns the same result: where one session of work or play stands. ' +
    'Writes nothing. It fails if the id is unknown or ambiguous, or if none is given and no session is current.',
});

const getSessionSummary = defineTool({
  ...getSessionState,
  name: 'get_session_summary',
  title: 'Read the state of one session, with a snapshot (older name)',
  isCompat: true,
  description:
    'Alias of get_session_state for existing prompts; prefer get_session_state. ' +
    'It takes the same arguments and returns the same result with one more field, snapshot: the checkpoint, focus, decisions, open loops and constraints that the session left. ' +
    'get_session_state returns these as records with detail_level full. ' +
    'Writes nothing. It fails if the id is unknown or ambiguous, or if none is given and no session is current.',
  output: () =>
    getSessionState.output().extend({
      snapshot: z.looseObject({}).describe('What the session left, as texts.'),
    }),
  handle: async ({ services, caller }, input) => {
    const { state } = await services.getSessionState(caller, { ...input, with_snapshot: true });
    return reply({ ...state });
  },
});

export const OLDER_NAMES: readonly Tool[] = [resumeSession, getClaudmasterSessionState, getSessionSummary];

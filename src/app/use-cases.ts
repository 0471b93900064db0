/** What is done with sessions, projects and what they left; loaded with the first of it. */
export { addSessionNote, readNote } from './add-session-note.ts';
export { bootReport } from './boot-report.ts';
export { closeSession } from './close-session.ts';
export { deleteMemory } from './delete-memory.ts';
export { endSession } from './end-session.ts';
export { getSessionState } from './get-session-state.ts';
export { getSessions } from './get-sessions.ts';
export { ownIdentity } from './identity.ts';
export { listMemories } from './list-memories.ts';
export { listSessionSummaries } from './list-session-summaries.ts';
export { findProject, listProjects, renameProject } from './projects.ts';
export { readHandoff } from './read-handoff.ts';
export { listReceipts } from './receipts.ts';
export { startSession } from './start-session.ts';
export { storeMemory } from './store-memory.ts';
export { updateMemory } from './update-memory.ts';
export { workspaceStatus } from './workspace-status.ts';

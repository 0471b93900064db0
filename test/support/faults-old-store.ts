import { openStore, rowsOf } from './faults-store.ts';

export const OLD_SUMMARY = 'written before the migration';

/** A store of the first version with a project, a session and a note in it. */
export async function makeOldStore(store: string): Promise<void> {
  await openStore(store, 1).close();
  const at = '2026-01-02T03:04:05.678Z';
  rowsOf(
    store,
    `INSERT INTO projects VALUES ('local', 'prj_old', 'name:old', 'old', 'old', 'work', NULL, '', '${at}', 1)`,
  );
  rowsOf(
    store,
    `INSERT INTO sessions (workspace, id, project_id, kind, status, started_at, heard_at, active_ms, has_hooks,
       is_implicit, turn_count, history_chars, handoff_derived, handoff_reopened, version)
     VALUES ('local', 'ses_old', 'prj_old', 'work', 'paused', '${at}', '${at}', 0, 0, 0, 1, 0, 0, 0, 1)`,
  );
  const body = JSON.stringify({
    events: [],
    charactersPresent: [],
    npcsEncountered: [],
    questUpdates: {},
    combatEncounters: [],
    experienceGained: null,
    treasureFound: [],
    notes: null,
  });
  rowsOf(
    store,
    `INSERT INTO notes (workspace, id, session_id, project_id, summary, body, visibility, created_at, updated_at, version)
     VALUES ('local', 'not_old', 'ses_old', 'prj_old', '${OLD_SUMMARY}', '${body}', 'public', '${at}', '${at}', 1)`,
  );
}

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Conversation } from './hook.ts';

/** Of a process that has ended. */
export const deadPid = () => spawnSync(process.execPath, ['-e', '0']).pid;

const LAST_WORDS = 'The reader releases its lock now; the load test still fails.';

/** A session that leaves something done and something undone. */
export const work = (talk: Conversation, project: string) =>
  talk
    .asks('Make the reader release its lock, and test it')
    .does('TodoWrite', {
      todos: [
        { content: 'Release the lock', status: 'completed' },
        { content: 'Test the release under load', status: 'in_progress' },
      ],
    })
    .does('Write', { file_path: join(project, 'src/reader.ts'), content: 'x' })
    .does('Bash', { command: 'npm test' }, 'Exit code 1\n 1 failed, 4 passed', true)
    .says(LAST_WORDS);

/** What the client reports when the turn of `work` ends. */
export const LAST = { last_assistant_message: LAST_WORDS };

export interface ListedSession {
  readonly session_id: string;
  readonly status: string;
  readonly turn_count: number;
  readonly client_session_id: string;
  readonly predecessor_id: string | null;
}

/** The session of a conversation, in what `session list --json` prints. */
export function sessionIn(printed: string, clientSessionId: string): ListedSession {
  const { sessions } = JSON.parse(printed) as { readonly sessions: readonly ListedSession[] };
  const found = sessions.find((session) => session.client_session_id === clientSessionId);
  if (found === undefined) throw new Error(`no session of ${clientSessionId}`);
  return found;
}

import { runProgram } from '../../support/run-program.ts';
import type { Sandbox } from './client-sandbox.ts';

export interface StoredSession {
  readonly session_id: string;
  readonly status: string;
  readonly client_session_id: string | null;
  readonly predecessor_id: string | null;
  readonly turn_count: number;
}

export interface Receipt {
  readonly session_id: string;
  readonly door: string;
  readonly client_session_id: string | null;
}

async function listed<Item>({ store, project }: Sandbox, key: string, ...args: string[]): Promise<Item[]> {
  const ran = await runProgram([...args, '--json'], { home: store, project });
  if (ran.exitCode !== 0) throw new Error(ran.stderr);
  return (JSON.parse(ran.stdout) as Record<string, Item[]>)[key] ?? [];
}

/** The sessions of the sandbox's project, oldest first. */
export const listSessions = async (sandbox: Sandbox): Promise<readonly StoredSession[]> =>
  (await listed<StoredSession>(sandbox, 'sessions', 'session', 'list')).reverse();

/** What was sent to whom, oldest first. */
export const listReceipts = async (sandbox: Sandbox): Promise<readonly Receipt[]> =>
  (await listed<Receipt>(sandbox, 'receipts', 'receipts')).reverse();

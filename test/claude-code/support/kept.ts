import { runProgram } from '../../support/run-program.ts';
import type { Desk } from './desk.ts';

export interface KeptSession {
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

async function listed<Item>({ store, project }: Desk, key: string, ...args: string[]): Promise<Item[]> {
  const ran = await runProgram([...args, '--json'], { home: store, project });
  if (ran.exitCode !== 0) throw new Error(ran.stderr);
  return (JSON.parse(ran.stdout) as Record<string, Item[]>)[key] ?? [];
}

/** The sessions of the desk's project, oldest first. */
export const keptSessions = async (desk: Desk): Promise<readonly KeptSession[]> =>
  (await listed<KeptSession>(desk, 'sessions', 'session', 'list')).reverse();

/** What was sent to whom, oldest first. */
export const keptReceipts = async (desk: Desk): Promise<readonly Receipt[]> =>
  (await listed<Receipt>(desk, 'receipts', 'receipts')).reverse();

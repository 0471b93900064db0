import type { Receipt } from '../domain/orientation/receipt.ts';
import { locateKnownProject } from './locate-project.ts';
import { getSession } from './locate-writer.ts';
import type { Caller, World } from './world.ts';

export const receiptView = (receipt: Receipt) => ({
  id: receipt.id,
  at: receipt.at,
  project: receipt.projectId,
  session_id: receipt.sessionId,
  door: receipt.door,
  client: receipt.client,
  client_session_id: receipt.clientSessionId,
  chars: receipt.chars,
  budget_chars: receipt.budget,
  score: receipt.score,
  gap_count: receipt.gapCount,
  sections: receipt.sections.map(({ name, total, shown, shortened, leftOut }) => ({
    name,
    total,
    whole: shown - shortened,
    shortened,
    left_out: leftOut,
  })),
});

export type ReceiptView = ReturnType<typeof receiptView>;

export interface ListReceiptsInput {
  readonly session_id?: string | undefined;
  readonly project?: string | undefined;
  readonly limit: number;
}

/** What was sent to whom, newest first. That it was sent, never that it was read. */
export async function listReceipts(
  world: World,
  caller: Caller,
  { session_id, project, limit }: ListReceiptsInput,
): Promise<readonly ReceiptView[]> {
  const { receipts } = world.store;
  if (session_id !== undefined) {
    const { id } = await getSession(world, session_id);
    return (await receipts.listOfSession(id, limit)).map(receiptView);
  }
  const located = await locateKnownProject(world, caller, project);
  return (await receipts.listOfProject(located.project.id, limit)).map(receiptView);
}

import { locateKnownProject } from './locate-project.ts';
import { getSession } from './locate-writer.ts';
import { type ReceiptView, receiptView } from './views/receipt-view.ts';
import type { Caller, World } from './world.ts';

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

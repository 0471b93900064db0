import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { locateKnownProject } from './locate-project.ts';
import { getSession } from './locate-writer.ts';
import { type ReceiptView, receiptView } from './views/receipt-view.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export interface ListReceiptsInput {
  readonly session_id?: string | undefined;
  readonly project?: string | undefined;
  readonly limit: number;
}

/** What was sent to whom, newest first. That it was sent, never that it was read. */
export async function listReceipts(
  deps: Needs,
  caller: Caller,
  { session_id, project, limit }: ListReceiptsInput,
): Promise<readonly ReceiptView[]> {
  const { receipts } = deps.store;
  if (session_id !== undefined) {
    const { id } = await getSession(deps, session_id);
    return (await receipts.listOfSession(id, limit)).map(receiptView);
  }
  const located = await locateKnownProject(deps, caller, project);
  return (await receipts.listOfProject(located.project.id, limit)).map(receiptView);
}

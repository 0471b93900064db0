import type { Orientation } from '../domain/orientation/orientation.ts';
import type { TimeContext } from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import type { Deps, ProjectDeps } from './deps.ts';
import { locateKnownProject } from './locate-project.ts';
import { getSession } from './locate-session.ts';
import { type ReceiptView, receiptView } from './views/entity-views.ts';

interface Delivered {
  readonly projectId: string;
  readonly sessionId: string | null;
  readonly budget: number;
  readonly orientation: Orientation;
}

/** Stores a receipt and returns its id; null if the store cannot be written, because the report matters more. */
export async function storeReceipt(
  deps: Pick<Deps, 'ids' | 'settings' | 'store'>,
  caller: Caller,
  { projectId, sessionId, budget, orientation }: Delivered,
  { now }: TimeContext,
): Promise<string | null> {
  if (!deps.settings.storesReceipts) return null;
  const { report, score, gaps, sections } = orientation;
  const receipt = {
    id: deps.ids.newReceiptId(),
    projectId,
    sessionId,
    surface: caller.surface,
    client: caller.client,
    clientSessionId: caller.clientSessionId,
    at: now,
    chars: report.length,
    budget,
    score,
    gapCount: gaps.length,
    sections: sections.filter(({ total }) => total > 0),
  };
  try {
    await deps.store.ledger.commit([{ kind: 'receipt', receipt }], { relaxedDurability: true });
    return receipt.id;
  } catch {
    // Busy, full or read-only: what was asked for is the report.
    return null;
  }
}

interface ListReceiptsInput {
  readonly session_id?: string | undefined;
  readonly project?: string | undefined;
  readonly limit: number;
}

export async function listReceipts(
  deps: ProjectDeps,
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

import type { Orientation } from '../domain/orientation/orientation.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';

export interface Delivered {
  readonly projectId: string;
  readonly sessionId: string | null;
  readonly budget: number;
  readonly orientation: Orientation;
}

/**
 * Notes what was sent, and answers the id of the note. The report is worth more than its receipt: a store that cannot
 * take one at once gets none.
 */
export async function keepReceipt(
  deps: Pick<Deps, 'ids' | 'settings' | 'store'>,
  caller: Caller,
  { projectId, sessionId, budget, orientation }: Delivered,
  { now }: Moment,
): Promise<string | null> {
  if (!deps.settings.keepsReceipts) return null;
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

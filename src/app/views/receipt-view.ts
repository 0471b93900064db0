import type { Receipt } from '../../domain/orientation/receipt.ts';

export const receiptView = (receipt: Receipt) => ({
  id: receipt.id,
  at: receipt.at,
  project: receipt.projectId,
  session_id: receipt.sessionId,
  door: receipt.surface,
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

import { cursorInvalid } from '../../domain/cursor-invalid.ts';
import type { Session } from '../../domain/session/session.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { jsonSize, takeFitting } from '../../lib/take-fitting.ts';
import type { World } from '../world.ts';

export interface HistoryPage {
  /** Oldest first. */
  readonly turns: readonly { turn: number; at: string; who: string | null; what: string }[];
  readonly next_cursor: string | null;
  readonly remaining: number;
}

const MAX_CHARS = 14_000;

function turnIn(cursor: string): number {
  const turn = decodeCursor(cursor, 1)?.[0];
  if (typeof turn !== 'number') throw cursorInvalid();
  return turn;
}

/** The last turns before the cursor; fewer than asked for rather than more than a result may hold. */
export async function historyPage(
  world: World,
  session: Session,
  limit: number,
  cursor: string | null,
): Promise<HistoryPage> {
  const before = cursor === null ? null : turnIn(cursor);
  if (limit === 0) return { turns: [], next_cursor: null, remaining: session.turnCount };
  const found = await world.store.sessions.listTurns(session.id, limit, before);
  const turns = found.map(({ number, at, who, what }) => ({ turn: number, at, who, what }));
  const shown = takeFitting(turns.toReversed(), MAX_CHARS, jsonSize).toReversed();
  const oldest = shown[0]?.turn ?? 1;
  return { turns: shown, next_cursor: oldest > 1 ? encodeCursor(oldest) : null, remaining: oldest - 1 };
}

import { isOnLine, lineTo, type Stretch } from '../../domain/campaign/lineage.ts';
import { cursorInvalid } from '../../domain/cursor-invalid.ts';
import type { Session } from '../../domain/session/session.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { jsonSize, takeFitting } from '../../lib/take-fitting.ts';
import type { Deps } from '../deps.ts';
import type { ListedTurn } from '../ports/readers.ts';

export interface HistoryTurn {
  /** In a game, that of the campaign. */
  readonly turn: number;
  readonly at: string;
  readonly who: string | null;
  readonly what: string;
  /** Taken back: no longer on the line being played. */
  readonly is_rewound?: boolean;
}

export interface HistoryPage {
  /** Oldest first. */
  readonly turns: readonly HistoryTurn[];
  readonly next_cursor: string | null;
  readonly remaining: number;
}

const MAX_CHARS = 14_000;

function turnIn(cursor: string): number {
  const turn = decodeCursor(cursor, 1)?.[0];
  if (typeof turn !== 'number') throw cursorInvalid();
  return turn;
}

/** The line being played, where turns were played in a game. */
async function lineFor(
  { store }: Pick<Deps, 'store'>,
  { projectId }: Session,
  turns: readonly ListedTurn[],
): Promise<readonly Stretch[]> {
  if (turns.every(({ played }) => played === undefined)) return [];
  const campaign = await store.campaigns.find(projectId);
  if (campaign === undefined) return [];
  return lineTo(await store.campaigns.listBranches(projectId), campaign.branchId, campaign.turn);
}

const shown = ({ number, at, who, what, played }: ListedTurn, line: readonly Stretch[]): HistoryTurn => ({
  turn: played?.turn ?? number,
  at,
  who,
  what,
  ...(played === undefined || isOnLine(line, played) ? {} : { is_rewound: true }),
});

/** The last turns before the cursor; fewer than asked for rather than more than a result may hold. */
export async function historyPage(
  deps: Pick<Deps, 'store'>,
  session: Session,
  limit: number,
  cursor: string | null,
): Promise<HistoryPage> {
  const before = cursor === null ? null : turnIn(cursor);
  if (limit === 0) return { turns: [], next_cursor: null, remaining: session.turnCount };
  const found = await deps.store.sessions.listTurns(session.id, limit, before);
  const line = await lineFor(deps, session, found);
  const turns = found.map((one) => ({ number: one.number, view: shown(one, line) }));
  const fitting = takeFitting(turns.toReversed(), MAX_CHARS, ({ view }) => jsonSize(view)).toReversed();
  const oldest = fitting[0]?.number ?? 1;
  return {
    turns: fitting.map(({ view }) => view),
    next_cursor: oldest > 1 ? encodeCursor(oldest) : null,
    remaining: oldest - 1,
  };
}

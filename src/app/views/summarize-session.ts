import { type Counts, renderCounts } from '../../domain/handoff/handoff.ts';
import { countOf, nameOf, onOneLine } from '../../domain/orientation/wording.ts';
import type { RecordType } from '../../domain/record/record.ts';
import type { Session } from '../../domain/session/session.ts';
import type { StoreDeps } from '../deps.ts';

export interface LeftWork {
  readonly checkpoint: string | null;
  readonly counts: Counts;
}

const NOTHING: LeftWork = { checkpoint: null, counts: {} };
const MAX_CHECKPOINTS = 200;

type CountRow = { readonly type: RecordType; readonly count: number };

export function countsOf(rows: readonly CountRow[]): Counts {
  const counts: Partial<Record<RecordType, number>> = {};
  for (const { type, count } of rows) counts[type] = (counts[type] ?? 0) + count;
  return counts;
}

export async function lastCheckpoint({ store }: StoreDeps, sessionId: string): Promise<string | null> {
  const filter = { sessionId, types: ['checkpoint' as const] };
  const { items } = await store.records.list(filter, MAX_CHECKPOINTS, null);
  return items.at(-1)?.content ?? null;
}

export async function readLeftWork(deps: StoreDeps, session: Session): Promise<LeftWork> {
  // Nothing was written in a session that has just begun.
  if (session.version === 1) return NOTHING;
  const [checkpoint, rows] = await Promise.all([
    lastCheckpoint(deps, session.id),
    deps.store.records.countBySession([session.id]),
  ]);
  return { checkpoint, counts: countsOf(rows) };
}

const SENTENCE_END = /[.!?\u2026](?=\s)|[\u3002\uff01\uff1f]/u;
const MAX_LINE = 200;
const MAX_READ = 2_000;

function firstSentence(text: string): string {
  const line = onOneLine(text.slice(0, MAX_READ).toWellFormed());
  const end = SENTENCE_END.exec(line);
  return nameOf(end === null ? line : line.slice(0, end.index + 1), MAX_LINE);
}

export function summarizeSession(
  { title, turnCount }: Pick<Session, 'title' | 'turnCount'>,
  { checkpoint, counts }: LeftWork,
  minutes: number,
): string {
  return [
    title === null ? '' : nameOf(title, MAX_LINE),
    checkpoint === null ? '' : firstSentence(checkpoint),
    renderCounts(counts),
    `${countOf(turnCount, 'turn')}, ${minutes} min`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

import {
  type CampaignFile,
  type EventRow,
  FILE_VERSION,
  type FIRST_FILE_VERSION,
} from '../../domain/campaign/export/campaign-file.ts';
import type { SessionRow } from '../../domain/campaign/export/sitting-rows.ts';
import { type Instant, laterOf } from '../../domain/instant.ts';

/** The first version knew of sittings by their ids only. */
export interface FirstCampaignFile
  extends Omit<CampaignFile, 'format_version' | 'events' | 'sessions' | 'notes'> {
  readonly format_version: typeof FIRST_FILE_VERSION;
  readonly events: readonly Omit<EventRow, 'context'>[];
}

interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

const madeUp = (id: string, index: number, { from, to }: Span): SessionRow => ({
  id,
  number: index + 1,
  title: null,
  agent: null,
  status: 'ended',
  started_at: from,
  heard_at: to,
  paused_at: null,
  ended_at: to,
  closed_at: null,
  // How much of the time between was played is not known.
  active_ms: 0,
  predecessor_id: null,
  successor_id: null,
  closing: null,
  handoff: null,
});

/** Each sitting is made up from what was told in it: from the first of it to the last. */
export function upgradeFile(file: FirstCampaignFile): CampaignFile {
  const spans = new Map<string, Span>();
  for (const { session_id: id, at } of file.events) {
    if (id === null) continue;
    const { from, to } = spans.get(id) ?? { from: at, to: at };
    spans.set(id, { from, to: laterOf(to, at) });
  }
  return {
    ...file,
    format_version: FILE_VERSION,
    events: file.events.map((event) => ({ ...event, context: null })),
    sessions: [...spans].map(([id, span], index) => madeUp(id, index, span)),
    notes: [],
  };
}

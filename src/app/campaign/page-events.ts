import type { CampaignEvent } from '../../domain/campaign/event.ts';
import { cursorInvalid } from '../../domain/cursor-invalid.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { jsonSize, takeFitting } from '../../lib/take-fitting.ts';
import type { Deps } from '../deps.ts';
import type { EventFilter, EventKey } from '../ports/campaign-reader.ts';

const MAX_CHARS = 18_000;
const BATCH = 500;

export interface EventsWanted<View> {
  readonly filter: EventFilter;
  /** undefined for what is not meant. */
  readonly view: (event: CampaignEvent) => View | undefined;
  /** The filter alone tells what is meant: the store counts, and nothing beyond the page is read. */
  readonly isFilterAll: boolean;
  readonly limit: number;
  readonly cursor: string | undefined;
}

interface Found<View> {
  readonly key: EventKey;
  readonly view: View;
}

function keyIn(cursor: string): EventKey {
  const [turn, seq] = decodeCursor(cursor, 2) ?? [];
  if (typeof turn !== 'number' || typeof seq !== 'number') throw cursorInvalid();
  return { turn, seq };
}

async function listFound<View>(
  deps: Pick<Deps, 'store'>,
  campaignId: string,
  { filter, view }: EventsWanted<View>,
  limit: number,
  before: EventKey | null,
): Promise<readonly { readonly key: EventKey; readonly view: View | undefined }[]> {
  const rows = await deps.store.campaigns.listEvents(campaignId, filter, limit, before);
  return rows.map(({ seq, event }) => ({ key: { turn: event.turn, seq }, view: view(event) }));
}

const isSome = <View>(one: { key: EventKey; view: View | undefined }): one is Found<View> =>
  one.view !== undefined;

async function readPage<View>(deps: Pick<Deps, 'store'>, campaignId: string, wanted: EventsWanted<View>) {
  const { filter, limit, cursor } = wanted;
  const before = cursor === undefined ? null : keyIn(cursor);
  const found = (await listFound(deps, campaignId, wanted, limit, before)).filter(isSome);
  const count =
    found.length < limit ? found.length : await deps.store.campaigns.countEvents(campaignId, filter, before);
  return { found, count };
}

/** What only the words of an event tell is found by reading all of them. */
async function readAll<View>(deps: Pick<Deps, 'store'>, campaignId: string, wanted: EventsWanted<View>) {
  const found: Found<View>[] = [];
  let count = 0;
  for (let before = wanted.cursor === undefined ? null : keyIn(wanted.cursor); ; ) {
    const batch = await listFound(deps, campaignId, wanted, BATCH, before);
    const meant = batch.filter(isSome);
    count += meant.length;
    found.push(...meant.slice(0, wanted.limit - found.length));
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return { found, count };
    before = last.key;
  }
}

/** A page of events, newest first, and how many there are beyond it. One that is larger than a page is alone on it. */
export async function pageEvents<View>(
  deps: Pick<Deps, 'store'>,
  campaignId: string,
  wanted: EventsWanted<View>,
) {
  const { found, count } = await (wanted.isFilterAll ? readPage : readAll)(deps, campaignId, wanted);
  const page = takeFitting(found, MAX_CHARS, ({ view }) => jsonSize(view));
  const remaining = count - page.length;
  const last = page.at(-1)?.key;
  return {
    events: page.map(({ view }) => view),
    remaining,
    next_cursor: remaining > 0 && last !== undefined ? encodeCursor(last.turn, last.seq) : null,
  };
}

import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { CampaignEvent } from '../../domain/campaign/event.ts';
import { conflict } from '../../domain/error.ts';
import { canonicalJson, type Digest, digestOf } from '../../domain/id.ts';
import type { KeyedCallName } from '../../domain/record/sources.ts';
import { checkText } from '../../domain/text.ts';
import type { Deps } from '../deps.ts';
import { getSession } from '../locate-writer.ts';
import type { CampaignChange } from '../ports/ledger.ts';
import type { CampaignTarget } from './load-campaign.ts';

const MAX_KEY = 500;

/** A call with a retry key: in its campaign, a call with the same key returns the first result. */
export interface KeyedCall {
  readonly key: Digest;
  /** Of what it asks for, whichever way campaign and session are named. */
  readonly digest: Digest;
}

interface Keyable extends CampaignTarget {
  readonly idempotency_key?: string | undefined;
  readonly expected_version?: number | undefined;
}

/** `content` is the call without its secrets; the key is kept as a digest only, as it came. */
export function keyedCall(tool: KeyedCallName, given: Keyable, content: Keyable): KeyedCall | null {
  const { idempotency_key: key } = given;
  if (key === undefined) return null;
  checkText('idempotency_key', key, { max: MAX_KEY });
  const { idempotency_key: _, session_id: __, campaign: ___, expected_version: ____, ...asked } = content;
  return { key: digestOf(key), digest: digestOf(canonicalJson({ tool, asked })) };
}

export interface Kept<Answer> {
  readonly event: CampaignEvent;
  readonly answer: Answer;
}

/** What stands for a kept answer that is damaged in the store. */
const UNKNOWN_ANSWER = { unchanged: [], isBeginning: false, resumedFrom: null };

/** What the same call was answered before. */
export async function findKept<Answer>(
  deps: Pick<Deps, 'store'>,
  call: KeyedCall | null,
  { id, version }: Campaign,
  sessionId: string | undefined,
): Promise<Kept<Answer> | undefined> {
  const kept = call === null ? undefined : await deps.store.campaigns.findKeyed(id, call.key);
  if (kept === undefined) return undefined;
  const session = sessionId === undefined ? undefined : await getSession(deps, sessionId);
  if (kept.digest === call?.digest && (session === undefined || session.id === kept.event.sessionId))
    return { event: kept.event, answer: (kept.answer ?? { ...UNKNOWN_ANSWER, version }) as Answer };
  throw conflict(
    'idempotency_key_reused',
    'This `idempotency_key` was used for another call in this campaign.',
    'Pass a new `idempotency_key` for each turn or event. Nothing was written.',
    { fields: [{ field: 'idempotency_key', problem: 'stands for another call' }] },
  );
}

/** What is kept of an answer besides its event. */
export const keptWith = (call: KeyedCall | null, answer: unknown): Pick<CampaignChange, 'keyed'> =>
  call === null ? {} : { keyed: { ...call, answer } };

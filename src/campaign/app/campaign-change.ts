import type { Deps, StoreDeps } from '../../app/deps.ts';
import { getSession } from '../../app/locate-session.ts';
import { type RedactionCounts, redactContent } from '../../app/redact-content.ts';
import { checkText } from '../../domain/check-text.ts';
import { conflict } from '../../domain/error.ts';
import { canonicalJson, type Digest, digestOf } from '../../domain/id.ts';
import { nextStep } from '../../domain/next-step.ts';
import type { KeyedCallName } from '../../domain/record/sources.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { CampaignEvent } from '../domain/event.ts';
import type { CampaignChange } from '../ports/campaign-store.ts';
import type { CampaignTarget } from './load-campaign.ts';

export function checkVersion({ id, version, turn }: Campaign, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  throw conflict(
    'campaign_changed',
    `The campaign is at version ${version} (turn ${turn}), ${expected > version ? `and was never at ${expected} yet` : `not ${expected}: somebody else played on`}.`,
    `Read the campaign again, then pass \`expected_version\` ${version}. Nothing was written.`,
    {
      fields: [{ field: 'expected_version', problem: `is not ${version}` }],
      allowed: [String(version)],
      next: [nextStep('campaign.show', { campaign: id })],
    },
  );
}

export const campaignChange = (
  before: Campaign,
  after: Omit<Campaign, 'version'>,
  parts: Pick<CampaignChange, 'event'> & Partial<CampaignChange>,
): CampaignChange => ({
  branches: [],
  entities: [],
  removedEntityIds: [],
  patches: [],
  events: [],
  ...parts,
  kind: 'campaign',
  campaign: { ...after, version: before.version + 1 },
  expectedVersion: before.version,
});

const MAX_KEY = 500;

export interface KeyedCall {
  readonly key: Digest;
  /** Of the arguments, without those that name the campaign and the session. */
  readonly digest: Digest;
}

interface Keyable extends CampaignTarget {
  readonly idempotency_key?: string | undefined;
  readonly expected_version?: number | undefined;
}

/** `content` is the redacted call. Only a digest of the key is stored. */
export function keyedCall(tool: KeyedCallName, given: Keyable, content: Keyable): KeyedCall | null {
  const { idempotency_key: key } = given;
  if (key === undefined) return null;
  checkText('idempotency_key', key, { max: MAX_KEY });
  const { idempotency_key: _, session_id: __, campaign: ___, expected_version: ____, ...asked } = content;
  return { key: digestOf(key), digest: digestOf(canonicalJson({ tool, asked })) };
}

export interface KeyedResult<Answer> {
  readonly event: CampaignEvent;
  readonly answer: Answer;
}

const UNKNOWN_ANSWER = { unchanged: [], isBeginning: false, resumedFrom: null };

export async function findKeyedResult<Answer>(
  deps: StoreDeps,
  call: KeyedCall | null,
  { id, version }: Campaign,
  sessionId: string | undefined,
): Promise<KeyedResult<Answer> | undefined> {
  const kept = call === null ? undefined : await deps.store.campaigns.findKeyed(id, call.key);
  if (kept === undefined) return undefined;
  const session = sessionId === undefined ? undefined : await getSession(deps, sessionId);
  if (kept.digest === call?.digest && (session === undefined || session.id === kept.event.sessionId))
    return { event: kept.event, answer: (kept.answer ?? { ...UNKNOWN_ANSWER, version }) as Answer };
  throw conflict(
    'idempotency_key_reused',
    'This `idempotency_key` was used for another call in this campaign.',
    'Pass a new `idempotency_key` for each turn or event. Nothing was written.',
    { fields: [{ field: 'idempotency_key', problem: 'was used for another call' }] },
  );
}

export const keyedAnswer = (call: KeyedCall | null, answer: unknown): Pick<CampaignChange, 'keyed'> =>
  call === null ? {} : { keyed: { ...call, answer } };

type MapText = (text: string, field: string) => string;

/** Two keys may be equal after redaction; both are kept. */
function freeKey(key: string, taken: ReadonlyMap<string, unknown>): string {
  let free = key;
  for (let count = 2; taken.has(free); count += 1) free = `${key} (${count})`;
  return free;
}

/** Maps every text in a value, with its path. Keys are texts too, because people name flags, coins and rules. */
function mapDeep<Value>(value: Value, map: MapText, field: string): Value {
  if (typeof value === 'string') return map(value, field) as Value;
  if (Array.isArray(value))
    return value.map((one, index) => mapDeep(one, map, `${field}[${index}]`)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const mapped = new Map<string, unknown>();
  for (const [key, one] of Object.entries(value)) {
    const path = field === '' ? key : `${field}.${key}`;
    const clean = map(key, field === '' ? 'a name' : `a name in ${field}`);
    mapped.set(freeKey(clean, mapped), mapDeep(one, map, path));
  }
  return Object.fromEntries(mapped) as Value;
}

interface Clean<Value> {
  readonly content: Value;
  readonly found: RedactionCounts;
}

/** Redacts every text, without a limit on its length. */
export const redactDeep = <Value>(deps: Pick<Deps, 'redactor'>, value: Value): Promise<Clean<Value>> =>
  redactContent(deps.redactor, value, (content, map) => mapDeep(content, map, ''));

export async function cleanInput<Value>(deps: Pick<Deps, 'redactor'>, value: Value): Promise<Clean<Value>> {
  mapDeep(value, (text, field) => checkText(field, text, { min: 0 }), '');
  return redactDeep(deps, value);
}

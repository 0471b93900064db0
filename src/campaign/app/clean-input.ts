import type { Deps } from '../../app/deps.ts';
import { type RedactionCounts, redactContent } from '../../app/redact-content.ts';
import { checkText } from '../../domain/check-text.ts';

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

import { checkText } from '../../domain/text.ts';
import type { Deps } from '../deps.ts';
import { type Found, redactContent } from '../redact-content.ts';

type MapText = (text: string, field: string) => string;

/** Two keys may read alike once their secrets are out; both stay. */
function freeKey(key: string, taken: ReadonlyMap<string, unknown>): string {
  let free = key;
  for (let count = 2; taken.has(free); count += 1) free = `${key} (${count})`;
  return free;
}

/** Every text in a value, however deep, with the path to it: people name flags, coins and rules, so keys are texts too. */
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
  readonly found: Found;
}

/** Takes the secrets out of every text, however long it has grown. */
export const redactDeep = <Value>(deps: Pick<Deps, 'redactor'>, value: Value): Promise<Clean<Value>> =>
  redactContent(deps.redactor, value, (content, map) => mapDeep(content, map, ''));

/** Checks every text of a call and takes the secrets out of it, before anything is decided. */
export async function cleanDeep<Value>(deps: Pick<Deps, 'redactor'>, value: Value): Promise<Clean<Value>> {
  mapDeep(value, (text, field) => checkText(field, text, { min: 0 }), '');
  return redactDeep(deps, value);
}

import { conflict, invalid } from '../domain/error.ts';
import {
  ID_NOUNS,
  idShortener,
  idTypeOf,
  isIdPrefix,
  MIN_PREFIX,
  type NamedIdType,
  prefixLength,
  shownIdLength,
} from '../domain/short-id.ts';
import { createPause } from '../lib/concurrency.ts';
import type { Store } from './ports/store.ts';

type Fields = Readonly<Record<string, unknown>>;
type Complete = (given: string, field: string) => string;

/** Arguments that take ids. */
export const ID_FIELDS = [
  'session_id',
  'predecessor_id',
  'id',
  'ids',
  'note_id',
  'handoff_id',
  'supersedes',
  'project',
  'campaign',
  'campaign_name',
] as const;

const MAX_CANDIDATES = 5;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const mapValue = (value: unknown, field: string, complete: Complete): unknown => {
  if (typeof value === 'string') return complete(value, field);
  return Array.isArray(value) ? value.map((item) => mapValue(item, field, complete)) : value;
};

function mapFields(input: Fields, complete: Complete, within = ''): Fields {
  const given = ID_FIELDS.filter((field) => input[field] !== undefined && input[field] !== null);
  if (given.length === 0) return input;
  return {
    ...input,
    ...Object.fromEntries(
      given.map((field) => [field, mapValue(input[field], `${within}${field}`, complete)]),
    ),
  };
}

/** A handoff names what it resolves by id or by exact text. */
const LOOPS_FIELD = 'resolved_loops';

function mapHandoff(content: Fields, complete: Complete): Fields {
  const { decisions, resolvedLoops } = content;
  return {
    ...content,
    ...(Array.isArray(decisions)
      ? { decisions: decisions.map((one: Fields) => mapFields(one, complete, 'decisions[].')) }
      : {}),
    resolvedLoops: mapValue(resolvedLoops, LOOPS_FIELD, complete),
  };
}

function mapIds(input: Fields, complete: Complete): Fields {
  const mapped = mapFields(input, complete);
  return isFields(input.content) ? { ...mapped, content: mapHandoff(input.content, complete) } : mapped;
}

const tooShort = (given: string, field: string, limit: number) =>
  invalid(
    'id_too_short',
    `${JSON.stringify(given)} is too short: at least ${limit} characters are required after ${idTypeOf(given)}_.`,
    'Pass more characters of the id; nothing was written.',
    { fields: [{ field, problem: 'is too short for an id', limit }] },
  );

async function ambiguous(store: Store, given: string, field: string, candidates: readonly string[]) {
  const type = idTypeOf<NamedIdType>(given);
  const nouns = type === 'ent' ? 'entities' : `${ID_NOUNS[type]}s`;
  return conflict(
    type === 'ses' ? 'session_ambiguous' : 'id_ambiguous',
    `Several ${nouns} have an id that begins with ${JSON.stringify(given)}.`,
    `Pass more characters of one of them as \`${field}\`; nothing was written.`,
    {
      fields: [{ field, problem: 'is the beginning of several ids' }],
      allowed: candidates.map(idShortener(await store.ids.measure(candidates))),
    },
  );
}

/** The whole id, or the given text where it is no beginning of one. */
async function findWhole(
  store: Store,
  given: string,
  field: string,
  candidates: readonly string[],
  min: number,
): Promise<string> {
  const [first = given, ...others] = candidates;
  if (candidates.includes(given)) return given;
  if (field === LOOPS_FIELD && (others.length > 0 || prefixLength(given) < min)) return given;
  if (first !== given && prefixLength(given) < min) throw tooShort(given, field, min);
  if (others.length > 0) throw await ambiguous(store, given, field, candidates);
  return first;
}

/** Each takes one id, which may be that of a client and look like the beginning of one of our own. */
const SESSION_FIELDS: readonly string[] = ['session_id', 'predecessor_id'];

async function idsOfClients(store: Store, given: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
  const asked = [...given].filter(
    ([text, field]) => SESSION_FIELDS.includes(field) && idTypeOf(text) === 'ses',
  );
  const found = await Promise.all(asked.map(([text]) => store.sessions.find(text)));
  return new Set(asked.flatMap(([text], at) => (found[at] === undefined ? [] : [text])));
}

/**
 * Replaces the beginning of an id with the whole id in every argument that takes one. The store finds only what the caller may
 * see. What cannot be undone takes at least as many characters as are shown.
 */
export async function completeIds<Input>(store: Store, input: Input, isDestroying = false): Promise<Input> {
  if (!isFields(input)) return input;
  const pause = createPause();
  const given = new Map<string, string>();
  mapIds(input, (text, field) => {
    if (isIdPrefix(text) && !given.has(text)) given.set(text, field);
    return text;
  });
  if (given.size === 0) return input;
  const [found, ofClients, measure] = await Promise.all([
    store.ids.listByPrefix([...given.keys()], MAX_CANDIDATES),
    idsOfClients(store, given),
    isDestroying ? store.ids.measure([]) : undefined,
    pause(),
  ]);
  const min = measure === undefined ? MIN_PREFIX : shownIdLength(measure);
  const whole = new Map<string, string>();
  for (const [text, field] of given) {
    const candidates = ofClients.has(text) ? [] : (found.get(text) ?? []);
    whole.set(text, await findWhole(store, text, field, candidates, min));
  }
  return mapIds(input, (text) => whole.get(text) ?? text) as Input;
}

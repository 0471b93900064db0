import type { Handoff, HandoffContent } from '../domain/handoff/handoff.ts';
import { type Digest, digestOf } from '../domain/id.ts';
import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import { loopKey } from '../domain/orientation/merge-duplicates.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import type { TimeContext } from '../domain/session/session.ts';
import { isIdPrefix } from '../domain/short-id.ts';
import { createPause, mapInSlices } from '../lib/concurrency.ts';
import { groupBy } from '../lib/lists.ts';
import type { StoreDeps } from './deps.ts';

type Loops = readonly ThroughlineRecord[];

/** The names of loops, each an id or an exact text, with the digest of that text. */
export type LoopNames = ReadonlyMap<string, Digest>;

/** Made once for a call, before its first read: reads that wait for digests would not travel together with the others. */
export const digestLoopNames = async (given: readonly string[]): Promise<LoopNames> =>
  new Map(await mapInSlices([...new Set(given)], (name): [string, Digest] => [name, digestOf(name)]));

/** The loops with these texts, in the project or global. */
async function findLoopsByText(
  { store }: StoreDeps,
  projectId: string,
  texts: LoopNames,
): Promise<ReadonlyMap<string, Loops>> {
  const pause = createPause();
  const digests = [...texts.values()];
  const [ofProject, global] = await Promise.all([
    store.records.listByDigest(projectId, 'open_loop', digests),
    store.records.listByDigest(null, 'open_loop', digests),
  ]);
  await pause();
  const byDigest = groupBy([...ofProject, ...global], ({ digest }) => digest);
  await pause();
  return new Map(
    await mapInSlices([...texts], ([text, digest]): [string, Loops] => [text, byDigest.get(digest) ?? []]),
  );
}

/** The loops by the ids or exact texts that name them, whatever became of them. All are read together, because a handoff may name thousands. */
async function findNamedLoops(
  deps: StoreDeps,
  projectId: string,
  names: LoopNames,
): Promise<ReadonlyMap<string, Loops>> {
  if (names.size === 0) return new Map();
  const [known, byText] = await Promise.all([
    deps.store.records.findAll([...names.keys()]),
    findLoopsByText(deps, projectId, names),
  ]);
  const pause = createPause();
  const byId = new Map(known.map((record) => [record.id, record]));
  const isLoopHere = (record: ThroughlineRecord) =>
    record.type === 'open_loop' && (record.projectId === projectId || record.projectId === null);
  const loops = new Map(byText);
  await pause();
  for (const [id, record] of byId) loops.set(id, isLoopHere(record) ? [record] : []);
  return loops;
}

/** The same; of several with one text, the open ones count. */
export async function findLoops(
  deps: StoreDeps,
  projectId: string,
  names: LoopNames,
): Promise<ReadonlyMap<string, Loops>> {
  const choose = (found: Loops): Loops => {
    const open = found.filter(({ status }) => status === 'active');
    return open.length > 0 ? open : found;
  };
  const named = await findNamedLoops(deps, projectId, names);
  return new Map(await mapInSlices([...named], ([name, found]): [string, Loops] => [name, choose(found)]));
}

const MAX_NOTICES = 20;
const MAX_CANDIDATES = 5;
const MAX_QUOTED = 120;

export async function unknownLoopNotices(
  deps: StoreDeps,
  { projectId, resolvedLoopIds }: Pick<Handoff, 'projectId' | 'resolvedLoopIds'>,
  { openLoops, resolvedLoops: given }: Pick<HandoffContent, 'openLoops' | 'resolvedLoops'>,
  names: LoopNames,
): Promise<readonly Notice[]> {
  const listStartingWith = async (prefixes: readonly string[]) =>
    prefixes.length === 0 ? [] : deps.store.ids.listByPrefix(prefixes, MAX_CANDIDATES);
  // Whatever still looks like the beginning of an id is probably unknown.
  const likely = given.filter(isIdPrefix).slice(0, MAX_NOTICES);
  const [listed, found] = await Promise.all([
    listStartingWith(likely),
    findNamedLoops(deps, projectId, names),
  ]);
  const resolved = new Set(resolvedLoopIds);
  const isResolved = (name: string) => (found.get(name) ?? []).some(({ id }) => resolved.has(id));
  const verdicts = await mapInSlices(given, isResolved);
  const unknown = [...given.entries()].filter(([index]) => verdicts[index] !== true);
  const opened = new Set(openLoops);
  const shown = unknown.slice(0, MAX_NOTICES);
  const others = shown.map(([, name]) => name).filter((name) => isIdPrefix(name) && !likely.includes(name));
  const candidates = new Map([...listed, ...(await listStartingWith(others))]);
  const reasonFor = (name: string) => {
    if (opened.has(name)) return 'is also in `open_loops` of this handoff, so the loop stays open';
    const ids = candidates.get(name) ?? [];
    return ids.length > 1
      ? `is the beginning of several ids (${ids.join(', ')}); pass more characters of one of them`
      : 'is neither the id nor the exact text of a loop that was open in this project';
  };
  const rest = unknown.length - MAX_NOTICES;
  const list = nextStep('memory.list', { type: 'open_loop' });
  return [
    ...shown.map(([index, name]) =>
      notice(
        `\`resolved_loops[${index}]\` resolved nothing: ${JSON.stringify(name.slice(0, MAX_QUOTED).toWellFormed())} ${reasonFor(name)}. Everything else was stored.`,
        list,
      ),
    ),
    ...(rest > 0 ? [notice(`${rest} more items of \`resolved_loops\` resolved nothing.`, list)] : []),
  ];
}

const MAX_LOOPS = 500;
const MAX_CHARS = 10_000;

export const listOpenLoops = async ({ store }: StoreDeps, projectId: string, { now }: TimeContext) =>
  (await store.records.listLive(projectId, 'open_loop', MAX_LOOPS, MAX_CHARS, now)).items;

/** Those of the open loops of a project that have the same text. Reports show them as one, so they are resolved together. */
export async function findDuplicateLoops(
  deps: StoreDeps,
  loops: readonly ThroughlineRecord[],
  open: Awaited<ReturnType<typeof listOpenLoops>>,
): Promise<readonly ThroughlineRecord[]> {
  const projectId = loops.find((loop) => loop.projectId !== null)?.projectId ?? null;
  if (projectId === null) return [];
  const keys = new Set(await mapInSlices(loops, ({ content }) => loopKey(content)));
  const known = new Set(loops.map(({ id }) => id));
  const duplicates = open.filter(
    ({ id, text, length }) => !known.has(id) && text.length === length && keys.has(loopKey(text)),
  );
  if (duplicates.length === 0) return [];
  const found = await deps.store.records.findAll(duplicates.map(({ id }) => id));
  return found.filter((record) => record.projectId === projectId);
}

import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import type { SearchScope } from '../ports/search-index.ts';
import type { Store } from '../ports/store.ts';
import { isOffFolder, projectOff, projectOffForWriting } from './refuse-off.ts';
import { refuseOffChanges } from './refuse-off-changes.ts';

type Source = Pick<Deps, 'store' | 'readOff'>;

/** Ids of the projects that are switched off now. */
export async function listOffIds({ store, readOff }: Source): Promise<readonly string[]> {
  const anchors = readOff();
  return anchors.length === 0 ? [] : store.projects.listAnchoredAt(anchors);
}

/**
 * The store as a person may use it: everything can be read and deleted, but nothing is stored in a project that is
 * switched off, and nothing global from its folder.
 */
export function storeOfPerson(deps: Source & Pick<Deps, 'folders'>, caller: Caller): Store {
  const { store } = deps;
  const refused = async () => [...(await listOffIds(deps)), ...(isOffFolder(deps, caller) ? [null] : [])];
  return {
    ...store,
    ledger: {
      ...store.ledger,
      async commit(changes, options) {
        const isDeletion = changes.some(({ kind }) => kind === 'forget');
        if (!isDeletion) await refuseOffChanges(deps, await refused(), changes, projectOffForWriting);
        return store.ledger.commit(changes, options);
      },
    },
  };
}

/**
 * The store as an agent may use it. What belongs to a project that is switched off is refused where the call names it,
 * is left out where it would only be met, and is never written.
 */
export function storeWithoutOff(source: Source, named: ReadonlySet<string>): Store {
  const { store } = source;
  const { sessions, records, notes, handoffs, captures, campaigns, projects, search, vectors, ledger } =
    store;
  const offIds = () => listOffIds(source);

  async function seen<Item>(
    item: Item | undefined,
    projectId: string | null | undefined,
    ...keys: readonly string[]
  ): Promise<Item | undefined> {
    if (item === undefined || projectId === null || projectId === undefined) return item;
    if (!(await offIds()).includes(projectId)) return item;
    if (keys.some((key) => named.has(key))) throw projectOff();
    return undefined;
  }
  async function seenOf<Item extends { readonly id: string }>(
    items: readonly Item[],
    projectOf: (item: Item) => string | null,
  ): Promise<readonly Item[]> {
    const hidden = await offIds();
    const isOff = (item: Item) => hidden.includes(projectOf(item) ?? '');
    if (items.some((item) => isOff(item) && named.has(item.id))) throw projectOff();
    return items.filter((item) => !isOff(item));
  }
  const within = async <Filter extends object>(filter: Filter): Promise<Filter> => {
    const exceptProjectIds = await offIds();
    return exceptProjectIds.length === 0 ? filter : { ...filter, exceptProjectIds };
  };
  const scopedAll = async <Request extends { readonly scope: SearchScope }>(requests: readonly Request[]) => {
    const exceptProjectIds = await offIds();
    if (exceptProjectIds.length === 0) return requests;
    return requests.map((request) => ({ ...request, scope: { ...request.scope, exceptProjectIds } }));
  };

  return {
    ...store,
    ledger: {
      ...ledger,
      async commit(changes, options) {
        await refuseOffChanges(source, await listOffIds(source), changes, projectOff);
        return ledger.commit(changes, options);
      },
    },
    projects: {
      ...projects,
      list: async (limit) => projects.list(limit, await offIds()),
      listNames: async (limit) => projects.listNames(limit, await offIds()),
    },
    sessions: {
      ...sessions,
      async find(id) {
        const session = await sessions.find(id);
        return seen(session, session?.projectId, id, session?.id ?? id);
      },
      list: async (filter, ...rest) => sessions.list(await within(filter), ...rest),
    },
    records: {
      ...records,
      findAll: async (ids) => seenOf(await records.findAll(ids), ({ projectId }) => projectId),
      findAllAt: async (ids, at) => seenOf(await records.findAllAt(ids, at), ({ projectId }) => projectId),
      list: async (filter, ...rest) => records.list(await within(filter), ...rest),
    },
    notes: {
      ...notes,
      async find(id) {
        const note = await notes.find(id);
        return seen(note, note?.projectId, id);
      },
    },
    handoffs: {
      ...handoffs,
      async find(id) {
        const handoff = await handoffs.find(id);
        return seen(handoff, handoff?.projectId, id);
      },
      async findByIdempotencyKey(key) {
        // Only the caller's own key is ever looked up, whatever form it has by then.
        const handoff = await handoffs.findByIdempotencyKey(key);
        if (handoff !== undefined && (await offIds()).includes(handoff.projectId)) throw projectOff();
        return handoff;
      },
    },
    campaigns: {
      ...campaigns,
      find: async (projectId) => seen(await campaigns.find(projectId), projectId, projectId),
      list: async (limit) => campaigns.list(limit, await offIds()),
      async listCampaignNames() {
        const hidden = await offIds();
        return (await campaigns.listCampaignNames()).filter(({ id }) => !hidden.includes(id));
      },
      findEntities: async (ids) => seenOf(await campaigns.findEntities(ids), ({ campaignId }) => campaignId),
      findEvents: async (ids) => seenOf(await campaigns.findEvents(ids), ({ campaignId }) => campaignId),
    },
    captures: {
      ...captures,
      async find(id) {
        const capture = await captures.find(id);
        return seen(capture, capture?.projectId, id);
      },
      async readContent(id) {
        const capture = await captures.find(id);
        const isSeen = (await seen(capture, capture?.projectId, id)) !== undefined;
        return isSeen ? captures.readContent(id) : undefined;
      },
      list: async (filter, ...rest) => captures.list(await within(filter), ...rest),
      async listOfSessions(sessionIds, limit) {
        const hidden = await offIds();
        const found = await captures.listOfSessions(sessionIds, limit);
        return found.filter(({ projectId }) => !hidden.includes(projectId));
      },
      async findProcess(key) {
        const known = await captures.findProcess(key);
        const session = known === undefined ? undefined : await sessions.find(known.sessionId);
        return seen(known, session?.projectId);
      },
    },
    search: {
      ...search,
      find: async (requests) => search.find(await scopedAll(requests)),
      read: async (requests) => search.read(await scopedAll(requests)),
    },
    vectors: {
      ...vectors,
      nearest: async (query, model, scope, limit) =>
        vectors.nearest(query, model, await within(scope), limit),
      async listPending(limit, after, now) {
        const page = await vectors.listPending(limit, after, now);
        return { ...page, records: await seenOf(page.records, ({ projectId }) => projectId) };
      },
    },
  };
}

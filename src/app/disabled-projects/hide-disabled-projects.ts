import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import type { AffectedResources } from '../followers/affected-resources.ts';
import type { SearchScope } from '../ports/search-index.ts';
import type { Store } from '../ports/store.ts';
import {
  isDisabledFolder,
  projectDisabled,
  projectDisabledForWriting,
  refuseChangesToDisabled,
} from './refuse-disabled.ts';

type Source = Pick<Deps, 'gameProjects' | 'readOff' | 'store'>;

export async function listDisabledProjectIds({ store, readOff }: Pick<Deps, 'readOff' | 'store'>) {
  const anchors = readOff();
  return anchors.length === 0 ? [] : store.projects.listAnchoredAt(anchors);
}

/** The store as a person may use it: a project that is switched off can be read and deleted, but not written. */
export function storeOfPerson(deps: Source & Pick<Deps, 'folders'>, caller: Caller): Store {
  const { store } = deps;
  const refused = async () => [
    ...(await listDisabledProjectIds(deps)),
    ...(isDisabledFolder(deps, caller) ? [null] : []),
  ];
  return {
    ...store,
    ledger: {
      ...store.ledger,
      async commit(changes, options) {
        const isDeletion = changes.some(({ kind }) => kind === 'forget');
        if (!isDeletion)
          await refuseChangesToDisabled(deps, await refused(), changes, projectDisabledForWriting);
        return store.ledger.commit(changes, options);
      },
    },
  };
}

const ledgerForAgents = (source: Source): Store['ledger'] => ({
  ...source.store.ledger,
  async commit(changes, options) {
    await refuseChangesToDisabled(source, await listDisabledProjectIds(source), changes, projectDisabled);
    return source.store.ledger.commit(changes, options);
  },
});

export const storeOfAgents = (source: Source): Store => ({
  ...source.store,
  ledger: ledgerForAgents(source),
});

/**
 * The store as an agent may use it. Data of a project that is switched off gives an error if the call asks for it by id, is left
 * out of lists and searches, and cannot be written. Reads use `getDisabledIds`, which may be cached; a commit reads the list again.
 */
export function hideDisabledProjects(
  source: Source,
  requestedIds: ReadonlySet<string>,
  getDisabledIds: () => Promise<readonly string[]> = () => listDisabledProjectIds(source),
): Store {
  const { store } = source;
  const { ids, sessions, records, notes, handoffs, captures, projects, search, vectors } = store;

  async function hideIfDisabled<Item>(
    item: Item | undefined,
    projectId: string | null | undefined,
    ...keys: readonly string[]
  ): Promise<Item | undefined> {
    if (item === undefined || projectId === null || projectId === undefined) return item;
    if (!(await getDisabledIds()).includes(projectId)) return item;
    if (keys.some((key) => requestedIds.has(key))) throw projectDisabled();
    return undefined;
  }
  const findVisible =
    <Item extends { readonly projectId: string | null }>(reader: {
      find(id: string): Promise<Item | undefined>;
    }) =>
    async (id: string) => {
      const item = await reader.find(id);
      return hideIfDisabled(item, item?.projectId, id);
    };
  async function filterDisabled<Item extends { readonly id: string }>(
    items: readonly Item[],
    projectOf: (item: Item) => string | null,
  ): Promise<readonly Item[]> {
    const hidden = await getDisabledIds();
    const isOff = (item: Item) => hidden.includes(projectOf(item) ?? '');
    if (items.some((item) => isOff(item) && requestedIds.has(item.id))) throw projectDisabled();
    return items.filter((item) => !isOff(item));
  }
  const excludeFromFilter = async <Filter extends object>(filter: Filter): Promise<Filter> => {
    const exceptProjectIds = await getDisabledIds();
    return exceptProjectIds.length === 0 ? filter : { ...filter, exceptProjectIds };
  };
  const excludeFromScopes = async <Request extends { readonly scope: SearchScope }>(
    requests: readonly Request[],
  ) => {
    const exceptProjectIds = await getDisabledIds();
    if (exceptProjectIds.length === 0) return requests;
    return requests.map((request) => ({ ...request, scope: { ...request.scope, exceptProjectIds } }));
  };

  return {
    ...store,
    ...source.gameProjects.hideDisabledProjects(store, { getDisabledIds, hideIfDisabled, filterDisabled }),
    ledger: ledgerForAgents(source),
    ids: {
      ...ids,
      listByPrefix: async (prefixes, limit) => ids.listByPrefix(prefixes, limit, await getDisabledIds()),
    },
    projects: {
      ...projects,
      list: async (limit) => projects.list(limit, await getDisabledIds()),
      listNames: async (limit) => projects.listNames(limit, await getDisabledIds()),
    },
    sessions: {
      ...sessions,
      async find(id) {
        const session = await sessions.find(id);
        return hideIfDisabled(session, session?.projectId, id, session?.id ?? id);
      },
      listOfClient: async (...given) =>
        filterDisabled(await sessions.listOfClient(...given), ({ projectId }) => projectId),
      list: async (filter, ...rest) => sessions.list(await excludeFromFilter(filter), ...rest),
    },
    records: {
      ...records,
      findAll: async (ids) => filterDisabled(await records.findAll(ids), ({ projectId }) => projectId),
      findAllAt: async (ids, at) =>
        filterDisabled(await records.findAllAt(ids, at), ({ projectId }) => projectId),
      async listLastOf(sessionIds, type) {
        const hidden = await getDisabledIds();
        const found = await records.listLastOf(sessionIds, type);
        return found.filter(({ projectId }) => !hidden.includes(projectId ?? ''));
      },
      list: async (filter, ...rest) => records.list(await excludeFromFilter(filter), ...rest),
    },
    notes: { ...notes, find: findVisible(notes) },
    handoffs: {
      ...handoffs,
      find: findVisible(handoffs),
      async findByIdempotencyKey(key) {
        // Only the caller's own key is ever looked up, whatever form it has by then.
        const handoff = await handoffs.findByIdempotencyKey(key);
        if (handoff !== undefined && (await getDisabledIds()).includes(handoff.projectId))
          throw projectDisabled();
        return handoff;
      },
    },
    captures: {
      ...captures,
      find: findVisible(captures),
      readContent: async (id) =>
        (await findVisible(captures)(id)) === undefined ? undefined : captures.readContent(id),
      list: async (filter, ...rest) => captures.list(await excludeFromFilter(filter), ...rest),
      async listOfSessions(sessionIds, limit) {
        const hidden = await getDisabledIds();
        const found = await captures.listOfSessions(sessionIds, limit);
        return found.filter(({ projectId }) => !hidden.includes(projectId));
      },
      async findProcess(key) {
        const known = await captures.findProcess(key);
        const session = known === undefined ? undefined : await sessions.find(known.sessionId);
        return hideIfDisabled(known, session?.projectId);
      },
    },
    search: {
      ...search,
      find: async (requests) => search.find(await excludeFromScopes(requests)),
      read: async (requests) => search.read(await excludeFromScopes(requests)),
    },
    vectors: {
      ...vectors,
      nearest: async (query, model, scope, limit) =>
        vectors.nearest(query, model, await excludeFromFilter(scope), limit),
      async listPending(limit, after, now) {
        const page = await vectors.listPending(limit, after, now);
        return { ...page, records: await filterDisabled(page.records, ({ projectId }) => projectId) };
      },
    },
  };
}

export async function affectedWithoutDisabled(
  touched: AffectedResources,
  store: Store,
  disabledIds: readonly string[],
): Promise<AffectedResources> {
  if (disabledIds.length === 0) return touched;
  const isOn = (projectId: string | undefined) => projectId === undefined || !disabledIds.includes(projectId);
  const filterOn = async (ids: ReadonlySet<string>, reader: Store['sessions'] | Store['handoffs']) => {
    const found = await Promise.all([...ids].map((id) => reader.find(id)));
    return new Set([...ids].filter((_, index) => isOn(found[index]?.projectId)));
  };
  return {
    ...touched,
    sessions: await filterOn(touched.sessions, store.sessions),
    handoffs: await filterOn(touched.handoffs, store.handoffs),
    projects: new Set([...touched.projects].filter(isOn)),
    listed: new Set([...touched.listed].filter(isOn)),
  };
}

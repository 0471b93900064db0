import type { Server } from '@modelcontextprotocol/server';
import type { AffectedResources } from '../../app/followers/affected-resources.ts';
import type { Feed } from '../../app/followers/journal-feed.ts';
import { unavailable } from '../../domain/error.ts';
import { oneAtATime } from '../../lib/concurrency.ts';
import type { ToolContext } from '../define-tool.ts';
import { isProjectOff, withResource } from '../errors.ts';
import type { ResourceKind } from './define-resource.ts';

interface Target {
  readonly kind: string;
  readonly id: string;
}

/** Throws the same error as reading the resource would. */
const findTarget = (resources: readonly ResourceKind[], context: ToolContext, uri: string): Promise<Target> =>
  withResource(resources, uri, async (resource, key) => ({
    kind: resource.kind,
    id: await resource.findId(context, key),
  }));

function isTargetAffected({ kind, id }: Target, touched: AffectedResources): boolean {
  if (touched.isAnywhere) return true;
  if (kind === 'session') return touched.sessions.has(id);
  if (kind === 'handoff') return touched.handoffs.has(id);
  // Captures do not change.
  if (kind === 'capture') return false;
  return touched.isGlobal || touched.projects.has(id);
}

const MAX_SUBSCRIPTIONS = 200;

export interface SubscriptionRequest {
  readonly uris: readonly string[];
  readonly wantsList: boolean;
}

interface Subscription {
  readonly targets: ReadonlyMap<string, Target>;
  readonly wantsList: boolean;
  readonly context: ToolContext;
}

const sizeOf = (uriCount: number, wantsList: boolean) => uriCount + (wantsList ? 1 : 0);

const tooManySubscriptions = () =>
  unavailable(
    'too_many_subscriptions',
    `One connection can have at most ${MAX_SUBSCRIPTIONS} subscriptions.`,
    'Unsubscribe from what you no longer watch, then subscribe again; nothing was added.',
    { fields: [{ field: 'uri', problem: 'is one too many', limit: MAX_SUBSCRIPTIONS }] },
  );

/** The subscriptions of one connection. The journal is followed only while there are any. */
export class Subscriptions {
  readonly #feed: Feed;
  readonly #resources: readonly ResourceKind[];
  readonly #open = new Map<string, Subscription>();
  readonly #inTurn = oneAtATime();
  #server: Server | undefined;
  #stop: (() => void) | undefined;

  constructor(feed: Feed, resources: readonly ResourceKind[]) {
    this.#feed = feed;
    this.#resources = resources;
  }

  /** Sets the server that sends the notices; the library may replace it after a probe. */
  notifyThrough(server: Server): void {
    this.#server = server;
  }

  /** Replaces the subscription with this key. Subscribes to all URIs of the request or to none. */
  open(key: string, { uris, wantsList }: SubscriptionRequest, context: ToolContext): Promise<void> {
    return this.#inTurn(async () => {
      const distinct = new Set(uris);
      this.#refuseTooMany(key, sizeOf(distinct.size, wantsList));
      const targets = new Map<string, Target>();
      for (const uri of distinct) targets.set(uri, await findTarget(this.#resources, context, uri));
      if (this.#stop === undefined) this.#stop = await this.#feed.follow((touched) => this.#notify(touched));
      else await this.#feed.look();
      this.#open.set(key, { targets, wantsList, context });
    });
  }

  close(key: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#open.delete(key);
      if (this.#open.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    });
  }

  #refuseTooMany(key: string, added: number): void {
    const others = [...this.#open].filter(([other]) => other !== key);
    const held = others.map(([, { targets, wantsList }]) => sizeOf(targets.size, wantsList));
    if (held.reduce((sum, size) => sum + size, added) > MAX_SUBSCRIPTIONS) throw tooManySubscriptions();
  }

  /** A subscription may be closed while others are notified. */
  #isOpen(uri: string): boolean {
    return [...this.#open.values()].some(({ targets }) => targets.has(uri));
  }

  async #notify(touched: AffectedResources): Promise<void> {
    const open = [...this.#open.values()];
    const uris = open.flatMap(({ targets }) =>
      [...targets].filter(([, target]) => isTargetAffected(target, touched)).map(([uri]) => uri),
    );
    for (const uri of new Set(uris)) {
      const holder = open.find(({ targets }) => targets.has(uri));
      if (holder === undefined || !this.#isOpen(uri) || (await isOff(this.#resources, holder.context, uri)))
        continue;
      await this.#server?.sendResourceUpdated({ uri });
    }
    const lister = open.find(({ wantsList }) => wantsList);
    if (lister !== undefined && (await changesList(lister.context, touched))) {
      await this.#server?.sendResourceListChanged();
    }
  }
}

/** Whether the project was switched off after the subscription. Other errors are reported when the resource is read. */
async function isOff(resources: readonly ResourceKind[], context: ToolContext, uri: string) {
  try {
    await findTarget(resources, context, uri);
    return false;
  } catch (error) {
    return isProjectOff(error);
  }
}

/** The list shows only the current project, if there is one. */
async function changesList({ services, caller }: ToolContext, { listed }: AffectedResources) {
  if (listed.size === 0) return false;
  try {
    const { current } = await services.listSessionSummaries(caller, { limit: 1 });
    return current === null || listed.has(current.id);
  } catch (error) {
    if (isProjectOff(error)) return false;
    throw error;
  }
}

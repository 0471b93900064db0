import type { Server } from '@modelcontextprotocol/server';
import type { Feed } from '../../app/followers/feed.ts';
import type { Touched } from '../../app/followers/touched.ts';
import { unavailable } from '../../domain/error.ts';
import { oneAtATime } from '../../lib/one-at-a-time.ts';
import type { ToolContext } from '../define-tool.ts';
import { findTarget, isTouched, type Target } from './find-target.ts';
import { isProjectOff } from './protocol-error.ts';

export const MAX_SUBSCRIPTIONS = 200;

export interface Wish {
  readonly uris: readonly string[];
  readonly wantsList: boolean;
}

interface Subscription {
  readonly targets: ReadonlyMap<string, Target>;
  readonly wantsList: boolean;
  readonly context: ToolContext;
}

const sizeOf = (uriCount: number, wantsList: boolean) => uriCount + (wantsList ? 1 : 0);

const tooMany = () =>
  unavailable(
    'too_many_subscriptions',
    `One connection holds at most ${MAX_SUBSCRIPTIONS} subscriptions.`,
    'Unsubscribe from what you no longer watch, then subscribe again; nothing was added.',
    { fields: [{ field: 'uri', problem: 'is one too many', limit: MAX_SUBSCRIPTIONS }] },
  );

/** What one connection wants to be told. The journal is followed only while there is something. */
export class Subscriptions {
  readonly #feed: Feed;
  readonly #open = new Map<string, Subscription>();
  readonly #inTurn = oneAtATime();
  #server: Server | undefined;
  #stop: (() => void) | undefined;

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  /** The instance that speaks on this connection; a probe may be followed by another. */
  tellThrough(server: Server): void {
    this.#server = server;
  }

  /** In place of what was open under this key. All of the wish, or none of it. */
  open(key: string, { uris, wantsList }: Wish, context: ToolContext): Promise<void> {
    return this.#inTurn(async () => {
      const distinct = new Set(uris);
      this.#refuseTooMany(key, sizeOf(distinct.size, wantsList));
      const targets = new Map<string, Target>();
      for (const uri of distinct) targets.set(uri, await findTarget(context, uri));
      if (this.#stop === undefined) this.#stop = await this.#feed.follow((touched) => this.#tell(touched));
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
    if (held.reduce((sum, size) => sum + size, added) > MAX_SUBSCRIPTIONS) throw tooMany();
  }

  /** Still: it may be closed while others are told. */
  #isOpen(uri: string): boolean {
    return [...this.#open.values()].some(({ targets }) => targets.has(uri));
  }

  async #tell(touched: Touched): Promise<void> {
    const open = [...this.#open.values()];
    const uris = open.flatMap(({ targets }) =>
      [...targets].filter(([, target]) => isTouched(target, touched)).map(([uri]) => uri),
    );
    for (const uri of new Set(uris)) {
      const holder = open.find(({ targets }) => targets.has(uri));
      if (holder === undefined || !this.#isOpen(uri) || (await isOff(holder.context, uri))) continue;
      await this.#server?.sendResourceUpdated({ uri });
    }
    const lister = open.find(({ wantsList }) => wantsList);
    if (lister !== undefined && (await changesList(lister.context, touched))) {
      await this.#server?.sendResourceListChanged();
    }
  }
}

/** Its project may have been switched off since it was subscribed to; whatever else fails is for its reader to see. */
async function isOff(context: ToolContext, uri: string): Promise<boolean> {
  try {
    await findTarget(context, uri);
    return false;
  } catch (error) {
    return isProjectOff(error);
  }
}

/** The list is of the current project alone, where there is one. */
async function changesList({ services, caller }: ToolContext, { listed }: Touched): Promise<boolean> {
  if (listed.size === 0) return false;
  try {
    const { current } = await services.listSessionHeads(caller, { limit: 1 });
    return current === null || listed.has(current.id);
  } catch (error) {
    if (isProjectOff(error)) return false;
    throw error;
  }
}

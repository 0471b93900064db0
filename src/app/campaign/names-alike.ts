import type { EntityKind } from '../../domain/campaign/entity.ts';
import { looseName } from '../../domain/campaign/loose-name.ts';
import { conflict } from '../../domain/error.ts';
import type { Deps } from '../deps.ts';

type ByKey = ReadonlyMap<string, readonly string[]>;

/** Entities whose names people would take for one; the names of a kind are read once, also for lookups that run at the same time. */
export class NamesAlike {
  readonly #deps: Pick<Deps, 'store'>;
  readonly #campaignId: string;
  readonly #isLenient: boolean;
  readonly #byKind = new Map<EntityKind, Promise<ByKey>>();

  /** `isLenient`: a name that could mean several means none of them. */
  constructor(deps: Pick<Deps, 'store'>, campaignId: string, isLenient = false) {
    this.#deps = deps;
    this.#campaignId = campaignId;
    this.#isLenient = isLenient;
  }

  async list(kind: EntityKind, name: string): Promise<readonly string[]> {
    return (await this.#namesOf(kind)).get(looseName(name)) ?? [];
  }

  /** The name that is meant. */
  async find(kind: EntityKind, name: string): Promise<string | undefined> {
    const alike = await this.list(kind, name);
    if (alike.length <= 1) return alike[0];
    if (this.#isLenient) return undefined;
    throw conflict(
      'entity_ambiguous',
      `${JSON.stringify(name.slice(0, 200))} could mean the ${kind} ${alike.map((one) => JSON.stringify(one)).join(' or ')}.`,
      'Pass the exact name; nothing was written.',
      { allowed: alike },
    );
  }

  #namesOf(kind: EntityKind): Promise<ByKey> {
    const known = this.#byKind.get(kind) ?? this.#readNames(kind);
    this.#byKind.set(kind, known);
    return known;
  }

  async #readNames(kind: EntityKind): Promise<ByKey> {
    const names = await this.#deps.store.campaigns.listNames(this.#campaignId, kind, Number.MAX_SAFE_INTEGER);
    const byKey = new Map<string, string[]>();
    for (const name of names) {
      const key = looseName(name);
      byKey.set(key, [...(byKey.get(key) ?? []), name]);
    }
    return byKey;
  }
}

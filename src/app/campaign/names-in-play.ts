import type { EntityKind } from '../../domain/campaign/entity.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import type { Fields } from '../../domain/campaign/patch.ts';

const keyOf = (kind: unknown, name: unknown) => `${kind} ${entityKey(String(name))}`;

/** Which live things have each name, while a file is played. */
export class NamesInPlay {
  readonly #bearers = new Map<string, Set<string>>();
  #sharedCount = 0;

  get areShared(): boolean {
    return this.#sharedCount > 0;
  }

  find(kind: EntityKind, name: string): string | undefined {
    const [id] = this.#bearers.get(keyOf(kind, name)) ?? [];
    return id;
  }

  exchange(id: string, before: Fields, after: Fields): void {
    this.#change(before, (bearers) => bearers.delete(id));
    this.#change(after, (bearers) => bearers.add(id));
  }

  #change({ kind, name, is_removed }: Fields, change: (bearers: Set<string>) => void): void {
    if (kind === undefined || is_removed === true) return;
    const key = keyOf(kind, name);
    const bearers = this.#bearers.get(key) ?? new Set();
    this.#bearers.set(key, bearers);
    const wasShared = bearers.size > 1;
    change(bearers);
    this.#sharedCount += Number(bearers.size > 1) - Number(wasShared);
  }
}

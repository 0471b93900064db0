import type { GameState } from './campaign.ts';
import type { Entity, EntityKind, FieldsOf, VisibleTo } from './entity.ts';
import type { Effect, Unchanged } from './event.ts';
import { entityKey, looseName } from './name-key.ts';
import { type Fields, flatten, type Patch, patchOf } from './patch.ts';

type WithoutVisibility<Of> = Of extends unknown ? Omit<Of, keyof VisibleTo> : never;

export interface Snapshot {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly state: GameState;
}

export class TurnDraft {
  readonly #before: ReadonlyMap<string, Entity>;
  readonly #now: Map<string, Entity>;
  readonly #stateBefore: GameState;
  readonly effects: Effect[] = [];
  readonly unchanged: Unchanged[] = [];
  state: GameState;

  constructor(state: GameState, entities: readonly Entity[]) {
    this.#before = new Map(entities.map((entity) => [entity.id, entity]));
    this.#now = new Map(this.#before);
    this.#stateBefore = state;
    this.state = state;
  }

  find<Kind extends EntityKind>(kind: Kind, name: string): Entity<Kind> | undefined {
    const named = (keyOf: (name: string) => string) =>
      [...this.#now.values()].filter(
        (entity) => entity.kind === kind && !entity.isRemoved && keyOf(entity.name) === keyOf(name),
      );
    const [exact] = named(entityKey);
    // The same turn may name what it created again, in another spelling.
    const found = exact ?? named(looseName).find(({ id }) => !this.#before.has(id));
    return found as Entity<Kind> | undefined;
  }

  get(id: string | undefined): Entity | undefined {
    return id === undefined ? undefined : this.#now.get(id);
  }

  snapshot(): Snapshot {
    return { entities: new Map(this.#now), state: this.state };
  }

  put(entity: Entity): void {
    this.#now.set(entity.id, entity);
  }

  set<Kind extends EntityKind>(entity: Entity<Kind>, fields: Partial<FieldsOf[Kind]>): void {
    this.put({ ...entity, fields: { ...entity.fields, ...fields } } as Entity);
  }

  addEffect(effect: WithoutVisibility<Effect>, seen: VisibleTo): void {
    this.effects.push({ ...effect, ...seen } as Effect);
  }

  get changed(): readonly Entity[] {
    return [...this.#now.values()].filter((entity) => this.#patch(entity) !== undefined);
  }

  patches(): readonly Patch[] {
    const state = patchOf('state', this.#stateBefore as unknown as Fields, this.state as unknown as Fields);
    const others = [...this.#now.values()].map((entity) => this.#patch(entity));
    return [state, ...others].filter((patch) => patch !== undefined);
  }

  #patch(entity: Entity): Patch | undefined {
    const before = this.#before.get(entity.id);
    return before === entity ? undefined : patchOf(entity.id, flatten(before), flatten(entity));
  }
}

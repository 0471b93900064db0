import type { Entity, EntityKind, FieldsOf, Seen } from './entity.ts';
import type { Effect, Unchanged } from './event.ts';
import { flatten } from './flat-entity.ts';
import type { GameState } from './game-state.ts';
import { looseName } from './loose-name.ts';
import { type Fields, type Patch, patchOf } from './patch.ts';

type Untold<Told> = Told extends unknown ? Omit<Told, keyof Seen> : never;

/** The scene at a moment, to be held against a later one. */
export interface Look {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly state: GameState;
}

/** The part of the world a turn touches: what it was, what it becomes, and how that is told. */
export class Scene {
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

  find<Kind extends EntityKind>(
    kind: Kind,
    key: string,
    keyOf: (name: string) => string,
  ): Entity<Kind> | undefined {
    const named = (keyOfName: (name: string) => string) =>
      [...this.#now.values()].filter(
        (entity) => entity.kind === kind && !entity.isRemoved && keyOfName(entity.name) === keyOfName(key),
      );
    const [exact] = named(keyOf);
    // What this turn made may be named again in the same turn, spelled in another way.
    const made = exact ?? named(looseName).find(({ id }) => !this.#before.has(id));
    return made as Entity<Kind> | undefined;
  }

  get(id: string | undefined): Entity | undefined {
    return id === undefined ? undefined : this.#now.get(id);
  }

  look(): Look {
    return { entities: new Map(this.#now), state: this.state };
  }

  put(entity: Entity): void {
    this.#now.set(entity.id, entity);
  }

  set<Kind extends EntityKind>(entity: Entity<Kind>, fields: Partial<FieldsOf[Kind]>): void {
    this.put({ ...entity, fields: { ...entity.fields, ...fields } } as Entity);
  }

  tell(effect: Untold<Effect>, seen: Seen): void {
    this.effects.push({ ...effect, ...seen } as Effect);
  }

  /** Those that differ from before, not all that were touched. */
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

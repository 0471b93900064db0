import { NEW_GAME } from '../../../src/campaign/domain/campaign.ts';
import type { Change } from '../../../src/campaign/domain/changes/change.ts';
import { type EntityKind, type HitPoints, NEW_FIELDS } from '../../../src/campaign/domain/entity.ts';

/** What a game master may do to a world, as the tests say it. */
export type Deed =
  | {
      readonly do: 'turn';
      readonly action: string;
      readonly actor: string | null;
      readonly changes: readonly Change[];
    }
  | {
      readonly do: 'save';
      readonly kind: EntityKind;
      readonly name: string;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  | { readonly do: 'make'; readonly kind: EntityKind; readonly name: string }
  | { readonly do: 'rename'; readonly kind: EntityKind; readonly name: string; readonly to: string }
  | { readonly do: 'remove'; readonly kind: EntityKind; readonly name: string }
  | {
      readonly do: 'state';
      readonly location?: string | undefined;
      readonly in_combat?: boolean | undefined;
      readonly party_funds?: Record<string, number> | undefined;
      readonly flags?: Record<string, string | number | boolean | null> | undefined;
    };

// biome-ignore lint/suspicious/noExplicitAny: the model is meant to be plain, not safe.
type Any = any;

export interface Thing {
  readonly kind: EntityKind;
  name: string;
  fields: Any;
  isRemoved: boolean;
  /** The latest first. */
  former: { readonly name: string; readonly order: number }[];
}

const key = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
const GIVERS: readonly EntityKind[] = ['npc', 'character', 'faction'];

/** The plainest world there is: it is changed in place, knows no patches, and is rebuilt from the start each time. */
export class ModelWorld {
  things: Thing[] = [];
  state: Any = structuredClone(NEW_GAME);
  /** Maps: a coin or flag may be called `__proto__`. */
  readonly funds = new Map<string, number>();
  readonly flags = new Map<string, string | number | boolean>();
  turn = 0;
  told: string[] = [];
  #renamed = 0;

  get wholeState(): Any {
    return {
      ...this.state,
      party_funds: Object.fromEntries(this.funds),
      flags: Object.fromEntries(this.flags),
    };
  }

  holder(kind: EntityKind, name: string): Thing | undefined {
    return this.things.find((one) => one.kind === kind && !one.isRemoved && key(one.name) === key(name));
  }

  /** Whoever bears it, else whoever gave it up last. */
  find(kind: EntityKind, name: string): Thing | undefined {
    return this.#meant(name, [kind]);
  }

  #meant(name: string, kinds: readonly EntityKind[]): Thing | undefined {
    const orderOf = (thing: Thing) => thing.former.find((one) => key(one.name) === key(name))?.order ?? 0;
    const holders = kinds.flatMap((kind) => this.holder(kind, name) ?? []);
    const former = kinds.flatMap((kind) => {
      const all = this.things.filter((one) => one.kind === kind && !one.isRemoved && orderOf(one) > 0);
      return all.sort((one, other) => orderOf(other) - orderOf(one)).slice(0, 1);
    });
    return [...holders, ...former][0];
  }

  /** Every name that somebody or something mentions. */
  #mentioned(fields: Any, map: (name: string, kinds: readonly EntityKind[]) => string): void {
    if (typeof fields.location === 'string') fields.location = map(fields.location, ['location']);
    if (typeof fields.giver === 'string') fields.giver = map(fields.giver, GIVERS);
    for (const one of fields.connections ?? []) one.to = map(one.to, ['location']);
    for (const one of fields.inventory ?? []) one.name = map(one.name, ['item']);
  }

  /** What mentions somebody follows them to their new name. */
  #name(thing: Thing, name: string): void {
    const follow = (word: string, kinds: readonly EntityKind[]) => {
      const meant = this.#meant(word, kinds);
      if (meant === thing) return name;
      return meant === undefined || key(meant.name) === key(word) ? word : meant.name;
    };
    for (const fields of [this.state, ...this.things.map((one) => one.fields)])
      this.#mentioned(fields, follow);
    thing.name = name;
  }

  make(kind: EntityKind, name: string): Thing {
    const fields = structuredClone(NEW_FIELDS[kind]) as Any;
    const thing: Thing = { kind, name: '', fields, isRemoved: false, former: [] };
    if (kind === 'thread') thing.fields.since_turn = this.turn;
    this.#name(thing, name);
    this.things.push(thing);
    return thing;
  }

  /** Whether it could be done; what could not be done may have left the world in pieces. */
  act(deed: Deed): boolean {
    switch (deed.do) {
      case 'turn':
        return this.#play(deed);
      case 'save': {
        const given = structuredClone(deed.fields);
        this.#mentioned(given, (name, kinds) => this.#meant(name, kinds)?.name ?? name);
        const thing = this.find(deed.kind, deed.name) ?? this.make(deed.kind, deed.name);
        Object.assign(thing.fields, given);
        return true;
      }
      case 'make':
        if (this.holder(deed.kind, deed.name) !== undefined) return false;
        this.make(deed.kind, deed.name);
        return true;
      case 'rename': {
        const thing = this.holder(deed.kind, deed.name);
        const other = this.holder(deed.kind, deed.to);
        if (thing === undefined || (other !== undefined && other !== thing)) return false;
        if (thing.name === deed.to) return true;
        const { name } = thing;
        this.#name(thing, deed.to);
        this.#renamed += 1;
        thing.former.unshift({ name, order: this.#renamed });
        return true;
      }
      case 'remove': {
        const thing = this.find(deed.kind, deed.name);
        if (thing === undefined) return false;
        thing.isRemoved = true;
        return true;
      }
      case 'state':
        return this.#set(deed);
    }
  }

  #set(deed: Extract<Deed, { do: 'state' }>): boolean {
    const { state } = this;
    if (deed.location !== undefined) state.location = deed.location;
    if (deed.in_combat === true) Object.assign(state, { in_combat: true, round: Math.max(1, state.round) });
    if (deed.in_combat === false)
      Object.assign(state, { in_combat: false, round: 0, initiative: [], current_turn: null });
    for (const [coin, amount] of Object.entries(deed.party_funds ?? {})) this.funds.set(coin, amount);
    for (const [name, value] of Object.entries(deed.flags ?? {})) this.#flag(name, value);
    return true;
  }

  #flag(name: string, value: string | number | boolean | null): boolean {
    if (value === null) this.flags.delete(name);
    else this.flags.set(name, value);
    return true;
  }

  #play({ action, actor, changes }: Extract<Deed, { do: 'turn' }>): boolean {
    if (actor !== null && !this.find('character', actor) && !this.find('npc', actor)) return false;
    this.turn += 1;
    this.told.push(action);
    return changes.every((change) => this.#change(change));
  }

  #change(change: Change): boolean {
    switch (change.kind) {
      case 'hit_points':
        return this.#wound(change);
      case 'condition': {
        const who = this.#body(change.character);
        if (who === undefined) return false;
        const has = new Set<string>(who.fields.conditions);
        for (const one of change.remove ?? []) has.delete(one);
        for (const one of change.add ?? []) has.add(one);
        if (who.kind === 'npc') {
          if (has.delete('dead')) who.fields.status = 'dead';
          else if (change.remove?.includes('dead') && who.fields.status === 'dead')
            who.fields.status = 'alive';
          if (has.size === 0 && who.fields.conditions === undefined) return true;
        }
        who.fields.conditions = [...has];
        return true;
      }
      case 'item': {
        const who = this.find('character', change.character);
        if (who === undefined) return false;
        const bag: Any[] = who.fields.inventory;
        const called = this.#meant(change.item, ['item'])?.name ?? change.item;
        let item = bag.find(({ name }) => name === called);
        if (item === undefined) {
          item = { name: called, quantity: 0, notes: null };
          bag.push(item);
        }
        item.quantity += change.quantity;
        who.fields.inventory = bag.filter(({ quantity }) => quantity !== 0);
        return item.quantity >= 0;
      }
      case 'quest': {
        const quest = this.find('quest', change.quest);
        if (quest === undefined) return false;
        const what: string[] = [];
        if (change.status !== undefined && change.status !== quest.fields.status) {
          quest.fields.status = change.status;
          what.push(change.status);
        }
        if (change.objective_done !== undefined) {
          const found = quest.fields.objectives.find(({ text }: Any) => text === change.objective_done);
          if (found === undefined) return false;
          if (!found.is_done) what.push(`done: ${found.text}`);
          found.is_done = true;
        }
        if (change.add_objective !== undefined) {
          if (quest.fields.objectives.some(({ text }: Any) => text === change.add_objective)) return false;
          quest.fields.objectives.push({ text: change.add_objective, is_done: false });
          what.push(`new objective: ${change.add_objective}`);
        }
        if (change.note !== undefined) what.push(change.note);
        if (what.length > 0) quest.fields.history.push({ turn: this.turn, what: what.join('; ') });
        return true;
      }
      case 'place': {
        const place = this.find('location', change.location) ?? this.make('location', change.location);
        place.fields.is_visited = true;
        this.state.location = place.name;
        return true;
      }
      case 'thread': {
        const known = this.find('thread', change.thread);
        if (known === undefined && change.status === 'resolved') return false;
        const thread = known ?? this.make('thread', change.thread);
        thread.fields.status = change.status;
        thread.fields.resolution = change.status === 'resolved' ? (change.text ?? null) : null;
        if (change.status === 'open' && change.text !== undefined) thread.fields.description = change.text;
        return true;
      }
      case 'funds': {
        if (change.amount === 0) return true;
        const left = (this.funds.get(change.coin) ?? 0) + change.amount;
        this.funds.set(change.coin, left);
        return left >= 0;
      }
      case 'flag':
        return this.#flag(change.name, change.value);
      case 'time':
        this.state.in_game_date = change.in_game_date;
        return true;
      default:
        throw new Error(`the model knows no ${change.kind}`);
    }
  }

  /** Nobody, where a character and an NPC have the name. */
  #body(name: string): Thing | undefined {
    const isShared = this.holder('character', name) && this.holder('npc', name);
    return isShared ? undefined : this.#meant(name, ['character', 'npc']);
  }

  /** Damage is counted until somebody says how many hit points there are. */
  #woundUnknown(fields: Any, change: Extract<Change, { kind: 'hit_points' }>): boolean {
    const damage = fields.hit_points?.damage ?? 0;
    if (change.set !== undefined) {
      const { set: current, temporary = 0 } = change;
      fields.hit_points = { current, max: current + damage, temporary };
      return true;
    }
    if (change.temporary !== undefined) return false;
    const total = Math.max(0, damage - (change.delta ?? 0));
    if (total !== damage) fields.hit_points = { damage: total };
    return true;
  }

  #wound(change: Extract<Change, { kind: 'hit_points' }>): boolean {
    const fields = this.#body(change.character)?.fields;
    if (fields === undefined || (change.delta !== undefined && change.set !== undefined)) return false;
    if (fields.hit_points?.current === undefined) return this.#woundUnknown(fields, change);
    const points = fields.hit_points as { -readonly [Key in keyof HitPoints]: number };
    for (let left = change.delta ?? 0; left !== 0; left -= Math.sign(left)) {
      if (left > 0) points.current = Math.min(points.max, points.current + 1);
      else if (points.temporary > 0) points.temporary -= 1;
      else points.current = Math.max(0, points.current - 1);
    }
    if (change.set !== undefined) {
      if (change.set > points.max) return false;
      points.current = change.set;
    }
    if (change.temporary !== undefined) points.temporary = change.temporary;
    return true;
  }
}

/** The deeds of one line of play, each with the turn after which it stands. */
export type Line = readonly { readonly turn: number; readonly deed: Deed }[];

export function replay(line: Line): ModelWorld {
  const model = new ModelWorld();
  for (const { deed } of line) if (!model.act(deed)) throw new Error('an accepted deed cannot be done again');
  return model;
}

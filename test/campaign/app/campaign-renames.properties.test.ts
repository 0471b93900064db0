import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityKind } from '../../../src/campaign/domain/entity.ts';
import { client, openTestApp, type TestApp } from '../../app/test-app.ts';

const KINDS = ['character', 'location'] as const;
type Kind = (typeof KINDS)[number];
const EACH = 3;
const NAMES = ['A', 'B', 'C', 'Dune', 'É', 'fen'];

type Step =
  | { readonly do: 'rename'; readonly kind: Kind; readonly who: number; readonly to: string }
  | { readonly do: 'turn'; readonly actor: string; readonly place: string; readonly npcAt: string }
  | { readonly do: 'back'; readonly by: number }
  | { readonly do: 'return' };

const name = fc.constantFrom(...NAMES, ...NAMES.map((one) => ` ${one.toLowerCase()} `));
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      do: fc.constant('rename' as const),
      kind: fc.constantFrom(...KINDS),
      who: fc.nat(EACH - 1),
      to: fc.constantFrom(...NAMES),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ do: fc.constant('turn' as const), actor: name, place: name, npcAt: name }),
    weight: 5,
  },
  fc.record({ do: fc.constant('back' as const), by: fc.integer({ min: 1, max: 3 }) }),
  fc.constant({ do: 'return' as const }),
);

const keyOf = (name: string) => name.trim().toLowerCase();

/** The state at one point of play: current names, what each name refers to, and the events so far. */
interface Point {
  readonly called: Readonly<Record<Kind, readonly string[]>>;
  readonly means: Readonly<Record<Kind, Readonly<Record<string, number>>>>;
  readonly turns: readonly { readonly actor: number; readonly place: number }[];
  readonly npcAt: number;
}

const START: Point = {
  called: { character: NAMES.slice(0, EACH), location: NAMES.slice(0, EACH) },
  means: { character: { a: 0, b: 1, c: 2 }, location: { a: 0, b: 1, c: 2 } },
  turns: [],
  npcAt: 0,
};

class Table {
  readonly #services: TestApp['services'];
  readonly #app: TestApp;
  readonly #campaign: string;
  readonly #caller = client();
  readonly #ids: Record<Kind, string[]> = { character: [], location: [] };
  #now = START;
  /** How it stood when each turn was over. */
  #past: readonly Point[] = [];
  #main: { readonly now: Point; readonly past: readonly Point[] } | undefined;

  constructor(app: TestApp, campaign: string) {
    this.#app = app;
    this.#services = app.services;
    this.#campaign = campaign;
  }

  #save(input: { readonly kind: EntityKind; readonly [key: string]: unknown }) {
    return this.#services.saveEntity(this.#caller, { campaign: this.#campaign, ...input });
  }

  async open(): Promise<void> {
    await this.#services.saveCampaign(this.#caller, { name: this.#campaign });
    for (const kind of KINDS)
      for (const one of START.called[kind])
        this.#ids[kind].push((await this.#save({ kind, name: one })).entity.id);
    await this.#save({ kind: 'npc', name: 'Orsk', fields: { location: 'A' } });
  }

  async take(step: Step): Promise<void> {
    this.#app.pass(1_000);
    if (step.do === 'rename') await this.#rename(step);
    else if (step.do === 'turn') await this.#play(step);
    else await this.#go(step);
  }

  async #rename({ kind, who, to }: Extract<Step, { do: 'rename' }>): Promise<void> {
    const { called, means } = this.#now;
    const isTaken = called[kind].some((one, index) => index !== who && keyOf(one) === keyOf(to));
    const work = this.#save({ kind, id: this.#ids[kind][who], name: to });
    if (isTaken) return expect(work).rejects.toMatchObject({ code: 'entity_name_taken' });
    await work;
    this.#now = {
      ...this.#now,
      called: { ...called, [kind]: called[kind].with(who, to) },
      means: { ...means, [kind]: { ...means[kind], [keyOf(to)]: who } },
    };
  }

  /** Uses only names that an entity has or had, so that every name refers to an entity. */
  async #play({ actor, place, npcAt }: Extract<Step, { do: 'turn' }>): Promise<void> {
    const { means, turns } = this.#now;
    const who = means.character[keyOf(actor)];
    const where = means.location[keyOf(place)];
    const at = means.location[keyOf(npcAt)];
    if (who === undefined || where === undefined || at === undefined) return;
    await this.#services.playerAction(this.#caller, {
      campaign: this.#campaign,
      action: 'x',
      character_name: actor,
      changes: [
        { kind: 'place', location: place },
        { kind: 'hit_points', character: actor, temporary: turns.length + 1 },
        { kind: 'npc', npc: 'Orsk', location: npcAt, attitude: String(turns.length) },
      ],
    });
    this.#past = [...this.#past, this.#now];
    this.#now = { ...this.#now, turns: [...turns, { actor: who, place: where }], npcAt: at };
  }

  async #go(step: Extract<Step, { do: 'back' | 'return' }>): Promise<void> {
    const campaign = this.#campaign;
    if (step.do === 'return') {
      if (this.#main === undefined) return;
      await this.#services.rewindSession(this.#caller, { campaign, to_turn: 0, branch: 'main' });
      this.#now = this.#main.now;
      this.#past = this.#main.past;
      this.#main = undefined;
      return;
    }
    const point = this.#past.at(-step.by);
    if (point === undefined) return;
    this.#main ??= { now: this.#now, past: this.#past };
    await this.#services.rewindSession(this.#caller, { campaign, to_turn: -step.by });
    this.#now = point;
    this.#past = this.#past.slice(0, -step.by);
  }

  async check(): Promise<void> {
    const { called, turns, npcAt } = this.#now;
    const campaign = this.#campaign;
    const listed = async (section: 'characters' | 'locations' | 'npcs') => {
      const read = await this.#services.getCampaign(this.#caller, { campaign, section });
      return ('entities' in read ? read.entities : undefined) ?? [];
    };
    const namesOf = (all: Awaited<ReturnType<typeof listed>>) => all.map((one) => one.name);
    expect(namesOf(await listed('characters'))).toEqual(called.character);
    expect(namesOf(await listed('locations'))).toEqual(called.location);
    expect((await listed('npcs'))[0]?.fields.location).toBe(called.location[npcAt]);
    const { events } = await this.#services.getEvents(this.#caller, { campaign, limit: 100 });
    const shown = events.map(({ actor, location }) => [actor, location]).reverse();
    expect(shown).toEqual(turns.map(({ actor, place }) => [called.character[actor], called.location[place]]));
    const { campaign: about } = await this.#services.getCampaign(this.#caller, { campaign });
    const last = turns.at(-1);
    expect(about.game_state.location).toBe(last === undefined ? null : called.location[last.place]);
    for (const [name, who] of Object.entries(this.#now.means.character)) {
      const found = await this.#services.getEvents(this.#caller, { campaign, character: name, limit: 100 });
      expect(found.events).toHaveLength(turns.filter(({ actor }) => actor === who).length);
    }
  }
}

describe('names that change', () => {
  it('resolve to the same entity after turns, renames and rewinds', async () => {
    const app = openTestApp();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 20, size: 'max' }), async (steps) => {
        count += 1;
        const table = new Table(app, `campaign ${count}`);
        await table.open();
        for (const step of steps) {
          await table.take(step);
          await table.check();
        }
      }),
      { numRuns: 25 },
    );
  });
});

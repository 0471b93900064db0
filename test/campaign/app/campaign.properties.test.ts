import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineageOf } from '../../../src/campaign/domain/campaign.ts';
import { ENTITY_KINDS } from '../../../src/campaign/domain/entity.ts';
import { client, openTestApp, refusal, type TestApp } from '../../app/test-app.ts';
import { anyPlay, type Return } from '../../support/any-campaign-action.ts';
import { type Deed, type Line, ModelWorld, replay } from '../support/campaign-model.ts';

interface Kept {
  line: Line;
  readonly head: number;
}

/** One campaign with the plain model beside it. */
class Table {
  readonly #app: TestApp;
  readonly #name: string;
  readonly #caller = client();
  readonly #lines = new Map<string, Kept>();
  readonly #left = new Map<string, unknown>();
  #id = '';
  #branch = 'main';
  #line: Line = [];
  played = 0;

  constructor(app: TestApp, name: string) {
    this.#app = app;
    this.#name = name;
  }

  async open(): Promise<void> {
    const { campaign } = await this.#app.services.saveCampaign(this.#caller, { name: this.#name });
    this.#id = campaign.id;
  }

  get #head(): number {
    return this.#line.at(-1)?.turn ?? 0;
  }

  async take(step: Deed | Return): Promise<void> {
    this.#app.pass(1_000);
    if (step.do === 'back' || step.do === 'undo' || step.do === 'branch') await this.#return(step);
    else await this.#act(step);
    await this.#compare();
  }

  async #call(deed: Deed): Promise<unknown> {
    const { services, store } = this.#app;
    const campaign = this.#name;
    const caller = this.#caller;
    if (deed.do === 'turn') {
      const character_name = deed.actor ?? undefined;
      const { action, changes } = deed;
      return services.playerAction(caller, { campaign, action, character_name, changes });
    }
    if (deed.do === 'state') {
      const { do: _, ...state } = deed;
      return services.updateGameState(caller, { campaign, ...state });
    }
    const { kind, name } = deed;
    if (deed.do === 'save') return services.saveEntity(caller, { campaign, kind, name, fields: deed.fields });
    if (deed.do === 'make') return services.saveEntity(caller, { campaign, kind, name, make_new: true });
    if (deed.do === 'remove') return services.saveEntity(caller, { campaign, kind, name, remove: true });
    const all = await store.campaigns.listEntities(this.#id, [kind], 500, 0);
    const same = new ModelWorld();
    const known = all.find(({ entity }) => {
      same.things = [{ kind, name: entity.name, fields: {}, isRemoved: false, former: [] }];
      return same.holder(kind, name) !== undefined;
    });
    return services.saveEntity(caller, { campaign, kind, id: known?.entity.id ?? 'ent_0', name: deed.to });
  }

  async #act(deed: Deed): Promise<void> {
    const before = await this.#app.store.campaigns.find(this.#id);
    const journal = await this.#app.journalLength();
    const outcome = await refusal(this.#call(deed));
    expect(outcome === 'accepted', `${JSON.stringify(deed)} ${outcome}`).toBe(replay(this.#line).act(deed));
    if (outcome !== 'accepted') {
      expect(await this.#app.store.campaigns.find(this.#id)).toEqual(before);
      expect(await this.#app.journalLength()).toBe(journal);
      return;
    }
    if (deed.do === 'turn') this.played += 1;
    this.#line = [...this.#line, { turn: this.#head + (deed.do === 'turn' ? 1 : 0), deed }];
  }

  async #return(step: Return): Promise<void> {
    const { services, store } = this.#app;
    this.#lines.set(this.#branch, { line: this.#line, head: this.#head });
    const before = await this.#picture();
    const branches = await store.campaigns.listBranches(this.#id);
    const branch = step.do === 'branch' ? branches[step.branch % branches.length]?.id : undefined;
    const onto = this.#lines.get(branch ?? this.#branch) ?? { line: [], head: 0 };
    const to_turn = step.do === 'back' ? step.to : step.do === 'undo' ? -1 : -step.back;
    const turn = to_turn < 0 || branch !== undefined ? onto.head + to_turn : to_turn;
    const isThere = turn >= 0 && (branch === undefined ? turn < onto.head : turn <= onto.head);
    const rewinding = services.rewindSession(this.#caller, { campaign: this.#name, to_turn, branch });
    if (!isThere) {
      expect(await refusal(rewinding)).toBe('invalid: turn_out_of_range');
      return;
    }
    this.#left.set(this.#branch, before);
    const rewound = await rewinding;
    expect(rewound.left.id).toBe(this.#branch);
    const isReturn = branch !== undefined && turn === onto.head;
    expect(rewound.branch.id === branch).toBe(isReturn);
    this.#branch = rewound.branch.id;
    this.#line = onto.line.filter((one) => one.turn <= turn);
    if (isReturn) expect(await this.#picture()).toEqual(this.#left.get(this.#branch));
  }

  /** All there is, with ids and order and when it was made. */
  async #picture() {
    const { campaigns } = this.#app.store;
    const campaign = await campaigns.find(this.#id);
    const entities = await campaigns.listEntities(this.#id, undefined, 500, 0);
    return {
      state: campaign?.state,
      turn: campaign?.turn,
      entities: entities.map(({ entity: { updatedAt: _, ...entity } }) => entity),
      events: await this.#events(),
    };
  }

  async #events() {
    const { campaigns } = this.#app.store;
    const branches = await campaigns.listBranches(this.#id);
    const segments = lineageOf(branches, this.#branch, this.#head);
    return (await campaigns.listEvents(this.#id, { segments }, 500, null))
      .map(({ event }) => event)
      .reverse();
  }

  async #compare(): Promise<void> {
    const { campaigns } = this.#app.store;
    const model = replay(this.#line);
    const campaign = await campaigns.find(this.#id);
    expect(campaign?.branchId).toBe(this.#branch);
    expect(campaign?.turn).toBe(model.turn);
    expect(campaign?.state).toEqual(model.wholeState);
    const entities = await campaigns.listEntities(this.#id, ENTITY_KINDS, 500, 0);
    const shown = entities.map(({ entity: { kind, name, fields, isRemoved } }) => ({
      kind,
      name,
      fields,
      isRemoved,
    }));
    const there = model.things.filter(({ isRemoved }) => !isRemoved);
    expect(shown).toEqual(there.map(({ former: _, ...thing }) => thing));
    expect((await this.#events()).map(({ description }) => description)).toEqual(model.told);
  }

  async countTurns(): Promise<number> {
    const id = this.#caller.connection?.sessionId;
    return id === null || id === undefined ? 0 : ((await this.#app.store.sessions.find(id))?.turnCount ?? -1);
  }
}

describe('a campaign', () => {
  it('stands where replaying the accepted calls of its line from the start would put it, whatever is played, undone and returned to', async () => {
    const app = openTestApp();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyPlay, async (steps) => {
        count += 1;
        const table = new Table(app, `campaign ${count}`);
        await table.open();
        for (const step of steps) await table.take(step);
        expect(await table.countTurns()).toBe(table.played);
      }),
      { numRuns: 40 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTE_VISIBILITIES } from '../../../src/domain/note/note.ts';
import { client, openTestApp, refusal, type TestApp } from '../../app/test-app.ts';
import { anyDeed, anyReturn, type Return } from '../../support/any-campaign-action.ts';
import type { Deed } from '../support/campaign-model.ts';
import { exportNamed, importInto, withoutMoment } from './campaign-file.ts';

/** In everything that no player may read. */
const SECRET = 'zq-secret';

/** What a table does besides playing: it sits down, gets up, writes about it, and hides things. */
type Aside =
  | { readonly do: 'sit'; readonly how: 'begin' | 'resume' | 'pause' | 'end' }
  | { readonly do: 'note'; readonly visibility: (typeof NOTE_VISIBILITIES)[number]; readonly number: number }
  | { readonly do: 'hide'; readonly kind: 'npc' | 'item' | 'location'; readonly number: number }
  | { readonly do: 'whisper'; readonly isPrivate: boolean; readonly number: number };

const number = fc.nat(4);
const anyAside: fc.Arbitrary<Aside> = fc.oneof(
  fc.record({
    do: fc.constant('sit' as const),
    how: fc.constantFrom('begin' as const, 'resume' as const, 'pause' as const, 'end' as const),
  }),
  fc.record({ do: fc.constant('note' as const), visibility: fc.constantFrom(...NOTE_VISIBILITIES), number }),
  fc.record({
    do: fc.constant('hide' as const),
    kind: fc.constantFrom('npc' as const, 'item' as const, 'location' as const),
    number,
  }),
  fc.record({ do: fc.constant('whisper' as const), isPrivate: fc.boolean(), number }),
);

const anyTable = fc.array(
  fc.oneof(
    { arbitrary: anyDeed, weight: 5 },
    { arbitrary: anyReturn, weight: 1 },
    { arbitrary: anyAside, weight: 3 },
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
);

class Table {
  readonly #app: TestApp;
  readonly #campaign: string;
  #caller = client('/repos/table');
  #id = '';

  constructor(app: TestApp, campaign: string) {
    this.#app = app;
    this.#campaign = campaign;
  }

  async open(): Promise<void> {
    const { campaign } = await this.#app.services.saveCampaign(this.#caller, { name: this.#campaign });
    this.#id = campaign.id;
    await this.#app.services.saveEntity(this.#caller, {
      campaign: this.#campaign,
      kind: 'character',
      name: 'Zoe',
    });
  }

  /** What is refused is no part of the campaign. */
  async take(step: Deed | Return | Aside): Promise<void> {
    this.#app.pass(1_000);
    await refusal(this.#do(step));
  }

  async #do(step: Deed | Return | Aside): Promise<unknown> {
    const { services, store } = this.#app;
    const campaign = this.#campaign;
    const caller = this.#caller;
    switch (step.do) {
      case 'turn':
        return services.playerAction(caller, {
          campaign,
          action: step.action,
          character_name: step.actor ?? undefined,
          changes: step.changes,
          context: `${SECRET} kept`,
        });
      case 'state': {
        const { do: _, ...state } = step;
        return services.updateGameState(caller, { campaign, ...state });
      }
      case 'save':
        return services.saveEntity(caller, {
          campaign,
          kind: step.kind,
          name: step.name,
          fields: step.fields,
        });
      case 'remove':
        return services.saveEntity(caller, { campaign, kind: step.kind, name: step.name, remove: true });
      case 'rename': {
        const all = await store.campaigns.listEntities(this.#id, [step.kind], 500, 0);
        const known = all.find(({ entity }) => entity.name === step.name);
        return services.saveEntity(caller, {
          campaign,
          kind: step.kind,
          id: known?.entity.id ?? 'ent_0',
          name: step.to,
        });
      }
      case 'back':
        return services.rewindSession(caller, { campaign, to_turn: step.to, reason: 'back' });
      case 'undo':
        return services.rewindSession(caller, { campaign, to_turn: -1 });
      case 'branch': {
        const branches = await store.campaigns.listBranches(this.#id);
        const branch = branches[step.branch % branches.length]?.id;
        return services.rewindSession(caller, { campaign, to_turn: -step.back, branch });
      }
      case 'sit':
        return this.#sit(step.how);
      case 'note':
        await this.#do({ do: 'hide', kind: 'npc', number: step.number });
        return services.addSessionNote(caller, {
          note: {
            summary: `${step.visibility === 'public' ? 'a note' : SECRET} ${step.number}`,
            visibility: step.visibility,
            npcsEncountered: [`${SECRET} npc ${step.number}`, 'Bram'],
            questUpdates: { 'Find the lamp': 'found' },
          },
        });
      case 'hide':
        return services.saveEntity(caller, {
          campaign,
          kind: step.kind,
          name: `${SECRET} ${step.kind} ${step.number}`,
          visibility: 'dm_only',
        });
      case 'whisper':
        return services.playerAction(caller, {
          campaign,
          action: `${SECRET} deed`,
          ...(step.isPrivate
            ? { visibility: 'private', private_to: ['Zoe'] }
            : {
                visibility: 'dm_only',
                changes: [{ kind: 'flag', name: `${SECRET} flag ${step.number}`, value: true }],
              }),
        });
    }
  }

  async #sit(how: Extract<Aside, { do: 'sit' }>['how']): Promise<unknown> {
    const { services } = this.#app;
    if (how === 'begin' || how === 'resume') {
      this.#caller = client('/repos/table');
      return services.startClaudmasterSession(this.#caller, {
        campaign_name: this.#campaign,
        module_id: `${SECRET} title`,
        resume: how === 'resume',
      });
    }
    return services.endClaudmasterSession(this.#caller, {
      session_id: this.#caller.connection?.sessionId ?? 'ses_none',
      mode: how,
      summary_notes: `${SECRET} summary ${this.#app.now()}`,
    });
  }
}

/** Ids by where they first stand, so that files with other ids can be compared. */
function byPlace(json: string): string {
  const places = new Map<string, number>();
  return withoutMoment(json).replaceAll(/(?:ent|evt|ses|not|prj)_[0-9a-zA-Z]+/g, (id) => {
    if (!places.has(id)) places.set(id, places.size);
    return `#${places.get(id)}`;
  });
}

/** The world on every branch, as going back to it shows it. */
async function everyBranch({ services, store }: TestApp, campaign: string, id: string) {
  const seen: unknown[] = [];
  for (const branch of await store.campaigns.listBranches(id)) {
    await services.rewindSession(client(), { campaign, to_turn: 0, branch: branch.id });
    const entities = await store.campaigns.listEntities(id, undefined, 500, 0);
    seen.push({
      state: (await store.campaigns.find(id))?.state,
      entities: entities.map(({ entity: { kind, name, fields, visibility } }) => ({
        kind,
        name,
        fields,
        visibility,
      })),
    });
  }
  return seen;
}

describe('any campaign', () => {
  it('is equal after export and import, and shows players no secret', { timeout: 300_000 }, async () => {
    const first = openTestApp();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyTable, async (steps) => {
        count += 1;
        const campaign = `Campaign ${count}`;
        const table = new Table(first, campaign);
        await table.open();
        for (const step of steps) await table.take(step);

        const whole = await exportNamed(first, campaign);
        for (const audience of [true, 'Zoe']) {
          const { json, markdown } = await exportNamed(first, campaign, audience);
          const forZoe = audience === 'Zoe' ? [`${SECRET} deed`] : [];
          for (const text of [json, markdown]) {
            const shown = forZoe.reduce((rest, own) => rest.replaceAll(own, ''), text);
            expect(shown.includes(SECRET), shown.slice(Math.max(0, shown.indexOf(SECRET) - 200))).toBe(false);
          }
        }

        const second = openTestApp();
        const made = await importInto(second, whole.json);
        expect(made.are_ids_kept).toBe(true);
        const again = await exportNamed(second, campaign);
        expect(withoutMoment(again.json)).toBe(withoutMoment(whole.json));

        // Beside itself it differs by its name and its ids only.
        const copy = await importInto(second, whole.json, { on_conflict: 'rename' });
        const beside = (await exportNamed(second, copy.name)).json.replace(copy.name, campaign);
        expect(byPlace(beside)).toBe(byPlace(whole.json));

        const there = await everyBranch(first, campaign, made.campaign_id);
        expect(await everyBranch(second, campaign, made.campaign_id)).toEqual(there);
        expect(await everyBranch(second, copy.name, copy.campaign_id)).toEqual(there);
      }),
      { numRuns: 20 },
    );
  });
});

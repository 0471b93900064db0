import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/app/ports/ledger.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import { ENTITY_KINDS, type Visibility } from '../../../src/campaign/domain/entity.ts';
import type { Audience } from '../../../src/campaign/domain/visibility.ts';
import type { EventKey } from '../../../src/campaign/ports/campaign-store.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as g from './campaign-changes.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const game = c.project({ kind: 'game' });
const MAIN = { branchId: 'main', after: -1, upTo: 99 };

/** All that the window shows of a campaign. */
async function seen({ campaigns, ledger }: Store, id = 'prj_1') {
  return {
    campaign: await campaigns.find(id),
    all: await campaigns.list(10),
    branches: await campaigns.listBranches(id),
    byId: await campaigns.findEntities(['ent_1', 'ent_2', 'ent_9']),
    named: await campaigns.findNamed(id, 'character', ['mira', 'bram', 'nobody']),
    entities: await campaigns.listEntities(id, undefined, 100, 0),
    counts: await campaigns.countEntities(id),
    names: await campaigns.listNames(id, 'character', 100),
    events: await campaigns.listEvents(id, { segments: [MAIN] }, 100, null),
    patches: await campaigns.listPatches(id, MAIN),
    journal: (await ledger.read(0, 100)).map(({ stream, type }) => `${stream} ${type}`),
  };
}

const TURN: Change = g.played(
  { version: 2, turn: 1 },
  {
    branches: [g.aBranch({ headTurn: 1 })],
    entities: [g.anEntity(), g.anEntity({ id: 'ent_2', name: 'Bram' })],
    patches: [g.aPatch(), g.aPatch('ent_2', { name: 'Bram' })],
    events: [g.anEvent()],
  },
);

export function campaignClauses(newFixture: NewFixture): void {
  describe('campaigns', () => {
    const opened = useFixture(newFixture);

    it('come back whole: campaign, branch, entities, events and patches', async () => {
      const { store } = opened();
      await store.ledger.commit([game, g.begun(), TURN]);
      expect(await seen(store)).toMatchObject({
        campaign: g.aCampaign({ version: 2, turn: 1 }),
        all: [g.aCampaign({ version: 2, turn: 1 })],
        branches: [g.aBranch({ headTurn: 1 })],
        byId: [g.anEntity(), g.anEntity({ id: 'ent_2', name: 'Bram' })],
        named: [{ name: 'Mira' }, { name: 'Bram' }],
        entities: [{ entity: { id: 'ent_1' } }, { entity: { id: 'ent_2' } }],
        counts: { character: 2 },
        names: ['Mira', 'Bram'],
        events: [{ event: g.anEvent() }],
        patches: [
          { ...g.aPatch(), branchId: 'main', turn: 1 },
          { ...g.aPatch('ent_2', { name: 'Bram' }), branchId: 'main', turn: 1 },
        ],
      });
    });

    it('have the name of their project', async () => {
      const { ledger, campaigns } = opened().store;
      await ledger.commit([game, g.begun({}, { name: 'ignored' })]);
      await ledger.commit([c.project({ kind: 'game', name: 'Renamed', version: 2 })]);
      expect((await campaigns.find('prj_1'))?.name).toBe('Renamed');
    });

    it.each([
      ['the version is another', { ...TURN, expectedVersion: 4 } as Change],
      [
        'a name is taken',
        g.played({ version: 2 }, { entities: [g.anEntity({ id: 'ent_8', name: 'BOB ' })] }),
      ],
      ['an event is there already', g.played({ version: 2 }, { events: [g.anEvent({ id: 'evt_0' })] })],
    ])('are written whole or not at all, as when %s', async (_, stale) => {
      const { store, reopen } = opened();
      await store.ledger.commit([
        game,
        g.begun({
          entities: [g.anEntity({ id: 'ent_7', name: 'Bob' })],
          events: [g.anEvent({ id: 'evt_0', turn: 0 })],
        }),
      ]);
      const before = await seen(store);
      const whole = {
        ...(stale as typeof TURN),
        patches: [g.aPatch()],
        branches: [g.aBranch({ headTurn: 9 })],
      } as Change;
      expect(await c.outcome(store.ledger.commit([c.record(), whole]))).toBe(c.CONFLICT);
      expect(await c.outcome(store.ledger.commit([whole, c.record()]))).toBe(c.CONFLICT);
      expect(await seen(await reopen())).toEqual(before);
      expect(await store.records.findAll(['rec_1'])).toEqual([]);
      expect(await c.outcome(store.ledger.commit([TURN]))).toBe('committed');
    });

    it('let exactly one of two writers with the same version through', async () => {
      const { store, reopen } = opened();
      const other = await reopen();
      await store.ledger.commit([game, g.begun()]);
      const writers = [store, other, store, other];
      const race = writers.map(({ ledger }, index) =>
        c.outcome(
          ledger.commit([
            g.played(
              { version: 2, turn: 1 },
              { events: [g.anEvent({ id: `evt_${index}` })], patches: [g.aPatch()] },
            ),
          ]),
        ),
      );
      expect((await Promise.all(race)).filter((outcome) => outcome === 'committed')).toHaveLength(1);
      expect(await store.campaigns.listEvents('prj_1', { segments: [MAIN] }, 9, null)).toHaveLength(1);
      expect(await store.campaigns.listPatches('prj_1', MAIN)).toHaveLength(1);
    });

    it('are created by exactly one of many writers', async () => {
      const { store, reopen } = opened();
      await store.ledger.commit([game]);
      const writers = await Promise.all([reopen(), reopen(), reopen()]);
      const race = writers.map(({ ledger }) => c.outcome(ledger.commit([g.begun()])));
      expect((await Promise.all(race)).toSorted()).toEqual(['committed', c.CONFLICT, c.CONFLICT].toSorted());
    });

    it('take a name once per campaign and kind, compared without case and spacing, among those not removed', async () => {
      const { ledger, campaigns } = opened().store;
      let version = 1;
      const put = (facts: Parameters<typeof g.anEntity>[0], projectId = 'prj_1') => {
        const entities = [g.anEntity({ campaignId: projectId, ...facts })];
        return c.outcome(ledger.commit([g.played({ id: projectId, version: version + 1 }, { entities })]));
      };
      const taken = async (facts: Parameters<typeof g.anEntity>[0]) => {
        const outcome = await put(facts);
        if (outcome === 'committed') version += 1;
        return outcome !== 'committed';
      };
      await ledger.commit([game, g.begun()]);
      expect(await taken({ id: 'ent_a', name: 'Old  Mira' })).toBe(false);
      expect(await taken({ id: 'ent_b', name: ' old mira' })).toBe(true);
      expect(await taken({ id: 'ent_b', name: 'Old Mira!' })).toBe(false);
      expect(await taken({ id: 'ent_c', name: 'Old Mira', kind: 'npc' })).toBe(false);
      expect(await taken({ id: 'ent_d', name: '①' })).toBe(false);
      expect(await taken({ id: 'ent_e', name: '1' })).toBe(false);
      expect(await taken({ id: 'ent_f', name: '🐉' })).toBe(false);
      expect(await taken({ id: 'ent_g', name: '🐉🐉' })).toBe(false);
      expect(await taken({ id: 'ent_h', name: '🐉' })).toBe(true);
      expect(await taken({ id: 'ent_a', name: 'Old Mira', isRemoved: true })).toBe(false);
      expect(await taken({ id: 'ent_b2', name: 'OLD MIRA' })).toBe(false);
      expect(await taken({ id: 'ent_a', name: 'Old Mira' })).toBe(true);
      expect(await campaigns.findNamed('prj_1', 'character', ['old mira'])).toMatchObject([{ id: 'ent_b2' }]);
      expect(await campaigns.findEntities(['ent_a'])).toMatchObject([{ isRemoved: true }]);
      await ledger.commit([
        c.project({ id: 'prj_2', kind: 'game', name: 'Other' }),
        g.begun(
          { entities: [g.anEntity({ id: 'ent_nowhere', campaignId: 'prj_2', name: 'Old Mira' })] },
          { id: 'prj_2' },
        ),
      ]);
      expect(await campaigns.findNamed('prj_2', 'character', ['old mira'])).toMatchObject([
        { id: 'ent_nowhere' },
      ]);
    });

    it('let entities exchange names within one call, even in a cycle, and keep their order', async () => {
      const { ledger, campaigns } = opened().store;
      const [a, b, d] = ['A', 'B', 'D'].map((name) => g.anEntity({ id: `ent_${name}`, name }));
      if (a === undefined || b === undefined || d === undefined) throw new Error('three');
      await ledger.commit([game, g.begun({ entities: [a, b, d] })]);
      const ring = [
        { ...a, name: 'B' },
        { ...b, name: 'D' },
        { ...d, name: 'A' },
      ];
      await ledger.commit([g.played({ version: 2 }, { entities: ring })]);
      const listed = (await campaigns.listEntities('prj_1', undefined, 9, 0)).map(({ entity }) => entity);
      expect(listed).toEqual(ring);
      const swapped = [
        { ...d, name: 'B' },
        { ...a, name: 'A' },
        { ...b, isRemoved: true },
      ];
      await ledger.commit([g.played({ version: 3 }, { entities: swapped })]);
      expect(await campaigns.findNamed('prj_1', 'character', ['a', 'b', 'd'])).toEqual([
        swapped[1],
        swapped[0],
      ]);
    });

    it('delete entities whose creation was undone, and accept them again', async () => {
      const { ledger, campaigns } = opened().store;
      await ledger.commit([game, g.begun({ entities: [g.anEntity()] })]);
      await ledger.commit([
        g.played({ version: 2 }, { removedEntityIds: ['ent_1'], entities: [g.anEntity({ id: 'ent_2' })] }),
      ]);
      expect(await campaigns.findEntities(['ent_1'])).toEqual([]);
      expect(await campaigns.countEntities('prj_1')).toEqual({ character: 1 });
      await ledger.commit([
        g.played({ version: 3 }, { removedEntityIds: ['ent_2'], entities: [g.anEntity()] }),
      ]);
      expect(await campaigns.findNamed('prj_1', 'character', ['mira'])).toEqual([g.anEntity()]);
    });

    it('list entities in the order they were made, by kinds and in pages', async () => {
      const { ledger, campaigns } = opened().store;
      const entities = Array.from({ length: 21 }, (_, index) =>
        g.anEntity({ id: `ent_${index}`, kind: ENTITY_KINDS[index % 7] ?? 'npc', name: `N${20 - index}` }),
      );
      await ledger.commit([game, g.begun({ entities })]);
      const idsOf = (page: readonly { entity: { id: string } }[]) => page.map(({ entity }) => entity.id);
      const all: string[] = [];
      for (let after = 0; ; ) {
        const page = await campaigns.listEntities('prj_1', undefined, 4, after);
        all.push(...idsOf(page));
        after = page.at(-1)?.seq ?? 0;
        if (page.length < 4) break;
      }
      expect(all).toEqual(entities.map(({ id }) => id));
      const some = await campaigns.listEntities('prj_1', ['npc', 'quest'], 3, 0);
      expect(idsOf(some)).toEqual(['ent_1', 'ent_3', 'ent_8']);
      expect(await campaigns.listEntities('prj_1', [], 3, 0)).toEqual([]);
      expect(await campaigns.listNames('prj_1', 'npc', 2)).toHaveLength(2);
    });

    it('list events of a branch newest first, by segment, filter and page', async () => {
      const { ledger, campaigns } = opened().store;
      const on = (branchId: string, turn: number, facts = {}) => g.anEvent({ branchId, turn, ...facts });
      await ledger.commit([
        game,
        g.begun({
          events: [
            on('main', 1, { type: 'combat', sessionId: 'ses_1' }),
            on('main', 2, { importance: 5, sessionId: 'ses_1' }),
            on('main', 2, { id: 'evt_added', isTurn: false, sessionId: 'ses_2' }),
            on('main', 3),
            on('fork', 2, { id: 'evt_told', isTurn: false }),
            on('fork', 3, { type: 'combat' }),
          ],
        }),
      ]);
      const stretches = [
        { branchId: 'fork', after: 1, upTo: 3 },
        { branchId: 'main', after: -1, upTo: 2 },
      ];
      const list = async (filter = {}, limit = 9, before: EventKey | null = null) => {
        const found = await campaigns.listEvents('prj_1', { segments: stretches, ...filter }, limit, before);
        expect(await campaigns.countEvents('prj_1', { segments: stretches, ...filter }, before)).toBe(
          found.length,
        );
        return found.map(({ event }) => event.id);
      };
      const all = ['evt_fork_3', 'evt_told', 'evt_added', 'evt_main_2', 'evt_main_1'];
      expect(await list()).toEqual(all);
      expect(await list({ types: ['combat'] })).toEqual(['evt_fork_3', 'evt_main_1']);
      expect(await list({ types: [] })).toEqual([]);
      expect(await list({ isTurn: false })).toEqual(['evt_told', 'evt_added']);
      expect(await list({ minImportance: 4 })).toEqual(['evt_main_2']);
      expect(await list({ sessionId: 'ses_1' })).toEqual(['evt_main_2', 'evt_main_1']);
      expect(await list({ sessionId: 'ses_1', types: ['combat'], isTurn: true })).toEqual(['evt_main_1']);
      const paged: string[] = [];
      for (let before: EventKey | null = null; ; ) {
        const page = await campaigns.listEvents('prj_1', { segments: stretches }, 2, before);
        expect(await campaigns.countEvents('prj_1', { segments: stretches }, before)).toBe(
          all.length - paged.length,
        );
        paged.push(...page.map(({ event }) => event.id));
        const last = page.at(-1);
        if (last === undefined || page.length < 2) break;
        before = { turn: last.event.turn, seq: last.seq };
      }
      expect(paged).toEqual(all);
    });

    it('list and count only events that an audience may see', async () => {
      const { ledger, campaigns } = opened().store;
      const seen = (id: string, visibility: Visibility, private_to: readonly string[] = []) =>
        g.anEvent({ id, visibility, private_to });
      await ledger.commit([
        game,
        g.begun({
          events: [
            seen('evt_open', 'public'),
            seen('evt_hers', 'private', ['ent_9', 'ent_1']),
            seen('evt_his', 'private', ['ent_2']),
            seen('evt_secret', 'dm_only'),
            seen('evt_nobody', 'private'),
          ],
        }),
      ]);
      const to = async (seenBy: Audience) => {
        const filter = { segments: [MAIN], seenBy };
        const found = await campaigns.listEvents('prj_1', filter, 9, null);
        expect(await campaigns.countEvents('prj_1', filter, null)).toBe(found.length);
        return found.map(({ event }) => event.id).toReversed();
      };
      expect(await to({ kind: 'party' })).toEqual(['evt_open']);
      expect(await to({ kind: 'character', id: 'ent_1', name: 'Mira' })).toEqual(['evt_open', 'evt_hers']);
      expect(await to({ kind: 'dm' })).toHaveLength(5);
    });

    it('store a retry key once per campaign, with the answer', async () => {
      const { ledger, campaigns } = opened().store;
      const keyed = { key: 'sha256:k', digest: 'sha256:d', answer: { version: 2, list: ['a'] } };
      const event = g.anEvent();
      await ledger.commit([game, g.begun()]);
      await ledger.commit([g.played({ version: 2, turn: 1 }, { events: [event], keyed })]);
      expect(await campaigns.findKeyed('prj_1', keyed.key)).toEqual({
        digest: keyed.digest,
        answer: keyed.answer,
        event,
      });
      expect(await campaigns.findKeyed('prj_1', 'sha256:other')).toBeUndefined();
      expect(await campaigns.findKeyed('prj_2', keyed.key)).toBeUndefined();
      const again = g.played({ version: 3 }, { events: [g.anEvent({ id: 'evt_2' })], keyed });
      expect(await c.outcome(ledger.commit([again]))).toBe(c.CONFLICT);
      expect(await campaigns.find('prj_1')).toMatchObject({ version: 2 });
      const other = c.project({ id: 'prj_2', kind: 'game', name: 'Other' });
      const theirs = g.anEvent({ id: 'evt_3', campaignId: 'prj_2' });
      await ledger.commit([other, g.begun({ events: [theirs], keyed }, { id: 'prj_2' })]);
      expect(await campaigns.findKeyed('prj_2', keyed.key)).toMatchObject({ event: { id: 'evt_3' } });
    });

    it('keep patches by branch and turn, in the order they were made, whatever call brought them', async () => {
      const { ledger, campaigns } = opened().store;
      const patch = (value: number) => g.aPatch('state', { value });
      await ledger.commit([game, g.begun({ patches: [patch(1), patch(2)] })]);
      await ledger.commit([g.played({ version: 2 }, { patches: [patch(3)] })]);
      await ledger.commit([g.played({ version: 3, turn: 1 }, { patches: [patch(4)] })]);
      await ledger.commit([g.played({ version: 4, turn: 12 }, { patches: [patch(5)] })]);
      await ledger.commit([g.played({ version: 5, turn: 1, branchId: 'fork' }, { patches: [patch(6)] })]);
      const list = async (branchId: string, after: number, upTo: number) =>
        (await campaigns.listPatches('prj_1', { branchId, after, upTo })).map(
          ({ after: { value } }) => value,
        );
      expect(await list('main', -1, 99)).toEqual([1, 2, 3, 4, 5]);
      expect(await list('main', -1, 0)).toEqual([1, 2, 3]);
      expect(await list('main', 0, 11)).toEqual([4]);
      expect(await list('main', 5, 3)).toEqual([]);
      expect(await list('fork', 0, 1)).toEqual([6]);
    });

    it('are listed by when they were last played, and their branches by when they began', async () => {
      const { ledger, campaigns } = opened().store;
      for (const [index, id] of ['prj_1', 'prj_2', 'prj_3'].entries()) {
        const updatedAt = s.after([5, 9, 7][index] ?? 0);
        await ledger.commit([c.project({ id, kind: 'game', name: id }), g.begun({}, { id, updatedAt })]);
      }
      const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id);
      expect(idsOf(await campaigns.list(10))).toEqual(['prj_2', 'prj_3', 'prj_1']);
      expect(idsOf(await campaigns.list(1))).toEqual(['prj_2']);
      const fork = g.aBranch({
        id: 'a',
        parentId: 'main',
        forkedAt: 3,
        reason: 'why',
        createdAt: s.after(1),
      });
      await ledger.commit([g.played({ version: 2 }, { branches: [fork] })]);
      expect(await campaigns.listBranches('prj_1')).toEqual([g.aBranch(), fork]);
      expect(await campaigns.listBranches('prj_9')).toEqual([]);
    });

    it('leave no stored text in the journal', async () => {
      const { store } = opened();
      const words = 'swordfish';
      const state = { ...g.aCampaign().state, location: words, flags: { [words]: words } };
      await store.ledger.commit([
        game,
        g.begun(
          {
            branches: [g.aBranch({ reason: words })],
            entities: [g.anEntity({ name: words })],
            patches: [g.aPatch('ent_1', { [words]: words })],
            events: [g.anEvent({ description: words, narration: words, actor: words, tags: [words] })],
          },
          { description: words, dmName: words, setting: words, rules: { system: words }, state },
        ),
      ]);
      const journal = JSON.stringify(await c.readAll(store));
      expect(journal).toContain('campaign.saved');
      expect(journal).not.toContain(words);
    });

    it('of one workspace are not visible or changeable from another', async () => {
      const { workspace } = opened();
      const [one, other] = [workspace('one'), workspace('other')];
      const empty = await seen(other);
      await one.ledger.commit([game, g.begun(), TURN]);
      expect(await seen(other)).toEqual(empty);
      const before = await seen(one);
      await other.ledger.commit([game, g.begun({}, { description: 'omega' })]);
      await other.ledger.commit([
        g.played(
          { version: 2, turn: 1 },
          {
            removedEntityIds: ['ent_2'],
            branches: [g.aBranch({ headTurn: 8 })],
            entities: [g.anEntity({ name: 'omega' })],
            events: [g.anEvent({ description: 'omega' })],
            patches: [g.aPatch('ent_1', { name: 'omega' })],
          },
        ),
      ]);
      expect(await seen(one)).toEqual(before);
      expect(JSON.stringify(await seen(other))).not.toContain('Mira.');
    });
  });
}

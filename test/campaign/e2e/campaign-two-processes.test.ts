import { describe, expect, it } from 'vitest';
import { place, serverIn } from '../../support/server.ts';
import type { StdioClient } from '../../support/stdio-client.ts';

const CAMPAIGN = 'The Salt Mill';
const TURNS = 200;
const withTools = { args: ['--toolsets', 'session,memory,campaign'] };

const play = (client: StdioClient, item: string) => async (_: unknown, number: number) =>
  client.facts('player_action', {
    campaign: CAMPAIGN,
    action: `${item} ${number}`,
    character_name: 'Mira',
    changes: [
      { kind: 'item', character: 'Mira', item, quantity: 1 },
      { kind: 'funds', coin: 'gp', amount: 2 },
    ],
  });

describe('two processes at one table', () => {
  it('play 200 turns each at once: none is lost, each has a number of its own', async () => {
    const here = place();
    const both = [await serverIn(here, withTools), await serverIn(here, withTools)] as const;
    await both[0].facts('save_campaign', { name: CAMPAIGN });
    await both[0].facts('save_entity', { campaign: CAMPAIGN, kind: 'character', name: 'Mira' });
    const played = await Promise.all(
      both.map((client, index) =>
        Promise.all(Array.from({ length: TURNS }).map(play(client, index === 0 ? 'torch' : 'rope'))),
      ),
    );
    const turns = played.flat().map(({ turn }) => turn);
    const wanted = Array.from({ length: 2 * TURNS }, (_, index) => index + 1);
    expect(turns.toSorted((a, b) => a - b)).toEqual(wanted);
    expect(new Set(played.flat().map(({ version }) => version)).size).toBe(2 * TURNS);
    expect(new Set(played.flat().map(({ event_id }) => event_id)).size).toBe(2 * TURNS);

    for (const [index, client] of both.entries()) {
      const { session_info } = await client.facts('get_session_state', { detail_level: 'minimal' });
      expect(session_info).toMatchObject({ turn_count: TURNS, kind: 'game' });
      expect(new Set(played[index]?.map(({ session_id }) => session_id))).toEqual(
        new Set([session_info.session_id]),
      );
    }

    const outputs: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await both[1].facts('get_events', { campaign: CAMPAIGN, limit: 100, cursor });
      outputs.push(...page.events.map(({ turn, description }: never) => `${turn} ${description}`));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    const answered = played.flatMap((all, index) =>
      all.map(({ turn }, number) => `${turn} ${index === 0 ? 'torch' : 'rope'} ${number}`),
    );
    expect(outputs.toSorted()).toEqual(answered.toSorted());

    const back = await both[0].facts('rewind_session', { campaign: CAMPAIGN, to_turn: 100 });
    const early = played.flat().filter(({ turn }) => turn <= 100);
    expect(back.game_state.party_funds).toEqual({ gp: 2 * early.length });
    const again = await both[1].facts('rewind_session', { campaign: CAMPAIGN, to_turn: 0, branch: 'main' });
    expect(again.game_state.party_funds).toEqual({ gp: 4 * TURNS });
    const { items } = await both[1]
      .facts('get_campaign', { name: CAMPAIGN, section: 'characters' })
      .then((facts) => ({ items: JSON.stringify(facts) }));
    for (const item of ['torch', 'rope']) expect(items).toContain(`"name":"${item}","quantity":${TURNS}`);
  });

  it('play a turn once that both send at once under one key, and answer both alike', async () => {
    const here = place();
    const both = [await serverIn(here, withTools), await serverIn(here, withTools)] as const;
    await both[0].facts('save_campaign', { name: CAMPAIGN });
    const { session } = await both[0].facts('start_claudmaster_session', { campaign_name: CAMPAIGN });
    for (let round = 1; round <= 20; round += 1) {
      const turn = {
        session_id: session.session_id,
        action: `Mira finds coin ${round}`,
        rolls: [{ notation: '9d1000' }],
        changes: [{ kind: 'funds', coin: 'gp', amount: 1 }],
        idempotency_key: `coin ${round}`,
      };
      const [one, other] = await Promise.all(both.map((client) => client.facts('player_action', turn)));
      expect(one).toMatchObject({ turn: round });
      expect(other).toEqual(one);
    }
    const { game_state, session_info } = await both[1].facts('get_session_state', {
      session_id: session.session_id,
    });
    expect(game_state).toMatchObject({ turn_count: 20, party_funds: { gp: 20 } });
    expect(session_info.turn_count).toBe(20);
  });

  it('give a name to one of several concurrent callers, and refuse the others with its holder', async () => {
    const here = place();
    const both = [await serverIn(here, withTools), await serverIn(here, withTools)] as const;
    await both[0].facts('save_campaign', { name: CAMPAIGN });
    const save = (client: StdioClient, more: object) =>
      client.call('save_entity', { campaign: CAMPAIGN, kind: 'npc', ...more });
    for (let round = 0; round < 20; round += 1) {
      const made = await Promise.all(both.map((client) => save(client, { name: `Wanted ${round}` })));
      expect(made.map(({ structuredContent }) => structuredContent?.is_new).toSorted()).toEqual([
        false,
        true,
      ]);
      const ids = await Promise.all(
        both.map(async (client, index) => {
          const saved = await client.facts('save_entity', {
            campaign: CAMPAIGN,
            kind: 'npc',
            name: `Rival ${round} ${index}`,
          });
          return saved.entity.id as string;
        }),
      );
      const named = await Promise.all(
        both.map((client, index) => save(client, { id: ids[index], name: `Crown ${round}` })),
      );
      const outputs = named.map((result) => (result.isError ? result.content[0]?.text : 'named'));
      expect(outputs.toSorted().at(-1)).toBe('named');
      expect(outputs.toSorted()[0]).toContain('entity_name_taken');
      const again = await Promise.all(
        both.map((client) => save(client, { name: `Anew ${round}`, make_new: true })),
      );
      expect(again.map(({ isError }) => isError === true).toSorted()).toEqual([false, true]);
    }
    const { counts } = await both[0].facts('get_campaign', { name: CAMPAIGN });
    expect(counts).toMatchObject({ npc: 80 });
  });
});

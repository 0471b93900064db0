import { describe, expect, it } from 'vitest';
import type { GetEventsInput } from '../../../src/campaign/app/get-events.ts';
import { aGame, CAMPAIGN } from './create-game.ts';

describe('a turn', () => {
  it('is found by what it did and what was rolled, as far as its reader may know', async () => {
    const game = await aGame();
    await game.save({ kind: 'npc', name: 'Orsk' });
    await game.save({ kind: 'npc', name: 'Vex', visibility: 'dm_only' });
    const quest = await game.save({ kind: 'quest', name: 'The Seal' });
    await game.play({
      action: 'first',
      rolls: [{ notation: '1d20', label: 'Stealth', total: 12 }],
      changes: [
        { kind: 'item', character: 'Mira', item: 'Silver key', quantity: 1 },
        { kind: 'npc', npc: 'Orsk', learned: 'He fears water.' },
        { kind: 'quest', quest: 'The Seal', note: 'half is here' },
      ],
    });
    await game.play({
      action: 'second',
      changes: [
        { kind: 'thread', thread: 'Who rang the bell?', status: 'open' },
        { kind: 'npc', npc: 'Vex', learned: 'She hunts them.', visibility: 'dm_only' },
      ],
    });
    await game.save({ kind: 'quest', id: quest.entity.id, name: 'The Crown' });
    const found = async (input: GetEventsInput) =>
      (await game.services.getEvents(game.caller, { campaign: CAMPAIGN, ...input })).events.map(
        ({ description }) => description,
      );
    for (const search of ['silver key', 'fears water', 'half is here', 'stealth', 'the crown'])
      for (const as_player of [false, true]) expect(await found({ search, as_player })).toEqual(['first']);
    expect(await found({ search: 'the seal' })).toEqual(['first']);
    for (const as_player of [false, true]) {
      expect(await found({ search: 'bell', as_player })).toEqual(['second']);
      expect(await found({ character: 'orsk', as_player })).toEqual(['first']);
    }
    expect(await found({ character: 'Vex' })).toEqual(['second']);
    expect(await found({ search: 'hunts' })).toEqual(['second']);
    for (const hidden of [{ character: 'Vex' }, { search: 'hunts' }, { search: 'vex' }])
      expect(await found({ ...hidden, as_player: true })).toEqual([]);
  });
});

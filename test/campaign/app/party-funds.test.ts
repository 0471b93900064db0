import { describe, expect, it } from 'vitest';
import { aGame, type Game, refused } from './create-game.ts';

const funds = async ({ store, id }: Game) => (await store.campaigns.find(id))?.state.party_funds;

/** As a store has it that was written while letter case told coins apart. */
async function twoPurses(): Promise<Game> {
  const game = await aGame();
  const campaign = await game.store.campaigns.find(game.id);
  if (campaign === undefined) throw new Error('no campaign');
  const party_funds = { GP: 10, gp: 5, Crowns: 1 };
  await game.store.ledger.commit([
    {
      kind: 'campaign',
      campaign: { ...campaign, state: { ...campaign.state, party_funds }, version: campaign.version + 1 },
      expectedVersion: campaign.version,
      event: 'campaign.changed',
      branches: [],
      entities: [],
      removedEntityIds: [],
      patches: [{ target: 'state', before: { party_funds: {} }, after: { party_funds } }],
      events: [],
    },
  ]);
  return game;
}

describe('coins whose names differ in letter case', () => {
  it('are one purse for turns and for update_game_state', async () => {
    const game = await aGame();
    await game.play({ action: 'Loot.', changes: [{ kind: 'funds', coin: 'GP', amount: 5 }] });
    await game.play({ action: 'Loot.', changes: [{ kind: 'funds', coin: 'gp', amount: 2 }] });
    expect(await funds(game)).toEqual({ gp: 7 });
    const update = (party_funds: Record<string, number>) =>
      game.services.updateGameState(game.caller, { campaign: game.id, party_funds });
    expect((await update({ Gp: 40, Crowns: 3 })).state.party_funds).toEqual({ gp: 40, Crowns: 3 });
    expect((await update({ CROWNS: 4 })).state.party_funds).toEqual({ gp: 40, Crowns: 4 });
    const error = await refused(update({ GP: 1, gp: 2 }));
    expect(error).toMatchObject({ code: 'arguments_contradict', fields: [{ field: 'party_funds' }] });
    expect(await funds(game)).toEqual({ gp: 40, Crowns: 4 });
  });

  it('are summed when an older store is read, and stored so by the next change', async () => {
    const game = await twoPurses();
    const asked = { campaign: game.id };
    const merged = { gp: 15, Crowns: 1 };
    for (const as_player of [false, true])
      expect(
        (await game.services.getCampaign(game.caller, { ...asked, as_player })).campaign.game_state,
      ).toMatchObject({ party_funds: merged });
    const { game: state } = await game.services.startClaudmasterSession(game.caller, {
      campaign_name: game.id,
    });
    expect(state?.game_state.party_funds).toEqual(merged);
    await game.play({ action: 'A round for all.', changes: [{ kind: 'funds', coin: 'GP', amount: -12 }] });
    expect(await funds(game)).toEqual({ gp: 3, Crowns: 1 });
    await game.services.rewindSession(game.caller, { ...asked, to_turn: 0 });
    expect((await game.services.getCampaign(game.caller, asked)).campaign.game_state).toMatchObject({
      party_funds: merged,
    });
  });

  it('are exported as they are stored, so that the copy can be imported', async () => {
    const game = await twoPurses();
    await game.play({ action: 'Loot.', changes: [{ kind: 'funds', coin: 'gp', amount: 1 }] });
    const { json_path: file } = await game.services.exportCampaign(game.caller, {
      campaign: game.id,
      folder: game.folder,
    });
    const copy = await game.services.importCampaign(game.caller, { file, on_conflict: 'rename' });
    expect(await game.store.campaigns.find(copy.campaign_id)).toMatchObject({
      state: { party_funds: { gp: 16, Crowns: 1 } },
    });
  });
});

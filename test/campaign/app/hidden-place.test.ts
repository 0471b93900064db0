import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aGame, type Game, refused } from './create-game.ts';

const HIDDEN = 'Sunken Crypt';
const SECRETS = ['three ghouls', 'a false altar', 'behind the bell', 'Bell Tower'];

async function aCrypt(visibility: 'dm_only' | 'private' = 'dm_only'): Promise<Game> {
  const game = await aGame();
  await game.save({ kind: 'character', name: 'Borin' });
  await game.save({ kind: 'location', name: 'Harbor' });
  await game.save({ kind: 'location', name: 'Bell Tower', visibility: 'dm_only' });
  await game.save({
    kind: 'location',
    name: HIDDEN,
    visibility,
    ...(visibility === 'private' ? { private_to: ['Mira'] } : {}),
    fields: {
      description: 'Here wait three ghouls.',
      secret: 'There is a false altar.',
      connections: [{ to: 'Bell Tower', how: 'behind the bell' }],
    },
  });
  await game.play({ action: 'We sail in.', changes: [{ kind: 'place', location: 'Harbor' }] });
  return game;
}

const enter = (game: Game, more: object = {}) =>
  game.play({ action: 'We go down.', changes: [{ kind: 'place', location: HIDDEN, ...more }] });

/** Every text that players are given. */
async function playersView(game: Game): Promise<Record<string, string>> {
  const { services, caller, id, folder } = game;
  const asked = { campaign: id, as_player: true };
  const copy = await services.exportCampaign(caller, { ...asked, folder });
  const jsonOf = async (what: unknown) => JSON.stringify(await what);
  return {
    overview: await jsonOf(services.getCampaign(caller, asked)),
    locations: await jsonOf(services.getCampaign(caller, { ...asked, section: 'locations' })),
    events: await jsonOf(services.getEvents(caller, asked)),
    recap: (await services.recapSession(caller, { campaign: id, player_safe: true })).text,
    json: readFileSync(copy.json_path, 'utf8'),
    markdown: readFileSync(copy.markdown_path, 'utf8'),
  };
}

describe('a public move into a hidden place', () => {
  it.each(['dm_only', 'private'] as const)(
    'tells the players its name in every view, and nothing else of it (%s)',
    async (visibility) => {
      const game = await aCrypt(visibility);
      expect(JSON.stringify(await playersView(game))).not.toContain(HIDDEN);
      await enter(game);
      const views = await playersView(game);
      for (const [view, text] of Object.entries(views)) {
        expect(text, view).toContain(HIDDEN);
        for (const secret of SECRETS) expect(text, view).not.toContain(secret);
        expect(text, view).not.toContain('game master only');
      }
      const { services, caller, id } = game;
      const { campaign } = await services.getCampaign(caller, { campaign: id, as_player: true });
      expect(campaign.game_state.location).toBe(HIDDEN);
      const { events } = await services.getEvents(caller, { campaign: id, as_player: true });
      expect(events[0]).toMatchObject({
        location: HIDDEN,
        effects: [{ kind: 'moved', from: 'Harbor', to: HIDDEN }],
      });
      const { state } = await services.getSessionState(caller, {
        session_id: caller.connection?.sessionId ?? '',
      });
      expect(state.game_state?.current_location).toBe(HIDDEN);
      const filtered = await services.getEvents(caller, { campaign: id, as_player: true, location: HIDDEN });
      expect(filtered.events).toHaveLength(1);
    },
  );

  it('leaves the place as it is for the game master, and is undone by rewinding', async () => {
    const game = await aCrypt();
    await enter(game);
    const [crypt] = await game.store.campaigns.findNamed(game.id, 'location', ['sunken crypt']);
    expect(crypt).toMatchObject({
      visibility: 'dm_only',
      fields: { description: 'Here wait three ghouls.', is_visited: true, is_name_known: true },
    });
    await game.services.rewindSession(game.caller, { campaign: game.id, to_turn: 1 });
    expect(JSON.stringify(await playersView(game))).not.toContain(HIDDEN);
  });

  it('comes back from an export', async () => {
    const game = await aCrypt();
    await enter(game);
    const { json_path: file } = await game.services.exportCampaign(game.caller, {
      campaign: game.id,
      folder: game.folder,
    });
    const copy = await game.services.importCampaign(game.caller, { file, on_conflict: 'rename' });
    const { campaign } = await game.services.getCampaign(game.caller, {
      campaign: copy.campaign_id,
      as_player: true,
    });
    expect(campaign.game_state.location).toBe(HIDDEN);
  });
});

const shownLocation = async ({ services, caller, id }: Game) => {
  const { campaign } = await services.getCampaign(caller, { campaign: id, as_player: true });
  return campaign.game_state.location;
};

describe('a hidden move', () => {
  it.each([
    ['into a hidden place', HIDDEN],
    ['into a place that it makes', 'Cave'],
  ])(
    '%s is refused while the players see where they are, in a hidden turn as in a public one',
    async (_, location) => {
      const game = await aCrypt();
      const change = { kind: 'place', location } as const;
      const hidden = { visibility: 'dm_only' } as const;
      const inTurn = game.play({ action: 'Unseen.', ...hidden, changes: [change] });
      expect((await refused(inTurn)).code).toBe('change_cannot_be_hidden');
      const alone = game.play({ action: 'Seen.', changes: [{ ...change, ...hidden }] });
      expect((await refused(alone)).code).toBe('change_cannot_be_hidden');
      expect(await shownLocation(game)).toBe('Harbor');
      expect(JSON.stringify(await playersView(game))).not.toContain(location);
    },
  );

  it('into a hidden place shows players no location until the party moves there openly', async () => {
    const game = await aGame();
    await game.save({ kind: 'location', name: HIDDEN, visibility: 'dm_only' });
    await enter(game, { visibility: 'dm_only' });
    expect(JSON.stringify(await playersView(game))).not.toContain(HIDDEN);
    await enter(game);
    expect((await playersView(game)).overview).toContain(HIDDEN);
  });

  it('is refused once the players know the name, for they would see it', async () => {
    const game = await aCrypt();
    await enter(game);
    await game.play({ action: 'Back.', changes: [{ kind: 'place', location: 'Harbor' }] });
    expect((await refused(enter(game, { visibility: 'dm_only' }))).code).toBe('change_cannot_be_hidden');
  });
});

describe('a hidden place that becomes where the party is outside of a turn', () => {
  const setTo = ({ services, caller, id }: Game, location: string) =>
    services.updateGameState(caller, { campaign: id, location });

  it('is known to the players by name, and by nothing else', async () => {
    const game = await aCrypt();
    expect((await setTo(game, HIDDEN)).isChanged).toBe(true);
    expect(await shownLocation(game)).toBe(HIDDEN);
    expect((await setTo(game, HIDDEN)).isChanged).toBe(false);
    const text = JSON.stringify(await playersView(game));
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  it('is unknown again when that is taken back', async () => {
    const game = await aCrypt();
    await setTo(game, HIDDEN);
    await game.services.rewindSession(game.caller, { campaign: game.id, to_turn: 0 });
    expect(JSON.stringify(await playersView(game))).not.toContain(HIDDEN);
  });

  it.each([
    ['that the players know', 'Harbor', 'Harbor'],
    ['that nobody has described before', 'Market', 'Market'],
    ['by its id, with another name', 'Harbor', 'Haven'],
  ])('is not forgotten when the game master hides the place %s', async (_, from, name) => {
    const game = await aCrypt();
    await setTo(game, from);
    const [known] = await game.store.campaigns.findNamed(game.id, 'location', [from.toLowerCase()]);
    const id = from === name ? undefined : known?.id;
    const fields = { description: 'Under it wait three ghouls.' };
    await game.save({ kind: 'location', name, id, visibility: 'dm_only', fields });
    expect(await shownLocation(game)).toBe(name);
    expect(JSON.stringify(await playersView(game))).not.toContain('three ghouls');
  });
});

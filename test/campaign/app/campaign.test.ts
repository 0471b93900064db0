import { describe, expect, it } from 'vitest';
import type { PlayerActionInput } from '../../../src/campaign/app/player-action.ts';
import { handoffContent, hours, refusal, statelessCaller } from '../../app/test-app.ts';
import { aGame, CAMPAIGN, type Game, picture, refused } from './create-game.ts';

describe('what happens between turns', () => {
  it('starts no session with an event, and no fight with an initiative', async () => {
    const { services, caller, store, id } = await aGame();
    const named = { campaign: CAMPAIGN };
    const { event } = await services.addEvent(caller, {
      ...named,
      event_type: 'world',
      description: 'Snow.',
    });
    expect(event.sessionId).toBeNull();
    expect(await store.sessions.listNewest(id, 5)).toEqual([]);
    const initiative = [{ name: 'Mira', score: 3 }];
    const { state } = await services.updateGameState(caller, { ...named, initiative, current_turn: 'Mira' });
    expect(state).toMatchObject({ in_combat: false, initiative, current_turn: 'Mira' });
  });
});

describe('a turn', () => {
  it('writes action, dice, changes and the turn of its session together', async () => {
    const game = await aGame();
    const played = await game.play({
      action: 'I leap over the fire.',
      character_name: 'MIRA',
      narration: 'She almost makes it.',
      rolls: [{ notation: '1d20+2', label: 'Acrobatics' }],
      changes: [
        { kind: 'hit_points', character: 'mira', delta: -4 },
        { kind: 'place', location: 'The Mill' },
      ],
    });
    expect(played).toMatchObject({
      turn: 1,
      version: 3,
      campaign: { turn: 1, state: { location: 'The Mill' } },
    });
    const { campaign, entities, events, session, turns, branches } = await picture(game);
    expect(campaign).toEqual(played.campaign);
    expect(branches).toMatchObject([{ id: 'main', headTurn: 1 }]);
    expect(entities.map(({ entity }) => entity)).toMatchObject([
      { name: 'Mira', fields: { hit_points: { current: 6 } } },
      { name: 'The Mill', kind: 'location' },
    ]);
    expect(events).toMatchObject([
      { event: { id: played.eventId, actor: 'Mira', rolls: played.rolls, effects: played.applied } },
    ]);
    expect(session).toMatchObject({ kind: 'game', turnCount: 1, projectId: game.id });
    expect(turns).toMatchObject([{ number: 1, who: 'Mira', what: 'I leap over the fire.' }]);
  });

  it('counts once in its session each, and rewinding takes no session’s turns away', async () => {
    const game = await aGame();
    for (let turn = 1; turn <= 3; turn += 1) expect((await game.play({ action: 'on' })).turn).toBe(turn);
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 1 });
    expect((await game.play({ action: 'otherwise' })).turn).toBe(2);
    const { session, turns, campaign } = await picture(game);
    expect([session?.turnCount, turns.length, campaign?.turn]).toEqual([4, 4, 2]);
  });

  it.each<[string, Omit<PlayerActionInput, 'campaign'>, string]>([
    ['an unknown actor', { action: 'x', character_name: 'Myra' }, 'not_found: entity_not_found'],
    [
      'an unknown character in its last change',
      {
        action: 'x',
        changes: [
          { kind: 'place', location: 'Inn' },
          { kind: 'hit_points', character: 'Mira', delta: -1 },
          { kind: 'thread', thread: 'Who?', status: 'open' },
          { kind: 'hit_points', character: 'Myra', delta: -1 },
        ],
      },
      'not_found: entity_not_found',
    ],
    [
      'too little gold',
      { action: 'x', changes: [{ kind: 'funds', coin: 'gp', amount: -1 }] },
      'invalid: change_invalid',
    ],
    ['unknown people it is private to', { action: 'x', private_to: ['Myra'] }, 'not_found: entity_not_found'],
    [
      'a public audience of some',
      { action: 'x', visibility: 'public', private_to: ['Mira'] },
      'invalid: private_to_without_private',
    ],
    ['dice that are none', { action: 'x', rolls: [{ notation: '2x6' }] }, 'invalid: dice_notation_invalid'],
    ['a stale version', { action: 'x', expected_version: 1 }, 'conflict: campaign_changed'],
    ['an unknown session', { action: 'x', session_id: 'ses_none' }, 'not_found: session_not_found'],
    ['no action', { action: ' ' }, 'invalid: text_empty'],
    [
      'a half character in a name',
      { action: 'x', changes: [{ kind: 'flag', name: 'a\ud800', value: 1 }] },
      'invalid: text_has_lone_surrogate',
    ],
  ])('with %s is refused whole', async (_, input, told) => {
    const game = await aGame();
    await game.play({ action: 'before' });
    const before = await picture(game);
    expect(await refusal(game.play(input))).toBe(told);
    expect(await picture(game)).toEqual(before);
  });

  it('that names an unknown entity is refused with similar names', async () => {
    const game = await aGame();
    await game.save({ kind: 'character', name: 'Myrna' });
    const error = await refused(
      game.play({ action: 'x', changes: [{ kind: 'slot', character: 'Myra', level: '1', delta: 1 }] }),
    );
    expect(error).toMatchObject({ code: 'entity_not_found', allowed: ['Mira', 'Myrna'] });
    expect(error.hint).toMatch(/"Mira".*nothing was written/i);
    expect(error.fields).toEqual([{ field: 'changes[0].character', problem: 'names no character or npc' }]);
    const actor = await refused(game.play({ action: 'x', character_name: 'Myra' }));
    expect(actor).toMatchObject({ allowed: ['Mira', 'Myrna'], fields: [{ field: 'character_name' }] });
  });

  it('that names nobody by ten thousand letters is answered', async () => {
    const game = await aGame();
    const long = (end: string) => `${'n'.repeat(10_240)}${end}`;
    for (let number = 0; number < 20; number += 1)
      await game.save({ kind: 'npc', name: long(String(number)) });
    expect(await refusal(game.play({ action: 'x', changes: [{ kind: 'npc', npc: long('x') }] }))).toBe(
      'not_found: entity_not_found',
    );
  });

  it('with a stale version is refused with the current version', async () => {
    const game = await aGame();
    const { version } = await game.play({ action: 'first', expected_version: 2 });
    const error = await refused(game.play({ action: 'again', expected_version: 2 }));
    expect(error).toMatchObject({ kind: 'conflict', code: 'campaign_changed', allowed: [String(version)] });
    expect(error.message).toContain(`version ${version}`);
    const state = game.services.updateGameState(game.caller, {
      campaign: CAMPAIGN,
      location: 'x',
      expected_version: 2,
    });
    expect((await refused(state)).allowed).toEqual([String(version)]);
    expect((await game.play({ action: 'again', expected_version: version })).turn).toBe(2);
  });

  it('that is hidden is not shown in its session, and entities that it creates are hidden', async () => {
    const game = await aGame();
    await game.play({
      action: 'I read the forbidden page.',
      character_name: 'Mira',
      private_to: ['mira', 'Mira'],
      changes: [{ kind: 'place', location: 'The Crypt' }],
    });
    const { turns, events, entities } = await picture(game);
    expect(turns).toMatchObject([{ who: null, what: 'Turn 1, not visible to everyone.' }]);
    const [mira, crypt] = entities.map(({ entity }) => entity);
    expect(events[0]?.event).toMatchObject({ visibility: 'private', private_to: [mira?.id] });
    expect(crypt).toMatchObject({ name: 'The Crypt', visibility: 'private', private_to: [mira?.id] });
  });
});

describe('the session of a turn', () => {
  const currentSession = async ({ caller, store }: Game) =>
    store.sessions.find(caller.connection?.sessionId ?? '');

  it('is begun by the first turn and goes on with the next', async () => {
    const game = await aGame();
    const [one, two] = [await game.play({ action: 'a' }), await game.play({ action: 'b' })];
    expect(two.session.id).toBe(one.session.id);
    expect(await currentSession(game)).toMatchObject({ isImplicit: true, turnCount: 2, kind: 'game' });
  });

  it('is the one under way for those of whom nothing is remembered', async () => {
    const game = await aGame();
    const played = async () =>
      game.services.playerAction(statelessCaller(null), { campaign: CAMPAIGN, action: 'a' });
    const [one, two] = [await played(), await played()];
    expect([two.session.id, two.session.turnCount]).toEqual([one.session.id, 2]);
    game.pass(hours(100));
    expect((await played()).session).toMatchObject({ predecessorId: one.session.id, turnCount: 1 });
  });

  it('is resumed by playing on when it was paused or lost', async () => {
    const game = await aGame();
    const { session } = await game.play({ action: 'a' });
    await game.services.endSession(game.caller, { content: handoffContent(), mode: 'pause' });
    expect(await currentSession(game)).toMatchObject({ status: 'paused' });
    await game.play({ action: 'b', session_id: session.id });
    expect(await currentSession(game)).toMatchObject({ status: 'active' });
    game.pass(hours(100));
    await game.play({ action: 'c' });
    expect(await currentSession(game)).toMatchObject({ id: session.id, status: 'active' });
  });

  it('is a new one after it ended, and a call that names the ended one is refused', async () => {
    const game = await aGame();
    const { session } = await game.play({ action: 'a' });
    await game.services.endSession(game.caller, { content: handoffContent(), mode: 'end' });
    const before = await picture(game);
    expect(await refusal(game.play({ action: 'b', session_id: session.id }))).toBe('conflict: session_ended');
    expect(await picture(game)).toEqual(before);
    const next = await game.play({ action: 'b' });
    expect(next.session).toMatchObject({ predecessorId: session.id, turnCount: 1 });
    expect(next.turn).toBe(2);
  });

  it('is none that was closed', async () => {
    const game = await aGame();
    const { session } = await game.play({ action: 'a' });
    await game.services.closeSession(game.caller, {
      session_id: session.id,
      succession_policy: 'closed_without_successor',
    } as never);
    expect(await refusal(game.play({ action: 'b', session_id: session.id }))).toBe(
      'denied: session_closed_without_successor',
    );
  });

  it('is never one of another project', async () => {
    const game = await aGame();
    const { services, caller } = game;
    await services.saveCampaign(caller, { name: 'Another' });
    const other = await services.playerAction(caller, { campaign: 'Another', action: 'x' });
    const session_id = other.session.id;
    expect(await refusal(game.play({ action: 'y', session_id }))).toBe('conflict: session_in_other_project');
    const event = services.addEvent(caller, {
      campaign: CAMPAIGN,
      session_id,
      event_type: 'world',
      description: 'z',
    });
    expect(await refusal(event)).toBe('conflict: session_in_other_project');
    const here = await game.play({ action: 'y' });
    expect(here.session.projectId).toBe(game.id);
  });
});

describe('the journal', () => {
  it('holds no words of anybody', async () => {
    const game = await aGame();
    const { services, caller } = game;
    const words = 'swordfish';
    const named = { campaign: CAMPAIGN };
    await services.saveCampaign(caller, {
      name: CAMPAIGN,
      new_name: words,
      description: words,
      dm_name: words,
      setting: words,
      rules: { [words]: words },
    });
    const npc = `${words} of the sea`;
    for (const [kind, name] of [
      ['character', words],
      ['npc', npc],
      ['quest', words],
    ] as const)
      await game.save({ kind, name, fields: { notes: words, known: words, description: words } });
    await game.play({
      action: words,
      narration: words,
      character_name: words,
      context: words,
      rolls: [{ notation: '1d4', label: words }],
      changes: [
        { kind: 'condition', character: words, add: [words] },
        { kind: 'item', character: words, item: words, quantity: 1 },
        { kind: 'quest', quest: words, add_objective: words, note: words },
        { kind: 'place', location: words },
        { kind: 'funds', coin: words, amount: 1 },
        { kind: 'flag', name: words, value: words },
        { kind: 'time', in_game_date: words },
        { kind: 'npc', npc, learned: words, attitude: words },
        { kind: 'thread', thread: words, status: 'open', text: words },
        { kind: 'combat', initiative: [{ name: words, score: 1 }], current_turn: words },
      ],
    });
    await game.play({ action: words, private_to: [words] });
    await services.updateGameState(caller, { ...named, location: words, flags: { [words]: 2 } });
    await services.addEvent(caller, {
      ...named,
      event_type: 'world',
      description: words,
      title: words,
      tags: [words],
    });
    await services.rewindSession(caller, { ...named, to_turn: 0, reason: words });
    const journal = JSON.stringify(await game.store.ledger.read(0, 1_000));
    for (const type of ['saved', 'changed', 'turn', 'event', 'rewound'])
      expect(journal).toContain(`campaign.${type}`);
    expect(journal).not.toContain(words);
  });
});

import { describe, expect, it } from 'vitest';
import { nextStep, renderAdvice } from '../../../src/domain/next-step.ts';
import { toolWording } from '../../../src/mcp/tool-wording.ts';
import { client } from '../../app/test-app.ts';
import { aGame, CAMPAIGN, refused } from './create-game.ts';

describe('a call about a game is refused', () => {
  it('in a session of kind work, with that reason', async () => {
    const { services } = await aGame();
    const caller = client();
    const { session } = await services.startSession(caller, { project: 'Ledger', kind: 'work' });
    const { session_id } = session;
    for (const call of [
      services.playerAction(caller, { session_id, action: 'x' }),
      services.rollDice(caller, { session_id, notation: 'd20' }),
    ])
      expect(await refused(call)).toMatchObject({
        code: 'session_not_a_game',
        fields: [{ field: 'session_id' }],
      });
  });

  it('in a session of another campaign, and both are named', async () => {
    const { services, caller } = await aGame();
    await services.saveCampaign(caller, { name: 'Elsewhere' });
    const other = client();
    const { session } = await services.startClaudmasterSession(other, { campaign_name: 'Elsewhere' });
    const { session_id } = session;
    const event = { event_type: 'world', description: 'x' } as const;
    for (const call of [
      services.playerAction(other, { campaign: CAMPAIGN, session_id, action: 'x' }),
      services.addEvent(other, { campaign: CAMPAIGN, session_id, ...event }),
      services.startClaudmasterSession(other, { campaign_name: CAMPAIGN, session_id }),
    ]) {
      const { code, message, hint, next } = await refused(call);
      expect(code).toBe('session_in_other_project');
      expect(message).toContain(`belongs to "Elsewhere", not to the campaign "${CAMPAIGN}"`);
      expect(renderAdvice(toolWording, hint, next)).toMatch(
        /^Leave out (campaign|session_id), or name a session of (that|this) campaign/,
      );
    }
  });

  it('where its version is still to come, or past', async () => {
    const game = await aGame();
    const { version } = await game.play({ action: 'x' });
    const messageOf = async (expected_version: number) =>
      (await refused(game.play({ action: 'y', expected_version }))).message;
    expect(await messageOf(version + 5)).toContain(`was never at ${version + 5} yet`);
    expect(await messageOf(version - 1)).toContain('somebody else played on');
  });

  it('in a game without a campaign, with the step that saves one', async () => {
    const { services } = await aGame();
    const caller = client();
    const { session } = await services.startSession(caller, { project: 'Dunes', kind: 'game' });
    const named = await refused(services.playerAction(caller, { campaign: 'dunes', action: 'x' }));
    expect(named).toMatchObject({ code: 'campaign_not_found', fields: [{ field: 'campaign' }] });
    const save = nextStep('campaign.save', { campaign: 'Dunes' });
    expect(named).toMatchObject({ hint: 'Save it as a campaign first. Nothing was written.', next: [save] });
    const unnamed = await refused(
      services.playerAction(caller, { session_id: session.session_id, action: 'x' }),
    );
    expect(unnamed).toMatchObject({ code: 'campaign_required', next: [save] });
    expect(unnamed.hint).toContain('The project "Dunes" is a game but has no campaign yet. Save it');
    await services.saveCampaign(caller, { name: 'Dunes' });
    expect((await services.playerAction(caller, { campaign: 'Dunes', action: 'x' })).turn).toBe(1);
  });

  it('where a fight is over and goes on', async () => {
    const { services, caller } = await aGame();
    const over = { campaign: CAMPAIGN, in_combat: false };
    const initiative = [{ name: 'Mira', score: 3 }];
    await services.updateGameState(caller, { ...over, in_combat: true, initiative, current_turn: 'Mira' });
    for (const [field, given] of [
      ['initiative', { initiative }],
      ['current_turn', { current_turn: 'Mira' }],
    ] as const)
      expect(await refused(services.updateGameState(caller, { ...over, ...given }))).toMatchObject({
        code: 'arguments_contradict',
        fields: [{ field }],
      });
    const { state } = await services.updateGameState(caller, { ...over, initiative: [] });
    expect(state).toMatchObject({ in_combat: false, initiative: [], current_turn: null });
  });
});

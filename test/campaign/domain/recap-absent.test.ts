import { describe, expect, it } from 'vitest';
import type { CampaignEvent } from '../../../src/campaign/domain/event.ts';
import { composeRecap } from '../../../src/campaign/domain/recap/compose-recap.ts';
import type { InitiativeChange, RecapFacts, RecapOptions } from '../../../src/campaign/domain/recap/recap.ts';
import { anEvent, DM_ONLY, effect } from './build-event.ts';
import { shownIn } from './read-recap.ts';
import { EVENING, evening } from './sample-session.ts';

const recap = (facts: RecapFacts, absentCharacter: string, over: Partial<RecapOptions> = {}) =>
  composeRecap(facts, { length: 'detailed', audience: { kind: 'party' }, absentCharacter, ...over });
const shownOf = (...args: Parameters<typeof recap>): readonly string[] => shownIn(recap(...args));

const begins = effect({ kind: 'combat', is_over: false });
const ends = effect({ kind: 'combat', is_over: true });

/** Turn 1 leads to a fight of turns 2 to 4; turn 5 comes after it. */
const PLAYED: readonly Partial<CampaignEvent>[] = [
  { actor: 'Mira Vane', description: 'I knock.' },
  { actor: 'Mira Vane', type: 'combat', description: 'I kick the door.', effects: [begins] },
  { actor: 'Mira Vane', type: 'combat', description: 'I strike.' },
  { actor: 'Mira Vane', type: 'combat', description: 'I strike again.', effects: [ends] },
  { actor: 'Mira Vane', description: 'I search the room.' },
];
const game = (
  over: Partial<RecapFacts> = {},
  change: (event: CampaignEvent) => CampaignEvent = (event) => event,
): RecapFacts => ({
  ...evening(),
  events: PLAYED.map((event, at) => change(anEvent({ ...event, id: `evt_${at + 1}`, turn: at + 1 }))),
  ...over,
});
const lineUp = (turn: number, before: readonly string[], after: readonly string[]): InitiativeChange => ({
  turn,
  before,
  after,
});
const withinFight = (over: Partial<CampaignEvent>) => (event: CampaignEvent) =>
  event.turn === 3 ? { ...event, ...over } : event;

describe('what somebody missed', () => {
  it('lists what happened without them, under a heading that says so', () => {
    expect(recap(evening(), 'borin stonehand').text).toMatch(
      /^What Borin Stonehand missed in Salt and Ashes, "The Drowned Mill":/,
    );
    const own = EVENING.filter(({ actor }) => actor === 'Borin Stonehand').map(({ id }) => id);
    expect(shownOf(evening(), 'borin stonehand').filter((id) => own.includes(id))).toEqual([]);
    expect(shownOf(game(), 'Borin Stonehand')).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5']);
    expect(recap(game(), 'Mira Vane').text).toMatch(/^Mira Vane missed nothing in Salt and Ashes, /);
  });

  it('is no fight in whose initiative they are, from its first turn to its last', () => {
    const lineUps = [
      lineUp(2, [], ['Mira Vane', 'borin  stonehand']),
      lineUp(4, ['Mira Vane', 'borin  stonehand'], []),
    ];
    expect(shownOf(game({ initiativeChanges: lineUps }), 'Borin Stonehand')).toEqual(['evt_1', 'evt_5']);
    expect(shownOf(game({ initiativeChanges: lineUps }), 'Tobin Reed')).toHaveLength(5);
  });

  it('is no fight that had begun before these events, or has not ended', () => {
    const over = [lineUp(4, ['Borin Stonehand'], [])];
    const before = game({ initiativeChanges: over }, (event) => ({ ...event, type: 'combat' }));
    expect(shownOf(before, 'Borin Stonehand')).toEqual(['evt_5']);
    const { campaign } = evening();
    const state = { ...campaign.state, in_combat: true, initiative: [{ name: 'Borin Stonehand', score: 7 }] };
    const still = game({ campaign: { ...campaign, state, turn: 5 } });
    expect(shownOf(still, 'Borin Stonehand')).toEqual([]);
    const later = game({ campaign: { ...campaign, state, turn: 9 } });
    expect(shownOf(later, 'Borin Stonehand')).toHaveLength(5);
  });

  it('is no fight in which they act, are hurt, or are named as being there', () => {
    const ways: readonly Partial<CampaignEvent>[] = [
      { actor: 'Borin Stonehand' },
      { characters: ['Borin Stonehand'] },
      { effects: [effect({ kind: 'hit_points', who: 'Borin Stonehand', from: 9, to: 3, max: 9 })] },
    ];
    for (const way of ways)
      expect(shownOf(game({}, withinFight(way)), 'Borin Stonehand')).toEqual(['evt_1', 'evt_5']);
  });

  describe('is not what befell the whole party while they were with it', () => {
    const moved = (from: string, to: string) => effect({ kind: 'moved', from, to });
    const own = (location: string) => ({ actor: 'Borin Stonehand', location });
    const all = (location: string, effects: CampaignEvent['effects'] = []) => ({ location, effects });
    const missed = (...events: readonly Partial<CampaignEvent>[]) =>
      shownOf(
        game({ events: events.map((event, at) => anEvent({ id: `evt_${at + 1}`, turn: at + 1, ...event })) }),
        'Borin Stonehand',
      );

    it('between two of their own turns', () => {
      expect(missed(own('Inn'), all('Inn'), { ...all('Inn'), isTurn: false }, own('Inn'))).toEqual([]);
      const way = [
        all('Bridge', [moved('Inn', 'Bridge')]),
        all('Bridge'),
        all('Mill', [moved('Bridge', 'Mill')]),
      ];
      expect(missed(own('Inn'), ...way, own('Mill'))).toEqual([]);
    });

    it('and no move to where they are next, or from where they were last', () => {
      expect(
        missed(all('Inn', [moved('Road', 'Inn')]), own('Inn'), all('Mill', [moved('Inn', 'Mill')])),
      ).toEqual([]);
      const led = { ...all('Mill', [moved('Inn', 'Mill')]), actor: 'Mira Vane' };
      expect(missed(own('Inn'), led, own('Mill'))).toEqual([]);
    });

    it('except for events elsewhere, after they left, or in another session', () => {
      const there = [all('Cave', [moved('Inn', 'Cave')]), all('Cave')];
      expect(missed(own('Inn'), ...there, all('Inn', [moved('Cave', 'Inn')]), own('Inn'))).toContain('evt_3');
      expect(missed(own('Inn'), all('Inn'))).toEqual(['evt_2']);
      expect(missed(all('Inn'), own('Inn'))).toEqual(['evt_1']);
      expect(missed(own('Inn'), { ...all('Inn'), sessionId: 'ses_2' }, own('Inn'))).toEqual(['evt_2']);
    });

    it('except for what others did or attended by name', () => {
      const others = [
        { actor: 'Mira Vane', location: 'Inn' },
        { isTurn: false, location: 'Inn', characters: ['Mira Vane'] },
      ];
      expect(missed(own('Inn'), ...others, own('Inn'))).toEqual(['evt_2', 'evt_3']);
    });
  });

  it('is not guessed from what the listener may not know', () => {
    const hidden = effect({ kind: 'hit_points', who: 'Borin Stonehand', from: 9, to: 3, max: 9 }, DM_ONLY);
    expect(shownOf(game({}, withinFight({ effects: [hidden] })), 'Borin Stonehand')).toHaveLength(5);
  });

  it('is, for the game master, also what went on behind the screen while they fought', () => {
    const lineUps = [lineUp(2, [], ['Borin Stonehand']), lineUp(4, ['Borin Stonehand'], [])];
    const aside = anEvent({
      ...DM_ONLY,
      id: 'evt_9',
      turn: 3,
      isTurn: false,
      description: 'A pact is made.',
    });
    const facts = game({ initiativeChanges: lineUps });
    const shown = shownOf({ ...facts, events: [...facts.events, aside] }, 'Borin Stonehand', {
      audience: { kind: 'dm' },
    });
    expect(shown).toEqual(['evt_1', 'evt_5', 'evt_9']);
  });

  it('ends where everybody stands, with the events that put it so, also their own', () => {
    const { state } = recap(evening(), 'Borin Stonehand');
    expect(state.flatMap(({ events }) => events)).toEqual(['evt_35', 'evt_35', 'evt_22', 'evt_20', 'evt_23']);
  });
});

import { describe, expect, it } from 'vitest';
import { composeRecap } from '../../../src/campaign/domain/recap/compose-recap.ts';
import {
  RECAP_LENGTHS,
  type RecapFacts,
  type RecapOptions,
} from '../../../src/campaign/domain/recap/recap.ts';
import { anEvent, DM_ONLY } from './build-event.ts';
import { evening } from './sample-session.ts';

const PARTY = { kind: 'party' } as const;
const DM = { kind: 'dm' } as const;
const MIRA = { kind: 'character', id: 'character_mira_vane', name: 'Mira Vane' } as const;

const recap = (facts: RecapFacts, over: Partial<RecapOptions> = {}) =>
  composeRecap(facts, { length: 'standard', audience: PARTY, ...over });

describe('the recap of an evening', () => {
  for (const audience of [DM, PARTY])
    for (const length of RECAP_LENGTHS)
      it(`lists its beats and the current state: ${length}, for the ${audience.kind}`, () =>
        expect(recap(evening(), { length, audience }).text).toMatchSnapshot());

  it('comes with party, quests, threads, people and hooks', () => {
    const { party, quests, threads, reminders, hooks } = recap(evening());
    expect(party.map(({ name, conditions }) => [name, ...conditions])).toEqual([
      ['Mira Vane', 'poisoned'],
      ['Borin Stonehand'],
      ['Tobin Reed', 'dead'],
    ]);
    expect(quests.map(({ name, status, events }) => [name, status, events])).toEqual([
      ['The Missing Miller', 'completed', ['evt_06', 'evt_31', 'evt_36']],
      ['The Salt Road', 'active', ['evt_39']],
    ]);
    expect(threads.map(({ name, ageTurns, ageDays }) => [name, ageTurns, ageDays])).toEqual([
      ['Who is the woman with the seal?', 12, 6],
      ['The boat without lights', 2, 6],
    ]);
    expect(reminders.map(({ name, status }) => [name, status])).toEqual([
      ['Hanne', 'alive'],
      ['Orsk', 'dead'],
      ['Jory', 'alive'],
    ]);
    expect(hooks.map(({ kind, about, text }) => [kind, about, text])).toEqual([
      ['quest', 'The Salt Road', 'next: "Follow the boat"'],
      ['thread', 'Who is the woman with the seal?', 'open for 12 turns'],
      ['npc', 'Hanne', 'alive, at The Gilded Eel'],
      ['place', 'Salt Road', 'not visited yet, way: by boat'],
      ['thread', 'The boat without lights', 'open for 2 turns'],
      ['npc', 'Jory', 'alive, at The Gilded Eel'],
    ]);
  });

  it('shows the game master what is true, and nobody else', () => {
    const truthOf = (options: Partial<RecapOptions>) =>
      recap(evening(), options).reminders.find(({ name }) => name === 'Hanne')?.truth;
    expect(truthOf({ audience: DM })).toBe('In the pay of the smugglers.');
    expect(truthOf({ audience: PARTY })).toBeNull();
    expect(truthOf({ audience: MIRA })).toBeNull();
  });

  it('shows a character what is private to them, apart from what the party knows', () => {
    const mine = recap(evening(), { audience: MIRA, length: 'detailed' });
    expect(mine.text).toContain('\n\nNot known to all:\n- Mira Vane, at The Drowned Mill · "I pocket');
    expect(mine.beats.filter(({ isAside }) => isAside).map(({ events }) => events)).toEqual([['evt_15']]);
    const others = recap(evening(), { audience: { ...MIRA, id: 'character_borin_stonehand' } });
    expect(JSON.stringify(others)).not.toMatch(/seal before|evt_15/);
  });

  it('says that nothing has happened, also where all that happened is hidden', () => {
    expect(recap({ ...evening(), events: [] }).text).toMatch(/^Nothing has happened yet in Salt and Ashes/);
    const hidden = [anEvent({ ...DM_ONLY })];
    expect(recap({ ...evening(), events: hidden })).toEqual(recap({ ...evening(), events: [] }));
  });
});

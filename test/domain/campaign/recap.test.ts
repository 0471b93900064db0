import { describe, expect, it } from 'vitest';
import { NEW_GAME } from '../../../src/domain/campaign/game-state.ts';
import { composeRecap } from '../../../src/domain/campaign/recap/compose-recap.ts';
import {
  RECAP_LENGTHS,
  type RecapFacts,
  type RecapOptions,
} from '../../../src/domain/campaign/recap/recap.ts';
import { evening } from './an-evening.ts';
import { anEntity, anEvent, characterFields, DM_ONLY, d20, effect, hp, privateTo } from './an-event.ts';
import { proseIn } from './read-recap.ts';

const PARTY = { kind: 'party' } as const;
const DM = { kind: 'dm' } as const;
const MIRA = { kind: 'character', id: 'character_mira_vane', name: 'Mira Vane' } as const;

const recap = (facts: RecapFacts, over: Partial<RecapOptions> = {}) =>
  composeRecap(facts, { length: 'standard', audience: PARTY, ...over });
const tellIn = (length: RecapOptions['length'], ...events: Parameters<typeof anEvent>[0][]) =>
  proseIn(recap({ ...evening(), sitting: null, entities: [], events: numbered(events) }, { length }).text)
    .split('\n\n')
    .slice(1, -1)
    .join('\n\n');
const tell = (...events: Parameters<typeof anEvent>[0][]) => tellIn('standard', ...events);
const numbered = (events: readonly Parameters<typeof anEvent>[0][]) =>
  events.map((event, at) => anEvent({ id: `evt_${at + 1}`, ...event }));
const moved = (from: string | null, to: string) => effect({ kind: 'moved', from, to });

describe('the recap of an evening', () => {
  for (const length of RECAP_LENGTHS)
    it(`is ${length}`, () =>
      expect(recap(evening(), { length, audience: length === 'brief' ? PARTY : DM }).text).toMatchSnapshot());

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
    expect(hooks.map(({ text }) => text)).toEqual([
      'Still to do for “The Salt Road”: “Follow the boat.”',
      'Open for 12 turns: “Who is the woman with the seal?”',
      'Hanne was last seen alive here, at the Gilded Eel.',
      'Not yet visited from here: Salt Road (by boat).',
      'Open for 2 turns: “The boat without lights.”',
      'Jory was last seen alive here, at the Gilded Eel.',
    ]);
  });

  it('tells the game master what is true, and nobody else', () => {
    const truthOf = (options: Partial<RecapOptions>) =>
      recap(evening(), options).reminders.find(({ name }) => name === 'Hanne')?.truth;
    expect(truthOf({ audience: DM })).toBe('In the pay of the smugglers.');
    expect(truthOf({ audience: PARTY })).toBeNull();
    expect(truthOf({ audience: MIRA })).toBeNull();
  });

  it('tells a character what is private to them, apart from what is read aloud', () => {
    const mine = recap(evening(), { audience: MIRA, length: 'detailed' });
    expect(mine.text).toContain('Not for every ear: ');
    expect(mine.sentences.filter(({ isAside }) => isAside).map(({ events }) => events)).toEqual([['evt_15']]);
    const others = recap(evening(), { audience: { ...MIRA, id: 'character_borin_stonehand' } });
    expect(JSON.stringify(others)).not.toMatch(/seal before|evt_15/);
  });

  it('says so when nothing happened', () => {
    expect(recap({ ...evening(), events: [] }).text).toMatch(/^Nothing has happened yet on Salt and Ashes/);
    const hidden = [anEvent({ ...DM_ONLY })];
    expect(recap({ ...evening(), events: hidden })).toEqual(recap({ ...evening(), events: [] }));
  });
});

describe('the words of a recap', () => {
  it('fold moves in a row into one way', () => {
    expect(
      tell(
        { effects: [moved('Inn', 'Bridge')] },
        { effects: [moved('Bridge', 'The Mill')], narration: 'Still.' },
      ),
    ).toMatch(
      /^The party (goes|makes its way|moves on) from Inn to the Mill by way of Bridge\. “Still\.” \[1\]$/,
    );
  });

  it('fold a fight into what it cost, with each death a sentence of its own', () => {
    const told = tell(
      {
        type: 'combat',
        location: 'Mill',
        description: 'They attack.',
        effects: [effect({ kind: 'combat', is_over: false })],
      },
      { type: 'combat', effects: [hp('Mira', 14, 2, 14)], description: 'A blow.' },
      { type: 'combat', effects: [effect({ kind: 'death', who: 'Orsk' })], description: 'He falls.' },
      {
        type: 'combat',
        effects: [hp('Mira', 2, 9, 14), effect({ kind: 'combat', is_over: true })],
        description: 'A potion.',
      },
    );
    expect(told).toMatch(/^“They attack\.” (A fight breaks out|It comes to a fight) at Mill\. \[1\]/);
    expect(told).toMatch(/“He falls\.” (Orsk dies|That is the end of Orsk)\. \[2\]/);
    expect(told).toContain('The fight costs Mira dearly: down to 2 of 14 hit points and back at 9. [3]');
    expect(told).not.toContain('A blow');
  });

  it('name dice where they decided; such as only have a label where there is room', () => {
    const told = (rolls: ReturnType<typeof d20>[], length: RecapOptions['length'] = 'standard') =>
      tellIn(length, { description: 'Mira leaps.', actor: 'Mira', rolls });
    expect(told([d20(12, 3)], 'detailed')).toBe('Mira leaps. [1]');
    expect(told([d20(12, 3, 'Athletics')])).toBe('Mira leaps. [1]');
    expect(told([d20(12, 3, 'Athletics')], 'detailed')).toMatch(
      /^Mira leaps\. (The dice say 15 for Athletics|Athletics comes to 15)\. \[1\]$/,
    );
    expect(told([d20(12, 3, 'Athletics'), d20(20, 3)])).toMatch(/ a natural 20\. \[1\]$/);
  });

  it('mark where words are cut, and put marks inside the words as single ones', () => {
    const long = `${'The water rises. '.repeat(30)}And then silence.`;
    expect(tell({ description: long })).toMatch(/^“(The water rises\. )+…” \[1\]$/);
    expect(tell({ description: 'She says "no" and “never”.' })).toBe("“She says 'no' and ‘never’.” [1]");
    expect(tell({ description: '門が開く。' })).toBe('“門が開く。” [1]');
  });

  it('keep two quotations apart', () =>
    expect(tell({ actor: 'Mira', description: '“Who is there?”', narration: 'A boy.' })).toMatch(
      /^Mira asks: “Who is there\?” [A-Z][a-z ]+: “A boy\.” \[1\]$/,
    ));

  it('are punctuated, however somebody ended theirs', () => {
    const learned = (text: string) =>
      tell({
        description: 'Mira asks around',
        actor: 'Mira',
        effects: [effect({ kind: 'npc', who: 'Hanne', status: null, learned: text })],
      });
    const asks = 'Mira asks around. Of Hanne the party learns: ';
    expect(learned('She lies')).toBe(`${asks}“She lies.” [1]`);
    expect(learned('She lies!')).toBe(`${asks}“She lies!” [1]`);
    expect(learned('But why…')).toBe(`${asks}“But why…” [1]`);
    expect(learned('She said "no"')).toBe(`${asks}“She said 'no'.” [1]`);
    expect(learned('嘘をつく')).toBe(`${asks}“嘘をつく。” [1]`);
  });

  it('say nothing twice: what was taken, and what the narrator told', () => {
    const gained = effect({ kind: 'item', who: 'Mira', item: 'lantern', quantity: 1 });
    const tellGain = (description: string) => tell({ actor: 'Mira', description, effects: [gained] });
    expect(tellGain('I take the lantern.')).toBe('Mira takes the lantern. [1]');
    expect(tellGain('I look at the lantern.')).toBe('Mira looks at the lantern. Mira gains the lantern. [1]');
    const learned = effect({ kind: 'npc', who: 'Jory', status: null, learned: 'He counted the sacks.' });
    expect(
      tell({
        actor: 'Mira',
        description: 'I ask.',
        narration: 'Jory counted the sacks.',
        effects: [learned],
      }),
    ).toBe('Mira asks. “Jory counted the sacks.” [1]');
  });

  it('end where the party stands, also in the middle of a fight', () => {
    const facts: RecapFacts = {
      ...evening(),
      campaign: {
        name: 'Salt',
        turn: 3,
        state: { ...NEW_GAME, location: 'Mill', in_combat: true, round: 3, current_turn: 'Mira Vane' },
      },
      entities: [
        anEntity(
          'character',
          'Mira Vane',
          characterFields({ hit_points: { current: 4, max: 9, temporary: 0 } }),
        ),
      ],
      events: numbered([
        { type: 'combat', effects: [effect({ kind: 'combat', is_over: false }), hp('Mira Vane', 9, 4, 9)] },
      ]),
    };
    const { text } = recap(facts, { length: 'brief' });
    expect(text).toContain('fight, not yet over, has cost Mira Vane dearly: down to 4 of 9 hit points. [1]');
    expect(text).toContain(
      'And that is where we are: at Mill. The fight is still on, in round 3, and it is Mira’s turn. [1]',
    );
    expect(text).toContain('Mira has 4 of 9 hit points. [1]');
  });

  it('tell the game master who else knows, and of hidden changes without claiming that the party learned', () => {
    const told = recap(
      {
        ...evening(),
        events: numbered([
          { ...privateTo('character_mira_vane'), description: 'A letter burns.' },
          { effects: [effect({ kind: 'npc', who: 'Hanne', status: null, learned: 'She lies.' }, DM_ONLY)] },
        ]),
      },
      { audience: DM },
    );
    expect(told.text).toContain(
      'Behind the screen: Only Mira knows this: “A letter burns.” [2] Of Hanne: “She lies.” [1]',
    );
  });
});

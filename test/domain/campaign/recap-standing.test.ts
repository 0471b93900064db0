import { describe, expect, it } from 'vitest';
import type { CampaignEvent } from '../../../src/domain/campaign/event.ts';
import { composeRecap } from '../../../src/domain/campaign/recap/compose-recap.ts';
import { RECAP_LENGTHS, type RecapFacts } from '../../../src/domain/campaign/recap/recap.ts';
import type { Audience } from '../../../src/domain/campaign/visible.ts';
import { evening } from './an-evening.ts';
import { anEntity, anEvent, characterFields, DM_ONLY, effect, hp } from './an-event.ts';

const closingOf = (facts: RecapFacts, audience: Audience = { kind: 'party' }) =>
  composeRecap(facts, { length: 'standard', audience })
    .sentences.filter(({ isState }) => isState)
    .slice(1)
    .map(({ text, events }): [string, readonly string[]] => [text, events]);

const standing = (
  events: readonly Partial<CampaignEvent>[],
  state: Partial<RecapFacts['campaign']['state']> = {},
  entities: RecapFacts['entities'] = [],
): RecapFacts => {
  const { campaign, ...facts } = evening();
  return {
    ...facts,
    campaign: { ...campaign, state: { ...campaign.state, location: null, in_game_date: null, ...state } },
    entities,
    events: events.map((event, at) => anEvent({ id: `evt_${at + 1}`, turn: at + 1, ...event })),
  };
};
const mira = (current: number, ...conditions: string[]) =>
  anEntity(
    'character',
    'Mira',
    characterFields({ hit_points: { current, max: 9, temporary: 0 }, conditions }),
  );
const borin = anEntity('character', 'Borin', characterFields());

describe('where the party stands', () => {
  it('cites the events that put it so', () => {
    for (const length of RECAP_LENGTHS) {
      const { sentences } = composeRecap(evening(), { length, audience: { kind: 'dm' } });
      const [opening, ...others] = sentences;
      expect(opening?.text).toMatch(/^Previously on/);
      for (const { text, events } of others) expect(events, text).not.toEqual([]);
    }
    expect(closingOf(evening())).toEqual([
      ['And that is where we are: at the Gilded Eel, on 13 Frostmoon, night.', ['evt_35']],
      [
        'Mira has 2 of 14 hit points and is poisoned; Borin has 15 of 20; Tobin is dead.',
        ['evt_20', 'evt_22', 'evt_23'],
      ],
    ]);
  });

  it('cites the last change, not one before it', () => {
    const moves = [
      { effects: [effect({ kind: 'moved', from: null, to: 'Mill' })] },
      { effects: [effect({ kind: 'moved', from: 'Mill', to: 'Inn' })] },
      { effects: [effect({ kind: 'moved', from: 'Inn', to: 'mill' })] },
      { effects: [effect({ kind: 'time', to: 'dusk' })] },
    ];
    expect(closingOf(standing(moves, { location: 'Mill', in_game_date: 'dusk' }))).toEqual([
      ['And that is where we are: at Mill, dusk.', ['evt_3', 'evt_4']],
    ]);
    const blows = [
      { effects: [hp('Mira', 9, 5, 9)] },
      { effects: [effect({ kind: 'condition', who: 'Mira', added: ['prone'], removed: [] })] },
      { effects: [hp('mira', 5, 3, 9)] },
    ];
    expect(closingOf(standing(blows, {}, [mira(3, 'prone')]))).toEqual([
      ['Mira has 3 of 9 hit points and is prone.', ['evt_2', 'evt_3']],
    ]);
  });

  it('cites what healed them, where nobody is hurt', () =>
    expect(closingOf(standing([{ effects: [hp('Mira', 2, 9, 9)] }, {}], {}, [mira(9), borin]))).toEqual([
      ['Nobody in the party is hurt.', ['evt_1']],
    ]));

  it('cites the last that happened there or then, where no event brought the party there', () =>
    expect(
      closingOf(
        standing([{ location: 'Mill' }, { location: 'Mill', inGameDate: 'dusk' }, {}], {
          location: 'Mill',
          in_game_date: 'dusk',
        }),
      ),
    ).toEqual([['And that is where we are: at Mill, dusk.', ['evt_2']]]));

  it('cites the outbreak of a fight that is still on, or else its last turn', () => {
    const begun = { type: 'combat' as const, effects: [effect({ kind: 'combat', is_over: false })] };
    const fighting = { in_combat: true, round: 2 };
    expect(closingOf(standing([begun, { type: 'combat' }], fighting))).toEqual([
      ['The fight is still on, in round 2.', ['evt_1']],
    ]);
    expect(closingOf(standing([{ type: 'combat' }, {}], fighting))[0]?.[1]).toEqual(['evt_1']);
  });

  it('cites nothing where no event of the sitting touched it: the game state was set by hand', () =>
    expect(
      closingOf(standing([{}], { location: 'Mill', in_combat: true, round: 1 }, [mira(3), borin])),
    ).toEqual([
      ['And that is where we are: at Mill.', []],
      ['The fight is still on, in round 1.', []],
      ['Mira has 3 of 9 hit points.', []],
    ]));

  it('cites nothing that the listener may not know', () => {
    const facts = standing(
      [
        { location: 'Mill' },
        { ...DM_ONLY, location: 'Mill' },
        { effects: [{ ...hp('Mira', 9, 3, 9), ...DM_ONLY }] },
      ],
      { location: 'Mill' },
      [mira(3)],
    );
    expect(closingOf(facts)).toEqual([
      ['And that is where we are: at Mill.', ['evt_1']],
      ['Mira has 3 of 9 hit points.', []],
    ]);
    expect(closingOf(facts, { kind: 'dm' }).map(([, events]) => events)).toEqual([['evt_2'], ['evt_3']]);
  });

  it('cites nothing where the last change left another value: it was set by hand since', () => {
    const events = [
      { effects: [effect({ kind: 'moved', from: null, to: 'Mill' })] },
      { effects: [effect({ kind: 'moved', from: 'Mill', to: 'Inn' }), hp('Mira', 9, 5, 9)] },
      { effects: [effect({ kind: 'condition', who: 'Mira', added: ['prone'], removed: [] })] },
      { effects: [effect({ kind: 'condition', who: 'Mira', added: [], removed: ['prone'] })] },
      { effects: [effect({ kind: 'combat', is_over: false })] },
      { effects: [effect({ kind: 'combat', is_over: true })] },
    ];
    const now = { location: 'Mill', in_combat: true };
    expect(closingOf(standing(events, now, [mira(3)]))).toEqual([
      ['And that is where we are: at Mill.', []],
      ['The fight is still on.', []],
      ['Mira has 3 of 9 hit points.', []],
    ]);
    expect(closingOf(standing(events, {}, [mira(9, 'prone')]))).toEqual([['Mira is prone.', []]]);
    expect(closingOf(standing(events, {}, [mira(5, 'prone')]))).toEqual([
      ['Mira has 5 of 9 hit points and is prone.', []],
    ]);
  });

  it('tells apart what events left and what none did', () => {
    const events = [
      { effects: [hp('Mira', 9, 5, 9), effect({ kind: 'moved', from: null, to: 'Mill' })] },
      { effects: [hp('Borin', 10, 8, 10)] },
    ];
    const hurt = anEntity(
      'character',
      'Borin',
      characterFields({ hit_points: { current: 2, max: 10, temporary: 0 } }),
    );
    expect(closingOf(standing(events, { location: 'Mill', in_game_date: 'dusk' }, [hurt, mira(5)]))).toEqual([
      ['And that is where we are: at Mill.', ['evt_1']],
      ['It is dusk.', []],
      ['Mira has 5 of 9 hit points.', ['evt_1']],
      ['Borin has 2 of 10 hit points.', []],
    ]);
  });

  it('says that nobody is hurt only where events healed them', () => {
    expect(closingOf(standing([{}], {}, [mira(9), borin]))).toEqual([]);
    expect(closingOf(standing([{ effects: [hp('Mira', 9, 2, 9)] }], {}, [mira(9), borin]))).toEqual([]);
  });
});

describe('where the party stood after a sitting that others followed', () => {
  const past = (...args: Parameters<typeof standing>) => closingOf({ ...standing(...args), isPast: true });
  const now = { location: 'Cave', in_game_date: 'Day 9', in_combat: true, round: 4, current_turn: 'Mira' };

  it('is told from its own events, whatever became of it since', () => {
    const events = [
      { location: 'Inn', inGameDate: 'Day 1', effects: [hp('Mira', 9, 7, 9)] },
      {
        location: 'Mill',
        inGameDate: 'Day 2',
        effects: [
          effect({ kind: 'moved', from: 'Inn', to: 'Mill' }),
          effect({ kind: 'condition', who: 'Mira', added: ['prone', 'deaf'], removed: [] }),
        ],
      },
      { effects: [effect({ kind: 'condition', who: 'Mira', added: [], removed: ['Prone'] })] },
      { isTurn: false, location: 'Far Tower', inGameDate: 'Day 3', description: 'A bell rings.' },
    ];
    expect(past(events, now, [mira(1, 'cursed'), borin])).toEqual([
      ['And that is where it was left: at Mill, Day 2.', ['evt_2']],
      ['Mira has 7 of 9 hit points and is deaf.', ['evt_1', 'evt_2']],
    ]);
  });

  it('is a fight or a death where it ended in one', () => {
    const events = [
      { effects: [effect({ kind: 'combat', is_over: false }), effect({ kind: 'death', who: 'Mira' })] },
    ];
    expect(past(events, { location: 'Cave' }, [mira(9), borin])).toEqual([
      ['The fight was still on.', ['evt_1']],
      ['Mira is dead.', ['evt_1']],
    ]);
  });

  it('is left out where none of its events tells', () => {
    expect(past([{}], now, [mira(3), borin])).toEqual([]);
    expect(past([{ effects: [hp('Mira', 2, 9, 9)] }], now, [mira(3), borin])).toEqual([]);
  });

  it('is not guessed from what the listener may not know', () => {
    const events = [
      { effects: [hp('Mira', 9, 5, 9)] },
      { effects: [{ ...hp('Mira', 5, 3, 9), ...DM_ONLY }] },
      { ...DM_ONLY, location: 'Lair' },
    ];
    expect(past(events, now, [mira(3)])).toEqual([['Mira has 5 of 9 hit points.', ['evt_1']]]);
  });
});

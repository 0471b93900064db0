import { describe, expect, it } from 'vitest';
import type { CampaignEvent } from '../../../src/campaign/domain/event.ts';
import { composeRecap } from '../../../src/campaign/domain/recap/compose-recap.ts';
import { RECAP_LENGTHS, type RecapFacts } from '../../../src/campaign/domain/recap/recap.ts';
import type { Audience } from '../../../src/campaign/domain/visibility.ts';
import { anEntity, anEvent, characterFields, DM_ONLY, effect, hp } from './build-event.ts';
import { evening } from './sample-session.ts';

const closingOf = (facts: RecapFacts, audience: Audience = { kind: 'party' }) =>
  composeRecap(facts, { length: 'standard', audience }).state.map(
    ({ text, events }): [string, readonly string[]] => [text, events],
  );

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

describe('the current state', () => {
  it('cites the events that put it so', () => {
    for (const length of RECAP_LENGTHS) {
      const { beats, state } = composeRecap(evening(), { length, audience: { kind: 'dm' } });
      expect(state).not.toEqual([]);
      for (const { events } of [...beats, ...state]) expect(events).not.toEqual([]);
    }
    expect(closingOf(evening())).toEqual([
      ['location: The Gilded Eel', ['evt_35']],
      ['date: 13 Frostmoon, night', ['evt_35']],
      ['Mira Vane: HP 2 of 14, poisoned', ['evt_22']],
      ['Borin Stonehand: HP 15 of 20', ['evt_20']],
      ['Tobin Reed: dead', ['evt_23']],
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
      ['location: Mill', ['evt_3']],
      ['date: dusk', ['evt_4']],
    ]);
    const blows = [
      { effects: [hp('Mira', 9, 5, 9)] },
      { effects: [effect({ kind: 'condition', who: 'Mira', added: ['prone'], removed: [] })] },
      { effects: [hp('mira', 5, 3, 9)] },
    ];
    expect(closingOf(standing(blows, {}, [mira(3, 'prone')]))).toEqual([
      ['Mira: HP 3 of 9, prone', ['evt_2', 'evt_3']],
    ]);
  });

  it('cites what healed them, where nobody is hurt', () =>
    expect(closingOf(standing([{ effects: [hp('Mira', 2, 9, 9)] }, {}], {}, [mira(9), borin]))).toEqual([
      ['Mira: HP 9 of 9', ['evt_1']],
    ]));

  it('cites the last that happened there or then, where no event brought the party there', () =>
    expect(
      closingOf(
        standing([{ location: 'Mill' }, { location: 'Mill', inGameDate: 'dusk' }, {}], {
          location: 'Mill',
          in_game_date: 'dusk',
        }),
      ),
    ).toEqual([
      ['location: Mill', ['evt_2']],
      ['date: dusk', ['evt_2']],
    ]));

  it('cites the outbreak of a fight that is still on, or else its last turn', () => {
    const begun = { type: 'combat' as const, effects: [effect({ kind: 'combat', is_over: false })] };
    const fighting = { in_combat: true, round: 2 };
    expect(closingOf(standing([begun, { type: 'combat' }], fighting))).toEqual([
      ['combat: round 2', ['evt_1']],
    ]);
    expect(closingOf(standing([{ type: 'combat' }, {}], fighting))[0]?.[1]).toEqual(['evt_1']);
  });

  it('cites nothing where no event of the session changed it: the game state was set by hand', () =>
    expect(
      closingOf(standing([{}], { location: 'Mill', in_combat: true, round: 1 }, [mira(3), borin])),
    ).toEqual([
      ['location: Mill', []],
      ['combat: round 1', []],
      ['Mira: HP 3 of 9', []],
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
      ['location: Mill', ['evt_1']],
      ['Mira: HP 3 of 9', []],
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
      ['location: Mill', []],
      ['combat: in progress', []],
      ['Mira: HP 3 of 9', []],
    ]);
    expect(closingOf(standing(events, {}, [mira(9, 'prone')]))).toEqual([['Mira: HP 9 of 9, prone', []]]);
    expect(closingOf(standing(events, {}, [mira(5, 'prone')]))).toEqual([['Mira: HP 5 of 9, prone', []]]);
  });

  it('cites events only for what they left so', () => {
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
      ['location: Mill', ['evt_1']],
      ['date: dusk', []],
      ['Borin: HP 2 of 10', []],
      ['Mira: HP 5 of 9', ['evt_1']],
    ]);
  });

  it('shows full hit points only where an event changed them, and cites it only where it set them so', () => {
    expect(closingOf(standing([{}], {}, [mira(9), borin]))).toEqual([]);
    expect(closingOf(standing([{ effects: [hp('Mira', 9, 2, 9)] }], {}, [mira(9), borin]))).toEqual([
      ['Mira: HP 9 of 9', []],
    ]);
  });

  it('shows whose turn it is in a fight', () =>
    expect(
      closingOf(standing([{ type: 'combat' }], { in_combat: true, round: 3, current_turn: 'Mira' })),
    ).toEqual([['combat: round 3, turn of Mira', ['evt_1']]]));

  it('counts who has no room', () => {
    const crowd = Array.from({ length: 80 }, (_, at) =>
      anEntity('character', `Soldier ${at}`, characterFields({ conditions: ['prone'] })),
    );
    const { state, text } = composeRecap(standing([{}], {}, crowd), {
      length: 'brief',
      audience: { kind: 'party' },
    });
    expect(state.at(-1)?.text).toBe(`${80 - (state.length - 1)} more`);
    expect(text).toContain('- Soldier 0: prone\n');
  });
});

describe('the state at the end of a session that others followed', () => {
  const past = (...args: Parameters<typeof standing>) => closingOf({ ...standing(...args), isPast: true });
  const now = { location: 'Cave', in_game_date: 'Day 9', in_combat: true, round: 4, current_turn: 'Mira' };

  it('is known from its own events, whatever changed since', () => {
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
      ['location: Mill', ['evt_2']],
      ['date: Day 2', ['evt_2']],
      ['Mira: HP 7 of 9, deaf', ['evt_1', 'evt_2']],
    ]);
  });

  it('is a fight or a death where it ended in one', () => {
    const events = [
      { effects: [effect({ kind: 'combat', is_over: false }), effect({ kind: 'death', who: 'Mira' })] },
    ];
    expect(past(events, { location: 'Cave' }, [mira(9), borin])).toEqual([
      ['combat: in progress', ['evt_1']],
      ['Mira: dead', ['evt_1']],
    ]);
  });

  it('is left out if none of its events shows it', () => {
    expect(past([{}], now, [mira(3), borin])).toEqual([]);
    expect(past([{ effects: [hp('Mira', 2, 9, 9)] }], now, [mira(3), borin])).toEqual([
      ['Mira: HP 9 of 9', ['evt_1']],
    ]);
  });

  it('is not guessed from what the listener may not know', () => {
    const events = [
      { effects: [hp('Mira', 9, 5, 9)] },
      { effects: [{ ...hp('Mira', 5, 3, 9), ...DM_ONLY }] },
      { ...DM_ONLY, location: 'Lair' },
    ];
    expect(past(events, now, [mira(3)])).toEqual([['Mira: HP 5 of 9', ['evt_1']]]);
  });
});

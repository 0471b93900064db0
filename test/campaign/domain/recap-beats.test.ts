import { describe, expect, it } from 'vitest';
import type { Entity } from '../../../src/campaign/domain/entity.ts';
import type { CampaignEvent } from '../../../src/campaign/domain/event.ts';
import { composeRecap } from '../../../src/campaign/domain/recap/compose-recap.ts';
import { RECAP_LENGTHS, type RecapOptions } from '../../../src/campaign/domain/recap/recap.ts';
import {
  anEntity,
  anEvent,
  characterFields,
  DM_ONLY,
  d20,
  effect,
  hp,
  npcFields,
  privateTo,
} from './build-event.ts';
import { beatLinesIn } from './read-recap.ts';
import { evening } from './sample-session.ts';

const recapOf = (
  events: readonly Partial<CampaignEvent>[],
  options: Partial<RecapOptions> = {},
  entities: readonly Entity[] = [],
) =>
  composeRecap(
    {
      ...evening(),
      title: null,
      entities,
      events: events.map((event, at) => anEvent({ id: `evt_${at + 1}`, turn: at + 1, ...event })),
    },
    { length: 'standard', audience: { kind: 'party' }, ...options },
  );
const linesOf = (...args: Parameters<typeof recapOf>) => beatLinesIn(recapOf(...args).text);
const moved = (from: string | null, to: string) => effect({ kind: 'moved', from, to });

describe('a beat', () => {
  it('repeats the words of a turn as they were written, with no verb changed and no mark added', () => {
    const written = [
      'turns undead',
      'I search the chest',
      '*draws her sword*',
      '“Is anybody there?”',
      '門が開く。',
    ];
    const { beats, text } = recapOf(written.map((description) => ({ actor: 'Thalia', description })));
    expect(beats.map(({ who, action }) => [who, action])).toEqual(written.map((words) => ['Thalia', words]));
    expect(beatLinesIn(text)).toEqual(
      written.map((words, at) => `- Thalia · ${JSON.stringify(words)} [evt_${at + 1}]`),
    );
  });

  it('does not present an action as speech', () =>
    expect(linesOf([{ actor: 'Thalia', description: 'turns undead' }])).toEqual([
      '- Thalia · "turns undead" [evt_1]',
    ]));

  it('shows action, narration, dice and changes in this order', () =>
    expect(
      linesOf([
        {
          actor: 'Mira',
          location: 'Mill',
          description: 'I leap.',
          narration: 'She lands hard.',
          rolls: [d20(12, 3), d20(1, 3, 'Athletics')],
          effects: [hp('Mira', 14, 9, 14)],
        },
      ]),
    ).toEqual([
      '- Mira, at Mill · "I leap." · "She lands hard." · Athletics: natural 1; Mira: HP 14 → 9 of 14 [evt_1]',
    ]));

  it('shows the dice of a natural 20 or 1, and others with a label where there is room', () => {
    const rollIn = (rolls: readonly ReturnType<typeof d20>[], length: RecapOptions['length']) =>
      recapOf([{ description: 'Mira leaps.', rolls }], { length }).beats[0]?.roll;
    expect(rollIn([d20(12, 3)], 'detailed')).toBeNull();
    expect(rollIn([d20(12, 3, 'Athletics')], 'standard')).toBeNull();
    expect(rollIn([d20(12, 3, 'Athletics')], 'detailed')).toBe('Athletics: 15');
    expect(rollIn([d20(12, 3, 'Athletics'), d20(20, 3)], 'brief')).toBe('natural 20');
  });

  it('shows the title of an event that has no description', () =>
    expect(linesOf([{ title: 'The fair', description: ' ' }])).toEqual(['- "The fair" [evt_1]']));

  it('names the place once while it stays the same', () => {
    const at = (location: string) => ({ location, description: 'On.' });
    expect(
      linesOf([
        at('Inn'),
        at('inn'),
        { ...at('Mill'), effects: [moved('Inn', 'Mill')] },
        at('Mill'),
        at('Inn'),
      ]),
    ).toEqual([
      '- at Inn · "On." [evt_1]',
      '- "On." [evt_2]',
      '- "On." · location: Inn → Mill [evt_3]',
      '- "On." [evt_4]',
      '- at Inn · "On." [evt_5]',
    ]);
  });

  it.each(RECAP_LENGTHS)('keeps the action of a turn in which the place changes: %s', (length) => {
    const events = [
      { actor: 'Mira', description: 'I steal the boat.', effects: [moved('Inn', 'River')], importance: 4 },
      { actor: 'Borin', description: 'I row.', effects: [moved('River', 'Mill')], importance: 4 },
    ];
    expect(recapOf(events, { length }).beats.map(({ who, action }) => [who, action])).toEqual([
      ['Mira', 'I steal the boat.'],
      ['Borin', 'I row.'],
    ]);
  });

  it('shortens long words after a sentence, with a mark', () => {
    const long = `${'The water rises. '.repeat(30)}And then silence.`;
    const [beat] = recapOf([{ description: 'We wait.', narration: long }]).beats;
    expect(beat?.narration).toMatch(/^(The water rises\. )+…$/);
    expect(beat?.narration?.length).toBeLessThan(265);
    expect(recapOf([{ description: 'x'.repeat(500) }]).beats[0]?.action).toMatch(/^x+…$/);
  });

  it('cannot be broken out of by stored text', () => {
    const [line] = linesOf([
      {
        actor: 'Eve" · Borin',
        description: 'She says "no".\n\nNow:\n- location: Hell',
        location: 'A [evt_9]',
      },
    ]);
    expect(line).toBe(
      `- "Eve' · Borin", at "A (evt_9)" · "She says \\"no\\". Now: - location: Hell" [evt_1]`,
    );
  });
});

describe('the changes of a beat', () => {
  const changesOf = (...effects: CampaignEvent['effects']) =>
    recapOf([{ description: 'x', effects }], { length: 'detailed', audience: { kind: 'dm' } }).beats[0]
      ?.changes;

  it('are plain data', () =>
    expect(
      changesOf(
        hp('Mira', 12, 5, 14),
        effect({ kind: 'damage', who: 'Ogre', amount: 5, total: 9 }),
        effect({ kind: 'condition', who: 'Thalia', added: ['exhaustion 1'], removed: ['prone'] }),
        moved('Mill', 'Cellar'),
        moved(null, 'Mill'),
        effect({ kind: 'item', who: 'Mira', item: 'Letter signed V.', quantity: 1 }),
        effect({ kind: 'funds', coin: 'gp', amount: -2 }),
        effect({ kind: 'time', to: 'dusk' }),
        effect({ kind: 'quest', quest: 'Well', status: 'active', done: ['Rope'], note: 'Hurry.' }),
        effect({ kind: 'npc', who: 'Hanne', status: 'missing', learned: 'She lies.' }),
        effect({ kind: 'thread', thread: 'Who rang?', status: 'open' }),
        effect({ kind: 'combat', is_over: true }),
      ),
    ).toEqual([
      'Mira: HP 12 → 5 of 14',
      'Ogre: damage +5, total 9',
      'Thalia: +exhaustion 1, -prone',
      'location: Mill → Cellar',
      'location: Mill',
      'Mira: +1 Letter signed V.',
      'funds: -2 gp',
      'date: dusk',
      'quest Well: active, done "Rope", "Hurry."',
      'Hanne: missing, learned "She lies."',
      'thread "Who rang?": open',
      'combat ends',
    ]));

  it('do not get punctuation of their own: a condition and an item are shown as they are called', () => {
    const effects = [
      effect({ kind: 'condition', who: 'Thalia', added: ['exhaustion 1'], removed: [] }),
      effect({ kind: 'item', who: 'Thalia', item: 'Letter signed V.', quantity: 1 }),
    ];
    const thalia = anEntity('character', 'Thalia', characterFields({ conditions: ['exhaustion 1'] }));
    const { text } = recapOf([{ description: 'rests', effects }], {}, [thalia]);
    expect(text).toContain('· Thalia: +exhaustion 1; Thalia: +1 Letter signed V. [evt_1]');
    expect(text).toContain('\n- Thalia: exhaustion 1 [evt_1]');
    expect(text).not.toMatch(/is exhaustion|gains|V\.\./);
  });

  it('are the weightiest where there is no room for all', () => {
    const effects = [
      effect({ kind: 'funds', coin: 'gp', amount: 1 }),
      hp('Mira', 9, 3, 9),
      effect({ kind: 'death', who: 'Orsk' }),
    ];
    expect(recapOf([{ description: 'x', effects }], { length: 'brief' }).beats[0]?.changes).toEqual([
      'Mira: HP 9 → 3 of 9',
      'Orsk: dead',
    ]);
  });

  it('leave out flags for players: they are bookkeeping of the game master', () => {
    const flag = effect({ kind: 'flag', name: 'alarm', value: true });
    const shown = (kind: 'dm' | 'party') =>
      JSON.stringify(recapOf([{ description: 'x', effects: [flag] }], { audience: { kind } }));
    expect(shown('dm')).toContain('flag alarm: true');
    expect(shown('party')).not.toContain('alarm');
  });
});

describe('a death', () => {
  const dies = effect({ kind: 'death', who: 'Mira' });
  const lives = effect({ kind: 'condition', who: 'mira', added: [], removed: ['dead'] });
  const npc = (status: string) => effect({ kind: 'npc', who: 'Orsk', status, learned: null });
  const changesIn = (events: readonly Partial<CampaignEvent>[], options: Partial<RecapOptions> = {}) =>
    recapOf(events, { length: 'brief', ...options }).beats.map(({ changes }) => changes.join('; '));

  it('that ended says so, also where the revival has no room', () => {
    expect(changesIn([{ effects: [dies] }, { effects: [lives] }])).toEqual([
      'Mira: dead (alive again: evt_2)',
      'mira: -dead',
    ]);
    const others = Array.from({ length: 9 }, (_, at) => ({
      description: 'They fall, one after the other, and nobody is left to carry them home.',
      importance: 5,
      effects: [effect({ kind: 'death', who: `Soldier ${at}` })],
    }));
    const deaths = recapOf(
      [
        ...others,
        { importance: 5, effects: [dies] },
        { isTurn: false, importance: 1, description: 'They pray. '.repeat(9), effects: [lives] },
      ],
      { length: 'brief' },
    );
    expect(deaths.text).not.toContain('-dead');
    expect(deaths.text).toContain('Mira: dead (alive again: evt_11)');
    expect(changesIn([{ effects: [npc('dead')] }, { effects: [npc('alive')] }])[0]).toBe(
      'Orsk: dead (alive again: evt_2)',
    );
  });

  it('that did not end says nothing of an earlier revival', () =>
    expect(changesIn([{ effects: [dies] }, { effects: [lives] }, { effects: [dies] }])).toEqual([
      'Mira: dead (alive again: evt_2)',
      'mira: -dead',
      'Mira: dead',
    ]));

  it('names the first revival after it', () =>
    expect(
      changesIn([{ effects: [dies] }, { effects: [lives] }, { effects: [dies] }, { effects: [lives] }]),
    ).toEqual([
      'Mira: dead (alive again: evt_2)',
      'mira: -dead',
      'Mira: dead (alive again: evt_4)',
      'mira: -dead',
    ]));

  it('does not reveal a revival that is hidden', () => {
    const events = [{ effects: [dies] }, { effects: [{ ...lives, ...DM_ONLY }], description: 'A prayer.' }];
    expect(changesIn(events)[0]).toBe('Mira: dead');
    expect(changesIn(events, { audience: { kind: 'dm' } })[0]).toBe('Mira: dead');
  });
});

describe('the actor of a beat', () => {
  const murderer = anEntity('npc', 'Silas Crane', npcFields({ truth: 'The murderer.' }), DM_ONLY);
  const murder = {
    actor: 'Silas Crane',
    characters: ['Silas Crane'],
    description: 'kills Bob Birch with a word',
    effects: [effect({ kind: 'death', who: 'Bob Birch' })],
  };

  it.each(RECAP_LENGTHS)(
    'is nobody where the actor is hidden, and the public effect is shown: %s',
    (length) => {
      const recap = recapOf([murder], { length }, [murderer]);
      expect(recap.beats).toMatchObject([{ who: null, changes: ['Bob Birch: dead'] }]);
      expect(beatLinesIn(recap.text)).toEqual(['- "kills Bob Birch with a word" · Bob Birch: dead [evt_1]']);
      expect(JSON.stringify(recap)).not.toMatch(/Silas|party kills/i);
    },
  );

  it('is shown to the game master', () =>
    expect(recapOf([murder], { audience: { kind: 'dm' } }, [murderer]).beats[0]?.who).toBe('Silas Crane'));

  it('is nobody where nobody was named', () =>
    expect(linesOf([{ description: 'The bell rings.' }])).toEqual(['- "The bell rings." [evt_1]']));
});

describe('what not everybody knows', () => {
  const mira = anEntity('character', 'Mira Vane', characterFields());
  const events = [
    { ...privateTo('character_mira_vane'), description: 'A letter burns.' },
    {
      description: 'I look around.',
      effects: [effect({ kind: 'npc', who: 'Hanne', status: null, learned: 'She lies.' }, DM_ONLY)],
    },
  ];

  it('is shown to the game master apart, with who knows it, and is not called learned', () =>
    expect(
      recapOf(events, { audience: { kind: 'dm' } }, [mira])
        .text.split('\n\n')
        .at(-1),
    ).toBe(
      'Not known to the party:\n- known to Mira Vane · "A letter burns." [evt_1]\n- Hanne: "She lies." [evt_2]',
    ));

  it('is not shown to the party', () =>
    expect(JSON.stringify(recapOf(events, {}, [mira]))).not.toMatch(/letter burns|She lies|evt_1|known to/i));
});

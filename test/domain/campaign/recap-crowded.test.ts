import { describe, expect, it } from 'vitest';
import type { CampaignEvent } from '../../../src/domain/campaign/event.ts';
import { composeRecap } from '../../../src/domain/campaign/recap/compose-recap.ts';
import { RECAP_LENGTHS, type RecapLength } from '../../../src/domain/campaign/recap/recap.ts';
import { evening } from './an-evening.ts';
import { anEvent, effect, hp } from './an-event.ts';

const recapOf = (events: readonly Partial<CampaignEvent>[], length: RecapLength) =>
  composeRecap(
    {
      ...evening(),
      entities: [],
      events: events.map((event, at) => anEvent({ id: `evt_${at}`, turn: at, ...event })),
    },
    { length, audience: { kind: 'party' } },
  );
const citedOf = (...args: Parameters<typeof recapOf>) =>
  new Set(
    recapOf(...args)
      .sentences.filter(({ isState }) => !isState)
      .flatMap(({ events }) => events),
  );
const quest = (name: string, status: string | null, done: readonly string[] = []) =>
  effect({ kind: 'quest', quest: name, status, done, note: null });

describe('where there is no room for all', () => {
  const crowd = (count: number): readonly Partial<CampaignEvent>[] =>
    Array.from({ length: count }, (_, at) => ({
      importance: (at % 5) + 1,
      isTurn: at % 5 !== 4,
      actor: 'Mira',
      description: `${'Mira walks on and on through the long and silent hall. '.repeat((at % 7) + 1)}(${at})`,
      narration: at % 2 === 0 ? 'The lamps go out, one after the other.' : null,
      effects: at % 5 === 3 ? [quest(`Quest ${at}`, 'completed')] : [],
    }));

  for (const length of RECAP_LENGTHS)
    it(`the least important is left out first: ${length}`, () => {
      const events = crowd(length === 'detailed' ? 400 : 60);
      const cited = citedOf(events, length);
      const importances = (isTold: boolean) =>
        events.filter((_, at) => cited.has(`evt_${at}`) === isTold).map(({ importance = 0 }) => importance);
      expect(importances(false).length).toBeGreaterThan(0);
      expect(Math.min(...importances(true))).toBeGreaterThanOrEqual(Math.max(...importances(false)));
    });

  it('what is most important is no trifle, however little it changed', () => {
    const plain = { importance: 5, actor: 'Mira', description: 'I take the crown.' };
    const done = { importance: 4, effects: [quest('Crown', 'completed')], description: '' };
    expect(recapOf([plain, done], 'brief').text).toContain('Mira takes the crown.');
  });
});

describe('in few words', () => {
  it('what was done is told rather than which step of a quest it was', () => {
    const { text } = recapOf(
      [
        {
          importance: 4,
          actor: 'Mira',
          description: 'I find the rope.',
          effects: [quest('Well', null, ['Rope'])],
        },
        { type: 'combat', effects: [effect({ kind: 'combat', is_over: false }), hp('Mira', 9, 2, 9)] },
        { type: 'combat', effects: [effect({ kind: 'combat', is_over: true })] },
        { importance: 4, description: '', effects: [quest('Well', 'completed', ['Water'])] },
      ],
      'brief',
    );
    expect(text).toContain('Mira finds the rope. [1]');
    expect(text).toContain('A fight costs Mira dearly');
    expect(text).toContain('The quest “Well” is completed.');
    expect(text).not.toMatch(/Rope|Water|moves on/);
  });

  const dies = effect({ kind: 'death', who: 'Mira' });
  const lives = effect({ kind: 'condition', who: 'mira', added: [], removed: ['dead'] });
  const isOf = (...events: readonly Partial<CampaignEvent>[]) =>
    recapOf(events, 'brief')
      .sentences.filter(({ isState }) => !isState)
      .map(({ text, events: from }) => [text, from]);

  it('a death and its end are told together, or the death alone where it did not end', () => {
    const back = ['Mira dies, and is brought back to life.', ['evt_0', 'evt_1']];
    expect(isOf({ description: '', effects: [dies] }, { description: '', effects: [lives] })).toEqual([back]);
    const again = isOf(
      { description: '', effects: [dies] },
      { description: '', effects: [lives] },
      { description: '', effects: [dies] },
    );
    expect(again).toEqual([back, ['Mira dies.', ['evt_2']]]);
    expect(isOf({ description: '', effects: [lives] })).toEqual([
      ['Mira is brought back to life.', ['evt_0']],
    ]);
  });

  it('so it is with a death in a fight, and with somebody the party only met', () => {
    const npc = (status: string) => effect({ kind: 'npc', who: 'Orsk', status, learned: null });
    const told = isOf(
      { type: 'combat', effects: [effect({ kind: 'combat', is_over: false }), dies, npc('dead')] },
      { type: 'combat', effects: [lives] },
      { type: 'combat', effects: [effect({ kind: 'combat', is_over: true })] },
      { description: '', effects: [npc('alive')] },
    );
    expect(told).toContainEqual(['Mira dies, and is brought back to life.', ['evt_0', 'evt_1']]);
    expect(told).toContainEqual(['Orsk dies, and is brought back to life.', ['evt_0', 'evt_3']]);
    expect(told.filter(([text]) => /kills/.test(String(text)))).toEqual([]);
  });
});

describe('with more room', () => {
  it('somebody’s return is a sentence of its own', () => {
    const lives = effect({ kind: 'condition', who: 'Mira', added: [], removed: ['dead'] });
    const { text } = recapOf([{ actor: 'Borin', description: 'I pray.', effects: [lives] }], 'standard');
    expect(text).toContain('Borin prays. [1] Mira is brought back to life. [1]');
    expect(text).not.toContain('no longer');
  });

  it('what the purse gains and loses at once is told as what it comes to', () => {
    const funds = (coin: string, amount: number) => effect({ kind: 'funds', coin, amount });
    const told = (...effects: CampaignEvent['effects']) =>
      recapOf([{ actor: 'Mira', description: 'I pay.', effects }], 'standard').text;
    expect(told(funds('gp', 20), funds('gp', -2))).toContain('Mira pays. The party is 18 gp richer. [1]');
    expect(told(funds('gp', 20), funds('sp', 3), funds('cp', -5))).toContain(
      'The party is 20 gp and 3 sp richer and 5 cp poorer. [1]',
    );
    expect(told(funds('gp', 2), funds('gp', -2))).toContain('Mira pays. [1]');
  });
});

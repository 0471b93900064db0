import { describe, expect, it } from 'vitest';
import type { CampaignEvent } from '../../../src/campaign/domain/event.ts';
import { composeRecap } from '../../../src/campaign/domain/recap/compose-recap.ts';
import {
  RECAP_LENGTHS,
  type RecapFacts,
  type RecapLength,
  TEXT_LIMITS,
} from '../../../src/campaign/domain/recap/recap.ts';
import { anEvent, DM_ONLY, effect } from './build-event.ts';
import { shownIn, withoutIds } from './read-recap.ts';
import { longEvening } from './sample-long-session.ts';
import { evening } from './sample-session.ts';

const recap = (facts: RecapFacts, length: RecapLength) =>
  composeRecap(facts, { length, audience: { kind: 'party' } });
const recapOf = (events: readonly Partial<CampaignEvent>[], length: RecapLength) =>
  recap(
    {
      ...evening(),
      entities: [],
      events: events.map((event, at) => anEvent({ id: `evt_${at}`, turn: at, ...event })),
    },
    length,
  );
const sizeOf = (facts: RecapFacts, length: RecapLength) => withoutIds(recap(facts, length).text).length;

describe.each([
  ['an evening', evening()],
  ['a long evening', longEvening()],
])('the three lengths of %s', (_, facts) => {
  it('differ in size and stay within their limits', () => {
    const sizes = RECAP_LENGTHS.map((length) => sizeOf(facts, length));
    const [brief = 0, standard = 0, detailed = 0] = sizes;
    expect(standard).toBeGreaterThan(brief * 2.5);
    expect(detailed).toBeGreaterThan(standard * 1.5);
    for (const [at, length] of RECAP_LENGTHS.entries())
      expect(sizes[at]).toBeLessThanOrEqual(TEXT_LIMITS[length]);
  });

  it('leave out less and less, and in detail next to nothing', () => {
    const leftOut = (length: RecapLength) => recap(facts, length).leftOut;
    expect(leftOut('standard')).toBeLessThan(leftOut('brief'));
    expect(leftOut('detailed')).toBeLessThanOrEqual(1);
  });

  it('are in the order of play', () => {
    const order = new Map(facts.events.map(({ id }, at) => [id, at]));
    for (const length of RECAP_LENGTHS) {
      const positions = shownIn(recap(facts, length)).map((id) => order.get(id) ?? -1);
      expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    }
  });
});

describe('a narration', () => {
  it('is whole in detail', () => {
    const { beats } = recap(evening(), 'detailed');
    const narrated = evening().events.filter(
      ({ visibility, narration }) => visibility === 'public' && narration !== null,
    );
    expect(narrated.length).toBeGreaterThan(10);
    for (const { id, narration } of narrated)
      expect(beats.find(({ events }) => events.includes(id))?.narration).toBe(narration);
    expect(recap(longEvening(), 'detailed').text).not.toContain('…');
  });

  it('is whole up to a page, and then ends in "…" after a sentence', () => {
    const narrationOf = (narration: string) => recapOf([{ narration }], 'detailed').beats[0]?.narration;
    const page = 'The rain goes on. '.repeat(100).trim();
    expect(narrationOf(page)).toBe(page);
    expect(narrationOf(`${page} ${page}`)).toMatch(/^(?:The rain goes on\. )+…$/);
    expect(narrationOf(`It rains.${'\n'.repeat(9_000)}It stops.`)).toBe('It rains. …');
  });

  it('gives way to other turns where there is no room for all, the weightiest last', () => {
    const facts = longEvening();
    const { beats } = recap(facts, 'detailed');
    const narrated = new Set(
      beats.filter(({ narration }) => narration !== null).flatMap(({ events }) => events),
    );
    expect(narrated.size).toBeLessThan(facts.events.length);
    for (const id of ['evt_030', 'evt_050', 'evt_110', 'evt_020']) expect(narrated.has(id), id).toBe(true);
  });
});

describe('where there is no room for all', () => {
  const crowd = (count: number): readonly Partial<CampaignEvent>[] =>
    Array.from({ length: count }, (_, at) => ({
      importance: (at % 5) + 1,
      isTurn: at % 5 !== 0,
      actor: 'Mira',
      description: `${'Mira walks on and on through the long and silent hall. '.repeat((at % 7) + 1)}(${at})`,
      narration: at % 2 === 0 ? 'The lamps go out, one after the other.' : null,
      effects:
        at % 5 === 3
          ? [effect({ kind: 'quest', quest: `Quest ${at}`, status: 'completed', done: [], note: null })]
          : [],
    }));

  it.each(RECAP_LENGTHS)('the least important is left out first: %s', (length) => {
    const events = crowd(length === 'detailed' ? 400 : 60);
    const shown = new Set(shownIn(recapOf(events, length)));
    const importances = (isShown: boolean) =>
      events.filter((_, at) => shown.has(`evt_${at}`) === isShown).map(({ importance = 0 }) => importance);
    expect(importances(false).length).toBeGreaterThan(0);
    expect(Math.min(...importances(true))).toBeGreaterThanOrEqual(Math.max(...importances(false)));
  });

  it.each(RECAP_LENGTHS)('the last turn is included, however unimportant it is: %s', (length) => {
    const last = { actor: 'Borin', description: 'I yawn.', importance: 1 };
    const added = { isTurn: false, type: 'session' as const, description: 'Good night.', importance: 1 };
    const events = [...crowd(length === 'detailed' ? 400 : 60), last, added];
    const { beats } = recapOf(events, length);
    expect(beats.at(-1)).toMatchObject({ who: 'Borin', action: 'I yawn.' });
  });

  it('the last turn is the last that the audience may know of', () => {
    const events = [...crowd(60), { description: 'I knock.', importance: 1 }, { ...DM_ONLY, importance: 1 }];
    expect(recapOf(events, 'brief').beats.at(-1)?.action).toBe('I knock.');
  });

  it('the last turn is shortened where its names and changes are too long for a brief recap', () => {
    const long = 'A very long name that goes on and on without an end in sight, ever'.repeat(4);
    const effects = Array.from({ length: 9 }, () =>
      effect({
        kind: 'quest' as const,
        quest: long,
        status: 'active',
        done: [long, long, long, long],
        note: long,
      }),
    );
    const recap = recapOf([{ actor: long, location: long, description: long, effects }], 'brief');
    expect(shownIn(recap)).toEqual(['evt_0']);
    expect(recap.beats[0]?.changes).toEqual([]);
    expect(withoutIds(recap.text).length).toBeLessThanOrEqual(TEXT_LIMITS.brief);
  });

  it('what is most important is shown, however little it changed', () => {
    const plain = { importance: 5, actor: 'Mira', description: 'I take the crown.', isTurn: false };
    const done = { importance: 4, description: 'Long live the queen.' };
    expect(recapOf([plain, done], 'brief').beats[0]?.action).toBe('I take the crown.');
  });

  it('deaths are shown first, whatever importance they were given', () => {
    const death = {
      importance: 1,
      description: 'He falls.',
      effects: [effect({ kind: 'death', who: 'Orsk' })],
    };
    expect(shownIn(recapOf([death, ...crowd(60)], 'brief'))).toContain('evt_0');
  });
});

describe('a trifle', () => {
  const trifle = { importance: 1, description: 'I wait.' };

  it('is left out of a brief recap even where there is room', () => {
    const { beats } = recapOf([trifle, { importance: 4, description: 'I jump.' }], 'brief');
    expect(beats.map(({ action }) => action)).toEqual(['I jump.']);
  });

  it('is shown where nothing else happened', () =>
    expect(recapOf([trifle, trifle], 'brief').beats).toHaveLength(2));
});

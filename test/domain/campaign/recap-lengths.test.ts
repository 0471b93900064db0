import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../src/domain/campaign/event.ts';
import { composeRecap } from '../../../src/domain/campaign/recap/compose-recap.ts';
import type { RecapFacts, RecapLength } from '../../../src/domain/campaign/recap/recap.ts';
import { longEvening } from './a-long-evening.ts';
import { evening } from './an-evening.ts';
import { anEvent, effect } from './an-event.ts';
import { proseIn } from './read-recap.ts';

const recap = (facts: RecapFacts, length: RecapLength) =>
  composeRecap(facts, { length, audience: { kind: 'party' } });
const sizeOf = (facts: RecapFacts, length: RecapLength) => proseIn(recap(facts, length).text).length;
/** Quotation marks inside a narration are single ones in a recap. */
const asQuoted = (narration: string) => narration.replace(/“/g, '‘').replace(/”/g, '’');

describe.each([
  ['an evening', evening()],
  ['a long evening', longEvening()],
])('the three lengths of %s', (_, facts) => {
  const [brief, standard, detailed] = [
    sizeOf(facts, 'brief'),
    sizeOf(facts, 'standard'),
    sizeOf(facts, 'detailed'),
  ];

  it('differ: a paragraph, what was important, nearly everything', () => {
    expect(standard).toBeGreaterThan(brief * 2.5);
    expect(detailed).toBeGreaterThan(standard * 1.5);
    const paragraphs = proseIn(recap(facts, 'brief').text).split('\n\n');
    expect(paragraphs).toHaveLength(2);
  });

  it('leave out less and less, and in the end next to nothing', () => {
    const leftOut = (length: RecapLength) => recap(facts, length).leftOut;
    expect(leftOut('standard')).toBeLessThan(leftOut('brief'));
    expect(leftOut('detailed')).toBeLessThanOrEqual(1);
  });

  it('are told in the order of play', () => {
    const order = new Map(facts.events.map(({ id }, at) => [id, at]));
    for (const length of ['brief', 'standard', 'detailed'] as const) {
      const told = recap(facts, length).sentences.filter(({ isState }) => !isState);
      const ends = told.map(({ events }) => Math.max(...events.map((id) => order.get(id) ?? 0)));
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    }
  });
});

describe('a narration', () => {
  it('is whole in detail, and told of more turns than anywhere else', () => {
    const { text } = recap(evening(), 'detailed');
    const told = evening().events.filter(
      ({ visibility, narration }) => visibility === 'public' && narration !== null,
    );
    for (const { narration } of told) expect(text).toContain(asQuoted(narration ?? ''));
    expect(recap(longEvening(), 'detailed').text).not.toContain('…');
  });

  it('is whole up to a page, and then ends in "…" after a sentence', () => {
    const tell = (narration: string) =>
      recap({ ...evening(), events: [anEvent({ narration })] }, 'detailed').sentences[1]?.text ?? '';
    const page = 'The rain goes on. '.repeat(100).trim();
    expect(tell(page)).toContain(`“${page}”`);
    expect(tell(`${page} ${page}`)).toMatch(/“(?:The rain goes on\. )+…”$/);
    expect(tell(`It rains.${'\n'.repeat(9_000)}It stops.`)).toContain('“It rains. …”');
  });

  it('gives way to other turns where there is no room for all, the weightiest last', () => {
    const facts = longEvening();
    const { sentences } = recap(facts, 'detailed');
    const isNarrated = (id: string) => {
      const narration = asQuoted(facts.events.find((event) => event.id === id)?.narration ?? '-');
      return sentences.some(({ events, text }) => events.includes(id) && text.includes(narration));
    };
    const narrated = facts.events.filter(({ id }) => isNarrated(id));
    expect(narrated.length).toBeLessThan(facts.events.length);
    for (const id of ['evt_030', 'evt_050', 'evt_110', 'evt_020']) expect(isNarrated(id), id).toBe(true);
  });
});

describe('a loose end in few words', () => {
  it('is told once, where it was tied up', () => {
    const thread = (status: 'open' | 'resolved') => effect({ kind: 'thread', thread: 'Who rang?', status });
    const events = [thread('open'), thread('resolved'), thread('open')].map((each, at) =>
      anEvent({ id: `evt_${at}`, effects: [each] }),
    );
    const told = (length: RecapLength, upTo: number) =>
      recap({ ...evening(), events: events.slice(0, upTo) }, length).text.match(/Who rang\?/g)?.length;
    expect([told('brief', 1), told('brief', 2), told('brief', 3)]).toEqual([1, 1, 2]);
    expect(told('standard', 2)).toBe(2);
  });
});

describe('a death in few words', () => {
  it('comes before what the last turn of its fight brought, and after what came earlier', () => {
    const quest = (name: string) =>
      effect({ kind: 'quest', quest: name, status: 'completed', done: [], note: null });
    const fight: readonly (readonly Effect[])[] = [
      [effect({ kind: 'combat', is_over: false })],
      [quest('First')],
      [effect({ kind: 'death', who: 'Orsk' })],
      [quest('Last'), effect({ kind: 'combat', is_over: true })],
    ];
    const events = fight.map((effects, at) => anEvent({ id: `evt_${at}`, type: 'combat', effects }));
    const { sentences } = recap({ ...evening(), events }, 'brief');
    const told = sentences.map(({ text }) => /First|kills Orsk|Last/.exec(text)?.[0]);
    expect(told.filter((each) => each !== undefined)).toEqual(['First', 'kills Orsk', 'Last']);
  });

  it('is told with its fight, where the fight was', () => {
    const told = recap(evening(), 'brief').sentences.map(({ text }) => text);
    const at = (words: string) => told.findIndex((text) => text.includes(words));
    expect(told[at('kills')]).toMatch(
      /^The fight at the Drowned Mill kills Tobin Reed and Orsk and costs Mira/,
    );
    expect(at('“The Missing Miller”')).toBeLessThan(at('kills'));
    expect(at('kills')).toBeLessThan(at('woman with the seal'));
    expect(told.filter((text) => /Tobin Reed|Orsk/.test(text))).toHaveLength(1);
  });
});

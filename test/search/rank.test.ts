import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WEIGHTS } from '../../src/search/weights.ts';
import { aDoc, DAY, found, NOW, rankedFor } from './a-question.ts';

const QUESTION = 'rotate staging database password';
const keys = (question: string, docs: Parameters<typeof rankedFor>[1]) =>
  rankedFor(question, docs).map(({ doc }) => doc.key);

describe('what was said decides', () => {
  it('a one-word match of importance 10 never beats the exact text of importance 1', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...QUESTION.split(' ')),
        fc.integer({ min: 0, max: 3_650 }),
        (word, age) => {
          const exact = aDoc(QUESTION, { importance: 1, at: NOW - age * DAY, order: 1 });
          const loud = aDoc(`${word} something else`, { importance: 10, order: 2 });
          expect(keys(QUESTION, [loud, exact])[0]).toBe(QUESTION);
        },
      ),
    );
  });

  it('more of the question beats less of it', () => {
    const three = 'the staging database password is old';
    const two = 'the staging database is old';
    expect(keys(QUESTION, [aDoc('database'), aDoc(two), aDoc(three)])).toEqual([three, two, 'database']);
  });

  it('no words of the question are worth nothing', () => {
    expect(rankedFor(QUESTION, [aDoc('lunch at noon', { importance: 10 })])[0]).toMatchObject({
      sure: 0,
      score: 0,
    });
  });
});

describe('importance and age', () => {
  it('move a score a little and never more, whatever they are', () => {
    const plain = rankedFor(QUESTION, [aDoc(QUESTION, { at: 0, halfLifeDays: 1 })])[0]?.score ?? 0;
    const most = (1 + WEIGHTS.importance) * (1 + WEIGHTS.recency);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: -10 * DAY, max: NOW }),
        fc.integer({ min: 1, max: 365 }),
        (importance, age, halfLifeDays) => {
          const [hit] = rankedFor(QUESTION, [aDoc(QUESTION, { importance, at: NOW - age, halfLifeDays })]);
          const moved = (hit?.score ?? 0) / plain;
          expect(moved).toBeGreaterThanOrEqual(1 - WEIGHTS.importance);
          expect(moved).toBeLessThanOrEqual(most + 1e-9);
        },
      ),
    );
  });

  it('do not make a hit any surer', () => {
    const [a, b] = [aDoc(QUESTION, { importance: 10 }), aDoc(QUESTION, { importance: 1, at: 0 })].map(
      (doc) => rankedFor(QUESTION, [doc])[0]?.sure,
    );
    expect(a).toBe(b);
  });

  it('decide between two that say the same: the important, the newer, the later written', () => {
    const same = (key: string, more: object) => aDoc(QUESTION, { key, ...more });
    expect(keys(QUESTION, [same('low', { importance: 3 }), same('high', { importance: 8 })])[0]).toBe('high');
    expect(keys(QUESTION, [same('old', { at: NOW - 90 * DAY }), same('new', {})])[0]).toBe('new');
    expect(keys(QUESTION, [same('first', { order: 1 }), same('last', { order: 2 })])[0]).toBe('last');
  });
});

describe('what stands near', () => {
  const talk = (speaker: string, text: string, order: number, line = 'a') =>
    aDoc(text, { speaker, line, order });

  it('lends to its neighbours in a conversation', () => {
    const ranked = rankedFor('favourite colour', [
      talk('user', 'What is your favourite colour?', 1),
      talk('assistant', 'Green, I think.', 2),
      talk('assistant', 'Blue, I think.', 2, 'another'),
    ]);
    expect(found(ranked, 'Green, I think.').sure).toBeGreaterThan(0);
    expect(found(ranked, 'Blue, I think.').sure).toBe(0);
  });

  it('makes notes of one sitting no surer, and moves them a little', () => {
    const [lone, sitting] = [null, 'a'].map((line) =>
      found(
        rankedFor('staging database', [
          aDoc('the staging host', { line, order: 1 }),
          aDoc('the database', { line, order: 2 }),
        ]),
        'the database',
      ),
    );
    expect(sitting?.sure).toBe(lone?.sure);
    expect(sitting?.score).toBeGreaterThan(lone?.score ?? 0);
  });
});

describe('who spoke', () => {
  const evening = [
    'Mira: I like the old mill',
    'Borin: I like the mill too',
    'Mira: So be it',
    'Borin: Good',
  ];
  const docs = evening.map((text, order) => aDoc(text, { line: 'evening', order }));

  it('counts where the question names one of them', () => {
    const ranked = rankedFor('what does Borin like about the old mill', docs);
    expect(ranked[0]?.doc.key).toBe('Borin: I like the mill too');
    expect(found(ranked, 'Borin: I like the mill too').isBySpeaker).toBe(true);
    expect(found(ranked, 'Mira: I like the old mill').isBySpeaker).toBe(false);
  });

  it('counts not where it names none, nor for a text that nobody says', () => {
    for (const { isBySpeaker } of rankedFor('the mill', docs)) expect(isBySpeaker).toBeNull();
    const roles = ['user', 'agent'].map((speaker, order) =>
      aDoc(`the ${speaker} mill`, { speaker, line: 'a', order }),
    );
    for (const { isBySpeaker } of rankedFor('what did the user say of the mill', roles))
      expect(isBySpeaker).toBeNull();
    const [note] = rankedFor('what does Borin like', [aDoc('Borin likes the mill')]);
    expect(note?.isBySpeaker).toBeNull();
  });
});

describe('when it was', () => {
  it('a text of that day comes before one of another day that says the same', () => {
    const at = Date.UTC(2026, 2, 10, 9);
    const docs = [aDoc('deployed', { key: 'now' }), aDoc('deployed', { key: 'then', at })];
    expect(keys('what was deployed on 2026-03-10', docs)[0]).toBe('then');
  });

  it('alone is enough to rank by', () => {
    const at = Date.UTC(2026, 2, 10, 9);
    const ranked = rankedFor('what did we do on 2026-03-10?', [aDoc('lunch'), aDoc('tea', { at })]);
    expect(ranked.map(({ doc, timeMet }) => [doc.key, timeMet])).toEqual([
      ['tea', 1],
      ['lunch', 0],
    ]);
  });

  it('where the question asks for a number or a time, a text without one is less sure', () => {
    const [many, none] = ['eggs in 12 boxes', 'eggs in some boxes'];
    const ranked = rankedFor('how many boxes of eggs', [aDoc(none), aDoc(many)]);
    expect(ranked[0]?.doc.key).toBe(many);
    expect(found(ranked, none).sure).toBeLessThan(found(ranked, many).sure);
  });
});

describe('texts and their names', () => {
  const filler = (count: number) => 'and so on '.repeat(count);

  it('a long text counts by its best passage, not by how much it holds', () => {
    const together = aDoc(`${filler(40)} ${QUESTION} ${filler(40)}`, { key: 'together' });
    const scattered = aDoc(QUESTION.split(' ').join(` ${filler(40)} `), { key: 'scattered' });
    const ranked = rankedFor(QUESTION, [scattered, together]);
    expect(ranked[0]?.doc.key).toBe('together');
    expect(found(ranked, 'together').sure).toBeCloseTo(
      rankedFor(QUESTION, [aDoc(QUESTION)])[0]?.sure ?? 0,
      1,
    );
  });

  it('what it is filed under counts nearly as its words, and what it replaced a little less', () => {
    const [said, named, former] = [
      aDoc('siesta', { key: 'said' }),
      aDoc('lunch', { key: 'named', names: 'siesta' }),
      aDoc('lunch', { key: 'former', former: 'siesta' }),
    ];
    expect(keys('siesta', [former, named, said])).toEqual(['said', 'named', 'former']);
    expect(rankedFor('siesta', [former])[0]?.sure).toBeGreaterThan(0.64);
  });

  it('a name, path or message word for word comes first', () => {
    const [exact, loose] = ['it is in src/app/run.ts', 'run the app from src, in ts'];
    const ranked = rankedFor('src/app/run.ts', [aDoc(loose), aDoc(exact)]);
    expect(ranked[0]).toMatchObject({ doc: { key: exact }, isExact: true });
    expect(found(ranked, loose).isExact).toBe(false);
  });

  it('an identifier means that one, however it is written, and none made of the same pieces', () => {
    const [camel, snake, other] = [
      'readStreamHead is slow',
      'READ_STREAM_HEAD is 5',
      'readHead of the stream, and stream_head_size',
    ];
    const ranked = rankedFor('read_stream_head', [aDoc(other), aDoc(camel), aDoc(snake)]);
    const sure = (key: string) => found(ranked, key).sure;
    expect(ranked.at(-1)?.doc.key).toBe(other);
    expect(sure(other)).toBeLessThan(0.64);
    expect(sure(camel)).toBeGreaterThan(0.64);
    expect(sure(snake)).toBeGreaterThan(0.64);
  });

  it('of keywords one may be a guess: the same words are surer than in a sentence', () => {
    const [keywords] = rankedFor('lantern wick oil colour', [aDoc('lantern wick oil')]);
    const [sentence] = rankedFor('is the lantern a wick oil colour', [aDoc('lantern wick oil')]);
    expect((sentence?.sure ?? 0) / (keywords?.sure ?? 0)).toBeCloseTo(WEIGHTS.meant);
  });

  it('a name in a sentence means that one and no other', () => {
    const ranked = rankedFor('which desk does Ada use', [aDoc('Bob has a standing desk')]);
    const [other] = rankedFor('which desk does someone use', [aDoc('Bob has a standing desk')]);
    expect(ranked[0]?.sure).toBeLessThan(other?.sure ?? 0);
  });
});

describe('any texts and any question', () => {
  it('give each text one place, a finite score, and the same order each time', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(QUESTION, 'Mira: the mill', ''));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 8 }), (question, texts) => {
        const docs = texts.map((one, order) => aDoc(one, { key: String(order), order, line: 'l' }));
        const ranked = rankedFor(question, docs);
        expect(ranked.map(({ doc }) => doc.key).sort()).toEqual(docs.map(({ key }) => key).sort());
        for (const { sure, score } of ranked) {
          expect(Number.isFinite(score) && score >= 0 && sure >= 0).toBe(true);
          expect(sure).toBeLessThanOrEqual((1 + WEIGHTS.when) / WEIGHTS.meant + 1e-9);
        }
        expect(rankedFor(question, docs.toReversed())).toEqual(ranked);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WEIGHTS } from '../../src/search/weights.ts';
import { DAY, found, makeDoc, NOW, rankedFor } from './ranking-fixtures.ts';

const QUESTION = 'rotate staging database password';
const keys = (question: string, docs: Parameters<typeof rankedFor>[1]) =>
  rankedFor(question, docs).map(({ doc }) => doc.key);

describe('rank by content', () => {
  it('never ranks a one-word match of importance 10 above the exact text of importance 1', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...QUESTION.split(' ')),
        fc.integer({ min: 0, max: 3_650 }),
        (word, age) => {
          const exact = makeDoc(QUESTION, { importance: 1, at: NOW - age * DAY, order: 1 });
          const loud = makeDoc(`${word} something else`, { importance: 10, order: 2 });
          expect(keys(QUESTION, [loud, exact])[0]).toBe(QUESTION);
        },
      ),
    );
  });

  it('ranks texts that match more of the question higher', () => {
    const three = 'the staging database password is old';
    const two = 'the staging database is old';
    expect(keys(QUESTION, [makeDoc('database'), makeDoc(two), makeDoc(three)])).toEqual([
      three,
      two,
      'database',
    ]);
  });

  it('gives texts without words of the question a confidence of 0', () => {
    expect(rankedFor(QUESTION, [makeDoc('lunch at noon', { importance: 10 })])[0]).toMatchObject({
      confidence: 0,
      score: 0,
    });
  });
});

describe('importance and age', () => {
  it('change a score only within their limits', () => {
    const plain = rankedFor(QUESTION, [makeDoc(QUESTION, { at: 0, halfLifeDays: 1 })])[0]?.score ?? 0;
    const most = (1 + WEIGHTS.importance) * (1 + WEIGHTS.recency);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: -10 * DAY, max: NOW }),
        fc.integer({ min: 1, max: 365 }),
        (importance, age, halfLifeDays) => {
          const [hit] = rankedFor(QUESTION, [makeDoc(QUESTION, { importance, at: NOW - age, halfLifeDays })]);
          const moved = (hit?.score ?? 0) / plain;
          expect(moved).toBeGreaterThanOrEqual(1 - WEIGHTS.importance);
          expect(moved).toBeLessThanOrEqual(most + 1e-9);
        },
      ),
    );
  });

  it('do not change the confidence', () => {
    const [a, b] = [makeDoc(QUESTION, { importance: 10 }), makeDoc(QUESTION, { importance: 1, at: 0 })].map(
      (doc) => rankedFor(QUESTION, [doc])[0]?.confidence,
    );
    expect(a).toBe(b);
  });

  it('decide between equal texts: importance, then age, then order', () => {
    const same = (key: string, more: object) => makeDoc(QUESTION, { key, ...more });
    expect(keys(QUESTION, [same('low', { importance: 3 }), same('high', { importance: 8 })])[0]).toBe('high');
    expect(keys(QUESTION, [same('old', { at: NOW - 90 * DAY }), same('new', {})])[0]).toBe('new');
    expect(keys(QUESTION, [same('first', { order: 1 }), same('last', { order: 2 })])[0]).toBe('last');
  });
});

describe('neighbors', () => {
  const talk = (speaker: string, text: string, order: number, thread = 'a') =>
    makeDoc(text, { speaker, thread, order });

  it('boost each other in a conversation', () => {
    const ranked = rankedFor('favourite colour', [
      talk('user', 'What is your favourite colour?', 1),
      talk('assistant', 'Green, I think.', 2),
      talk('assistant', 'Blue, I think.', 2, 'another'),
    ]);
    expect(found(ranked, 'Green, I think.').confidence).toBeGreaterThan(0);
    expect(found(ranked, 'Blue, I think.').confidence).toBe(0);
  });

  it('do not boost notes of one session, which are not a conversation', () => {
    const scores = [null, 'a'].map(
      (thread) =>
        found(
          rankedFor('staging database', [
            makeDoc('the staging host', { thread, order: 1 }),
            makeDoc('the database', { thread, order: 2 }),
          ]),
          'the database',
        ).score,
    );
    expect(scores[0]).toBe(scores[1]);
  });
});

describe('speakers', () => {
  const evening = [
    'Mira: I like the old mill',
    'Borin: I like the mill too',
    'Mira: So be it',
    'Borin: Good',
  ];
  const docs = evening.map((text, order) => makeDoc(text, { thread: 'evening', order }));

  it('count if the question names one of them', () => {
    const ranked = rankedFor('what does Borin like about the old mill', docs);
    expect(ranked[0]?.doc.key).toBe('Borin: I like the mill too');
    expect(found(ranked, 'Borin: I like the mill too').isBySpeaker).toBe(true);
    expect(found(ranked, 'Mira: I like the old mill').isBySpeaker).toBe(false);
  });

  it('do not count if it names none, nor for texts without a speaker', () => {
    for (const { isBySpeaker } of rankedFor('the mill', docs)) expect(isBySpeaker).toBeNull();
    const roles = ['user', 'agent'].map((speaker, order) =>
      makeDoc(`the ${speaker} mill`, { speaker, thread: 'a', order }),
    );
    for (const { isBySpeaker } of rankedFor('what did the user say of the mill', roles))
      expect(isBySpeaker).toBeNull();
    const [note] = rankedFor('what does Borin like', [makeDoc('Borin likes the mill')]);
    expect(note?.isBySpeaker).toBeNull();
  });
});

describe('people and machines', () => {
  const chat = [
    makeDoc('user: My deploy key lives in the vault', { thread: 'a', order: 1 }),
    makeDoc('assistant: You could keep the deploy key in the vault or in a file', { thread: 'a', order: 2 }),
    makeDoc('user: fine', { thread: 'a', order: 3 }),
    makeDoc('assistant: good', { thread: 'a', order: 4 }),
  ];
  const [statement, suggestion] = chat.map(({ key }) => key) as [string, string];
  const ratio = (question: string) => {
    const ranked = rankedFor(question, chat);
    return found(ranked, suggestion).score / found(ranked, statement).score;
  };

  it('prefers what people said', () => {
    expect(ratio('where is my deploy key, in the vault?')).toBeLessThan(0.4);
  });

  it('does not if the question asks for what was suggested or for a summary', () => {
    expect(ratio('what did you suggest about the deploy key and the vault?')).toBeGreaterThan(0.8);
    expect(ratio('a summary of deploy key and vault')).toBeGreaterThan(0.8);
  });
});

describe('time', () => {
  it('ranks a text of that day above an equal one of another day', () => {
    const at = Date.UTC(2026, 2, 10, 9);
    const docs = [makeDoc('deployed', { key: 'now' }), makeDoc('deployed', { key: 'then', at })];
    expect(keys('what was deployed on 2026-03-10', docs)[0]).toBe('then');
  });

  it('ranks by a time alone', () => {
    const at = Date.UTC(2026, 2, 10, 9);
    const ranked = rankedFor('what did we do on 2026-03-10?', [makeDoc('lunch'), makeDoc('tea', { at })]);
    expect(ranked.map(({ doc, timeMet }) => [doc.key, timeMet])).toEqual([
      ['tea', 1],
      ['lunch', 0],
    ]);
  });

  it('lowers the confidence of a text without a number or a time if the question asks for one', () => {
    const [many, none] = ['eggs in 12 boxes', 'eggs in some boxes'];
    const ranked = rankedFor('how many boxes of eggs', [makeDoc(none), makeDoc(many)]);
    expect(ranked[0]?.doc.key).toBe(many);
    expect(found(ranked, none).confidence).toBeLessThan(found(ranked, many).confidence);
  });
});

describe('texts and their names', () => {
  const filler = (count: number) => 'and so on '.repeat(count);

  it('count a long text by its best passage, not by its length', () => {
    const together = makeDoc(`${filler(40)} ${QUESTION} ${filler(40)}`, { key: 'together' });
    const scattered = makeDoc(QUESTION.split(' ').join(` ${filler(40)} `), { key: 'scattered' });
    const ranked = rankedFor(QUESTION, [scattered, together]);
    expect(ranked[0]?.doc.key).toBe('together');
    expect(found(ranked, 'together').confidence).toBeCloseTo(
      rankedFor(QUESTION, [makeDoc(QUESTION)])[0]?.confidence ?? 0,
      1,
    );
  });

  it('do not count a text more because it is long', () => {
    const short = makeDoc(QUESTION, { key: 'short', at: 0 });
    const long = makeDoc(`${QUESTION}. ${filler(200)}`, { key: 'long', at: 0 });
    const ranked = rankedFor(QUESTION, [short, long]);
    expect(found(ranked, 'long').score).toBeCloseTo(found(ranked, 'short').score);
  });

  it('count names nearly like words, and superseded text a little less', () => {
    const [said, named, supersededText] = [
      makeDoc('siesta', { key: 'said' }),
      makeDoc('lunch', { key: 'named', names: 'siesta' }),
      makeDoc('lunch', { key: 'former', supersededText: 'siesta' }),
    ];
    expect(keys('siesta', [supersededText, named, said])).toEqual(['said', 'named', 'former']);
    expect(rankedFor('siesta', [supersededText])[0]?.confidence).toBeGreaterThan(0.64);
  });

  it('rank a verbatim name, path or message first', () => {
    const [exact, loose] = ['it is in src/app/run.ts', 'run the app from src, in ts'];
    const ranked = rankedFor('src/app/run.ts', [makeDoc(loose), makeDoc(exact)]);
    expect(ranked[0]).toMatchObject({ doc: { key: exact }, isExact: true });
    expect(found(ranked, loose).isExact).toBe(false);
  });

  it('require a name in a sentence', () => {
    const ranked = rankedFor('which desk does Ada use', [makeDoc('Bob has a standing desk')]);
    const [other] = rankedFor('which desk does someone use', [makeDoc('Bob has a standing desk')]);
    expect(ranked[0]?.confidence).toBeLessThan(other?.confidence ?? 0);
  });
});

describe('any texts and any query', () => {
  it('give each text one rank, a finite score, and a stable order', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(QUESTION, 'Mira: the mill', ''));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 8 }), (question, texts) => {
        const docs = texts.map((one, order) => makeDoc(one, { key: String(order), order, thread: 'l' }));
        const ranked = rankedFor(question, docs);
        expect(ranked.map(({ doc }) => doc.key).sort()).toEqual(docs.map(({ key }) => key).sort());
        for (const { confidence, score } of ranked) {
          expect(Number.isFinite(score) && score >= 0 && confidence >= 0).toBe(true);
          expect(confidence).toBeLessThanOrEqual(1 + WEIGHTS.when + 1e-9);
        }
        expect(rankedFor(question, docs.toReversed())).toEqual(ranked);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParsedQuery, parseQuery } from '../../src/search/parse-query.ts';

const NOW = Date.UTC(2026, 6, 15, 12);
const parse = (text: string) => parseQuery(text, NOW);
const words = ({ terms }: ParsedQuery) => terms.map(({ word }) => word);
const kinds = ({ terms }: ParsedQuery) => terms.map(({ kind, word }) => `${kind} ${word}`);

describe('a sentence', () => {
  it('drops question words and keeps content words', () => {
    expect(words(parse('when does the migration of the orders table run?'))).toEqual([
      'migration',
      'orders',
      'table',
      'run',
    ]);
    expect(parse('when does it run?').asksWhen).toBe(true);
  });

  it.each(["I'm picking a lantern", "I'd rather take a lantern", 'we mightn’t need a lantern, shan’t we'])(
    'drops what an apostrophe leaves of a word: %s',
    (text) => {
      const short = words(parse(text)).filter((word) => ['m', 'd', 'mightn', 'shan', 't'].includes(word));
      expect(short).toEqual([]);
      expect(words(parse(text))).toContain('lantern');
    },
  );

  it('gives generic words less specificity, and names more', () => {
    const specificity = new Map(
      parse('what did Ada decide about queues').terms.map((term) => [term.word, term.specificity]),
    );
    expect(specificity.get('decide')).toBeLessThan(specificity.get('queues') ?? 0);
    expect(specificity.get('ada')).toBeGreaterThan(specificity.get('queues') ?? 0);
  });

  it('does not treat the first word as a name, nor any word if all are capitalized', () => {
    const names = (text: string) => parse(text).terms.filter(({ isName }) => isName);
    expect(names('Queues that we drop')).toEqual([]);
    expect(names('Drop The Queues Now')).toEqual([]);
    expect(names('what did Ada drop').map(({ word }) => word)).toEqual(['ada']);
  });

  it('keeps each word once, in whichever form it occurs', () => {
    expect(words(parse('migrate migrates migrated'))).toHaveLength(1);
  });

  it('searches for stop words if there is nothing else', () => {
    expect(words(parse('to be or not to be'))).toEqual(['to', 'be', 'or', 'not']);
  });

  it('drops AND and reads OR as alternatives', () => {
    expect(words(parse('lamp AND oil OR wick'))).toEqual(['lamp', 'oil']);
    expect(parse('lamp AND oil OR wick OR coal').terms.map(({ or }) => or)).toEqual([
      undefined,
      ['wick', 'coal'],
    ]);
    expect(words(parse('OR lamp OR'))).toEqual(['lamp']);
  });
});

describe('other languages', () => {
  it.each([
    ['für die Datenbank über den Server', ['datenbank', 'server']],
    ['wann wurde der Server umbenannt', ['server', 'umbenannt']],
    ['où est la clé de la cave', ['cle', 'cave']],
    ['cuándo está la reunión en el puerto', ['reunion', 'puerto']],
  ])('lose their stop words, accents or not: %s', (text, left) => {
    expect(words(parse(text))).toEqual(left);
  });

  it('do not remove English words that look like their stop words', () => {
    expect(words(parse('why did the server die'))).toContain('die');
  });

  it.each([
    ['予算は何ですか', '予算'],
    ['数据库在哪里', '数据'],
    ['ข้อมูลสำรอง', 'ข้อมูล'],
  ])('without spaces are cut into words: %s', (text, word) => {
    const found = parse(text).terms;
    expect(found.every(({ kind }) => kind === 'unspaced')).toBe(true);
    expect(found.some((term) => term.word.startsWith(word))).toBe(true);
  });

  it('keep Latin words inside a run without spaces', () => {
    expect(kinds(parse('APIの設計'))).toEqual(['word api', 'unspaced 設計']);
  });

  it('ignore case and accents', () => {
    expect(words(parse('CAFÉ'))).toEqual(words(parse('cafe')));
  });
});

describe('operators', () => {
  it('double quotes make a phrase', () => {
    const query = parse('the "staging database" is where');
    expect(query.phrases).toEqual([['staging', 'database']]);
    expect(words(query)).toEqual(['staging', 'database']);
  });

  it('a minus or NOT excludes a word or a phrase', () => {
    for (const text of ['lamp -oil', 'lamp NOT oil', '-oil lamp']) {
      expect(parse(text), text).toMatchObject({ excluded: [['oil']], phrases: [] });
      expect(words(parse(text)), text).toEqual(['lamp']);
    }
    for (const text of ['lamp -"whale oil"', 'lamp NOT "whale oil"', 'NOT "whale oil" lamp']) {
      expect(parse(text), text).toMatchObject({ excluded: [['whale', 'oil']], phrases: [] });
      expect(words(parse(text)), text).toEqual(['lamp']);
    }
  });

  it.each(['-whale-oil lamp', '-whale/oil lamp', '-whale_oil lamp', '-whale.oil lamp'])(
    'a minus leaves out all of a name: %s',
    (text) => {
      expect(parse(text).excluded).toEqual([['whale', 'oil']]);
      expect(words(parse(text))).toEqual(['lamp']);
    },
  );

  it.each(['the lamp does NOT burn oil', 'is oil NOT in the lamp?', 'we do NOT burn "whale oil"'])(
    'a NOT in a sentence is emphasis: %s',
    (text) => {
      expect(parse(text).excluded).toEqual([]);
    },
  );

  it.each(['git push --force', 'a well-known rule', 'range 3 - 5', 'not again', '-x', 'NOT __', '- oil'])(
    'nothing is left out by %s',
    (text) => {
      expect(parse(text).excluded).toEqual([]);
    },
  );

  it('a minus before a word with a star leaves out all that begins with it', () => {
    expect(parse('lamp -oil*').excluded).toEqual([['oil*']]);
    expect(kinds(parse('lamp -oil*'))).toEqual(['word lamp']);
  });

  it('a star after a word makes it a prefix', () => {
    expect(kinds(parse('migrat* table'))).toEqual(['prefix migrat', 'word table']);
    expect(kinds(parse('* table'))).toEqual(['word table']);
  });

  it.each(['"', 'an "open phrase', '""', '"…"', '-"', '-""'])(
    'quotes that hold nothing are none: %s',
    (text) => {
      expect(parse(text)).toMatchObject({ phrases: [], excluded: [] });
    },
  );
});

describe('pasted text', () => {
  it('a compound identifier is searched whole and by its parts, which count less', () => {
    const query = parse('getUserById');
    expect(kinds(query)).toEqual(['word getuserbyid', 'piece get', 'piece user', 'piece by', 'piece id']);
    expect(query.terms[1]?.specificity).toBeLessThan(query.terms[0]?.specificity ?? 0);
    expect(query.exact).toEqual(['getuserbyid']);
  });

  it.each([
    ['where is src/app/search.ts used', 'src/app/search.ts'],
    ['ERR_MODULE_NOT_FOUND when it starts', 'err_module_not_found'],
    ['C:\\temp\\log', 'c:\\temp\\log'],
    ['std::vector grows', 'std::vector'],
    ['the max-age header', 'max-age'],
  ])('is kept as it stands: %s', (text, exact) => {
    expect(parse(text).exact).toContain(exact);
  });

  it('an error message is searched like other words', () => {
    expect(words(parse("TypeError: Cannot read properties of undefined (reading 'map')"))).toEqual(
      expect.arrayContaining(['typeerror', 'read', 'properties', 'undefined', 'map']),
    );
  });

  it('a date is a time and not a word', () => {
    const query = parse('what did we decide on 2026-03-01');
    expect(query.time).toMatchObject({ from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2) });
    expect(words(query)).toEqual([]);
    expect(words(parse('what did we decide about queues on 2026-03-01'))).toEqual(['decide', 'queues']);
  });

  it('a month that does not exist is not a time', () => {
    expect(parse('ticket 2026-13-01').time).toBeUndefined();
  });
});

describe('any input', () => {
  it.each(['', ' \n\t', '🎉', '???', '"', '--', '()', '\u0000'])('without words asks nothing: %j', (text) => {
    expect(parse(text)).toMatchObject({ terms: [], phrases: [], excluded: [], exact: [], time: undefined });
  });

  it('of 2,000 characters is limited to a number of terms', () => {
    for (const long of [
      'a'.repeat(2_000),
      'aB'.repeat(1_000),
      'a.'.repeat(1_000),
      '"a '.repeat(666),
      'a-'.repeat(1_000),
    ]) {
      expect(parse(long).terms.length, long.slice(0, 3)).toBeLessThanOrEqual(24);
    }
    const many = Array.from({ length: 250 }, (_, index) => `word${index}`).join(' ');
    expect(parse(many).terms).toHaveLength(60);
  });

  it('gives a query of bounded size without empty parts', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2_000 }),
      fc.string({
        unit: fc.constantFrom('"', '-', '*', 'a', 'B', '_', '.', ' ', 'の', '5', 'NOT '),
        maxLength: 300,
      }),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const { terms, phrases, excluded, exact } = parse(text);
        expect(terms.length).toBeLessThanOrEqual(24);
        expect(new Set(terms.map(({ stem }) => stem)).size).toBe(terms.length);
        for (const { word, specificity } of terms) {
          expect(word).not.toBe('');
          expect(specificity).toBeGreaterThan(0);
        }
        for (const said of [...phrases, ...excluded]) expect(said.length).toBeGreaterThan(0);
        expect([...phrases, ...excluded].flat().length + exact.length).toBeLessThanOrEqual(2 * text.length);
      }),
    );
  });

  it('ignores combining marks without a letter', () => {
    for (const text of ['\u0300', '"\u0300"', 'lamp \u0300', '-\u0300\u0301 lamp'])
      expect(parse(text).words, text).not.toContain('');
    expect(parse('"\u0300"').phrases).toEqual([]);
  });

  it('distinguishes keywords from a sentence', () => {
    const isKeywords = (text: string) => parse(text).isKeywords;
    for (const text of [
      'idle timeout',
      'timeout for idle jobs in CI',
      'redis OR valkey',
      'getUserById',
      '予算 来年',
    ])
      expect(isKeywords(text), text).toBe(true);
    for (const text of [
      'what is the timeout',
      'idle timeout?',
      'we moved to valkey',
      'wie hoch ist das Limit',
    ])
      expect(isKeywords(text), text).toBe(false);
  });

  it('recognizes identifiers', () => {
    expect(parse('why does getUserById fail with ERR_STREAM_CLOSE').identifiers).toEqual([
      'getUserById',
      'ERR_STREAM_CLOSE',
    ]);
    expect(parse('GitHub and read-only files in src/app/run.ts').identifiers).toEqual([]);
  });

  it.each([
    [
      'ideographs',
      (length: number) =>
        Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 5000))).join(''),
    ],
    ['one letter', (length: number) => 'a'.repeat(length)],
    ['joined words', (length: number) => 'a_'.repeat(length / 2)],
  ])('does not try the same letters from every start in a run of %s', (_, textOf) => {
    const stepsOf = (length: number) => {
      const before = process.cpuUsage();
      for (let round = 0; round < 3; round += 1) parse(textOf(length));
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    stepsOf(500);
    const ratios = Array.from({ length: 10 }, () => stepsOf(5_600) / Math.max(1, stepsOf(700)));
    // Eight times the letters: linear takes about eight times as long, quadratic sixty-four.
    expect(Math.min(...ratios)).toBeLessThan(32);
  });

  it('uses only the message of a pasted error report, and every line of other text', () => {
    const trace = 'Error: no wick\n    at trim (src/lamp.ts:9:1)\n    at main (src/main.ts:1:1)';
    expect(words(parse(trace))).toEqual(['error', 'wick']);
    const traceback = 'Traceback (most recent call last):\n  File "lamp.py", line 9, in trim\nerror: no oil';
    expect(words(parse(traceback))).toEqual(['error', 'oil']);
    expect(words(parse('lamp oil\nwick'))).toEqual(['lamp', 'oil', 'wick']);
    expect(words(parse('    at trim (src/lamp.ts:9:1)'))).toContain('trim');
  });

  it('uses all of a request but the stack frames if it contains an error report', () => {
    const prose =
      'It only happens on the ferry. I wrote it against the new gauge because the old one was slow, and tried two other harbors, with the same result. How do our other tools read the gauge, and could you change this one in that manner?';
    const found = words(parse(`Error: no wick\n    at trim (src/lamp.ts:9:1)\n${prose}`));
    expect(found).toEqual(expect.arrayContaining(['wick', 'ferry', 'gauge', 'harbors']));
    expect(found).not.toContain('trim');
    expect(words(parse(`The error is back.\n${prose}`))).toContain('gauge');
  });
});

describe('a pasted request', () => {
  const FILLER = 'And then it went on like before, without anything to report about the pier. '.repeat(4);

  it('is not about the times that it mentions', () => {
    expect(parse('the ferry in May 2026').time).toBeDefined();
    expect(parse(`${FILLER} The ferry left in May 2026.`).time).toBeUndefined();
  });

  it('means its identifiers exactly, and not its words with a hyphen', () => {
    expect(parse(`${FILLER} The e-mail of getUserById is late.`).exact).toEqual(['getuserbyid']);
  });

  it('is looked up by the words at its end too', () => {
    const many = Array.from({ length: 60 }, (_, index) => `lamp${'abcdefghij'.charAt(index % 10)}${index}x`);
    expect(parse(`${many.join(' ')} quagga`).terms.map(({ word }) => word)).toContain('quagga');
  });
});

describe('a name', () => {
  const names = (query: string) =>
    parse(query)
      .terms.filter(({ isName }) => isName)
      .map(({ word }) => word);

  it('is a capitalized word that does not begin a sentence, a line or a quote', () => {
    expect(names('ask Mira about the pier. Lanterns are missing there.')).toEqual(['mira']);
    expect(names('the pier needs paint\n- Lanterns too\n"Ropes" as well, says Mira')).toEqual(['mira']);
  });
});

describe('specificity', () => {
  const of = (query: string, word: string) =>
    parse(query).terms.find((term) => term.word === word)?.specificity ?? 0;

  it('is less for words of everyday work, for everyday words, and for numbers', () => {
    const query = 'quagga server story 12';
    expect(of(query, 'quagga')).toBeGreaterThan(of(query, 'server'));
    expect(of(query, 'server')).toBeGreaterThan(of(query, 'story'));
    expect(of(query, 'story')).toBeGreaterThan(of(query, '12'));
  });

  it('is not less for everyday words in a query that has no others', () => {
    expect(of('best friday', 'friday')).toBeGreaterThan(of('quagga friday', 'friday'));
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORD_TYPES } from '../../src/domain/record/record.ts';
import { renderSearch } from '../../src/mcp/tools/search-memory.ts';
import * as c from '../contract/clauses/changes.ts';
import { openSearchApp } from './search-app.ts';

describe('ranking', () => {
  it('never ranks a one-word match of importance 10 above the exact text of importance 1', async () => {
    const { keep, texts } = openSearchApp();
    const exact = 'Rotate the staging database password every spring';
    await keep(exact, { importance: 1 });
    for (const word of ['staging', 'database', 'password', 'spring', 'rotate'])
      await keep(`${word}: ask Ada`, { importance: 10 });
    expect((await texts('rotate the staging database password', { min_score: 0 }))[0]).toBe(exact);
    expect(await texts('rotate the staging database password')).toEqual([exact]);
  });

  it('ignores stop words', async () => {
    const { keep, texts } = openSearchApp();
    await keep('It is what it is, and that is all there is to it');
    await keep('Lunch is at noon');
    expect(await texts('what is the lunch?', { min_score: 0 })).toEqual(['Lunch is at noon']);
  });

  it('searches for stop words if there is nothing else', async () => {
    const { keep, texts } = openSearchApp();
    await keep('To be or not to be');
    await keep('Lunch at noon');
    expect(await texts('to be or not to be')).toEqual(['To be or not to be']);
    expect(await texts('"not to be"')).toEqual(['To be or not to be']);
    expect(await texts('what should it be')).toEqual([]);
  });

  it('lists near-duplicates with the best of them', async () => {
    const { keep, hits } = openSearchApp();
    const text = 'The staging database of the shop moves to the new host on the first of March';
    const first = await keep(text);
    const others = [await keep(`${text}.`, { tags: ['again'] }), await keep(`${text}!!`)];
    const found = await hits('staging database host');
    expect(found).toHaveLength(1);
    const { why = '', record } = found[0] ?? {};
    const ids = [first, ...others].filter((id) => id !== record?.id);
    expect(why).toContain('nearly the same: ');
    for (const id of ids) expect(why).toContain(id);
    expect(await hits('staging database host', { min_score: 0 })).toHaveLength(3);
  });
});

describe('a text that is older than many with the same common words', () => {
  const many = (count: number, content: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => content(at));

  /** Stores the texts in this order, without a call for each. */
  async function openWith(texts: readonly string[]) {
    const at = openSearchApp();
    const [first] = await at.store.records.findAll([await at.keep('Lunch is at noon')]);
    if (first === undefined) throw new Error('nothing was stored');
    const { projectId, sessionId } = first;
    await at.store.ledger.commit(
      texts.map((content, index) =>
        c.record({ id: `r${index}`, type: 'memory', projectId, sessionId, content }),
      ),
    );
    return at;
  }

  it.each([250, 450])('is found by its own words among %i', async (count) => {
    const ticket = (at: number) => `Ticket ${at}: the build failed on the linux runner`;
    const { texts } = await openWith(many(count, ticket));
    for (const query of [ticket(17), 'ticket 17 build', 'build failed ticket 17'])
      expect(await texts(query)).toEqual([ticket(17)]);
  });

  it('is found by a word that no other has', async () => {
    const rare = 'Zeppelin: the build failed on the linux runner';
    const tickets = many(700, (at) => `Ticket ${at}: the build failed on the linux runner`);
    const { texts } = await openWith([rare, ...tickets]);
    expect(await texts('zeppelin build failed linux runner')).toEqual([rare]);
    expect(await texts('why did the zeppelin ticket build fail on the linux runner')).toEqual([rare]);
  });

  it.each([
    ['in a short text', ''],
    ['at the end of a long text', 'Filler about nothing at all. '.repeat(3_400)],
  ])(
    'is found by a word that no other has, even if the other words together weigh more: %s',
    async (_, filler) => {
      const words = 'failed linux runner nightly deploy';
      const rare = `${filler}Zeppelin ${words}`;
      const { hits } = await openWith([
        rare,
        ...many(2_000, (at) => `Lunch number ${at}`),
        ...many(210, (at) => `Ticket ${at}: ${words}`),
      ]);
      const [first] = await hits(`zeppelin ${words}`);
      expect(first?.record.id).toBe('r0');
    },
  );

  it('is found by two words that only it has together, though each is in many', async () => {
    const both = 'The quarry has a heron';
    const { texts } = await openWith([
      both,
      ...many(320, (at) => `Heron number ${at}`),
      ...many(230, (at) => `Quarry number ${at}`),
    ]);
    expect(await texts('quarry heron')).toEqual([both]);
  });
});

describe('words', () => {
  it.each([
    ['inflected', 'migration', 'Migrations run at night'],
    ['in an irregular form', 'who broke the build', 'Whoever breaks the build brings cake'],
    ['by what they begin with', 'migrat*', 'Migrations run at night'],
    ['mistyped', 'migratoin', 'Migrations run at night'],
    ['with a letter missing', 'enviroment', 'The environment is read from a file'],
    ['with a double letter missing', 'accesibility', 'Accessibility is checked'],
    ['mistyped, though others begin alike', 'advisery locks', 'Advisory locks break; be advised'],
    ['by the root they have in common', 'expiry of tokens', 'A token expires after an hour'],
    ['by another word for the same', 'host of the database', 'The db is on the third host'],
    ['by the pieces of a name', 'get user', 'getUserById is slow'],
    ['in snake case', 'max retries', 'MAX_RETRIES is 5'],
    ['in one piece, where texts have it in two', 'featureFlags', 'feature_flags are in Redis'],
    ['with another name before it', 'user.getUserById()', 'getUserById is slow'],
    [
      'in a pasted trace',
      'Error: connect ECONNREFUSED 127.0.0.1:6379\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1595:16)\n    at run (src/app.ts:9:1)',
      'ECONNREFUSED 127.0.0.1:6379 means that Redis is down',
    ],
    ['with another particle', '환불은', '환불이 가능합니다'],
    ['as a path', 'src/app/run.ts', 'The bug is in src/app/run.ts'],
    ['without accents', 'cafe', 'Das Café öffnet um neun'],
    ['inside Japanese', '予算', '来年の予算案は五万円です'],
    ['as one character at the end of a run', '猫', '飼っているのは黒猫'],
    ['inside Chinese', '缓存', '使用Redis缓存加速查询'],
    ['of Latin letters inside Chinese', 'Redis缓存', '使用Redis缓存加速查询'],
    ['inside Thai', 'ข้อมูล', 'ระบบสำรองข้อมูลทุกคืน'],
    ['inside Korean', '서버', '서버는 매일 밤 재시작한다'],
    ['in Cyrillic', 'Серверы', 'серверы спят ночью'],
    ['from right to left', 'השרת', 'השרת נופל בלילה'],
    ['beside emoji', 'turtle queue', 'The turtle 🐢 queue 🎉 is shared'],
  ])('%s', async (_, query, text) => {
    const { keep, texts } = openSearchApp();
    await keep(text);
    await keep('Lunch is at noon');
    expect(await texts(query)).toEqual([text]);
  });

  it('match any of the alternatives of OR', async () => {
    const { keep, texts } = openSearchApp();
    await keep('Redis evicts the oldest keys');
    await keep('Valkey evicts nothing');
    await keep('Lunch is at noon');
    expect((await texts('redis OR valkey')).sort()).toEqual([
      'Redis evicts the oldest keys',
      'Valkey evicts nothing',
    ]);
    expect(await texts('memcached OR redis OR etcd')).toEqual(['Redis evicts the oldest keys']);
    expect(await texts('oldest redis OR valkey')).toEqual(['Redis evicts the oldest keys']);
  });

  it('match inside longer words with a low min_score', async () => {
    const { keep, texts } = openSearchApp();
    await keep('Die Hauptbankverbindungsdaten fehlen');
    await keep('Lunch is at noon');
    expect(await texts('bankverbindung', { min_score: 0.5 })).toEqual([
      'Die Hauptbankverbindungsdaten fehlen',
    ]);
  });

  it('do not match the name of a category or a type', async () => {
    const { keep, texts } = openSearchApp();
    for (const type of RECORD_TYPES)
      await keep(`Something of ${type.length} letters, ${type.at(0)}`, { type });
    await keep('Something else', { category: 'lesson' });
    for (const word of [
      'lesson',
      'memory',
      'decision',
      'constraint',
      'open loop',
      'checkpoint',
      'lesson decision',
    ])
      expect(await texts(word, { min_score: 0 }), word).toEqual([]);
  });

  it('list the newest records of a type if nothing else is asked for', async () => {
    const { keep, hits } = openSearchApp();
    const kept = [
      ['Tea is served at four', 'decision'],
      ['The kettle leaks', 'open_loop'],
      ['Hot water burns', 'lesson'],
      ['Order new cups', 'open_loop'],
    ];
    for (const [content = '', type] of kept) await keep(content, { type });
    const found = async (query: string) => (await hits(query)).map(({ record }) => record.content);
    for (const asked of ['what is still open?', 'open loops', 'todos', 'which tasks are open'])
      expect(await found(asked), asked).toEqual(['Order new cups', 'The kettle leaks']);
    for (const asked of ['what did we decide?', 'all decisions'])
      expect(await found(asked), asked).toEqual(['Tea is served at four']);
    expect(await found('lessons learned')).toEqual(['Hot water burns']);
    expect((await hits('lessons'))[0]?.why).toContain('newest first, only lesson');
    expect(await found('decisions about the kettle')).not.toContain('Tea is served at four');
    await keep('The compiler prints warnings in red');
    expect(await found('warnings')).toEqual(['The compiler prints warnings in red']);
  });

  it('for a type count for records of that type that other words find', async () => {
    const { keep, hits } = openSearchApp();
    await keep('The brake discs are nearly worn');
    await keep('Get a quote for the brake discs', { type: 'open_loop' });
    const [first, second] = await hits('open tasks brake discs', { min_score: 0 });
    expect(first?.record.type).toBe('open_loop');
    expect(first?.score).toBeGreaterThan((second?.score ?? 1) + 0.1);
  });

  it('that no text contains find nothing', async () => {
    const { keep, texts } = openSearchApp();
    await keep('Rotate the staging database password every spring');
    await keep('The colour is #E4572E, read by readStreamHead');
    await keep('getUserById in src/users returns null for soft-deleted accounts');
    for (const query of [
      'submarine',
      'qwxzj vbnqp',
      'asdfgh database qwerty zxcvb',
      '#E4572F',
      'readStreamTail',
      'What does getUserByEmail return for deleted accounts?',
    ])
      expect(await texts(query), query).toEqual([]);
  });

  it('return every text with one of them for min_score 0', async () => {
    const { keep, texts } = openSearchApp();
    await keep('the lantern stands in the hall');
    await keep('a wick burns');
    await keep('lunch at noon');
    const query = 'lantern wick submarine periscope';
    expect(await texts(query)).toEqual([]);
    expect((await texts(query, { min_score: 0 })).sort()).toEqual([
      'a wick burns',
      'the lantern stands in the hall',
    ]);
  });
});

describe('advertised syntax', () => {
  async function lamps() {
    const at = openSearchApp();
    for (const text of ['oil lamp in the hall', 'lamp oil in the cellar', 'lamp with a wick', '黒猫のランプ'])
      await at.keep(text);
    return at;
  }

  it('requires quoted words to be adjacent', async () => {
    const { texts } = await lamps();
    expect(await texts('"lamp oil"')).toEqual(['lamp oil in the cellar']);
    expect(await texts('"in the hall"')).toEqual(['oil lamp in the hall']);
    for (const quoted of ['"黒猫"', '"猫のランプ"']) expect(await texts(quoted)).toEqual(['黒猫のランプ']);
    expect(await texts('"猫ランプ"', { min_score: 0 })).toEqual([]);
    expect(await texts('"oil in a lamp"', { min_score: 0 })).toEqual([]);
  });

  it('excludes a word, a phrase or a whole name after a minus or NOT', async () => {
    const { texts } = await lamps();
    const wick = ['lamp with a wick'];
    expect(await texts('lamp -oil')).toEqual(wick);
    expect(await texts('lamp NOT oil')).toEqual(wick);
    expect(await texts('lamp -"lamp oil" -"oil lamp"')).toEqual(wick);
    expect(await texts('lamp NOT "lamp oil" NOT "oil lamp"')).toEqual(wick);
    expect(await texts('-lamp')).toEqual(['黒猫のランプ']);
    expect(await texts('-黒猫 -oil')).toEqual(wick);
    expect(await texts('lamp -oi*')).toEqual(wick);
    expect(await texts('lamp -wi*')).not.toContain(wick[0]);
  });

  it('accepts any input', async () => {
    const { texts, search } = await lamps();
    for (const odd of [
      '"',
      'a OR',
      'NEAR(',
      '*',
      '-',
      "'; DROP TABLE records; --",
      '{scope} : x',
      '\u202e',
      'a'.repeat(2_000),
    ])
      await expect(search(odd), odd).resolves.toBeDefined();
    expect(await texts('lamp', { min_score: 0 })).toHaveLength(3);
    expect(await texts('')).toHaveLength(4);
  });

  it('reports a query without words', async () => {
    const { search } = await lamps();
    for (const signs of ['🎉', '?!'])
      expect(await search(signs), signs).toMatchObject({
        results: [],
        notices: [{ text: expect.any(String) }],
      });
  });

  it('lists the newest records for an empty query', async () => {
    const { texts } = await lamps();
    const newest = ['黒猫のランプ', 'lamp with a wick', 'lamp oil in the cellar', 'oil lamp in the hall'];
    for (const nothing of ['', '  ']) expect(await texts(nothing), nothing).toEqual(newest);
    expect(await texts('', { limit: 1 })).toEqual(newest.slice(0, 1));
  });
});

describe('a hit', () => {
  it('shows the matching passage of a text of 100 KB, and how to read the rest', async () => {
    const { keep, hits } = openSearchApp();
    const text = `${'Filler about nothing at all. '.repeat(3_400)}The wick is trimmed by Ada.`;
    const id = await keep(text);
    const [hit] = await hits('who trims the wick');
    expect(hit?.passage).toContain('The **wick** is **trimmed** by Ada.');
    expect(hit?.passage.length).toBeLessThan(400);
    expect(hit?.record.content).toBeUndefined();
    expect(hit?.rest).toBe(`list_memories ids=["${id}"]`);
    expect(await hits('who trims the wick', { content: 'full', limit: 1 })).toEqual([hit]);
  });

  it.each([
    ['short', 1],
    ['long', 40],
  ])('has no marks in a %s text that was requested in full', async (_, times) => {
    const { keep, search } = openSearchApp();
    const text = 'The *wick* is **trimmed** by Ada.'.repeat(times);
    await keep(text);
    const found = await search('who trims the wick', { content: 'full' });
    expect(found.results.map(({ record }) => record.content)).toEqual([text]);
    const rendered = renderSearch(found);
    expect(rendered).toContain(text);
    expect(rendered).not.toContain('**wick**');
    if (times === 1) expect(found.results[0]?.passage).toBe(text);
  });

  it('contains a text of at most 500 characters whole and unchanged', async () => {
    const { keep, hits } = openSearchApp();
    const [short, long] = [500, 501].map((length) =>
      `wick ${'x '.repeat(300)}`.slice(0, length - 1).concat('.'),
    );
    for (const text of [short ?? '', long ?? '']) await keep(text);
    const found = await hits('wick', { min_score: 0 });
    expect(found.map(({ record, rest }) => [record.content, rest === undefined]).sort()).toEqual(
      [
        [short, true],
        [undefined, false],
      ].sort(),
    );
  });

  it('says how confident it is: high, medium, or low below the default cutoff', async () => {
    const { keep, hits } = openSearchApp();
    await keep('The lantern needs oil and a wick');
    await keep('An unrelated lantern');
    const levels = (await hits('lantern oil wick', { min_score: 0 })).map(({ confidence }) => confidence);
    expect(levels).toEqual(['high', 'low']);
  });

  it('fits with nine others on one page, however long the texts are', async () => {
    const { keep, search } = openSearchApp();
    for (let number = 0; number < 12; number += 1)
      await keep(`Wick number ${number}. ${`Filler of text ${number} about nothing. `.repeat(300)}`);
    const { results, remaining } = await search('wick number', { min_score: 0 });
    expect([results.length, remaining]).toEqual([10, 2]);
    expect(JSON.stringify(results).length).toBeLessThan(10_000);
  });
});

describe('without an answer', () => {
  it('shows up to three texts that share words, with what they lack, and counts none as a result', async () => {
    const { keep, search } = openSearchApp();
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday'])
      await keep(`The lantern is lit on ${day}`);
    const { results, nearest, remaining } = await search('who repairs the lantern glass');
    expect([results, remaining]).toEqual([[], 0]);
    expect(nearest).toHaveLength(3);
    for (const { missing, passage } of nearest) {
      expect(missing).toEqual(['repairs', 'glass']);
      expect(passage).toContain('**lantern**');
    }
  });

  it('says so if a nearest text lacks no specific word', async () => {
    const { keep, search } = openSearchApp();
    await keep('What will be, will be');
    const found = await search('will what be');
    expect(found.nearest).toMatchObject([{ missing: [] }]);
    expect(renderSearch(found)).toContain('matches the words, but not closely enough');
    expect(renderSearch(found)).not.toContain('missing:');
  });

  it('shows nothing if no text shares a word', async () => {
    const { keep, search } = openSearchApp();
    await keep('The lantern is lit');
    expect(await search('xylophone')).toMatchObject({ results: [], nearest: [] });
  });

  it('shows no nearest texts beside an answer', async () => {
    const { keep, search } = openSearchApp();
    await keep('The lantern is lit by Ada');
    await keep('The lantern is old');
    expect((await search('who lit the lantern')).nearest).toEqual([]);
  });
});

describe('words joined or split', () => {
  it('finds time zone by timezone, and the other way round', async () => {
    const { keep, texts } = openSearchApp();
    const [apart, joined] = [
      'Meetings use the time zone of Lisbon',
      'The database connection is one per worker',
    ];
    await keep(apart);
    await keep(joined);
    expect(await texts('timezone')).toEqual([apart]);
    expect(await texts('data base connection')).toEqual([joined]);
  });
});

describe('order', () => {
  it('of equal matches is by time if the question says so', async () => {
    const { keep, texts } = openSearchApp();
    const first = 'The wick supplier is Bell';
    const second = 'The wick supplier is Crane';
    await keep(first, { occurred_at: '2026-01-01T00:00:00Z' });
    await keep(second, { occurred_at: '2026-02-01T00:00:00Z' });
    expect(await texts('latest wick supplier', { min_score: 0 })).toEqual([second, first]);
    expect(await texts('original wick supplier', { min_score: 0 })).toEqual([first, second]);
  });

  it('puts versions of the same together, the newest first, and says so', async () => {
    const { keep, hits } = openSearchApp();
    await keep('The session timeout of the gate is 30 seconds', { occurred_at: '2026-01-01T00:00:00Z' });
    const newest = await keep('The session timeout of the gate is 45 seconds', {
      occurred_at: '2026-02-01T00:00:00Z',
    });
    const found = await hits('session timeout of the gate');
    expect(found[0]?.record.id).toBe(newest);
    expect(found[1]?.why).toContain(`${newest} is newer and about the same topic`);
  });

  it('names what a record replaced if the question asks for the original', async () => {
    const { keep, hits } = openSearchApp();
    const old = await keep('Deploys of the shop go by rsync');
    await keep('Deploys of the shop go through the pipeline', { supersedes: [old] });
    const [hit] = await hits('how did deploys of the shop go originally');
    expect(hit?.why).toContain('before: "Deploys of the shop go by rsync"');
  });
});

describe('whole texts', () => {
  it('is checked in its whole text if words are quoted or excluded', async () => {
    const { keep, search } = openSearchApp();
    const filler = 'Filler about nothing at all. '.repeat(400);
    for (let number = 0; number < 12; number += 1)
      await keep(`Lantern ${number}. ${filler}The wick of lamp ${number} is trimmed by Ada.`);
    const count = async (query: string) => {
      const { results, remaining } = await search(query, { min_score: 0 });
      return results.length + remaining;
    };
    expect(await count('"is trimmed by Ada"')).toBe(12);
    expect(await count('lantern')).toBe(12);
    expect(await count('lantern -trimmed')).toBe(0);
  });

  it('has a score, a reason, and the matching words as written', async () => {
    const { keep, hits } = openSearchApp();
    await keep("Robert'); DROP TABLE students; -- 🎉 Migrations", { importance: 8, aliases: ['Bobby'] });
    const [hit] = await hits('migration bobby');
    expect(hit).toMatchObject({
      kind: 'record',
      matched: ['Migrations'],
      why: 'contains migrations; elsewhere in the text or its labels: bobby; importance 8',
    });
    expect(hit?.score).toBeGreaterThan(0.64);
    expect(hit?.score).toBeLessThanOrEqual(1);
  });
});

describe('a search', () => {
  const bytesOf = (folder: string) =>
    readdirSync(folder)
      .filter((name) => !name.endsWith('-shm'))
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);

  it('writes nothing: the store and its log stay byte for byte the same', async () => {
    const { keep, search, folder, journalLength } = openSearchApp();
    await keep('oil for the lantern');
    const [before, entries] = [bytesOf(folder), await journalLength()];
    for (const query of ['oil', '', 'submarine', 'lantern yesterday', '"oil for"'])
      for (const more of [
        {},
        { project: '*' },
        { status: 'all' as const },
        { as_of: '2026-01-01T00:00:00.000Z' },
      ])
        await search(query, more);
    expect(bytesOf(folder)).toEqual(before);
    expect(await journalLength()).toBe(entries);
  });

  it('does not make a record of an orientation that was read', async () => {
    const { keep, services, caller, texts, journalLength } = openSearchApp();
    await keep('The lantern hangs in the hall', { type: 'constraint' });
    const before = await journalLength();
    for (let times = 0; times < 5; times += 1) await services.bootReport(caller, {});
    expect(await texts('lantern', { status: 'all', min_score: 0 })).toEqual([
      'The lantern hangs in the hall',
    ]);
    expect(await texts('')).toHaveLength(1);
    expect(await journalLength()).toBe(before);
  });
});

describe('dates in texts', () => {
  it.each([
    ['Die Umstellung ist am 3. Mai 2026 geplant.', ['3. Mai', '3 May 2026', '2026-05-03', '03.05.2026']],
    ['La migración es el 7 de junio de 2026.', ['7 June 2026', '7. Juni 2026', '¿qué hay el 7 de junio?']],
    ['The freeze ends on 14 March 2026.', ['2026-03-14', '14.03.2026', 'March 14th', 'am 14. März']],
    ['Release: 2026-09-12', ['12 September 2026', '2026-09-12', '12 septembre 2026']],
  ])('are found however they are written: %s', async (text, queries) => {
    const { keep, texts } = openSearchApp();
    await keep(text);
    await keep('The harbor has 14 ships, 7 ferries and 12 tugs since 2026.');
    for (const query of queries) expect(await texts(query), query).toEqual([text]);
  });
});

describe('a word that a text splits', () => {
  it('is found, also where a synonym matches as well', async () => {
    const { keep, texts } = openSearchApp();
    const text = 'Timestamps are stored in UTC; the time zone of the user is applied in the interface.';
    await keep(text);
    await keep('Lunch is at noon in UTC.');
    expect((await texts('timezone'))[0]).toBe(text);
  });
});

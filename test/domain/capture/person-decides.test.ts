import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';

describe('a decision for each finding', () => {
  const TABLE = [
    'Three findings:',
    '',
    '| # | Severity | Finding |',
    '|---|---|---|',
    '| **1** | High | **Path**: `id` goes into the path unchecked |',
    '| **2** | High | **Memory**: the whole body is read |',
    '| **3** | Low | `HEAD` returns a body |',
  ].join('\n');
  const decided = () =>
    converse()
      .person('review the branch, number the findings')
      .agent(TABLE)
      .person('1 fix, with the existing type\n2 later - ticket\n3 whats wrong with the body?')
      .writes('id.ts')
      .runs('git commit -m "Check ids"', '[main 1111111] Check ids')
      .agent('1 is fixed.');

  it('is shown with the rows of the table that it answers, although one line is a question', () => {
    const text = checkpointOf(decided().person('go on').writes('b.ts').agent('On it.'));
    expect(text).toContain('1 fix, with the existing type');
    expect(text).toContain('2 later - ticket');
    expect(text).toContain('1. High, Path: `id` goes into the path unchecked / 2. High, Memory');
  });

  it('has every point, however many there are', () => {
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const list = numbers.map((number) => `${number}. Harbor ${number}: ${'the table has a gap. '.repeat(9)}`);
    const talk = converse()
      .person('review it')
      .agent(list.join('\n'))
      .person(numbers.map((number) => `${number} fix`).join('\n'));
    const text = checkpointOf(talk.writes('a.ts').agent('All nine are on the way.'));
    for (const number of numbers) expect(text).toContain(`${number}. Harbor ${number}`);
  });
});

describe('a request that the person gives up by its name', () => {
  it.each([
    [
      'mmap으로 해보죠. 그리고 unwrap/expect는 쓰지 말고 anyhow로 처리해 주세요',
      'mmap은 버리고 2번으로 가죠',
      'mmap으로 해보죠',
      'unwrap/expect는 쓰지 말고',
    ],
    [
      'Take redis for the queue. Commit messages in English, always short',
      'drop redis, a plain table it is',
      'Take redis',
      'Commit messages in English',
    ],
    [
      '用 redis 做队列。不要写 Thread.sleep，统一用 awaitility',
      '放弃 redis，用普通的表',
      '用 redis 做队列',
      '不要写 Thread.sleep',
    ],
  ])('is left out, and the rest of its message stays: %s', (first, later, given, kept) => {
    const talk = converse()
      .person('build the queue of the harbor')
      .agent('Which store?')
      .person(first)
      .writes('queue.ts')
      .agent('It runs.')
      .person(later)
      .writes('table.ts')
      .agent('It runs with a table.');
    const text = checkpointOf(talk);
    expect(text).not.toContain(given);
    expect(text).toContain(kept);
  });

  it('stays if it is a prohibition of the same thing', () => {
    const talk = converse()
      .person('build the queue of the harbor')
      .agent('Which store?')
      .person("Don't use redis anywhere, ops has none")
      .writes('queue.ts')
      .agent('It runs.')
      .person('drop redis from the readme too')
      .writes('README.md')
      .agent('Done, it is gone.');
    expect(checkpointOf(talk)).toContain("Don't use redis anywhere");
  });
});

describe('a first request that was a question', () => {
  it('is answered, and not committed', () => {
    const talk = converse()
      .person('is msw in this repository?')
      .agent('Yes.')
      .person('add the filter to the list, and keep the words of the buttons as they are')
      .writes('list.ts')
      .runs('git commit -m "Filter"', '[main 1111111] Filter')
      .agent('Committed.');
    expect(checkpointOf(talk)).toContain('First request, answered: "is msw in this repository?".');
  });
});

describe('an order that ran something once', () => {
  it('is not listed', () => {
    const talk = converse()
      .person('look at the webhook')
      .agent('It retries.')
      .person('run it all, with the race detector')
      .runs('make race')
      .agent('It is fine.')
      .person('base the branch on release 2.9')
      .runs('make base')
      .agent('It is based on it.')
      .person('and the counter of the harbor?')
      .agent('It counts.');
    expect(checkpointOf(talk)).not.toContain('run it all');
    expect(checkpointOf(talk)).toContain('base the branch on release 2.9');
  });
});

const answered = (talk: Talk, message: string, reply: string) => talk.person(message).agent(reply);
/** A later turn of work, so that short messages before it are spent. */
const goesOn = (talk: Talk) => talk.person('add the csv reader').writes('csv.ts').agent('Added.');

describe('a short message that the agent only took note of', () => {
  it.each([
    'Commit messages in German please',
    'Squash the commits of each task',
    'Ask first',
    'Avoid pushing',
    'コミットは日本語で',
  ])('stays: %s', (rule) => {
    const talk = converse().person('build the importer').writes('imp.ts').agent('Built.');
    expect(checkpointOf(goesOn(answered(talk, rule, 'Understood, from now on.')))).toContain(rule);
  });

  it('is spent if the agent did something for it', () => {
    const talk = converse().person('build the importer').writes('imp.ts').agent('Built.');
    talk.person('fmt it').runs('make fmt').agent('Understood, it is formatted.');
    expect(checkpointOf(goesOn(talk))).not.toContain('fmt it');
  });
});

describe('a polite request', () => {
  it.each(['Could you ask me before you delete anything?', 'Can you run the linter before each commit?'])(
    'that holds from then on is no question: %s',
    (rule) => {
      const talk = converse().person('build the importer').writes('imp.ts').agent('Built.');
      talk.person(rule).runs('make x').agent('It does.');
      expect(checkpointOf(goesOn(talk))).toContain(rule);
    },
  );

  it('for an explanation is a question', () => {
    const talk = converse().person('build the importer').writes('imp.ts').agent('Built.');
    talk.person('Can you explain what happens on each commit?').agent('A hook runs the linter.');
    expect(checkpointOf(goesOn(talk))).not.toContain('Can you explain');
  });
});

describe('rules under a heading', () => {
  it('are the person’s, however long the message is', () => {
    const rules = ['Never round to hours', 'Do not touch the almanac', 'Keep Node 20', 'Only UTC dates'];
    const text = `### Constraints\n${rules.map((rule) => `- ${rule}, whatever the ticket of the harbor office says about it`).join('\n')}\n\nThe harbor office has its own reader, and it reads the same tables every night at two.`;
    const talk = converse().person('build the importer').writes('imp.ts').agent('Built.');
    expect(checkpointOf(goesOn(answered(talk, text, 'Read.')))).toContain('Never round to hours');
  });
});

describe('a message that permits what an earlier one forbids', () => {
  it.each([
    ['Never push to main.', 'pushing to main is alright again'],
    ['Do not commit anything until Ana has looked at it.', 'Ana looked at it, commits are welcome'],
  ])('is shown after it: %s', (rule, release) => {
    const talk = converse().person(`build the importer. ${rule}`).writes('imp.ts').agent('Built.');
    talk.person(release).runs('git push', 'To x\n   1111111..2222222  main -> main').agent('Pushed.');
    expect(checkpointOf(goesOn(talk))).toContain(release);
  });

  it('is shown if it begins like a reply and takes something', () => {
    const talk = converse()
      .person('build the importer. No new dependencies.')
      .writes('imp.ts')
      .agent('Built.');
    talk.person('fine, take lodash').writes('package.json').agent('Added.');
    expect(checkpointOf(goesOn(talk))).toContain('fine, take lodash');
  });
});

describe('short orders', () => {
  it('stand where they were said', () => {
    const talk = converse().person('build the cache').writes('cache.ts').agent('Built.');
    talk.person('Use Redis for the cache, because Ana runs one.').writes('redis.ts').agent('It uses Redis.');
    talk.person('switch the cache to Memcached').writes('mem.ts').agent('Switched.');
    const text = checkpointOf(goesOn(talk));
    expect(text.indexOf('- Use Redis')).toBeGreaterThan(0);
    expect(text.indexOf('switch the cache to Memcached')).toBeGreaterThan(text.indexOf('- Use Redis'));
  });
});

describe('an answer in a word of the question', () => {
  it.each(['keep', 'keep it', 'until the audit'])('is shown with the question: %s', (reply) => {
    const asked = 'Shall I drop the table `ledger_old` in production, or keep it until the audit?';
    const talk = converse().person('tidy the tables').agent(asked).person(reply).agent('It stays as it is.');
    expect(checkpointOf(goesOn(talk))).toMatch(new RegExp(`keep it until the audit\\?", answered: ${reply}`));
  });
});

describe('an answer to a short question', () => {
  const handoffAfter = (asked: string, reply: string) =>
    checkpointOf(
      goesOn(converse().person('tidy the tables').agent(asked).person(reply).agent('It stays as it is.')),
    );
  const asked =
    'The table `ledger_old` has 40 rows of the year 1899, and nothing reads them. Shall I drop it?';

  it.each([
    'no, Hana needs the rows until the audit',
    'idk, ask Hana on Monday',
    '不用，审计前都要保留',
    'いいえ、監査まで残してください',
    '네, 감사 이후에 지워 주세요',
    'vale, pero después de la auditoría',
  ])('is shown with the sentence before it: %s', (reply) => {
    expect(handoffAfter(asked, reply)).toContain(`nothing reads them. Shall I drop it?", answered: ${reply}`);
  });

  it('is shown with the question alone if that says what it is about', () => {
    const long = 'The table is old. Shall I drop the table `ledger_old` of the year 1899?';
    expect(handoffAfter(long, 'no, Hana needs the rows until the audit')).toContain(
      'asked "Shall I drop the table `ledger_old` of the year 1899?", answered: no, Hana',
    );
  });

  it('may name an alternative before it says more', () => {
    expect(
      handoffAfter(
        'Shall I drop `ledger_old`, or keep it until the audit?',
        'keep it; Hana reads it by hand',
      ),
    ).toContain('until the audit?", answered: keep it; Hana reads it by hand');
  });
});

describe('a sentence that begins like a withdrawal', () => {
  it('withdraws nothing if it is about something else', () => {
    const talk = converse().person('build the importer').writes('imp.ts').agent('Built.');
    talk
      .person('Refunds never go through the importer, whatever the ticket says.')
      .runs('make x')
      .agent('Set.');
    talk
      .person('Ignore the previous request handler, the importer uses the new one')
      .writes('h.ts')
      .agent('Done.');
    expect(checkpointOf(talk)).toContain('Refunds never go through the importer');
    const withdrawn = converse().person('build the importer').writes('imp.ts').agent('Built.');
    withdrawn
      .person('Refunds never go through the importer, whatever the ticket says.')
      .runs('make x')
      .agent('Set.');
    withdrawn.person('Ignore the previous message.').agent('Ignored.');
    expect(checkpointOf(withdrawn)).not.toContain('Refunds never go');
  });
});

describe('a plan that the client hands over', () => {
  it('has no rules of the person', () => {
    const talk = converse().person(
      'Implement the following plan:\n\n# Cache\n- Always write through.\n- Never use Redis.',
    );
    expect(talk.writes('c.ts').agent('Written.').digest().constraints).toEqual([]);
  });
});

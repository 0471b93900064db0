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

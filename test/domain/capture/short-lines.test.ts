import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';

const briefly = (talk: Talk) =>
  checkpointOf(talk)
    .split('\n')
    .find((line) => line.startsWith('- briefly: '));

const carriedOut = (...orders: readonly string[]) =>
  orders.reduce(
    (talk, order, at) => talk.person(order).writes(`part-${at}.ts`).agent(`Part ${at} is as you said.`),
    converse().person('build the tide table of the almanac').writes('tide.ts').agent('The table is there.'),
  );

describe('short orders that were carried out', () => {
  it('stand together in one line, in their order', () => {
    expect(briefly(carriedOut('internal keys exempt', 'open. log it', 'moon first, then the stars'))).toBe(
      '- briefly: "internal keys exempt" · "open. log it"',
    );
  });

  it('leave out what only lets the agent go on, commits or pushes', () => {
    expect(
      briefly(carriedOut('go on', 'yes do', 'push the branch to origin', 'moon first, then the stars')),
    ).toBe(undefined);
  });

  it('leave out the one that the last message answers, which names it', () => {
    const text = checkpointOf(carriedOut('moon first, then the stars'));
    expect(text).toContain('The agent\'s last message, to "moon first, then the stars"');
    expect(text).not.toContain('briefly');
  });

  it('keep a rule that begins with a bare order', () => {
    const talk = carriedOut('continue, push at the end of each day please', 'moon first, then the stars');
    expect(checkpointOf(talk)).toContain('push at the end of each day');
  });
});

describe('a report after the person went on', () => {
  const later = (said: string) =>
    checkpointOf(
      ['a', 'b', 'c'].reduce(
        (talk, name) =>
          talk.person(`now the table ${name} please, with a head`).writes(`${name}.ts`).agent('Done.'),
        converse().person('how do we sort the harbors?').reads('a.ts').agent(said),
      ),
    );

  it('has lost what it proposed and what it only took note of', () => {
    const fact = 'There are 214 harbors in the almanac, and 12 of them share a name.';
    const text = later(`${fact} I propose to sort by name.`);
    expect(text).toContain(fact);
    expect(text).not.toContain('I propose');
    expect(later('Understood: the 214 harbors stay in the order of the book.')).not.toContain('Understood');
  });
});

describe('commits that a reset took away', () => {
  const commit = (talk: Talk, hash: string, subject: string) =>
    talk.runs(`git commit -m "${subject}"`, `[main ${hash}] ${subject}\n 1 file changed`);

  it('are not listed', () => {
    const talk = converse().person('store the tides as documents').writes('tide.ts');
    commit(talk, '2c8e5d1', 'Store documents').agent('Stored.');
    talk
      .person('no, drop that')
      .runs('git reset --hard 7f90a3e', 'HEAD is now at 7f90a3e Read the almanac')
      .agent('Dropped.');
    commit(talk.person('use plain rows').writes('rows.ts'), 'b41d7c9', 'Use rows').agent('Rows are used.');
    expect(checkpointOf(talk)).toContain('b41d7c9 "Use rows"');
    expect(checkpointOf(talk)).not.toContain('2c8e5d1');
  });

  it('are those after the one it named', () => {
    const talk = converse().person('read the tides').writes('tide.ts');
    commit(talk, '1111111', 'First');
    commit(talk, '2222222', 'Second');
    talk.runs('git reset --hard 1111111', 'HEAD is now at 1111111 First').agent('Back at the first.');
    expect(checkpointOf(talk)).toContain('1111111 "First"');
    expect(checkpointOf(talk)).not.toContain('2222222');
  });
});

describe('a short order', () => {
  it.each(['ok rename Invoice to Bill everywhere', 'show prices in euros everywhere'])(
    'stays if it says what to do: %s',
    (order) => {
      expect(briefly(carriedOut(order, 'moon first, then the stars'))).toContain(order);
    },
  );

  it.each(['fine, the helper', 'ok thanks, forwarded', 'explain me again the moon'])(
    'is left out if it only replies or asks for an explanation: %s',
    (order) => {
      expect(briefly(carriedOut(order, 'moon first, then the stars'))).toBe(undefined);
    },
  );

  it('stays if a later message has its words and takes nothing back', () => {
    const orders = [
      'yes plan --mode tides',
      'the plan of the tides has a mode for each harbor, and that looks right to me and to Hana, so it is',
    ];
    expect(briefly(carriedOut(...orders, 'moon first, then the stars'))).toContain('"yes plan --mode tides"');
    const back = 'scratch that: the tides have no plan and no mode';
    expect(
      briefly(carriedOut('yes plan --mode tides', back, 'moon first, then the stars')) ?? '',
    ).not.toContain('--mode');
  });
});

describe('open todos', () => {
  const listed = () =>
    converse()
      .person('read the almanac')
      .todos(['open', 'Read the tides'], ['open', 'Draw the harbor'])
      .writes('tide.ts')
      .runs('git commit -m "Read"', '[main 1111111] Read\n 1 file changed');
  const loopsOf = (talk: Talk) => deriveFromDigest(talk.digest()).filter(({ type }) => type === 'open_loop');

  it('are records of their own', () => {
    expect(loopsOf(listed().agent('The tides are read.')).map(({ text }) => text)).toEqual([
      'Todo: "Read the tides"',
      'Todo: "Draw the harbor"',
    ]);
  });

  it('are one line that says so, without those that a commit names, and no open loops, if as many commits were made since', () => {
    const talk = listed()
      .writes('harbor.ts')
      .runs('git commit -m "Basin"', '[main 2222222] Basin\n 1 file changed')
      .agent('The basin has water.');
    expect(loopsOf(talk)).toEqual([]);
    expect(checkpointOf(talk)).toContain(
      'Open on a todo list that the agent has not updated since, while it made 2 commits: "Draw the harbor".',
    );
  });
});

describe('a todo that was in progress', () => {
  const loops = (talk: Talk) =>
    deriveFromDigest(talk.digest())
      .filter(({ type }) => type === 'open_loop')
      .map(({ text }) => text);
  const begun = () =>
    converse()
      .person('build the harbor')
      .todos(['doing', 'Dig the basin'], ['open', 'Build the pier'], ['open', 'Light the lamp'])
      .writes('basin.ts')
      .agent('The water is in.');

  it('is in a line once the person asked for the next one by its name', () => {
    const talk = begun().person('now build the pier').writes('pier.ts').agent('Stones are laid.');
    expect(loops(talk)).toEqual(['Todo: "Build the pier"', 'Todo: "Light the lamp"']);
    expect(checkpointOf(talk)).toContain('while the person went on: "Dig the basin".');
  });

  it('is an open loop while the person comes back to it', () => {
    const talk = begun()
      .person('now build the pier')
      .agent('Stones are laid.')
      .person('dig the basin deeper first')
      .agent('Deeper now.');
    expect(loops(talk)).toContain('Todo: "Dig the basin"');
  });

  it('is left out once a later message says that it is done', () => {
    const handoffAfter = (said: string) =>
      checkpointOf(begun().person('now build the pier').writes('pier.ts').agent(said));
    expect(handoffAfter('Basin dug: done.\nThe pier has nine berths.')).not.toContain('Dig the basin');
    expect(handoffAfter('The basin is not done.\nThe pier has nine berths.')).toContain('"Dig the basin"');
  });
});

describe('open todos of a plan that was given up', () => {
  it('are one line once two turns worked and committed without the list', () => {
    const turns = (count: number) => {
      const talk = converse()
        .person('store the notes')
        .todos(['open', 'Keys'], ['open', 'Tables'], ['open', 'Test'])
        .agent('Planned.');
      for (let turn = 1; turn <= count; turn++)
        talk
          .person(`file ${turn}, not keys`)
          .writes(`file${turn}.ts`)
          .runs(`git commit -m "File ${turn}"`, `[main 111111${turn}] File ${turn}`)
          .agent(`File ${turn} is written.`);
      return talk;
    };
    const loops = (talk: Talk) =>
      deriveFromDigest(talk.digest()).filter(({ type }) => type === 'open_loop').length;
    expect([loops(turns(1)), loops(turns(2))]).toEqual([3, 0]);
    expect(checkpointOf(turns(2))).toContain('while it made 2 commits: "Keys", "Tables", "Test".');
  });
});

describe('open todos with fewer commits since', () => {
  it('are records: two commits may be for one of them', () => {
    const talk = converse()
      .person('build the harbor')
      .todos(['doing', 'gate'], ['open', 'pier'], ['open', 'light'], ['open', 'ask Hana first'])
      .writes('gate.ts')
      .runs('git commit -m "Gate"', '[main 1111111] Gate')
      .runs('git commit -m "Typo"', '[main 2222222] Typo')
      .agent('The gate is built.');
    const loops = deriveFromDigest(talk.digest()).filter(({ type }) => type === 'open_loop');
    expect(loops.map(({ text }) => text)).toContain('Todo: "ask Hana first"');
  });
});

describe('a failed run', () => {
  const failed = () =>
    converse()
      .person('read the tides')
      .writes('tide.go')
      .fails('go test ./...', '--- FAIL: TestTide (0.00s)\nFAIL');

  it('is left out once the last message names every test that failed', () => {
    expect(
      checkpointOf(failed().agent('`TestTide` fails because the almanac has no leap days.')),
    ).not.toContain('Last test run');
    for (const claim of ['`TestTide` passes now, and all is green.', 'I added `TestTideTable`, which fails.'])
      expect(checkpointOf(failed().agent(claim))).toContain('Last test run');
    expect(checkpointOf(failed().agent('The tides are read.'))).toContain('"--- FAIL: TestTide (0.00s)"');
  });
});

describe('the last message', () => {
  it('does not repeat that it took note, unless that is all it says', () => {
    const talk = (words: string) =>
      checkpointOf(converse().person('read the tides').writes('tide.ts').agent(words));
    expect(talk('Noted: the moon is out. The tides are read.')).not.toContain('Noted');
    expect(talk('Noted: the moon is out.')).toContain('Noted: the moon is out.');
  });
});

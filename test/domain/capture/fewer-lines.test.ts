import { describe, expect, it } from 'vitest';
import { deriveCheckpoint } from '../../../src/domain/capture/derive/checkpoint.ts';
import { shortenCheckpoint } from '../../../src/domain/capture/derive/shorten-checkpoint.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) => deriveCheckpoint(talk.digest())[0]?.text ?? '';
const commits = (talk: Talk) => talk.runs('git commit -m x', '[main 1a2b3c4] Read the tides');
/** A report of some length on work that wrote most of the files. */
const begun = () =>
  converse()
    .person('read the tides')
    .writes('a.ts')
    .writes('b.ts')
    .writes('c.ts')
    .agent(
      `The tides are read from \`almanac.csv\`.\n${'Each harbor has a table of its own, with a row for each hour. '.repeat(5)}`,
    );

describe('a list in a message of the agent', () => {
  const lastMessage = (text: string) => checkpointOf(converse().person('read the tides').agent(text));

  it('has short nested items in the line of the item that they belong to', () => {
    const text = lastMessage(
      'Now:\n- The tables have:\n  - a head\n  - a foot with:\n    - the date.\n    - the source\n- The rest is old.',
    );
    expect(text).toContain(
      '  - The tables have: a head; a foot with: the date; the source\n  - The rest is old.',
    );
  });

  it('keeps nested items that are long, and other lines below an item', () => {
    const long = `- The tables have:\n${'  - a row for each hour of the day, in the time zone of the harbor\n'.repeat(8)}`;
    expect(lastMessage(long).match(/^ {4}- a row/gm)).toHaveLength(8);
    expect(lastMessage('- The head:\n  it is bold\n  - and blue')).toContain(
      '  - The head:\n    it is bold\n    - and blue',
    );
  });

  it('leaves out which tests were written, and keeps what they do not cover', () => {
    const text = lastMessage(
      'Changed:\n- `src/tide.ts` reads by hour\n- `src/tide.test.ts` has a case for each harbor\n- **`tests/moon.py`** has two cases\n- `TestMoon` does not cover the year 1899\n\nTests: two are new.',
    );
    expect(text).toContain('  - `src/tide.ts` reads by hour\n  - `TestMoon` does not cover the year 1899');
    expect(text).not.toMatch(/tide\.test|moon\.py|are new/);
  });
});

describe('values that the person wrote below each other', () => {
  it('stand in one line, and sentences do not', () => {
    const measured = 'measured it\nA: 96.4 µA\nB: 12.1 µA\n3.0 V, room temperature';
    const talk = converse()
      .person('measure the tides')
      .agent('Which pins?')
      .person(measured)
      .agent('Thanks.');
    expect(checkpointOf(talk)).toContain(
      '- measured it / A: 96.4 µA / B: 12.1 µA / 3.0 V, room temperature\n',
    );
    const said =
      'The tide comes in at the same hour every day of the week.\nThe moon should not.\nAnd so on.';
    expect(checkpointOf(converse().person('read the moon').agent('ok').person(said).agent('ok'))).toContain(
      `- ${said.replaceAll('\n', '\n  ')}`,
    );
  });
});

describe('a message of the person that is not the newest', () => {
  it('has its list in one line', () => {
    const list = 'Never print:\n- the head\n- the foot';
    const talk = converse().person('read the tides').agent('ok').person(list).agent('ok');
    expect(checkpointOf(talk)).toContain('Never print:\n  - the head\n  - the foot');
    expect(checkpointOf(talk.person('but the moon should be blue').agent('ok'))).toContain(
      'Never print: - the head - the foot',
    );
  });
});

describe('a message that was wrapped', () => {
  it('has the lines of a wrapped paragraph in one, and its own lines apart', () => {
    const wrapped =
      'The tide of the harbor is read by hour, and that of the island by day, but the\n     table has one row for both of them';
    const text = checkpointOf(
      converse().person('read the tides').agent('ok').person(`${wrapped}\n- head\n- foot`).agent('ok'),
    );
    expect(text).toContain('but the table has one row for both of them\n  - head\n  - foot');
  });
});

describe('a mark for what is left out', () => {
  const long = `${'The tide of the harbor is read by hour, and that of the island by day. '.repeat(90)}\n\nThe end.`;

  it('stands at the end of the line before it', () => {
    const text = checkpointOf(converse().person('read the tides').agent(long));
    expect(text).toMatch(/by day\. \[… \d+ characters …\]\n/);
    expect(text).not.toMatch(/^\s*\[…/m);
  });

  it('counts what was left out before if the checkpoint is shortened again', () => {
    const text = checkpointOf(converse().person('read the tides').agent(long));
    const left = (words: string) => Number(/\[… (\d+) characters …\]/.exec(words)?.[1]);
    const shorter = shortenCheckpoint(text, 1_200);
    expect(shorter.match(/\[…/g)).toHaveLength(1);
    expect(left(shorter)).toBeGreaterThan(left(text));
  });
});

describe('a report of an earlier turn', () => {
  it('leaves what was done in one line and what lasts, once it is committed', () => {
    const talk = begun()
      .person('and fix what the review of the tables says about the rows')
      .writes('a.ts')
      .agent(
        '- `a.ts` reads by hour.\n- The head is bold.\n- The foot is blue.\n\nI did not touch the moon.',
      );
    const text = checkpointOf(commits(talk.person('commit')).agent('Committed.'));
    expect(text).toContain(
      '`a.ts` reads by hour; The head is bold; The foot is blue\n  I did not touch the moon.',
    );
  });

  it('is left out if it answers thanks, or an order to commit that was carried out later', () => {
    const talk = begun()
      .person('oki doki')
      .agent('Here is where we are: the tides are read and the tables are in their places.');
    const failed = talk.person('commit').agent('The hook that formats took a minute, so nothing happened.');
    const text = checkpointOf(commits(failed.person('try again')).agent('The commit is made.'));
    expect(text).not.toMatch(/where we are|took a minute/);
  });

  it('stays if it names a key or a permission that the next agent needs as well', () => {
    const failed = begun()
      .person('commit')
      .agent('The key that signs commits is locked, so nothing happened.');
    const text = checkpointOf(commits(failed.person('try again')).agent('The commit is made.'));
    expect(text).toContain('The key that signs commits is locked');
  });

  it('stays if it answers thanks and says what is left out, or a short order', () => {
    const talk = begun()
      .person('ok')
      .agent('The moon of the year 1899 is not included in the tables.')
      .person('do it')
      .agent('The patch is live only in the cluster: the next deploy will undo it.');
    const text = checkpointOf(talk.person('now the stars').agent('The stars are read.'));
    expect(text).toContain('The moon of the year 1899 is not included in the tables.');
    expect(text).toContain('The patch is live only in the cluster');
  });
});

describe('a report that was worked over', () => {
  it('leaves no heading of code that is left out', () => {
    const talk = converse()
      .person('why is the table empty?')
      .agent('**1. What the reader does**\n```\nread(tide)\n```\n\nThe cache does not help here.');
    for (const harbor of ['Delft', 'Hoorn', 'Sneek'])
      talk.person(`read the tides of ${harbor} too`).writes(`${harbor}.ts`).agent(`${harbor} is read.`);
    const text = checkpointOf(talk);
    expect(text).toContain('The cache does not help here.');
    expect(text).not.toContain('What the reader does');
  });
});

describe('the last message', () => {
  it('has only what is open if it reports a commit of work that was reported before', () => {
    const text = checkpointOf(
      commits(begun().person('commit and push')).agent(
        'Done — committed and pushed.\n- **Contents:** the tables and their rows\n\nStill open: the moon of 1899.',
      ),
    );
    expect(text).toContain('last message, to "commit and push":\n  Still open: the moon of 1899.\nCommitted');
  });

  it('stays whole if nothing was reported before', () => {
    const text = checkpointOf(
      commits(converse().person('read the tides').writes('a.ts').interrupted().person('commit')).agent(
        '- The tables have a row for each hour.\n\nThe moon is not read.',
      ),
    );
    expect(text).toContain('  The tables have a row for each hour\n  The moon is not read.');
  });
});

describe('a pull request', () => {
  const url = 'https://github.com/ada/tides/pull/7';

  it('is not listed again if the agent names it', () => {
    const talk = () => converse().person('open a pull request for the tides').pullRequest(url);
    expect(checkpointOf(talk().agent(`It is open: ${url}`)).match(/pull\/7/g)).toHaveLength(1);
    expect(checkpointOf(talk().agent('It is open.'))).toContain(`\nPull request: ${url}`);
  });
});

describe('a message of the person', () => {
  const rows = `Each table has rows:\n${Array.from({ length: 9 }, (_, at) => `- row ${at} is the tide at hour ${at} of the day`).join('\n')}`;
  const handoffAfter = (message: string) =>
    checkpointOf(
      commits(begun().person(message).writes('d.ts').agent('They have rows.'))
        .person('now the moon of the year 1899, by day and by night')
        .agent('Read.'),
    );

  it('is shown with its first lines once it was carried out and committed', () => {
    const text = handoffAfter(`The tables look odd on small screens.\n${rows}`);
    expect(text).toMatch(
      /- The tables look odd on small screens\.\n(?:.*\n)*? {2}- row \d .* \[… \d+ characters …\]\n/,
    );
    expect(text).not.toContain('row 8');
  });

  it('is shown whole if it says what lasts', () => {
    expect(handoffAfter(`${rows}\nThe raw data must stay as it is.`)).toContain('row 8');
  });

  it('is left out if it is a question that was interrupted and the agent went on', () => {
    const talk = begun().person("we didn't write any tests?").runs('ls').interrupted();
    const text = checkpointOf(talk.person('read the moon of 1899 too').agent('Read.'));
    expect(text).not.toContain('write any tests');
    expect(text).toContain('read the moon of 1899');
  });

  it('that is a plan begins with its title, and does not end with its last item', () => {
    const plan = `Implement the following plan:\n\n# Tides by hour\n\n## Steps\n\n${'- read one more harbor from the almanac of the coast\n'.repeat(90)}- run all of it at last`;
    const text = (message: string) => checkpointOf(converse().person(message).agent('Done.'));
    expect(text(plan)).toContain('First request:\n  Implement the following plan: # Tides by hour\n');
    expect(text(plan)).not.toContain('at last');
    expect(text(`${plan}\n\nDo not commit it.`)).toContain('Do not commit it.');
  });
});

describe('what the agent said on the way', () => {
  const CAUSE =
    'The table of the island has two heads, because the almanac of the coast repeats its head on every page. The fix is to read the head only once, and to keep the foot of each page.';
  const cutOff = (...remarks: readonly string[]) => {
    const talk = converse().person('repair the tables');
    for (const remark of remarks) talk.agent(remark).runs('ls');
    return checkpointOf(talk.begins('npm test'));
  };

  it('is the longest that it said, and the newest', () => {
    const text = cutOff(
      CAUSE,
      'The table of the harbor has its head in the second line, as before.',
      `The tables of the moon have no heads at all. ${'Their columns are named in the margin. '.repeat(3)}`,
      'The tables of the stars are in another folder than all of the others.',
      'The pier stays closed until winter ends, so its gauge shows nothing.',
      'Let me run the tests.',
    );
    expect(text).toContain('The fix is to read the head only once');
    expect(text).toContain('The tables of the moon');
    expect(text).toContain('The pier stays closed');
    expect(text).not.toMatch(/tables? of the (?:harbor|stars)/);
  });

  it('is said once', () => {
    const text = cutOff(
      CAUSE,
      'The almanac of the coast repeats its head on every page of the table.',
      'Let me run the tests.',
    );
    expect(text.match(/repeats its head/g)).toHaveLength(1);
  });

  it('does not repeat the request', () => {
    const request =
      'the almanac of the coast repeats its head on every page, so the table of the island is wrong';
    const talk = converse()
      .person('read the tides')
      .agent('Read.')
      .person(request)
      .agent(
        'Now I see it. The almanac of the coast repeats its head on every page of the table of the island.',
      )
      .runs('ls')
      .agent(CAUSE.replace('two heads', 'no foot'))
      .begins('npm test');
    const text = checkpointOf(talk);
    expect(text).toContain('The fix is to read the head only once');
    expect(text).not.toContain('Now I see it');
  });
});

describe('a list of an earlier report', () => {
  const items = Array.from({ length: 8 }, (_, at) => `- harbor ${at} is in \`almanac.csv\``).join('\n');
  const talk = (label: string) =>
    converse()
      .person('read the tides')
      .writes('a.ts')
      .writes('b.ts')
      .writes('c.ts')
      .agent(`The tides are read.\n\n${label}\n${items}`);

  it('is one line once the work is committed', () => {
    const text = checkpointOf(commits(talk('What was read:').person('commit')).agent('Committed.'));
    expect(text).toContain('harbor 0 is in `almanac.csv`; harbor 1 is in `almanac.csv`;');
  });

  it('is one line below a long sentence that does not introduce it', () => {
    const long = `The tides ${'of the harbor '.repeat(20)}are read from the almanac of the coast.`;
    const text = checkpointOf(
      converse()
        .person('read the tides')
        .writes('a.ts')
        .agent(
          `${long}\n\n- head, in bold letters, is new for each of the tables\n- foot, in blue letters, is new for each of the tables`,
        )
        .person('what now?')
        .agent('Wait for the moon to rise.'),
    );
    expect(text).toContain('coast.\n  head, in bold letters, is new for each of the tables; foot, in blue');
  });

  it('is whole while the work is not committed, or if it says what is left', () => {
    expect(checkpointOf(talk('What was read:').person('thanks').agent('Bye!'))).toContain('harbor 7');
    expect(checkpointOf(commits(talk('Known limitations:').person('commit')).agent('Committed.'))).toContain(
      'harbor 7',
    );
  });
});

describe('the last message on work that is committed', () => {
  const said =
    '## Summary\n\n**Changed:**\n- `src/tide.ts`: reads by hour\n- `src/moon.ts` is not finished\n\nThe stars are left out.';
  const talk = () => converse().person('read the tides').writes('src/tide.ts');

  it('has what was changed in one line, with what is not finished at its place', () => {
    const text = checkpointOf(commits(talk()).agent(said));
    expect(text).toContain(
      'Changed: `src/tide.ts`: reads by hour; `src/moon.ts` is not finished\n  The stars are left out.',
    );
  });

  it('keeps its paragraphs', () => {
    const text = checkpointOf(commits(talk()).agent('Fixed: `src/tide.ts` reads by hour. It still runs.'));
    expect(text).toContain('Fixed: `src/tide.ts` reads by hour. It still runs.');
  });
});

describe('what another record or line says', () => {
  it('the last message does not say that everything is committed', () => {
    const talk = commits(begun()).agent('The tides are read.');
    expect(
      checkpointOf(talk.person('is it clean?').agent('Working tree is clean. The moon is next.')),
    ).not.toContain('is clean.');
  });

  it('a list of the last message has lost the open todos', () => {
    const text = checkpointOf(
      converse()
        .person('read the tides')
        .writes('a.ts')
        .todos(['done', 'Read the tides'], ['open', 'Draw the harbor'])
        .agent('The tides are read.\n\nLeft:\n1. Draw the harbor.\n2. Ask Ingrid about the moon.'),
    );
    expect(text).toContain('Left:\n  2. Ask Ingrid about the moon.');
    expect(text).not.toContain('Draw the harbor');
  });

  it('a recap that the last message says is left out', () => {
    const recapped = (recap: string) =>
      checkpointOf(
        converse()
          .person('read the tides')
          .writes('a.ts')
          .agent('The tides of all harbors are read from the almanac. Next is the moon of 1899.')
          .recap(recap),
      );
    expect(
      recapped('The tides of all harbors are read from the almanac. Next: the moon of 1899.'),
    ).not.toContain('recap');
    expect(recapped('The tides are read. Next: ask Ingrid whether the pier is open.')).toContain('recap');
  });
});

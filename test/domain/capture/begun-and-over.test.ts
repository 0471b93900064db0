import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { standingRulesIn } from '../../../src/domain/capture/standing-rules.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';
const loopsOf = (talk: Talk) =>
  deriveFromDigest(talk.digest())
    .filter(({ type }) => type === 'open_loop')
    .map(({ text }) => text);
const commits = (talk: Talk, subject: string, hash = '1a2b3c4') =>
  talk.runs(`git commit -am "${subject}"`, `[main ${hash}] ${subject}`);
const REPORT = 'Every file of the bucket is read once, and the names of the harbors are kept.';

describe('how to begin', () => {
  const asked = (how: string) => `The importer is slow. ${how} The table of the office is never changed.`;
  const begun = (how: string) =>
    converse().person(asked(how)).agent(REPORT).person('then make it faster, one file at a time');

  it.each([
    "Don't change anything yet.",
    'Just explain first.',
    'Erst einen Plan, bitte.',
    'Mírate el código antes de tocar nada.',
    'まだ直さないで。',
    '수정은 아직 하지 마세요.',
    '先列个计划,别动手。',
  ])('is left out of the first request once it has begun: %s', (how) => {
    expect(checkpointOf(begun(how).agent('Which file?'))).toContain(how);
    const text = checkpointOf(begun(how).writes('import.ts').agent('It is faster.'));
    expect(text).toContain('The importer is slow.');
    expect(text).not.toContain(how);
  });

  it('stays if it is about what others see', () => {
    const how = "Don't push anything yet.";
    expect(checkpointOf(begun(how).writes('import.ts').agent('It is faster.'))).toContain(how);
  });

  it('is no rule', () => {
    expect(standingRulesIn('plan first, never start before I said so')).toEqual([]);
    expect(standingRulesIn('never start a server on port 80')).toEqual(['never start a server on port 80']);
  });
});

describe('an order of which everything is committed', () => {
  const textAfter = (order: string) =>
    checkpointOf(
      commits(
        commits(converse('main').person('read the tides').writes('tide.ts'), 'Tides')
          .agent('Read.')
          .person(order)
          .writes('moon.ts'),
        'Moon',
        '2b3c4d5',
      )
        .agent('The moon is drawn on each page.')
        .person('and now the long list of all harbors, by depth')
        .writes('harbor.ts')
        .agent('The harbors are listed by depth.'),
    );

  it('is left out, however it is worded', () => {
    expect(textAfter('the moon is missing on the second page but I see it on the first')).not.toContain(
      'second page',
    );
  });

  it.each([
    "let's use the gray of the office for each moon",
    'the moon must stay on the left, the printer cuts the rest',
    'never draw it without its name',
    'I will ask Ingrid about the colors tomorrow, draw it gray',
  ])('stays if it holds beyond that: %s', (order) => {
    expect(textAfter(order)).toContain(order);
  });
});

describe('the first request', () => {
  const chores = (count: number) => {
    const talk = commits(converse('main').person('the button is too wide').writes('a0.css'), 'Chore 0').agent(
      'Done.',
    );
    for (let at = 1; at <= count; at++)
      commits(talk.person(`card ${at} of the harbor is too high`).writes(`a${at}.css`), `Chore ${at}`).agent(
        'Done.',
      );
    return checkpointOf(
      talk.person('look at the menu').writes('menu.css').agent('The menu has two lines now.'),
    );
  };

  it('is left out if it was committed, and many others after it', () => {
    expect(chores(4)).not.toContain('the button is too wide');
    expect(chores(2)).toContain('the button is too wide');
  });
});

describe('a last message', () => {
  const textAfter = (said: string, answer: string) =>
    checkpointOf(
      converse()
        .person('read the tides')
        .writes('tide.ts')
        .agent('The tides are read.')
        .person(said)
        .agent(answer),
    );

  it('of a turn that did nothing loses what the person said', () => {
    const said =
      'tomorrow: the select has the flag tideSelect, and the harbors of the north come first in it';
    const answer =
      'For tomorrow:\n\n- the select has the flag `tideSelect`\n- the harbors of the north come first\n- the moon is still missing in the almanac';
    const text = textAfter(said, answer);
    expect(text).toContain('the moon is still missing');
    expect(text).not.toContain('- the harbors of the north come first');
    expect(text).toContain(said);
  });
});

describe('points that a report names as left', () => {
  const left =
    '**Still open:**\n- the line of cron in `deploy/`, every minute\n- the old tasks in the queue of the vendor';
  const textAfter = (order: string) =>
    checkpointOf(
      converse()
        .person('remind the crews')
        .writes('remind.ts')
        .agent(`${REPORT}\n\n${left}`)
        .person(order)
        .writes('crontab.j2')
        .agent('It is in, with a lock so that no two run at once.')
        .person('now the help page')
        .writes('help.ts')
        .agent('The help page has one line for each command.'),
    );

  it('are left out once the person had them done', () => {
    expect(textAfter('good. write the cron')).not.toContain('the line of cron');
    expect(textAfter('good. write the cron')).toContain('the old tasks in the queue');
    expect(textAfter('good. write the page of the office')).toContain('the line of cron');
  });
});

describe('a branch that was deleted', () => {
  const deletes = (command: string) =>
    checkpointOf(
      converse('engine')
        .person('try an engine')
        .writes('engine.ts')
        .runs('git commit -am "Try an engine"', '[engine 1a2b3c4] Try an engine')
        .agent('It runs.')
        .person('throw it away')
        .runs(
          `git switch main && ${command}`,
          "Switched to branch 'main'\nDeleted branch engine (was 1a2b3c4).",
        )
        .agent('It is gone, and main is as it was.'),
    );

  it('takes its commits with it, unless it was merged', () => {
    expect(deletes('git branch -D engine')).not.toContain('1a2b3c4');
    expect(deletes('git branch -d engine')).toContain('1a2b3c4 "Try an engine"');
  });
});

describe('a pull request', () => {
  it('has the commits of its branch, and not those of another one', () => {
    const talk = converse('main').person('cut the release').writes('a.ts');
    commits(talk, 'Keep the default');
    const text = checkpointOf(
      talk
        .runs('git switch -c release', "Switched to a new branch 'release'")
        .writes('b.ts')
        .runs('git commit -am "Release 2"', '[release 2b3c4d5] Release 2')
        .runs('gh pr create --fill', 'https://github.com/ada/tides/pull/7')
        .agent('It is open, and nobody has looked at it.'),
    );
    expect(text).toContain('Committed on main: 1a2b3c4 "Keep the default" (no push was seen)');
    expect(text).toContain('Committed on release: 2b3c4d5 "Release 2" (pushed)');
  });
});

describe('runs of checks', () => {
  const ran = (talk: Talk) => checkpointOf(talk.agent('It reads.'));
  const begun = () => converse().person('read the tides').writes('tide.ts');

  it('of a part of the tests name the run of all before it, in the same folder', () => {
    const part = (all: string) =>
      ran(begun().runs(all, '12 passed').runs('npx vitest run tide.test.ts', '1 passed'));
    expect(part('npm test')).toContain(
      '(only a part of the tests; all of them, `npm test`, passed before it)',
    );
    expect(part('cd web && npm test')).toContain('(only a part of the tests).');
  });

  it('end to end stand beside the others', () => {
    const text = ran(begun().runs('npm test && npm run check', '12 passed').fails('npm run e2e', '1 failed'));
    expect(text).toContain('Last test run: `npm test && npm run check` passed.');
    expect(text).toContain('Last check run: `npm run e2e` failed');
  });

  it('say nothing about the parts of a chain that failed', () => {
    expect(
      ran(begun().fails('npm run lint && npm test', '2 errors').runs('npm run lint', 'clean')),
    ).not.toContain('npm test');
  });
});

describe('todos of a list that nobody touches', () => {
  const listed = (...todos: string[]) =>
    converse('main')
      .person('share the lists')
      .todos(...todos.map((text) => ['open', text] as const));

  it('are no open loops once everything was committed and the person went on', () => {
    const talk = commits(listed('Draw the button').writes('button.ts'), 'Share').agent('It is shared.');
    expect(loopsOf(talk)).toEqual(['Todo: "Draw the button"']);
    const later = talk
      .person('how many lists are there?')
      .agent('Nine, and two of them are empty.')
      .person('and who owns the empty ones?')
      .agent('The office in Delft owns both of them.');
    expect(loopsOf(later)).toEqual([]);
    expect(checkpointOf(later)).toContain('"Draw the button"');
  });

  it('are left out if the file or the tests that they name were written', () => {
    const talk = listed('`api/share.ts`', 'tests', 'Draw the button');
    for (const path of ['api/share.ts', 'test/share.test.ts', 'a.ts'])
      talk.writes(path).agent('That part is there, and it has a name.').person(`go on after ${path}`);
    expect(checkpointOf(talk.writes('b.ts').agent('It is there.'))).toContain(
      'while the person went on: "Draw the button"',
    );
  });
});

describe('a summary without the usual sections', () => {
  const textAfter = (talk: Talk) =>
    checkpointOf(talk.person('go on with the moon').writes('moon.ts').agent('The moon is drawn.'));
  const summed = () =>
    converse('main')
      .person('draw it all')
      .writes('sun.ts')
      .agent('The sun is drawn.')
      .summary('Done: the sun. Pending: the moon.');

  it('is overtaken by a commit', () => {
    expect(textAfter(summed())).toContain('Pending: the moon');
    const talk = summed()
      .person('commit the sun, and say so in the log')
      .runs('git commit -am Sun', '[main 1a2b3c4] Sun')
      .agent('Committed the sun.');
    expect(textAfter(talk)).not.toContain('Pending: the moon');
  });
});

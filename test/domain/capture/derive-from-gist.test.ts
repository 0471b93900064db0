import { describe, expect, it } from 'vitest';
import { deriveFromGist } from '../../../src/domain/capture/derive-from-gist.ts';
import { EMPTY_GIST, type Gist } from '../../../src/domain/capture/gist.ts';
import { renderGist } from '../../../src/domain/capture/render-gist.ts';
import type { RecordType } from '../../../src/domain/record/record.ts';
import { converse } from './entries.ts';

const textsOf = (gist: Gist, type: RecordType) =>
  deriveFromGist(gist)
    .filter((item) => item.type === type)
    .map(({ text }) => text);

const FAILED = 'Tests:       2 failed, 10 passed, 12 total';
const PASSED = 'Tests:       12 passed, 12 total';

describe('a handoff from a transcript', () => {
  it('is empty where nothing was asked and nothing written', () => {
    expect(deriveFromGist(EMPTY_GIST)).toEqual([]);
    expect(deriveFromGist(converse().person('hello').agent('Hello!').gist())).toEqual([]);
    expect(deriveFromGist(converse().person('go on').runs('make').gist())).toHaveLength(1);
  });

  it('says where each item stands in the transcript', () => {
    const gist = converse().person('fix it').agent('ok').person("let's go with SQLite").gist();
    expect(deriveFromGist(gist).find(({ type }) => type === 'decision')?.lines).toEqual([3]);
  });

  it('says once what the transcript shows twice, and from where', () => {
    const gist = converse().person('go').todos(['open', 'Run the tests'], ['open', 'Run the tests']).gist();
    const loops = deriveFromGist(gist).filter(({ text }) => text.includes('Run the tests'));
    expect(loops).toEqual([
      { type: 'open_loop', text: 'Todo, not begun: "Run the tests"', lines: [expect.any(Number)] },
    ]);
  });

  describe('leaves open', () => {
    it('tests that failed last, and not those that passed since', () => {
      const red = converse().person('fix it').fails('npm test', FAILED).agent('Hm.').gist();
      expect(textsOf(red, 'open_loop')).toEqual(['Tests fail: `npm test`: 2 failed, 10 passed.']);
      const green = converse()
        .person('fix it')
        .fails('npm test', FAILED)
        .writes('a.ts')
        .runs('npm test', PASSED)
        .gist();
      expect(textsOf(green, 'open_loop')).toEqual([]);
    });

    it('a narrow run that failed, unless a whole one passed since', () => {
      const talk = () => converse().person('fix it').fails('npx vitest run a.test.ts', FAILED).writes('a.ts');
      expect(
        textsOf(talk().runs('npx vitest run b.test.ts', PASSED).agent('ok').gist(), 'open_loop'),
      ).toHaveLength(1);
      expect(textsOf(talk().runs('npm test', PASSED).agent('ok').gist(), 'open_loop')).toEqual([]);
    });

    it('a build that failed in whatever turn, and any command that failed in the last one', () => {
      const talk = converse()
        .person('fix it')
        .fails('npm run build')
        .fails('python x.py')
        .agent('no')
        .person('b')
        .fails('python y.py');
      expect(textsOf(talk.agent('no').gist(), 'open_loop')).toEqual([
        '`npm run build` fails: "Error: no"',
        '`python y.py` fails: "Error: no"',
      ]);
    });

    it('nothing of what only looked around', () => {
      expect(
        textsOf(converse().person('fix it').fails('grep x y').fails('ls z').agent('ok').gist(), 'open_loop'),
      ).toEqual([]);
    });

    it('a failure that nothing like it followed', () => {
      const talk = converse()
        .person('fix it')
        .fails('git push')
        .runs('git push -u origin main')
        .agent('pushed');
      expect(textsOf(talk.gist(), 'open_loop')).toEqual([]);
    });

    it('nothing of what went well as part of another command', () => {
      const talk = () =>
        converse().person('fix it').fails('git push origin main', 'error: failed to push some refs');
      const done = talk().runs('git pull --rebase && git push origin main').agent('pushed');
      expect(textsOf(done.gist(), 'open_loop')).toEqual([]);
      expect(done.gist().errors[0]?.overcome).not.toBeNull();
      const unsure = talk().runs('git push origin main || git status').agent('hm');
      expect(unsure.gist().errors[0]?.overcome).toBeNull();
    });

    it('no test that passed as part of another command', () => {
      const talk = converse().person('fix it').fails('npx jest a.test.ts', FAILED).writes('a.ts');
      talk.runs('npm run lint && npx jest a.test.ts', PASSED).agent('ok');
      expect(textsOf(talk.gist(), 'open_loop')).toEqual([]);
      expect(textsOf(talk.gist(), 'checkpoint')[0]).not.toContain('2 failed');
    });

    it('a failure with the only line it printed, or with none', () => {
      const loops = (output: string) =>
        textsOf(converse().person('fix it').fails('make', output).agent('no').gist(), 'open_loop');
      expect(loops('make: *** [all] Error 2')).toEqual(['`make` fails: "make: *** [all] Error 2"']);
      expect(loops('Exit code 2\nmake: *** [all] Error 2')).toEqual([
        '`make` fails: "make: *** [all] Error 2"',
      ]);
      expect(loops('Exit code 2')).toEqual(['`make` fails.']);
      expect(loops('cc: error: no input\nmake: *** [all] Error 1')).toEqual([
        '`make` fails: "cc: error: no input"',
      ]);
    });

    it('nothing of how things were without the changes', () => {
      const talk = converse().person('fix it').writes('a.py').runs('pytest -q', '12 passed in 1s');
      const before = 'git stash && pytest -q; git stash pop';
      const gist = talk.fails(before, '2 failed, 10 passed in 1s').agent('It failed before as well.').gist();
      expect(textsOf(gist, 'open_loop')).toEqual([]);
      expect(gist.tests.map(({ ended }) => ended)).toEqual(['passed']);
      const red = converse().person('fix it').fails('pytest -q', '2 failed, 10 passed in 1s');
      const still = red.runs(before, '12 passed in 1s').agent('It passed before.').gist();
      expect(textsOf(still, 'open_loop')).toEqual(['Tests fail: `pytest -q`: 2 failed, 10 passed.']);
    });

    it('a command whose end is not in the transcript', () => {
      const gist = converse().person('fix it').begins('npm run deploy').gist();
      expect(textsOf(gist, 'open_loop')).toEqual([
        '`npm run deploy` was begun; how it ended is not in the transcript.',
      ]);
      expect(textsOf(gist, 'checkpoint')[0]).toContain('The transcript ends in the middle of the work.');
    });

    it('todos that are not done, until the list is out of date', () => {
      const talk = converse()
        .person('fix it')
        .todos(['done', 'one'], ['doing', 'two'], ['open', 'three'])
        .agent('ok');
      expect(textsOf(talk.gist(), 'open_loop')).toEqual([
        'Todo, under way: "two"',
        'Todo, not begun: "three"',
      ]);
      for (const request of ['b', 'c', 'd']) talk.person(request).agent('done, all of it is done now');
      expect(textsOf(talk.gist(), 'open_loop')).toEqual([]);
    });

    it('a question the agent asked last, and no courtesy', () => {
      const asks = (text: string) => textsOf(converse().person('fix it').agent(text).gist(), 'open_loop');
      expect(asks('I can keep the old format or bump the version. Which one do you want?')).toHaveLength(1);
      expect(asks('All done. Is there anything else?')).toEqual([]);
      const answered = converse()
        .person('fix it')
        .agent('Which one do you want, the old or the new one?')
        .person('the new one');
      expect(textsOf(answered.agent('ok').gist(), 'open_loop')).toEqual([]);
    });

    it('a request that got no answer', () => {
      const talk = converse().person('fix it').agent('ok').person('and fix the header');
      expect(textsOf(talk.gist(), 'open_loop')).toEqual([
        'Asked last, and not answered: "and fix the header"',
      ]);
      expect(textsOf(talk.person('thanks').gist(), 'open_loop')).toEqual([]);
    });

    it('what the agent leaves to the person, if it worked at all', () => {
      const advice = 'The patch is in the cluster only. You will need to change the yaml as well.';
      expect(textsOf(converse().person('fix it').runs('make').agent(advice).gist(), 'open_loop')).toEqual([
        'Left to the person: "You will need to change the yaml as well."',
      ]);
      expect(textsOf(converse().person('how?').agent(advice).gist(), 'open_loop')).toEqual([]);
    });

    it('what the agent said is left, under whatever heading, unless it went on', () => {
      const said =
        'Done, all of it works and is tested now.\n\n## What’s left\n\n- the docs\n- the **icons**\n\nLet me know!';
      const talk = converse().person('fix it').agent(said);
      expect(textsOf(talk.gist(), 'open_loop')).toEqual([
        'Left undone: "the docs"',
        'Left undone: "the icons"',
      ]);
      expect(textsOf(talk.person('commit').agent('Committed.').gist(), 'open_loop')).toHaveLength(2);
      expect(textsOf(talk.person('go on').writes('docs.md').agent('Written.').gist(), 'open_loop')).toEqual(
        [],
      );
      expect(
        textsOf(converse().person('fix it').agent('Next steps (optional): a tour').gist(), 'open_loop'),
      ).toEqual([]);
    });
  });

  describe('holds as decided', () => {
    it('what was turned round only in its last form', () => {
      const talk = converse().person("let's use bigserial for the ids").agent('ok');
      talk.person("actually, let's use uuid for the ids").agent('ok');
      expect(textsOf(talk.gist(), 'decision')).toEqual([
        'The person: "actually, let\'s use uuid for the ids"',
      ]);
    });

    it('what was said on another subject as well', () => {
      const talk = converse()
        .person("let's use bigserial for the ids")
        .agent('ok')
        .person("actually, let's use Redis");
      expect(textsOf(talk.gist(), 'decision')).toHaveLength(2);
      talk.person("let's use bigserial for the feeds as well");
      expect(textsOf(talk.gist(), 'decision')).toHaveLength(3);
    });

    it('a choice by its number, with what was behind it', () => {
      const talk = converse()
        .person('fix it')
        .agent('Two ways:\n1. in memory\n2. **in Redis**, which survives\n\nWhich one?');
      expect(textsOf(talk.person('option 2 please').gist(), 'decision')).toEqual([
        'The person: "option 2 please → in Redis, which survives"',
      ]);
    });

    it('a proposal that was agreed to, and no offer that was not', () => {
      const talk = () =>
        converse().person('fix it').agent('The index is broken. I would drop it and build a new one.');
      expect(textsOf(talk().person('agreed, do that').gist(), 'decision')).toEqual([
        'The person: "agreed, do that → The index is broken. I would drop it and build a new one."',
      ]);
      expect(textsOf(talk().person('why?').gist(), 'decision')).toEqual([]);
      const offer = converse().person('fix it').agent('Shall I run the tests?').person('go ahead');
      expect(textsOf(offer.gist(), 'decision')).toEqual([]);
    });

    it('nothing twice', () => {
      const talk = converse().person('We decided to ship.').agent('ok').person('we decided to ship');
      expect(textsOf(talk.gist(), 'decision')).toHaveLength(1);
    });
  });

  describe('teaches', () => {
    it('why something failed, and what set it right', () => {
      const talk = converse()
        .person('fix it')
        .fails('make', 'error: no rule')
        .agent('The root cause is a tab.')
        .writes('Makefile')
        .runs('make');
      expect(textsOf(talk.gist(), 'lesson')).toEqual([
        'The agent: "The root cause is a tab." `make` failed ("error: no rule") and went well after a change to Makefile.',
      ]);
    });

    it('what had to be run first', () => {
      const talk = converse()
        .person('fix it')
        .fails('make', 'error: no gcc')
        .runs('apt install gcc')
        .runs('make');
      expect(textsOf(talk.gist(), 'lesson')).toEqual([
        '`make` failed ("error: no gcc") and went well after `apt install gcc`.',
      ]);
    });

    it('why tests failed in part, once all of them pass', () => {
      const talk = converse()
        .person('fix it')
        .fails('npx vitest run a.test.ts', FAILED)
        .agent('The root cause is a lock.');
      expect(textsOf(talk.writes('a.ts').runs('npm test', PASSED).gist(), 'lesson')[0]).toContain(
        'went well',
      );
    });

    it('nothing from a failure that was simply worked on', () => {
      const talk = converse()
        .person('fix it')
        .fails('npm test', FAILED)
        .writes('a.ts')
        .runs('npm test', PASSED);
      expect(textsOf(talk.gist(), 'lesson')).toEqual([]);
    });

    it('what was taken back, with the words that go with it', () => {
      const talk = converse().person('fix it').writes('src/a.ts').agent('This does not work with threads.');
      talk.runs('git checkout -- src/a.ts');
      expect(textsOf(talk.gist(), 'lesson')).toEqual([
        'Tried and taken back: changes to src/a.ts. The agent: "This does not work with threads."',
      ]);
      expect(textsOf(talk.gist(), 'checkpoint')[0]).not.toContain('Written:');
    });

    it('what the agent says it gave up, in whatever reply', () => {
      const said = 'The approach with worker threads did not work, so I abandoned it.';
      const talk = converse().person('fix it').agent(said).agent('Done.').person('thanks').agent('Bye.');
      expect(textsOf(talk.gist(), 'lesson')).toEqual([`The agent: "${said}"`]);
    });

    it('once what was taken back and then told', () => {
      const said = 'I tried a cache, but that does not work with threads, so I reverted it.';
      const talk = converse().person('fix it').writes('a.ts').runs('git checkout -- a.ts').agent(said);
      expect(textsOf(talk.gist(), 'lesson')).toEqual([
        `Tried and taken back: changes to a.ts. The agent: "${said}"`,
      ]);
    });

    it('no empty words of a failure', () => {
      const talk = converse().person('fix it').fails('make', '').runs('apt install gcc').runs('make');
      expect(textsOf(talk.gist(), 'lesson')).toEqual([
        '`make` failed and went well after `apt install gcc`.',
      ]);
    });

    it('nothing from a checkout of what was committed, or was never written', () => {
      const talk = converse()
        .person('fix it')
        .writes('a.ts')
        .runs('git commit -m x', '[main 1234567] x')
        .runs('git checkout .');
      expect(textsOf(talk.runs('git checkout b.ts').gist(), 'lesson')).toEqual([]);
    });
  });

  describe('warns', () => {
    it('of what the person did not allow', () => {
      const gist = converse().person('fix it').refused('git push --force', 'never force').gist();
      expect(textsOf(gist, 'warning')).toEqual([
        'The person did not allow `git push --force`: "never force"',
      ]);
    });

    it('of tests that failed and passed with nothing done in between', () => {
      const fickle = converse()
        .person('fix it')
        .fails('npm test', FAILED)
        .runs('ls')
        .runs('npm test', PASSED);
      expect(textsOf(fickle.gist(), 'warning')).toHaveLength(1);
      const fixed = converse()
        .person('fix it')
        .fails('npm test', FAILED)
        .writes('a.ts')
        .runs('npm test', PASSED);
      expect(textsOf(fixed.gist(), 'warning')).toEqual([]);
    });
  });

  describe('is set up by', () => {
    it('the last words that say something, and what came after them', () => {
      const telling = 'The dedup race is gone: check and insert happen under one lock now.';
      const talk = converse()
        .person('fix it')
        .agent(telling)
        .person('is the other one new?')
        .agent('It failed before my change as well.');
      const [checkpoint] = textsOf(talk.gist(), 'checkpoint');
      expect(checkpoint).toContain(telling);
      expect(checkpoint).toContain('And then: "It failed before my change as well."');
      expect(textsOf(talk.person('thanks').agent('Welcome!').gist(), 'checkpoint')[0]).not.toContain(
        'Welcome',
      );
    });

    it('a plan for next time only if nothing was asked since', () => {
      const talk = converse().person('next time we begin with the parser').agent('ok');
      expect(textsOf(talk.gist(), 'next_session_focus')).toHaveLength(1);
      expect(
        textsOf(talk.person('one more: fix the header').agent('ok').gist(), 'next_session_focus'),
      ).toEqual([]);
    });

    it('the summary of a compaction, where nothing was said after it', () => {
      const talk = converse().person('fix it').agent('ok').summary('Tests are green, headers come next.');
      expect(textsOf(talk.gist(), 'checkpoint')[0]).toContain('headers come next');
      expect(textsOf(talk.agent('Going on.').gist(), 'checkpoint')[0]).not.toContain('headers come next');
    });

    it('who broke it off', () => {
      const talk = converse().person('fix it').agent('ok').interrupted();
      expect(textsOf(talk.gist(), 'checkpoint')[0]).toContain('The person interrupted it there.');
      expect(textsOf(talk.person('b').agent('ok').gist(), 'checkpoint')[0]).not.toContain('interrupted');
    });
  });

  it('counts one as one', () => {
    const once = converse().person('fix it').runs('make').agent('Done.').gist();
    expect(renderGist(once, 'summary')).toContain(
      '1 request, 1 reply, 1 tool call, 0 compactions, 0 interruptions.',
    );
    const todos = Array.from({ length: 9 }, (_, at) => ['open', `todo ${at}`] as const);
    const planned = converse()
      .person('fix it')
      .todos(...todos)
      .agent('ok')
      .gist();
    expect(textsOf(planned, 'open_loop')).toContain('And 1 more todo is open.');
  });

  it('quotes what was said so that it cannot end the quotation', () => {
    const [checkpoint = ''] = textsOf(
      converse().person('x" \n# Orientation\n- > Never trust').gist(),
      'checkpoint',
    );
    expect(checkpoint).toBe(`Asked: "x' Orientation"`);
  });
});

import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { renderDigest } from '../../../src/domain/capture/render-digest.ts';
import { EMPTY_DIGEST, type TranscriptDigest } from '../../../src/domain/capture/transcript-digest.ts';
import type { RecordType } from '../../../src/domain/record/record.ts';
import { converse } from './entries.ts';

const textsOf = (digest: TranscriptDigest, type: RecordType) =>
  deriveFromDigest(digest)
    .filter((item) => item.type === type)
    .map(({ text }) => text);

const FAILED = 'Tests:       2 failed, 10 passed, 12 total';
const PASSED = 'Tests:       12 passed, 12 total';

describe('a handoff from a transcript', () => {
  it('is empty if nothing was requested and nothing written', () => {
    expect(deriveFromDigest(EMPTY_DIGEST)).toEqual([]);
    expect(deriveFromDigest(converse().person('hello').agent('Hello!').digest())).toEqual([]);
    expect(deriveFromDigest(converse().person('go on').runs('make').digest())).toHaveLength(1);
  });

  it('names the transcript lines of each item', () => {
    const digest = converse().person('fix it').agent('ok').person("let's go with SQLite").digest();
    expect(deriveFromDigest(digest).find(({ type }) => type === 'decision')?.lines).toEqual([3]);
  });

  it('merges equal items and keeps all their lines', () => {
    const digest = converse()
      .person('go')
      .todos(['open', 'Run the tests'], ['open', 'Run the tests'])
      .digest();
    const loops = deriveFromDigest(digest).filter(({ text }) => text.includes('Run the tests'));
    expect(loops).toEqual([
      { type: 'open_loop', text: 'Todo, not begun: "Run the tests"', lines: [expect.any(Number)] },
    ]);
  });

  describe('open loops', () => {
    it('include tests that failed last, and not those that passed since', () => {
      const red = converse().person('fix it').fails('npm test', FAILED).agent('Hm.').digest();
      expect(textsOf(red, 'open_loop')).toEqual(['Tests fail: `npm test`: 2 failed, 10 passed.']);
      const green = converse()
        .person('fix it')
        .fails('npm test', FAILED)
        .writes('a.ts')
        .runs('npm test', PASSED)
        .digest();
      expect(textsOf(green, 'open_loop')).toEqual([]);
    });

    it('include a failed partial run, unless a full run passed since', () => {
      const talk = () => converse().person('fix it').fails('npx vitest run a.test.ts', FAILED).writes('a.ts');
      expect(
        textsOf(talk().runs('npx vitest run b.test.ts', PASSED).agent('ok').digest(), 'open_loop'),
      ).toHaveLength(1);
      expect(textsOf(talk().runs('npm test', PASSED).agent('ok').digest(), 'open_loop')).toEqual([]);
    });

    it('include a failed build of any turn, and any failed command of the last turn', () => {
      const talk = converse()
        .person('fix it')
        .fails('npm run build')
        .fails('python x.py')
        .agent('no')
        .person('b')
        .fails('python y.py');
      expect(textsOf(talk.agent('no').digest(), 'open_loop')).toEqual([
        '`npm run build` fails: "Error: no"',
        '`python y.py` fails: "Error: no"',
      ]);
    });

    it('exclude read-only commands', () => {
      expect(
        textsOf(
          converse().person('fix it').fails('grep x y').fails('ls z').agent('ok').digest(),
          'open_loop',
        ),
      ).toEqual([]);
    });

    it('include a failure unless a similar command succeeded later', () => {
      const talk = converse()
        .person('fix it')
        .fails('git push')
        .runs('git push -u origin main')
        .agent('pushed');
      expect(textsOf(talk.digest(), 'open_loop')).toEqual([]);
    });

    it('exclude what succeeded as part of another command', () => {
      const talk = () =>
        converse().person('fix it').fails('git push origin main', 'error: failed to push some refs');
      const done = talk().runs('git pull --rebase && git push origin main').agent('pushed');
      expect(textsOf(done.digest(), 'open_loop')).toEqual([]);
      expect(done.digest().errors[0]?.overcome).not.toBeNull();
      const unsure = talk().runs('git push origin main || git status').agent('hm');
      expect(unsure.digest().errors[0]?.overcome).toBeNull();
    });

    it('exclude tests that passed as part of another command', () => {
      const talk = converse().person('fix it').fails('npx jest a.test.ts', FAILED).writes('a.ts');
      talk.runs('npm run lint && npx jest a.test.ts', PASSED).agent('ok');
      expect(textsOf(talk.digest(), 'open_loop')).toEqual([]);
      expect(textsOf(talk.digest(), 'checkpoint')[0]).not.toContain('2 failed');
    });

    it('include a failure with its only output line, or without output', () => {
      const loops = (output: string) =>
        textsOf(converse().person('fix it').fails('make', output).agent('no').digest(), 'open_loop');
      expect(loops('make: *** [all] Error 2')).toEqual(['`make` fails: "make: *** [all] Error 2"']);
      expect(loops('Exit code 2\nmake: *** [all] Error 2')).toEqual([
        '`make` fails: "make: *** [all] Error 2"',
      ]);
      expect(loops('Exit code 2')).toEqual(['`make` fails.']);
      expect(loops('cc: error: no input\nmake: *** [all] Error 1')).toEqual([
        '`make` fails: "cc: error: no input"',
      ]);
    });

    it('exclude runs without the changes', () => {
      const talk = converse().person('fix it').writes('a.py').runs('pytest -q', '12 passed in 1s');
      const before = 'git stash && pytest -q; git stash pop';
      const digest = talk
        .fails(before, '2 failed, 10 passed in 1s')
        .agent('It failed before as well.')
        .digest();
      expect(textsOf(digest, 'open_loop')).toEqual([]);
      expect(digest.tests.map(({ ended }) => ended)).toEqual(['passed']);
      const red = converse().person('fix it').fails('pytest -q', '2 failed, 10 passed in 1s');
      const still = red.runs(before, '12 passed in 1s').agent('It passed before.').digest();
      expect(textsOf(still, 'open_loop')).toEqual(['Tests fail: `pytest -q`: 2 failed, 10 passed.']);
    });

    it('include a command without a result', () => {
      const digest = converse().person('fix it').begins('npm run deploy').digest();
      expect(textsOf(digest, 'open_loop')).toEqual([
        '`npm run deploy` was begun; how it ended is not in the transcript.',
      ]);
      expect(textsOf(digest, 'checkpoint')[0]).toContain('The transcript ends in the middle of the work.');
    });

    it('include open todos, until the list is out of date', () => {
      const talk = converse()
        .person('fix it')
        .todos(['done', 'one'], ['doing', 'two'], ['open', 'three'])
        .agent('ok');
      expect(textsOf(talk.digest(), 'open_loop')).toEqual([
        'Todo, under way: "two"',
        'Todo, not begun: "three"',
      ]);
      for (const request of ['b', 'c', 'd']) talk.person(request).agent('done, all of it is done now');
      expect(textsOf(talk.digest(), 'open_loop')).toEqual([]);
    });

    it("include the agent's last question, unless it is a courtesy", () => {
      const asks = (text: string) => textsOf(converse().person('fix it').agent(text).digest(), 'open_loop');
      expect(asks('I can keep the old format or bump the version. Which one do you want?')).toHaveLength(1);
      expect(asks('All done. Is there anything else?')).toEqual([]);
      const answered = converse()
        .person('fix it')
        .agent('Which one do you want, the old or the new one?')
        .person('the new one');
      expect(textsOf(answered.agent('ok').digest(), 'open_loop')).toEqual([]);
    });

    it('include an unanswered request', () => {
      const talk = converse().person('fix it').agent('ok').person('and fix the header');
      expect(textsOf(talk.digest(), 'open_loop')).toEqual([
        'Asked last, and not answered: "and fix the header"',
      ]);
      expect(textsOf(talk.person('thanks').digest(), 'open_loop')).toEqual([]);
    });

    it('include what the agent leaves to the person, if it did any work', () => {
      const advice = 'The patch is in the cluster only. You will need to change the yaml as well.';
      expect(textsOf(converse().person('fix it').runs('make').agent(advice).digest(), 'open_loop')).toEqual([
        'Left to the person: "You will need to change the yaml as well."',
      ]);
      expect(textsOf(converse().person('how?').agent(advice).digest(), 'open_loop')).toEqual([]);
    });

    it('include remaining work under any heading, unless the agent continued', () => {
      const said =
        'Done, all of it works and is tested now.\n\n## What’s left\n\n- the docs\n- the **icons**\n\nLet me know!';
      const talk = converse().person('fix it').agent(said);
      expect(textsOf(talk.digest(), 'open_loop')).toEqual([
        'Left undone: "the docs"',
        'Left undone: "the icons"',
      ]);
      expect(textsOf(talk.person('commit').agent('Committed.').digest(), 'open_loop')).toHaveLength(2);
      expect(textsOf(talk.person('go on').writes('docs.md').agent('Written.').digest(), 'open_loop')).toEqual(
        [],
      );
      expect(
        textsOf(converse().person('fix it').agent('Next steps (optional): a tour').digest(), 'open_loop'),
      ).toEqual([]);
    });
  });

  describe('decisions', () => {
    it('keep only the last form of a reversed decision', () => {
      const talk = converse().person("let's use bigserial for the ids").agent('ok');
      talk.person("actually, let's use uuid for the ids").agent('ok');
      expect(textsOf(talk.digest(), 'decision')).toEqual([
        'The person: "actually, let\'s use uuid for the ids"',
      ]);
    });

    it('keep decisions on other subjects', () => {
      const talk = converse()
        .person("let's use bigserial for the ids")
        .agent('ok')
        .person("actually, let's use Redis");
      expect(textsOf(talk.digest(), 'decision')).toHaveLength(2);
      talk.person("let's use bigserial for the feeds as well");
      expect(textsOf(talk.digest(), 'decision')).toHaveLength(3);
    });

    it('include a choice by number with the text of the option', () => {
      const talk = converse()
        .person('fix it')
        .agent('Two ways:\n1. in memory\n2. **in Redis**, which survives\n\nWhich one?');
      expect(textsOf(talk.person('option 2 please').digest(), 'decision')).toEqual([
        'The person: "option 2 please → in Redis, which survives"',
      ]);
    });

    it('include a proposal that was accepted, and no other', () => {
      const talk = () =>
        converse().person('fix it').agent('The index is broken. I would drop it and build a new one.');
      expect(textsOf(talk().person('agreed, do that').digest(), 'decision')).toEqual([
        'The person: "agreed, do that → The index is broken. I would drop it and build a new one."',
      ]);
      expect(textsOf(talk().person('why?').digest(), 'decision')).toEqual([]);
      const offer = converse().person('fix it').agent('Shall I run the tests?').person('go ahead');
      expect(textsOf(offer.digest(), 'decision')).toEqual([]);
    });

    it('are not repeated', () => {
      const talk = converse().person('We decided to ship.').agent('ok').person('we decided to ship');
      expect(textsOf(talk.digest(), 'decision')).toHaveLength(1);
    });
  });

  describe('lessons', () => {
    it('name the cause and the fix of a failure', () => {
      const talk = converse()
        .person('fix it')
        .fails('make', 'error: no rule')
        .agent('The root cause is a tab.')
        .writes('Makefile')
        .runs('make');
      expect(textsOf(talk.digest(), 'lesson')).toEqual([
        'The agent: "The root cause is a tab." `make` failed ("error: no rule") and went well after a change to Makefile.',
      ]);
    });

    it('name the command that fixed a failure', () => {
      const talk = converse()
        .person('fix it')
        .fails('make', 'error: no gcc')
        .runs('apt install gcc')
        .runs('make');
      expect(textsOf(talk.digest(), 'lesson')).toEqual([
        '`make` failed ("error: no gcc") and went well after `apt install gcc`.',
      ]);
    });

    it('explain failing tests, once all of them pass', () => {
      const talk = converse()
        .person('fix it')
        .fails('npx vitest run a.test.ts', FAILED)
        .agent('The root cause is a lock.');
      expect(textsOf(talk.writes('a.ts').runs('npm test', PASSED).digest(), 'lesson')[0]).toContain(
        'went well',
      );
    });

    it('exclude failures that were fixed without an explanation', () => {
      const talk = converse()
        .person('fix it')
        .fails('npm test', FAILED)
        .writes('a.ts')
        .runs('npm test', PASSED);
      expect(textsOf(talk.digest(), 'lesson')).toEqual([]);
    });

    it('include reverted files with the reason', () => {
      const talk = converse().person('fix it').writes('src/a.ts').agent('This does not work with threads.');
      talk.runs('git checkout -- src/a.ts');
      expect(textsOf(talk.digest(), 'lesson')).toEqual([
        'Tried and taken back: changes to src/a.ts. The agent: "This does not work with threads."',
      ]);
      expect(textsOf(talk.digest(), 'checkpoint')[0]).not.toContain('Written:');
    });

    it('include what the agent says it abandoned, in any reply', () => {
      const said = 'The approach with worker threads did not work, so I abandoned it.';
      const talk = converse().person('fix it').agent(said).agent('Done.').person('thanks').agent('Bye.');
      expect(textsOf(talk.digest(), 'lesson')).toEqual([`The agent: "${said}"`]);
    });

    it('include a reverted attempt once, even if it is explained later', () => {
      const said = 'I tried a cache, but that does not work with threads, so I reverted it.';
      const talk = converse().person('fix it').writes('a.ts').runs('git checkout -- a.ts').agent(said);
      expect(textsOf(talk.digest(), 'lesson')).toEqual([
        `Tried and taken back: changes to a.ts. The agent: "${said}"`,
      ]);
    });

    it('exclude empty statements about a failure', () => {
      const talk = converse().person('fix it').fails('make', '').runs('apt install gcc').runs('make');
      expect(textsOf(talk.digest(), 'lesson')).toEqual([
        '`make` failed and went well after `apt install gcc`.',
      ]);
    });

    it('exclude a checkout of committed or unwritten files', () => {
      const talk = converse()
        .person('fix it')
        .writes('a.ts')
        .runs('git commit -m x', '[main 1234567] x')
        .runs('git checkout .');
      expect(textsOf(talk.runs('git checkout b.ts').digest(), 'lesson')).toEqual([]);
    });
  });

  describe('warnings', () => {
    it('include what the person did not allow', () => {
      const digest = converse().person('fix it').refused('git push --force', 'never force').digest();
      expect(textsOf(digest, 'warning')).toEqual([
        'The person did not allow `git push --force`: "never force"',
      ]);
    });

    it('include tests that failed and passed without a change', () => {
      const fickle = converse()
        .person('fix it')
        .fails('npm test', FAILED)
        .runs('ls')
        .runs('npm test', PASSED);
      expect(textsOf(fickle.digest(), 'warning')).toHaveLength(1);
      const fixed = converse()
        .person('fix it')
        .fails('npm test', FAILED)
        .writes('a.ts')
        .runs('npm test', PASSED);
      expect(textsOf(fixed.digest(), 'warning')).toEqual([]);
    });
  });

  describe('checkpoint and focus', () => {
    it('use the last substantial message, and what came after it', () => {
      const telling = 'The dedup race is gone: check and insert happen under one lock now.';
      const talk = converse()
        .person('fix it')
        .agent(telling)
        .person('is the other one new?')
        .agent('It failed before my change as well.');
      const [checkpoint] = textsOf(talk.digest(), 'checkpoint');
      expect(checkpoint).toContain(telling);
      expect(checkpoint).toContain('And then: "It failed before my change as well."');
      expect(textsOf(talk.person('thanks').agent('Welcome!').digest(), 'checkpoint')[0]).not.toContain(
        'Welcome',
      );
    });

    it('use a plan for the next session only if nothing was requested since', () => {
      const talk = converse().person('next time we begin with the parser').agent('ok');
      expect(textsOf(talk.digest(), 'next_session_focus')).toHaveLength(1);
      expect(
        textsOf(talk.person('one more: fix the header').agent('ok').digest(), 'next_session_focus'),
      ).toEqual([]);
    });

    it('use the summary of a compaction if nothing was said after it', () => {
      const talk = converse().person('fix it').agent('ok').summary('Tests are green, headers come next.');
      expect(textsOf(talk.digest(), 'checkpoint')[0]).toContain('headers come next');
      expect(textsOf(talk.agent('Going on.').digest(), 'checkpoint')[0]).not.toContain('headers come next');
    });

    it('name who interrupted the session', () => {
      const talk = converse().person('fix it').agent('ok').interrupted();
      expect(textsOf(talk.digest(), 'checkpoint')[0]).toContain('The person interrupted it there.');
      expect(textsOf(talk.person('b').agent('ok').digest(), 'checkpoint')[0]).not.toContain('interrupted');
    });
  });

  it('uses the singular for one', () => {
    const once = converse().person('fix it').runs('make').agent('Done.').digest();
    expect(renderDigest(once, 'summary')).toContain(
      '1 request, 1 reply, 1 tool call, 0 compactions, 0 interruptions.',
    );
    const todos = Array.from({ length: 9 }, (_, at) => ['open', `todo ${at}`] as const);
    const planned = converse()
      .person('fix it')
      .todos(...todos)
      .agent('ok')
      .digest();
    expect(textsOf(planned, 'open_loop')).toContain('And 1 more todo is open.');
  });

  it('quotes text so that it cannot end the quotation', () => {
    const [checkpoint = ''] = textsOf(
      converse().person('x" \n# Orientation\n- > Never trust').digest(),
      'checkpoint',
    );
    expect(checkpoint).toBe(`Asked: "x' Orientation"`);
  });
});

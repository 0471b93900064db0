import { describe, expect, it } from 'vitest';
import { currentDigest } from '../../../src/domain/capture/current-digest.ts';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { outcomeOf } from '../../../src/domain/capture/derive/outcome.ts';
import { renderDigest } from '../../../src/domain/capture/render-digest.ts';
import { EMPTY_DIGEST, type TranscriptDigest } from '../../../src/domain/capture/transcript-digest.ts';
import type { RecordType } from '../../../src/domain/record/record.ts';
import { converse } from './entries.ts';

const textsOf = (digest: TranscriptDigest, type: RecordType) =>
  deriveFromDigest(digest)
    .filter((item) => item.type === type)
    .map(({ text }) => text);

const checkpointOf = (digest: TranscriptDigest) => textsOf(digest, 'checkpoint').join('\n');

const linesOf = (digest: TranscriptDigest) => checkpointOf(digest).split('\n');

const LONG = `${'Word after word. '.repeat(40)}The end.`;

describe('a handoff from a transcript', () => {
  it('is empty if nothing was requested and nothing written', () => {
    expect(deriveFromDigest(EMPTY_DIGEST)).toEqual([]);
    expect(deriveFromDigest(converse().person('hello').agent('Hello!').digest())).toEqual([]);
    expect(deriveFromDigest(converse().person('go on').runs('make').digest())).toHaveLength(1);
  });

  it('is one checkpoint, open todos and rules, each with its lines', () => {
    const digest = converse()
      .person('Never push to main. Add paging.')
      .todos(['done', 'Route'], ['doing', 'Cursor'], ['open', 'Docs'], ['open', 'Docs'])
      .agent('The route is there.')
      .digest();
    expect(deriveFromDigest(digest)).toEqual([
      { type: 'checkpoint', text: expect.any(String), lines: [1, 4] },
      { type: 'constraint', text: 'The person: "Never push to main."', lines: [1] },
      { type: 'open_loop', text: 'Todo: "Cursor"', lines: [3] },
      { type: 'open_loop', text: 'Todo: "Docs"', lines: [3] },
    ]);
  });

  it('keeps naming open todos however long the list was not touched', () => {
    const talk = converse().person('build it').todos(['open', 'Write the docs']);
    for (let turn = 0; turn < 12; turn++) talk.person(`question number ${turn} about it`).agent('An answer.');
    expect(textsOf(talk.digest(), 'open_loop')).toEqual(['Todo: "Write the docs"']);
  });

  it('leaves out a todo that was in progress once it was committed and the person went on', () => {
    const talk = converse().person('build it').todos(['doing', 'Trips'], ['open', 'Write the docs']);
    talk.runs('git commit -m x', '[main 1234567] Trips').agent('Trips are done.');
    expect(textsOf(talk.digest(), 'open_loop')).toEqual(['Todo: "Trips"', 'Todo: "Write the docs"']);
    talk.person('go on with the orders').agent('ok');
    expect(textsOf(talk.digest(), 'open_loop')).toEqual(['Todo: "Write the docs"']);
  });

  describe('quotes the person', () => {
    it('with the first request, then the others in their order, without bare replies', () => {
      const digest = converse()
        .person('Build the importer')
        .agent('Which format?')
        .person('CSV only, use streams')
        .agent('Done.')
        .person('yes')
        .agent('Ok.')
        .person('scratch that, support JSON too, but do not guess')
        .agent('Both work.')
        .digest();
      expect(linesOf(digest).slice(0, 5)).toEqual([
        'First request:',
        '  Build the importer',
        'Then the person said (newest last; 1 not shown):',
        '- CSV only, use streams',
        '- scratch that, support JSON too, but do not guess',
      ]);
    });

    it('word for word, with their lists and quotation marks', () => {
      const words = 'Rules:\n- say "no" to `x`\n- 表は港ごとに';
      expect(checkpointOf(converse().person(words).agent('ok').digest())).toContain(
        'Rules:\n  - say "no" to `x`\n  - 表は港ごとに',
      );
    });

    it('with their answers beside the question, and the commands they ran', () => {
      const digest = converse()
        .person('set it up')
        .answers('Which database?', 'the one we have')
        .shell('make seed')
        .agent('Fine.')
        .digest();
      expect(linesOf(digest)).toContain('- asked "Which database?", answered: the one we have');
      expect(linesOf(digest)).toContain('- ran `make seed`');
    });

    it('once, if the client repeats what was queued or stopped by a hook', () => {
      const digest = converse()
        .person('fix the parser now')
        .person('fix the parser now')
        .queues('and the lexer as well')
        .person('and the lexer as well')
        .queues('also the docs of both')
        .digest();
      expect(linesOf(digest)).toEqual([
        'The last message of the person was not answered: "also the docs of both"',
        'First request:',
        '  fix the parser now',
        'Then the person said (newest last):',
        '- and the lexer as well',
      ]);
      expect(digest.queued).toHaveLength(1);
    });

    it('leaves out short questions of long ago, and says how many messages are not shown', () => {
      const talk = converse().person('Build the importer').agent('ok');
      for (let turn = 0; turn < 60; turn++) talk.person(`Point ${turn}: ${'detail '.repeat(20)}`).agent('ok');
      const lines = linesOf(talk.person('what was that?').agent('This.').person('the last word').digest());
      // The first line quotes the last of the 62 messages.
      const listed = lines.filter((line) => line.startsWith('- ')).length;
      expect(lines[2]).toBe(`Then the person said (newest last; ${62 - listed - 1} not shown):`);
      expect(lines.filter((line) => line.startsWith('- Point'))).not.toHaveLength(0);
      expect(lines.join('\n')).not.toContain('Point 3:');
      expect(lines[0]).toContain('"the last word"');
      expect(lines).not.toContain('- the last word');
      expect(lines.join('\n').length).toBeLessThan(4_000);
    });

    it('with decisions before the others, and once something is committed only those and long ones', () => {
      const talk = converse().person('Build the importer').agent('ok');
      talk.person('it is not a bug: the limit should stay at 20').agent('ok');
      for (let turn = 0; turn < 9; turn++)
        talk.person(`Finding ${turn}: ${'the detail '.repeat(9)}`).agent('ok');
      const open = linesOf(talk.digest()).join('\n');
      expect(open).toContain('- it is not a bug: the limit should stay at 20\n- ');
      expect(open).toContain('- Finding 8');
      talk.person('mejor sin la carpeta de facturas').agent('ok');
      talk.runs('git commit -m x', '[main 1234567] Do it').agent('ok').person('and now the docs').agent('ok');
      const shown = linesOf(talk.digest()).filter((line) => line.startsWith('- '));
      expect(shown).toEqual([
        '- it is not a bug: the limit should stay at 20',
        '- mejor sin la carpeta de facturas',
      ]);
    });

    it('without an order to commit, and without a question that was answered since', () => {
      const digest = converse()
        .person('Build the importer')
        .agent('ok')
        .person('so it reads one file or all of them?')
        .agent('All.')
        .person('go ahead and comit')
        .agent('ok')
        .person('can you commit and push what we have')
        .agent('ok')
        .digest();
      expect(checkpointOf(digest)).not.toContain('Then the person said');
    });

    it('with the option or the question that a reply means', () => {
      const digest = converse()
        .person('how would you do it?')
        .agent('Either:\n1. Move the helper\n2. **Duplicate** the helper')
        .person("let's do 2 for now")
        .agent('Done. Shall I limit it to 50?')
        .person('yeah, but push it to 100')
        .agent('ok')
        .person('use a mutex')
        .agent('| **A. All** | every commit |\n| **B. Branch** | only its own |')
        .person("I'd like it to do B")
        .digest();
      expect(linesOf(digest)).toContain('- of the option "2. Duplicate the helper": let\'s do 2 for now');
      expect(linesOf(digest)).toContain(
        '- asked "Shall I limit it to 50?", answered: yeah, but push it to 100',
      );
      expect(linesOf(digest)).toContain('- use a mutex');
      expect(linesOf(digest)).toContain('- of the option "B. Branch | only its own": I\'d like it to do B');
    });

    it('with the recap of the client, until the person says something of substance', () => {
      const talk = converse().person('Bump the library').agent('Done.').recap('Goal: bump. Next: commit.');
      expect(linesOf(talk.person('go ahead').digest())).toContain(
        "- [the client's recap] Goal: bump. Next: commit.",
      );
      expect(checkpointOf(talk.person('now the other library').digest())).not.toContain('recap');
    });
  });

  describe('quotes the agent', () => {
    it('with the end of its last message, and the request that it answers', () => {
      const text = checkpointOf(
        converse()
          .person('look at it')
          .agent('ok')
          .person('explain it')
          .agent(`${LONG.repeat(6)} Still open: the docs.`)
          .digest(),
      );
      expect(text).toContain('The agent\'s last message, to "explain it":');
      expect(text).toMatch(/Still open: the docs\.$/);
    });

    it('with the report before a short last message', () => {
      const digest = converse()
        .person('refactor it')
        .agent(LONG)
        .person('commit this')
        .agent('Committed.')
        .digest();
      expect(linesOf(digest)).toContain('The agent\'s last message, to "commit this":');
      expect(checkpointOf(digest)).toMatch(/before, newest last:\n- to the first request: Word after word\./);
    });

    it('with the reasons that it gave on the way, if it never reported more', () => {
      const found =
        'The lexer reads ahead, because it dropped the last token of each line and the parser never saw the end.';
      const talk = () => converse().person('find the bug').agent(found).writes('lexer.ts');
      expect(checkpointOf(talk().agent('Fixed.').digest())).toContain(
        `On the way the agent said:\n- ${found}`,
      );
      expect(checkpointOf(talk().agent(LONG).digest())).not.toContain('On the way');
    });

    it('with its last message but for the commit that is listed, and earlier ones without narration, state and questions of then', () => {
      const digest = converse()
        .person('fix the lexer')
        .agent(
          `Now let me check the tests. The lexer dropped the last token of each line; it reads ahead now, and two tests cover it. Nothing is committed yet. Any tweaks you'd like?`,
        )
        .person('commit')
        .runs('git commit -m x', '[main 1234567] Fix the lexer')
        .agent(
          'Committed as `1234567` `lexer: read ahead`. Since 1234567 the build needs Node 22. The settings file was left out.',
        )
        .digest();
      expect(linesOf(digest)).toEqual([
        'What the agent reported before, newest last:',
        '- to the first request, "fix the lexer": The lexer dropped the last token of each line; it reads ahead now, and two tests cover it.',
        'The agent\'s last message, to "commit":',
        '  Since 1234567 the build needs Node 22. The settings file was left out.',
        'Committed on main: 1234567 "Fix the lexer" (no push was seen).',
      ]);
    });

    it('with the question at the end of its last message, and that nobody answered it', () => {
      const talk = converse().person('put it on a branch').agent('It is on the branch. Want a pull request?');
      expect(linesOf(talk.digest()).slice(2)).toEqual([
        "The agent's last message (nobody has answered its question):",
        '  It is on the branch. Want a pull request?',
      ]);
      const text = checkpointOf(talk.person('look at the docs').agent('Read.').digest());
      expect(text).not.toMatch(/nobody has answered|Want a pull request/);
    });

    it.each([
      '表は直しました。先にコミットしてよいですか?`sort.ts` は返事待ちです。',
      '表は直しました。先にコミットしてよいですか。',
      '表已经改好了。现在提交吗？',
      '표를 고쳤습니다. 커밋할까요?',
    ])('with a question in any language: %s', (words) => {
      const talk = converse().person('put it on a branch').agent(words);
      expect(checkpointOf(talk.digest())).toContain('nobody has answered its question');
      // Work went on without a word.
      const text = checkpointOf(talk.person('look at the docs first').writes('docs.ts').digest());
      expect(text).not.toContain('nobody has answered');
    });

    it('cuts between lines and sentences', () => {
      const bullets = Array.from({ length: 110 }, (_, at) => `- Part ${at} is done and works.`).join('\n');
      const text = checkpointOf(
        converse().person('do all of it now for me').agent(`Done:\n${bullets}`).digest(),
      );
      expect(text).toMatch(/\n {2}- Part \d+ is done and works\. \[… \d+ more …\]$/);
      const shown = text.split('\n').filter((line) => line.includes('Part'));
      for (const [at, line] of shown.entries())
        expect(line.replace(/ \[… .*/, '')).toBe(`  - Part ${at} is done and works.`);
    });

    it('does not take an announcement of an interrupted turn for a report', () => {
      const digest = converse()
        .person('look at it')
        .agent('Let me look at the files first.')
        .runs('ls')
        .interrupted()
        .person('no, the other one')
        .agent('The other one is fine.')
        .digest();
      expect(checkpointOf(digest)).not.toContain('Let me look');
    });

    it('without long code and general remarks', () => {
      const code = `\`\`\`\n${'line\n'.repeat(20)}\`\`\``;
      const aside = '`★ Insight ─────`\nIn general, code is code.\n`─────────────`';
      const text = checkpointOf(
        converse().person('show me').agent(`Here:\n${aside}\n${code}\nDone.`).digest(),
      );
      expect(text).toContain('last message:\n  Done.');
      expect(text).not.toMatch(/In general/);
      const short = '```\nline\nline\n```';
      expect(checkpointOf(converse().person('show me').agent(`Here:\n${short}`).digest())).toContain(
        'Here:\n  ```',
      );
    });
  });

  describe('says what was done', () => {
    it('pushed only from the folder in which they were made', () => {
      const push = (talk: ReturnType<typeof converse>, command: string) =>
        checkpointOf(
          talk.runs(command, 'To github.com:ada/x.git\n   1234567..2345678  main -> main').digest(),
        );
      const here = () => converse().person('Do a').runs('git commit -m "Do a"', '[main 2345678] Do a');
      expect(push(here(), 'git push')).toContain('"Do a" (pushed)');
      expect(push(here(), 'cd ../other && git push')).toContain('"Do a" (no push was seen)');
      const there = converse()
        .person('Do a')
        .runs('cd ../other && git commit -m "Do a"', '[main 2345678] Do a');
      expect(push(there, 'cd ../other && git push')).toContain('"Do a" (pushed)');
    });

    it('with files after the last commit apart, and whether it was pushed', () => {
      const talk = converse()
        .person('do it')
        .writes('a.ts')
        .runs('git commit -m x && git push', '[main 1234567] Do a\nTo github.com:x/y')
        .writes('b.ts');
      const lines = linesOf(talk.agent('ok').digest());
      expect(lines[0]).toBe('Not committed (on branch main): b.ts.');
      expect(lines).toContain('Committed on main: 1234567 "Do a" (pushed).');
      const later = talk.runs('git commit -m y', '[main 2345678] Do b').agent('ok').digest();
      expect(checkpointOf(later)).toContain('2345678 "Do b" (pushed up to 1234567, not what follows it).');
    });

    it('and says so if a commit took every file that was written', () => {
      const talk = converse().person('do it').writes('a.ts').runs('git commit -m x', '[main 1234567] Do a');
      const SAYS = '(no push was seen). Every file that was written is committed.';
      expect(checkpointOf(talk.agent('ok').digest())).toContain(SAYS);
      expect(outcomeOf(checkpointOf(talk.digest()), true)).toBe(
        'committed 1234567 "Do a" (no push was seen)',
      );
      expect(checkpointOf(talk.runs('git status --short', ' M b.ts').digest())).not.toContain(SAYS);
      expect(checkpointOf(talk.writes('c.ts').agent('ok').digest())).not.toContain(SAYS);
    });

    it('without commits that were amended or taken back, and files that were restored', () => {
      const digest = converse()
        .person('do it')
        .writes('a.ts')
        .runs('git commit -m x', '[main 1111111] One')
        .runs('git commit --amend -m y', '[main 2222222] Two')
        .writes('b.ts')
        .runs('git checkout -- b.ts')
        .agent('ok')
        .digest();
      expect(checkpointOf(digest)).toContain('Committed on main: 2222222 "Two" (no push was seen).');
      expect(checkpointOf(digest)).not.toMatch(/1111111|b\.ts/);
    });

    it('with the branch that the client names', () => {
      const digest = converse('topic').person('do it').writes('a.ts').agent('ok').digest();
      expect(linesOf(digest)[0]).toBe('Not committed (on branch topic): a.ts.');
    });

    it('with what is in a stash, and what was lost with one', () => {
      const talk = converse()
        .person('do it')
        .creates('new.ts')
        .writes('old.ts')
        .runs('git stash && make lint; git stash pop', 'Saved working directory\nThe stash entry is kept');
      expect(linesOf(talk.agent('ok').digest()).slice(0, 2)).toEqual([
        'Not committed: new.ts.',
        'In a git stash: old.ts.',
      ]);
      talk.runs('git stash drop', 'Dropped refs/stash@{0} (f3de28e)');
      expect(linesOf(talk.agent('ok').digest()).slice(0, 2)).toEqual([
        'Not committed: new.ts.',
        'Lost: the changes were in a stash that was dropped: old.ts; git said "Dropped refs/stash@{0} (f3de28e)".',
      ]);
      const back = converse()
        .person('do it')
        .writes('a.ts')
        .runs('git stash')
        .runs('git stash pop')
        .agent('ok');
      expect(linesOf(back.digest())[0]).toBe('Not committed: a.ts.');
    });

    it('with the last run of tests and linter, by its exit status', () => {
      const talk = converse()
        .person('fix it')
        .fails('npm test')
        .writes('a.ts')
        .runs('npm test')
        .fails('npm run lint');
      expect(linesOf(talk.agent('ok').digest()).slice(-2)).toEqual([
        'Last test run: `npm test` passed.',
        'Last lint run: `npm run lint` failed: "Error: no".',
      ]);
      expect(checkpointOf(talk.runs("cat > /tmp/x.sh <<'E'\nE").agent('ok').digest())).not.toContain(
        'before the last change',
      );
      expect(checkpointOf(talk.writes('a.ts').agent('ok').digest())).toContain(
        'Last lint run: `npm run lint` failed, before the last change: "Error: no".',
      );
      talk.person('something else').writes('b.ts').agent('ok');
      expect(checkpointOf(talk.digest())).toContain('failed, before the last change');
      expect(checkpointOf(talk.digest())).toContain(
        'Last test run: `npm test` passed, before the last change.',
      );
      expect(checkpointOf(talk.person('and another thing').agent('ok').digest())).not.toContain('Last lint');
    });

    it('does not repeat that all passes if a check failed later', () => {
      const digest = converse()
        .person('fix it')
        .agent(`All tests pass. ${'The lexer reads ahead now. '.repeat(5)}`)
        .person('and the linter?')
        .fails('make lint')
        .agent('It fails.')
        .digest();
      expect(checkpointOf(digest)).toContain('The lexer reads ahead now.');
      expect(checkpointOf(digest)).not.toContain('All tests pass');
    });

    it('with the person’s own commits, pull requests and the plan in both outcomes', () => {
      const digest = converse()
        .person('plan it first')
        .plans('# Move it\n1. x', '/home/ada/.claude/plans/p.md', false)
        .shell('git commit -m x', '[main 1234567] Mine')
        .pullRequest('https://github.com/x/y/pull/3')
        .agent('ok')
        .digest();
      expect(checkpointOf(digest)).toContain('Plan: "Move it" in /home/ada/.claude/plans/p.md (not approved');
      expect(checkpointOf(digest)).toContain('1234567 "Mine"');
      expect(checkpointOf(digest)).toContain('Pull request: https://github.com/x/y/pull/3');
    });

    it('with files of subagents, and without temporary ones', () => {
      const digest = converse()
        .person('do it')
        .writesBySubagent('s.ts')
        .runs("cat > /tmp/x.sh <<'E'\nE")
        .agent('ok')
        .digest();
      expect(checkpointOf(digest)).toContain('Not committed: s.ts.');
    });
  });

  describe('says how it stopped', () => {
    it('only if the agent worked on after its last message', () => {
      const talk = converse()
        .person('build it')
        .agent('I found the cause in the lexer; it drops the last token of each line of input.')
        .runs('make');
      expect(linesOf(talk.digest())[0]).toBe(
        'Not reported as finished: the first request. The session stopped while the agent was at work. Its last action: `make` (done).',
      );
      expect(checkpointOf(talk.agent('Built.').digest())).not.toContain('at work');
    });

    it('with a refused call, an interruption or a message without an answer', () => {
      const refused = converse()
        .person('clean up')
        .agent('Removing it.')
        .refused('rm -rf x')
        .interrupted()
        .digest();
      expect(linesOf(refused)[0]).toBe(
        'Not reported as finished: the first request. The person interrupted the agent. Its last action: `rm -rf x` (not allowed by the person).',
      );
      const open = converse().person('the first thing').agent('ok').person('and the second thing').digest();
      expect(linesOf(open)[0]).toBe(
        'The last message of the person was not answered: "and the second thing"',
      );
    });

    it('without words that only announce a step, and with a first request that the person interrupted', () => {
      const digest = converse()
        .person('research it')
        .runs('ls')
        .interrupted()
        .person('fix the skill first')
        .agent('All clean. Commit and push:')
        .todos(['done', 'Fix'])
        .digest();
      expect(linesOf(digest)[0]).toBe(
        'Not reported as finished: "fix the skill first". The session stopped while the agent was at work.',
      );
      expect(checkpointOf(digest)).not.toContain('All clean');
      expect(linesOf(digest)).toContain(
        'First request (the person interrupted it before any file was changed):',
      );
    });

    it('with commands that failed in the background during the last turn', () => {
      const talk = converse()
        .person('run it')
        .task('"build" failed with exit code 2', true)
        .task('"lint" completed', false);
      expect(linesOf(talk.agent('ok').digest())).toContain(
        'In the background: "build" failed with exit code 2',
      );
      expect(checkpointOf(talk.person('something else entirely').agent('ok').digest())).not.toContain(
        'background',
      );
    });

    describe('with what the agent reported in earlier turns', () => {
      const report = (what: string) =>
        [
          'Here is what I did:',
          '## Changes',
          `1. **${what}:** it keeps the lock until the write is durable. That took three attempts.`,
          `2. Added a test that kills the ${what} in the middle of a write and reads the file again afterwards.`,
          `The ${what} still needs a limit for the number of writers that wait for it.`,
        ].join('\n');

      it('newest last, each with the request that it answers', () => {
        const talk = converse()
          .person('Make the writer safe')
          .agent(
            'The writer counts the number of writers. Added a test that kills the writer while it holds a file.',
          )
          .person('Make the reader safe')
          .agent(report('reader'))
          .person('Now the docs')
          .agent('The docs say so now.');
        const text = checkpointOf(talk.digest());
        const told = text.slice(text.indexOf('What the agent reported before, newest last:'));
        expect(told).toMatch(
          /to the first request, "Make the writer safe": [\s\S]*the number of writers[\s\S]*to "Make the reader safe":/,
        );
        expect(told).toContain('Added a test that kills the writer');
      });

      it('once, and not what the last message repeats', () => {
        const talk = converse()
          .person('Make the writer safe')
          .agent(report('writer'))
          .person('say it again')
          .agent(`${report('writer')}\n${'Nothing else was changed in this turn. '.repeat(4)}`);
        const text = checkpointOf(talk.digest());
        expect(text.split('Added a test that kills the writer')).toHaveLength(2);
      });
    });

    describe('with the summary of a compaction:', () => {
      const summary = [
        'Analysis:\nI go through it.\n\nSummary:\n1. Primary Request and Intent:\n   port it',
        '4. Errors and fixes:\n   - **Wrong port**: 80 is taken.\n     - Fix: 8080\n   - **Wrong host**: the user wants the harbor.',
        '6. All user messages:\n   - "port it"\n7. Pending Tasks:\n   - tests\n9. Optional Next Step:\n   run them',
      ].join('\n');
      const before = converse().person('port it').agent('Half done.').summary(summary);

      it('its end while it is the last word', () => {
        expect(checkpointOf(before.digest())).toContain(
          '  Pending tasks:\n  - tests\n  Optional next step:\n  run them',
        );
        expect(checkpointOf(before.digest())).not.toMatch(/I go through it|All user messages/);
      });

      it('what it says about corrections of the person after any number of later turns', () => {
        const later = converse().person('port it').agent('Half done.').summary(summary);
        for (const turn of [1, 2, 3]) later.person(`change part ${turn} of it`).agent('Part done.');
        expect(checkpointOf(later.digest())).toContain(
          "The client's summary at the last compaction, 3 messages before the end, errors and fixes:\n  - **Wrong host**: the user wants the harbor.\n  Pending tasks:\n  - tests",
        );
        const committed = later.runs('git commit -m x', '[main abc1234] port').agent('Committed.');
        expect(checkpointOf(committed.digest())).toContain('the user wants the harbor');
        expect(checkpointOf(committed.digest())).not.toContain('8080');
        expect(checkpointOf(committed.digest())).not.toContain('Pending tasks');
      });

      it('the request, if an earlier conversation began the work', () => {
        const resumed = converse().summary(summary).person('continue with the port').agent('ok').digest();
        expect(checkpointOf(resumed)).toMatch(
          /^Begun in an earlier conversation; the client's summary of it:\n {2}Primary request and intent:\n {2}port it\n/,
        );
      });

      it('both ends of it, if it has no sections', () => {
        expect(
          checkpointOf(converse().person('port it').summary('The port is half done.').digest()),
        ).toContain('at the compaction ends:\n  The port is half done.');
      });
    });
  });

  describe('rules', () => {
    it('are withdrawn by a later message', () => {
      const talk = converse().person('Never push to main.').agent('ok');
      expect(textsOf(talk.digest(), 'constraint')).toHaveLength(1);
      expect(textsOf(talk.person('scratch that').digest(), 'constraint')).toEqual([]);
    });

    it('of the middle of a long session are kept', () => {
      const talk = converse().person('start').person('Never push to main.');
      for (let turn = 0; turn < 80; turn++) talk.person(`Point ${turn} of the list`).agent('ok');
      expect(textsOf(talk.digest(), 'constraint')).toEqual(['The person: "Never push to main."']);
    });
  });

  it('no longer guesses', () => {
    const digest = converse()
      .person('fix it')
      .fails('npm test', 'Tests: 2 failed')
      .agent('The root cause was a lock. We decided to use a mutex. Warning: slow.')
      .refused('git push --force', 'no')
      .agent('I prefer tabs. Remaining:\n- docs')
      .digest();
    expect(new Set(deriveFromDigest(digest).map(({ type }) => type))).toEqual(new Set(['checkpoint']));
  });

  it('is made from a digest of an earlier release as well', () => {
    const old = {
      version: 1 as const,
      requests: [{ line: 1, at: null, text: 'port it', isSlight: false }],
      closings: [{ line: 2, at: null, text: 'Ported.', turn: 1 }],
      commits: [{ line: 2, at: null, hash: '1234567', branch: 'main', subject: 'Port' }],
      counts: { requests: 1, calls: 3 },
    };
    expect(linesOf(currentDigest(old))).toEqual([
      'First request, reported and committed: "port it".',
      "The agent's last message:",
      '  Ported.',
      'Committed on main: 1234567 "Port" (no push was seen).',
    ]);
  });
});

describe('a rendered digest', () => {
  it('says what it leaves out', () => {
    const talk = converse().person('start');
    for (let turn = 0; turn < 60; turn++) talk.person(`Point ${turn} of the list`).agent('ok');
    const structured = renderDigest(talk.digest(), 'structured');
    expect(structured).toContain(
      'Tool calls, their results and the other messages of the agent are left out',
    );
    expect(structured).toMatch(/## Messages of the person\n- 23 are left out here/);
    expect(renderDigest(talk.digest(), 'summary')).toContain('This is the derived handoff');
  });
});

import { describe, expect, it } from 'vitest';
import { deriveCheckpoint } from '../../../src/domain/capture/derive/checkpoint.ts';
import { outcomeOf } from '../../../src/domain/capture/derive/outcome.ts';
import { converse } from './entries.ts';

const checkpointOf = (talk: ReturnType<typeof converse>) =>
  deriveCheckpoint(talk.digest())
    .map(({ text }) => text)
    .join('\n');

const CAUSE =
  'TestCursor fails: page 2 repeats member 1042 because the cursor holds only the id. It needs the name as well.';

describe('a turn that ends with a call', () => {
  const begun = () =>
    converse().person('sort by name').fails('go test ./...', '--- FAIL: TestCursor').agent(CAUSE);

  it('keeps its last message when the next prompt comes', () => {
    const talk = begun().writes('cursor.go').person('only use the dev database').agent('Understood.');
    expect(checkpointOf(talk)).toContain(`to the first request, "sort by name": ${CAUSE}`);
  });

  it('keeps its failed run until a commit', () => {
    const talk = begun().writes('cursor.go').person('only use the dev database').agent('Understood.');
    expect(checkpointOf(talk)).toContain(
      'Last test run: `go test ./...` failed, before the last change: "--- FAIL: TestCursor".',
    );
    expect(checkpointOf(talk.runs('git commit -m x', '[main 1234567] Sort').agent('ok'))).not.toContain(
      'Last',
    );
  });

  it('is not over when a queued message arrives, or when the person interrupts it', () => {
    const queued = begun().writes('cursor.go').queues('use the dev database').person('use the dev database');
    expect(queued.digest().closings.at(-1)?.isMidway).toBe(true);
    const interrupted = begun().writes('cursor.go').interrupted().person('use the dev database');
    expect(interrupted.digest().closings.at(-1)?.isMidway).toBe(true);
  });

  it('is not reported as stopped at work if only a message without an answer follows', () => {
    expect(checkpointOf(begun().writes('cursor.go').person('only use the dev database'))).toMatch(
      /^The last message of the person was not answered/,
    );
  });
});

describe('a message with pasted material that is not the newest', () => {
  const log = '[lint] start\n[lint] client.go\n[lint] ERROR failed';

  it('is quoted if the person wrote a rule beside it', () => {
    const talk = converse().person('find the drops').agent('ok');
    talk.person(`${log}\n\nwhatever you change, do not alter the wire format\n\n${log}`).agent('ok');
    talk.person(`the lint output:\n${log}`).agent('ok').person('and now the docs').agent('ok');
    const text = checkpointOf(talk);
    expect(text).toContain('whatever you change, do not alter the wire format');
    expect(text).not.toContain('the lint output');
  });
});

describe('what is not committed', () => {
  const begun = () => converse().person('add the table').creates('db/V14.sql');
  const firstLine = (talk: ReturnType<typeof converse>) => checkpointOf(talk.agent('ok')).split('\n')[0];

  it('follows a file that was moved', () => {
    expect(firstLine(begun().runs('mv db/V14.sql db/V15.sql'))).toBe('Not committed: db/V15.sql.');
    expect(firstLine(begun().runs('git mv -f db/V14.sql db/V15.sql'))).toBe('Not committed: db/V15.sql.');
    expect(firstLine(begun().runs('mv db migrations'))).toBe('Not committed: migrations/V14.sql.');
    expect(firstLine(begun().runs('git mv src/a.ts src/b.ts'))).toBe(
      'Not committed: src/b.ts (renamed from src/a.ts), db/V14.sql.',
    );
  });

  it('names a committed file by both paths', () => {
    const talk = begun().runs('git commit -m x', '[main 1234567] Add').runs('mv db/V14.sql db/V15.sql');
    expect(firstLine(talk)).toBe('Not committed (on branch main): db/V15.sql (renamed from db/V14.sql).');
  });

  it('names a tracked file that was deleted, and forgets a temporary one', () => {
    expect(firstLine(begun().runs('rm db/V14.sql'))).not.toContain('Not committed');
    expect(firstLine(begun().runs('git rm src/old.ts && rm db/V14.sql'))).toBe(
      'Not committed: src/old.ts (deleted).',
    );
    const committed = begun().runs('git commit -m x', '[main 1234567] Add').runs('rm db/V14.sql');
    expect(firstLine(committed)).toBe('Not committed (on branch main): db/V14.sql (deleted).');
  });

  it('leaves out a deleted file that was restored, and one that was written again is no longer deleted', () => {
    expect(
      firstLine(converse().person('x y').runs('git rm a.ts').runs('git checkout HEAD -- a.ts')),
    ).not.toContain('Not committed');
    expect(firstLine(converse().person('x y').runs('git rm a.ts').writes('a.ts'))).toBe(
      'Not committed: a.ts.',
    );
  });
});

describe('commits', () => {
  const linesOf = (talk: ReturnType<typeof converse>) =>
    checkpointOf(talk.agent('ok'))
      .split('\n')
      .filter((line) => line.startsWith('Committed'));
  const commit = (talk: ReturnType<typeof converse>, branch: string, hash: string) =>
    talk.runs('git commit -m x', `[${branch} ${hash}] Do ${hash}`);

  it('are listed under the branch that git printed, each with its own push', () => {
    const talk = commit(converse().person('fix it'), 'main', '1111111');
    talk.runs('git push origin main', 'To github.com:x/y\n   39ab1c0..1111111  main -> main');
    commit(talk, 'topic', '2222222');
    expect(linesOf(talk)).toEqual([
      'Committed on main: 1111111 "Do 1111111" (pushed).',
      'Committed on topic: 2222222 "Do 2222222" (no push was seen).',
    ]);
    expect(outcomeOf(checkpointOf(talk), true)).toBe('committed 2222222 "Do 2222222" (no push was seen)');
    commit(talk, 'main', '3333333').runs('git push', ' * [new branch]  topic -> topic');
    expect(linesOf(talk)).toEqual([
      'Committed on main: 1111111 "Do 1111111" (pushed).',
      'Committed on topic: 2222222 "Do 2222222" (pushed).',
      'Committed on main: 3333333 "Do 3333333" (no push was seen).',
    ]);
  });

  it('are listed under the branch of the worktree if git did not print it, and under none in another one', () => {
    const talk = commit(converse().person('fix it'), 'main', '1111111');
    talk.runs('git switch -c topic', "Switched to a new branch 'topic'");
    talk.runs("git commit -qam 'Do two' && git log --oneline -1", '2222222 Do two');
    talk.runs("cd ../other && git commit -qam 'Do three' && git log --oneline -1", '3333333 Do three');
    expect(linesOf(talk)).toEqual([
      'Committed on main: 1111111 "Do 1111111" (no push was seen).',
      'Committed on topic: 2222222 "Do two" (no push was seen).',
      'Committed: 3333333 "Do three" (no push was seen).',
    ]);
  });

  it('are listed under the branch that their command switched to', () => {
    const talk = converse('topic').person('a separate PR from main');
    talk.runs(
      "git stash -q && git checkout -q -b lamps origin/main && git commit -qam 'Two lamps' && git checkout -q topic",
    );
    talk.runs("git switch -q buoys; git commit -qam 'One buoy'");
    talk.runs("git checkout -q HEAD~2 -- lamp.ts && git commit -qam 'An older lamp'");
    expect(linesOf(talk)).toEqual([
      'Committed on lamps: "Two lamps" (no push was seen).',
      'Committed on buoys: "One buoy" (no push was seen).',
      'Committed on topic: "An older lamp" (no push was seen).',
    ]);
  });

  it('have the title of what they fix up, or its hash if that is all that is known', () => {
    const talk = commit(converse().person('fix it'), 'main', '1111111');
    commit(talk, 'main', '2222222')
      .runs('git commit -qa --fixup=1111111')
      .runs('git commit -qa --fixup 3333333');
    talk.runs('git commit -qa --fixup=3333333 && git log --oneline -1', '4444444 fixup! Lamps');
    expect(linesOf(talk)[0]).toContain(
      '2222222 "Do 2222222", "fixup! Do 1111111", "fixup! 3333333", 4444444 "fixup! Lamps"',
    );
  });

  it('name the last one that was pushed, also if it is among the earlier ones', () => {
    const talk = commit(converse().person('fix it'), 'main', '1111111').runs('git push', 'main -> main');
    for (const digit of '23456789a') commit(talk, 'main', digit.repeat(7));
    const [line, ...others] = linesOf(talk);
    expect(line).toMatch(
      /^Committed on main: 2 earlier, 3333333 .* \(pushed up to 1111111, not what follows it\)\.$/,
    );
    expect(others).toEqual([]);
  });
});

describe('a commit of the session', () => {
  const linesOf = (talk: ReturnType<typeof converse>) =>
    checkpointOf(talk.agent('ok'))
      .split('\n')
      .filter((line) => line.startsWith('Committed'));
  const begun = (branch: string | null = null) =>
    converse(branch).person('fix the header').runs('git commit -m x', '[main 1111111] Header');
  const REJECTED = ' ! [rejected] main -> main (fetch first)\nerror: failed to push some refs';
  const HEADER = 'Committed on main: 1111111 "Header" (no push was seen).';

  it('is listed though the push after it was rejected', () => {
    const talk = converse().person('fix the header');
    talk.fails('git commit -m x && git push', `[main 1111111] Header\n 1 file changed\n${REJECTED}`);
    expect(linesOf(talk)).toEqual([HEADER]);
    talk.fails('git reset --soft HEAD~1 && git commit -m x && git push', `[main 2222222] Both\n${REJECTED}`);
    expect(linesOf(talk)).toEqual(['Committed on main: 2222222 "Both" (no push was seen).']);
    talk.fails("git commit -qm 'Not made'", 'pre-commit hook failed');
    talk.fails('git rebase main', '[detached HEAD 3333333] Header\nCONFLICT (content): a.ts');
    expect(linesOf(talk)).toEqual(['Committed on main: 2222222 "Both" (no push was seen).']);
  });

  it('takes the files that it contains with it, also if the push was rejected', () => {
    const talk = converse().person('fix the header').writes('app.ts').writes('log.ts');
    talk.runs('git status --short', ' M app.ts\n M log.ts');
    talk.fails('git add app.ts && git commit -m x && git push', `[main 1111111] Header\n${REJECTED}`);
    expect(checkpointOf(talk.agent('ok'))).toContain('Not committed (on branch main): log.ts.');
  });

  it('was pushed if a pull request was opened, however quiet the push was', () => {
    const talk = begun().agent('ok').shell('git push -qu origin HEAD && gh pr create --fill');
    talk.shell('', 'https://forge.example/a/b/pull/212');
    expect(linesOf(talk)[0]).toBe('Committed on main: 1111111 "Header" (pushed).');
  });

  it('by the person takes what a command changed', () => {
    const talk = begun()
      .runs('git status --short', ' M tools/bench.py')
      .agent('Left in the tree.')
      .shell("git commit -qam 'Headers' && git push -q");
    expect(checkpointOf(talk)).toContain('tools/bench.py');
    talk.shell('', 'Enumerating objects: 3, done.').agent('Ok.');
    expect(checkpointOf(talk)).not.toContain('tools/bench.py');
  });

  it('was not pushed by the person if the push failed', () => {
    const talk = begun().agent('ok').shell('git push', 'ssh: connect to host x port 22: timed out');
    expect(linesOf(talk)).toEqual([HEADER]);
    talk.shell('git push', 'To x:y\n   39ab1c0..1111111  main -> main');
    expect(linesOf(talk)).toEqual(['Committed on main: 1111111 "Header" (pushed).']);
  });

  it.each([
    ['git reset HEAD~1 -- src/other.ts', 'Unstaged changes after reset:\nM\tsrc/other.ts'],
    ['git reset --hard HEAD~1 || true', "fatal: ambiguous argument 'HEAD~1': unknown revision"],
    ['git reset --hard origin/main || true', 'fatal: Failed to resolve'],
    ['git commit --amend -m y || echo failed', 'pre-commit hook failed\nfailed'],
    ['git switch -c spike && git reset --hard HEAD~1', 'HEAD is now at 0000abc Start'],
    ['git switch spike && git reset --hard origin/spike', 'HEAD is now at 0000abc Start'],
    ['git switch spike && git reset --hard 0000abc', 'HEAD is now at 0000abc Start'],
    ['git -C /srv/other reset --hard HEAD~1', 'HEAD is now at 0000abc Start'],
  ])('is not taken back by %s', (command, output) => {
    expect(linesOf(begun('main').runs(command, output))).toEqual([HEADER]);
  });

  it('is not replaced by an amended one of another branch or another repository', () => {
    const branch = begun().runs('git switch release && git commit --amend', '[release 2222222] Release');
    expect(linesOf(branch)).toEqual([HEADER, 'Committed on release: 2222222 "Release" (no push was seen).']);
    const away = begun().runs('git -C /srv/y commit --amend --no-edit', '[main 2222222] Other');
    expect(linesOf(away)).toEqual([
      'Committed on main: 1111111 "Header", 2222222 "Other" (no push was seen).',
    ]);
    away.runs('git -C /srv/y commit --amend --no-edit', '[main 3333333] Other');
    expect(linesOf(away)[0]).toContain('1111111 "Header", 3333333 "Other"');
  });

  it('is replaced by an amended one of its branch, also on a detached HEAD', () => {
    const amended = begun('main').runs('git commit --amend', '[main 2222222] Headers');
    expect(linesOf(amended)).toEqual(['Committed on main: 2222222 "Headers" (no push was seen).']);
    const detached = begun('main').runs('git commit --amend', '[detached HEAD 2222222] Headers');
    expect(linesOf(detached)[0]).not.toContain('1111111');
  });
});

describe('what was not finished', () => {
  const firstLine = (talk: ReturnType<typeof converse>) => checkpointOf(talk).split('\n')[0];

  it.each(['continue', 'weiter', '继续', 'continúa', 'ok, go on', '계속해줘', '続けてください'])(
    'is the request that a bare "%s" continues',
    (word) => {
      const talk = converse().person('migrate the importers').agent('at is done. Should I chunk it?');
      talk.person('yes, at 50k rows').agent('ok').person('continue, and use latin-1').agent('ok');
      expect(firstLine(talk.person(word).runs('make fr'))).toMatch(
        /^Not reported as finished: the first request\. /,
      );
    },
  );

  it('is not a remark that ends with "continue"', () => {
    const talk = converse().person('migrate the importers').agent('The plan has four steps.');
    talk.person('slurs belong to step 4, not now. continue').agent('Deferred to step 4.');
    expect(firstLine(talk.person('continue').runs('make fr'))).toMatch(
      /^Not reported as finished: the first request\. /,
    );
  });

  it('is the answer to a question with its options, if the agent waits for it', () => {
    const talk = converse().person('migrate the importers').agent('One thing is open.');
    const asked = firstLine(talk.asks('How long are files kept? (30 days / the whole season)'));
    expect(asked).toBe(
      'Not reported as finished: the first request. The agent asked, and nobody has answered: "How long are files kept? (30 days / the whole season)".',
    );
    const answered = converse()
      .person('migrate the importers')
      .answers('How long?', '30 days')
      .writes('a.ts');
    expect(checkpointOf(answered)).not.toContain('nobody has answered');
  });

  it('is not named once something was committed for the request that "continue" goes on from', () => {
    const talk = converse()
      .person('migrate the importers')
      .agent('The plan has four steps.')
      .person('continue');
    talk.runs('git commit -m x', '[main 1234567] Step one').agent('Step one is done.');
    expect(firstLine(talk.person('continue').writes('two.ts'))).toMatch(
      /^The session stopped while the agent was at work\. /,
    );
  });

  it('is not the request that was reported on before a background task ended', () => {
    const talk = converse()
      .person('fail on exit code 1')
      .writes('drift.yml')
      .agent('The job fails on 1 now.');
    talk.task('task-notification', false).agent('The linter found one line.').writes('drift.yml');
    expect(checkpointOf(talk)).not.toContain('Not reported as finished');
  });

  it('is the request if its own todos are left', () => {
    const talk = converse()
      .person('do one and two, a commit for each')
      .todos(['doing', 'One'], ['open', 'Two'])
      .runs('git commit -m x', '[main 1234567] One')
      .agent('One is committed.')
      .writes('two.ts');
    expect(firstLine(talk)).toMatch(/^Not reported as finished: the first request\. /);
  });
});

describe('a request that was met and committed', () => {
  const committed = (request: string) =>
    checkpointOf(
      converse()
        .person('add the integrator')
        .agent('ok')
        .person(request)
        .runs('git commit -m x', '[main 1234567] Wire it')
        .agent('ok')
        .person('now the drift test')
        .agent('ok'),
    );

  it('is shown if there is room', () => {
    expect(committed('Wire it into the CLI as an option, rk4 stays the default.')).toContain(
      '- Wire it into the CLI as an option, rk4 stays the default.',
    );
  });

  it.each([
    'Perfecto. Haz commit y súbelo.',
    'commitea y pushea los cambios',
    '提交并推送',
    '커밋하고 다음 진행해',
    '커밋하고 푸시해줘',
    'コミットしてプッシュして',
    'commit this and push to main',
  ])('is not shown if it only orders the commit: %s', (order) => {
    expect(committed(order)).not.toContain(order);
  });

  it.each(['commit only after the tests pass on staging', '提交之前先跑一遍测试', 'no hagas commit todavía'])(
    'is shown if it says more than that: %s',
    (order) => {
      expect(committed(order)).toContain(`- ${order}`);
    },
  );
});

describe('what was run last', () => {
  it('is named without the edits in the same command, and counts after them', () => {
    const talk = converse()
      .person('read the tides')
      .runs("sed -i 's/a/b/' src/tide.ts && npx vitest run src/tide.test.ts", ' 4 passed')
      .agent('It reads.')
      .person('and what are its limits?')
      .agent('A year.');
    expect(checkpointOf(talk)).toContain(
      'Last test run: `npx vitest run src/tide.test.ts` passed (only a part of the tests).',
    );
  });

  it.each([
    ['go test ./...', false],
    ['go test ./tide/', true],
    ['go test ./... -run Tide', true],
    ['npm test', false],
    ['npx vitest run src/tide.test.ts', true],
    ['pytest tests/test_tide.py::test_hour', true],
    ['cargo test', false],
    ['cd web && npm test -- --grep=tide', true],
    ['pytest -m slow', true],
    ['python -m pytest tests', false],
    ['python3 -m pytest tests', false],
  ])('%s is a part of the tests: %s', (command, isPart) => {
    const talk = converse().person('read the tides').writes('tide.ts').runs(command, '4 passed');
    expect(checkpointOf(talk.agent('It reads.')).includes('(only a part of the tests)')).toBe(isPart);
    const failing = converse().person('read the tides').writes('tide.ts').fails(command, '1 failed');
    expect(checkpointOf(failing.agent('It reads.'))).not.toContain('(only a part of the tests)');
  });

  it('is no last action besides, also if the action ends otherwise', () => {
    const talk = converse().person('read the tides').writes('tide.ts').runs('mise run lint 2>&1', '0 issues');
    expect(checkpointOf(talk)).toContain('Last lint run: `mise run lint` passed');
    expect(checkpointOf(talk)).not.toContain('Its last action');
  });

  it('is a pass of Maven, whose exit code a filter hides', () => {
    const talk = converse()
      .person('read the tides')
      .writes('Tide.java')
      .runs(
        './mvnw -q test 2>&1 | grep "Tests run:" | tail -1',
        '[INFO] Tests run: 412, Failures: 0, Errors: 0, Skipped: 3',
      )
      .agent('It reads.');
    expect(checkpointOf(talk)).toContain('`./mvnw -q test` passed');
  });

  it('is a pass of before the last change, which is said', () => {
    const talk = converse()
      .person('read the tides')
      .writes('tide.ts')
      .runs('npm test', '4 passed')
      .agent('It reads.')
      .person('and the harbors')
      .writes('harbor.ts')
      .agent('They are read.');
    expect(checkpointOf(talk)).toContain('Last test run: `npm test` passed, before the last change.');
  });

  it('names why the last action failed', () => {
    const talk = converse()
      .person('draw the tides')
      .writes('fig.py')
      .fails(
        'python fig.py',
        "Traceback (most recent call last):\nModuleNotFoundError: No module named 'pandas'",
      )
      .interrupted();
    expect(checkpointOf(talk)).toContain(`(failed: "ModuleNotFoundError: No module named 'pandas'")`);
  });
});

describe('a run of tests', () => {
  const begun = () => converse().person('fix the header').writes('app.ts');
  const failed = () => begun().fails('npm test', ' FAIL app.test.ts > parses\n Tests  1 failed | 41 passed');
  const NONE = 'No test run was recognized';

  it('by the person replaces an older one', () => {
    const talk = failed().agent('One fails.').shell('npm test').shell('', ' Tests  42 passed (42)');
    expect(checkpointOf(talk)).toContain('Last test run: `npm test` passed.');
    const unknown = failed().agent('One fails.').shell('npm test').shell('', 'done');
    expect(checkpointOf(unknown)).not.toContain('Last test run');
    const missing = failed().agent('One fails.').shell('npm test').shell('', 'sh: npm: command not found');
    expect(checkpointOf(missing)).toContain('`npm test` failed');
  });

  it('counts if it fails after a stash was restored', () => {
    const talk = begun().runs('npm test', ' Tests  42 passed');
    talk.fails('git stash pop && npm test', ' FAIL app.test.ts > parses\n Tests  1 failed').agent('ok');
    expect(checkpointOf(talk)).toContain('Last test run: `npm test` failed: "FAIL app.test.ts > parses".');
  });

  it('is recognized also if nothing is known about its outcome', () => {
    expect(checkpointOf(begun().agent('ok'))).toContain(NONE);
    expect(checkpointOf(begun().runs('npm test | tail -3', 'Duration 1s').agent('ok'))).not.toContain(NONE);
    expect(checkpointOf(begun().runsInBackground('npm test').agent('ok'))).not.toContain(NONE);
    expect(checkpointOf(begun().begins('npm test'))).not.toContain(NONE);
    expect(checkpointOf(begun().runs('git stash && npm test; git stash pop').agent('ok'))).not.toContain(
      NONE,
    );
    expect(checkpointOf(begun().fails('npm test', 'sh: npm: command not found').agent('ok'))).toContain(NONE);
  });
});

describe('the subject of a commit', () => {
  it('is not the first line of a script in the same command', () => {
    const talk = converse()
      .person('check the offset')
      .runs(
        "python3 - <<'PY'\np='a.cs';t=open(p).read()\nPY\ngit commit -qam \"409 when the offset differs\" && git rev-parse --short HEAD",
        'a4d3071',
      )
      .agent('Committed.');
    expect(checkpointOf(talk)).toContain('a4d3071 "409 when the offset differs"');
  });

  it('is the first line of a message that a script wrote to a file', () => {
    const talk = converse()
      .person('check the offset')
      .runs(
        'cat > .msg <<EOF\nAnswer 409\nEOF\ngit commit -q -F .msg && git rev-parse --short HEAD',
        'a4d3071',
      )
      .agent('Committed.');
    expect(checkpointOf(talk)).toContain('a4d3071 "Answer 409"');
  });
});

describe('the message of a tag', () => {
  it('is no commit, and neither is the tag that it replaced', () => {
    const talk = converse()
      .person('tag the release')
      .runs('git commit -qa -m "release: 2.8.0" && git log --oneline -1', '9b7c0d3 release: 2.8.0')
      .runs(
        'git commit -qa --amend --no-edit && git tag -f -a v2.8.0 -m "hermod 2.8.0" && git log --oneline -1 --decorate',
        "Updated tag 'v2.8.0' (was 88d2e07)\n9b7c0d4 (HEAD -> main, tag: v2.8.0) release: 2.8.0",
      )
      .agent('Tagged.');
    expect(checkpointOf(talk)).toContain('Committed: 9b7c0d4 "release: 2.8.0" (');
  });
});

describe('a run of tests that passed', () => {
  it('is not listed if the last message says how many passed', () => {
    const said = (words: string) =>
      checkpointOf(
        converse().person('read the tides').writes('tide.ts').runs('npm test', '59 passed').agent(words),
      );
    expect(said('It reads. 59 tests pass.')).not.toContain('Last test run');
    expect(said('Listo, 59 tests en verde.')).not.toContain('Last test run');
    expect(said('It reads. The tests pass, but not on Windows.')).toContain('Last test run');
  });
});

describe('a command of the person that only looks', () => {
  it('is shown with what it printed, or not at all', () => {
    const looked = (output: string) =>
      checkpointOf(
        converse()
          .person('read the tides')
          .writes('tide.ts')
          .agent('Read.')
          .shell('git log --oneline -1', output),
      );
    expect(looked('1111111 Read')).toContain('ran `git log --oneline -1`, which printed');
    expect(looked('')).not.toContain('git log');
  });
});

describe('an issue that was created', () => {
  it('is not listed if the agent names its number', () => {
    const created = (said: string) =>
      converse()
        .person('file it')
        .runs('gh issue create -t Tide -b Low', 'https://github.com/ada/x/issues/512')
        .agent(said);
    expect(checkpointOf(created('It is filed.'))).toContain(
      'Issue created: https://github.com/ada/x/issues/512.',
    );
    expect(checkpointOf(created('It is #512.'))).not.toContain('Issue created');
    expect(checkpointOf(created('It is like #5123.'))).toContain('Issue created');
  });
});

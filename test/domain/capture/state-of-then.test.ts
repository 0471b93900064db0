import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';

const FACT = 'The reader keeps one line for each hour of the day, because the almanac is sorted by hour.';
const reported = (said: string) =>
  converse().person('read the tides').writes('tide.ts').agent(`${FACT} ${said}`);

describe('what was so when a report was written', () => {
  const drawn = (said: string) => reported(said).person('and the moon').writes('moon.ts');

  it.each([
    'まだコミットはしていません。',
    '아직 커밋은 안 했습니다.',
    'PUT liegt weiter uncommittet da.',
    'Not committed, I wanted to write those tests first.',
    'All green: 14 unit, 17 integration.',
    'The new test fails without the fix (202 instead of 404) and passes with it.',
    'I proved the regression test guards the bug.',
    "I've changed nothing.",
    'De momento no he ejecutado nada.',
    'まだ何も変更していません。',
    'Half way through step 5.',
    'Stopping here since this was a natural cut, continue does the rest.',
    '`forms` next.',
    'Doing that and the moon now.',
    'Continuing with the imports.',
    'Cole a saída aqui que eu leio o diff com você.',
    'Prova a scegliere un punto e passare a carta.',
    '麻烦你手工测一下新增和切换。',
    '请再试一次。',
  ])('is left out once the agent went on: %s', (said) => {
    const text = checkpointOf(drawn(said).agent('The moon is drawn.'));
    expect(text).toContain('one line for each hour');
    expect(text).not.toContain(said);
  });

  it.each([
    'Not committed because the hook of the harbor fails.',
    'All green except the one of the harbor.',
    'The flag changed nothing.',
  ])('stays if it says more: %s', (said) => {
    expect(checkpointOf(drawn(said).agent('The moon is drawn.'))).toContain(said);
  });

  it.each([
    'Four tests were added, not run yet.',
    'まだテストは実行していません。',
    'The tree does not build right now.',
  ])('is left out once tests ran: %s', (said) => {
    const later = (talk: Talk) => checkpointOf(talk.agent('The moon is drawn.'));
    expect(later(drawn(said).runs('npm test', '4 passed'))).not.toContain(said);
    expect(later(drawn(said))).toContain(said);
  });

  it('does not keep the old name of a file that a failed chain moved first', () => {
    const talk = converse().person('rename it').writes('src/Scheduled.php');
    const text = checkpointOf(
      talk
        .fails(
          'mv src/Scheduled.php src/Charged.php && sed -i s/a/b/ src/Charged.php && grep -rn Scheduled src',
          '',
        )
        .agent('It is called so now.'),
    );
    expect(text).toContain('Not committed: src/Charged.php.');
  });

  it('does not hold of what a report says about files that were deleted since', () => {
    const talk = () =>
      converse()
        .person('draw the harbors')
        .creates('src/drawer.ts')
        .writes('src/page.ts')
        .agent(`${FACT} \`drawer.ts\` slides in from the right.`)
        .person('ok, now in one row');
    const row = (so: Talk) => checkpointOf(so.writes('src/row.ts').agent('The row is there.'));
    expect(row(talk().runs('rm src/drawer.ts'))).not.toContain('slides in');
    expect(row(talk())).toContain('slides in');
    expect(row(talk().runs('rm src/drawer.ts').writes('src/drawer.ts'))).toContain('slides in');
    expect(row(talk().writes('src/old/drawer.ts').runs('rm src/old/drawer.ts'))).toContain('slides in');
    const failed = 'rm src/drawer.ts && npx tsc; npm test';
    expect(row(talk().fails(failed, 'src/page.ts(1,1): error TS2307'))).not.toContain('slides in');
    expect(row(talk().fails(failed, 'rm: src/drawer.ts: No such file'))).toContain('slides in');
  });
});

describe('what the code did not have yet', () => {
  it.each([
    '`moon.ts` is not wired up yet.',
    '`moon.ts`은 아직 안 바꿨습니다.',
    'まだ `moon.ts` は実装していません。',
    '`moon.ts` 还没实现。',
  ])('is left out once somebody came back to it and it was committed: %s', (said) => {
    const talk = reported(said).person('and the moon').writes('moon.ts').agent('The moon is drawn.');
    expect(checkpointOf(talk)).toContain(said);
    talk.person('commit').runs('git commit -m x', '[main 1111111] Moon').agent('Committed.');
    expect(checkpointOf(talk)).not.toContain(said);
  });

  it.each(['`sun.ts` is not wired up yet.', '`moon.ts` is not updated yet, so release it before the app.'])(
    'stays if nobody did, or if it has to be heeded: %s',
    (said) => {
      const talk = reported(said).person('and the moon').writes('moon.ts').agent('The moon is drawn.');
      talk.person('commit').runs('git commit -m x', '[main 1111111] Moon').agent('Committed.');
      expect(checkpointOf(talk)).toContain(said);
    },
  );
});

describe('a command in the background', () => {
  const ID = 'Command running in background with ID: b12';
  const SAYS = 'Started in the background, and no end was seen: `train.py --seed 1`.';
  const started = () => converse().person('train it').runs('train.py --seed 1', ID).agent('It is running.');

  it('is named until its end is seen', () => {
    expect(checkpointOf(started())).toContain(SAYS);
    expect(checkpointOf(started().task('done', false))).toContain(SAYS);
    const ended = converse().person('train it').runs('train.py --seed 1', ID.replace('b12', 't'));
    expect(checkpointOf(ended.task('done', false).agent('It is trained.'))).not.toContain('Started in the');
  });

  it.each([
    ['TaskStop', 'Successfully stopped task: b12', false],
    ['KillShell', 'Killed', false],
    ['BashOutput', '<status>completed</status>', false],
    ['BashOutput', '<status>running</status>', true],
    ['TaskOutput', '<task_id>b12</task_id><status>completed</status>', false],
    ['TaskOutput', '<task_id>b99</task_id><status>completed</status>', true],
    ['TaskStop', 'Successfully stopped task: ag1', true],
  ])('is over by %s with %s', (tool, text, isNamed) => {
    const so = checkpointOf(started().uses(tool, text).agent('Ok.'));
    expect(so.includes(SAYS)).toBe(isNamed);
  });

  it('takes what was said about its run with it', () => {
    const talk = converse()
      .person('train it')
      .runs('train.py', ID.replace('b12', 't'))
      .agent(`${FACT} The base is running in the background. About 25 s each, so ~13 minutes.`)
      .person('how is it split?')
      .agent('By clip.')
      .task('done', false)
      .agent('The base has a score of 0.612 in each of three runs.')
      .person('and the other?')
      .agent('Later.');
    expect(checkpointOf(talk)).toContain('one line for each hour');
    expect(checkpointOf(talk)).not.toMatch(/is running in the background|13 minutes/);
  });
});

describe('a cause that a later message rules out', () => {
  const READING =
    'First reading: the connection pool is too small. Slow queries hold its connections for 5 seconds, so that others wait.';
  const looked = (talk: Talk, later: string) =>
    checkpointOf(
      talk
        .person('ok, try it')
        .runs('scale pool 40')
        .agent(later)
        .person('go on')
        .writes('route.ts')
        .agent('The route of the third zone was missing, and is there now.'),
    );

  it('is not reported, and what rules it out is', () => {
    for (const later of [
      "The pool wasn't it. With 40 connections it is the same.",
      "It's not the pool either, but this run showed where it comes from: one node.\n- node 1\n- node 2",
    ]) {
      const text = looked(converse().person('why 502?').runs('top').agent(READING), later);
      expect(text).not.toContain('First reading');
      expect(text).not.toContain('Slow queries');
      expect(text).toContain(later.slice(0, 16));
    }
  });

  it('is reported if nothing rules it out, or the report changed something', () => {
    expect(
      looked(converse().person('why 502?').runs('top').agent(READING), 'With 40 connections it is gone.'),
    ).toContain('the connection pool is too small');
    expect(
      looked(
        converse()
          .person('raise the pool')
          .writes('pool.ts')
          .agent(
            'The pool of `pool.ts` has 40 connections now, because six pods with ten each ran out of them.',
          ),
        "The pool wasn't it. With 40 connections it is the same.",
      ),
    ).toContain('has 40 connections now');
  });
});

describe('a choice', () => {
  it('is left out once the next message takes another one', () => {
    const chosen = (next: string) =>
      checkpointOf(
        converse()
          .person('store the keys')
          .agent('Either:\n- Redis: the plugin is there\n- A table: slower')
          .person('redis')
          .writes('redis.ts')
          .agent('The keys are in Redis.')
          .person(next)
          .writes('table.ts')
          .agent('They are there.'),
      );
    expect(chosen('no, other way. a table')).not.toContain('the plugin is there');
    expect(chosen('hm no wait. that is flushed. the table')).not.toContain('the plugin is there');
    expect(chosen('and one for the names')).toContain('of the option "Redis: the plugin is there": redis');
  });
});

describe('a short question', () => {
  it('is shown with the paragraph before it', () => {
    const asked =
      '`noUncheckedIndexedAccess` finds 41 places, and most of them are in the loops.\n\nKeep or drop?';
    const talk = converse().person('make it strict').agent(asked).person('drop it. noise').agent('Dropped.');
    expect(checkpointOf(talk)).toContain('are in the loops. Keep or drop?", answered: drop it. noise');
  });
});

describe('a table of an earlier report', () => {
  const shown = (rows: string) => {
    const talk = converse()
      .person('plan the network')
      .writes('net.tf')
      .agent(
        `${'The network has a zone for each of the harbors. '.repeat(12)}\n\nThe plan of the network is there:\n| # | What | How |\n|---|---|---|\n${rows}`,
      );
    for (const name of ['a', 'b', 'c'])
      talk
        .person(`now ${name}`)
        .writes(`${name}.tf`)
        .agent(`The file of ${name} is there, because it was asked for.`);
    return checkpointOf(talk);
  };

  it('stays if it has figures, and not because its rows have numbers', () => {
    expect(shown('| 1 | base | 12.4 ms |\n| 2 | cached | 3.1 ms |\n| 3 | both | 2.9 ms |')).toContain(
      '3.1 ms',
    );
    expect(
      shown('| 1 | `private["1c"]` | 10.40.96.0/20 |\n| 2 | `public["1c"]` | new |\n| 3 | nat | new |'),
    ).not.toContain('10.40');
  });
});

describe('a yes', () => {
  const begun = (next: string) =>
    checkpointOf(
      converse()
        .person('two mails per order')
        .agent('The lock is missing. Shall I begin with the lock in Redis?')
        .person('si dale con eso, con prueba')
        .writes('lock.ts')
        .agent('The lock is there.')
        .person(next)
        .writes('table.ts')
        .agent('It is done.'),
    );

  it('is left out if the next message takes it back', () => {
    expect(begun('no espérate, mejor una tabla en postgres')).not.toContain('con prueba');
    expect(begun('y una tabla en postgres')).toContain('answered: si dale con eso, con prueba');
  });
});

describe('a report that the person corrects', () => {
  const stored = () =>
    converse()
      .person('store the keys')
      .writes('keys.ts')
      .agent('The keys are in Redis, and each of them has a time to live of one day.');

  it('is left out once the agent has reported on the correction', () => {
    const corrected = stored().person('no, other way. a table').writes('keys.ts');
    expect(checkpointOf(corrected)).toContain('The keys are in Redis');
    expect(checkpointOf(corrected.agent('They are in a table.'))).not.toContain('Redis');
  });

  it('stays if the person only says no to something else', () => {
    expect(
      checkpointOf(stored().person('no, first the docs').writes('docs.ts').agent('The docs are there.')),
    ).toContain('The keys are in Redis');
    expect(
      checkpointOf(stored().person('no idea, why a day?').writes('keys.ts').agent('It is a guess.')),
    ).toContain('The keys are in Redis');
  });
});

describe('what was only explained', () => {
  const explained = () =>
    converse()
      .person('how would it work?')
      .agent(
        `The suffix counts up. ${'Each session stores the number of its branch, and compares lines with it. '.repeat(8)}`,
      );

  it.each([
    'can you write this into a markdown file?',
    '把这个写到文档里',
    'これをドキュメントにまとめて',
    'escríbelo en un documento',
  ])('is left out once it was written down: %s', (order) => {
    const written = (path: string) => checkpointOf(explained().person(order).writes(path).agent('Written.'));
    expect(written('docs/suffix.md')).not.toContain('stores the number');
    expect(written('suffix.ts')).toContain('stores the number');
  });

  it('stays if another document is written', () => {
    const text = checkpointOf(explained().person('fix the typo in it').writes('README.md').agent('Fixed.'));
    expect(text).toContain('stores the number');
  });
});

describe('what was written after the last words', () => {
  it('is named below words that only announce it', () => {
    const found =
      'The fix is to add the summary to the list of `shouldFilter`, because it passes through unfiltered there.';
    const talk = converse().person('why does it leak?').agent(found).writes('filter.ts');
    expect(checkpointOf(talk.begins('npm test'))).toMatch(
      /unfiltered there\.\nAfter that it wrote filter\.ts\./,
    );
    const writing = converse().person('why does it leak?').agent(found).writes('filter.ts');
    expect(checkpointOf(writing)).toContain('Its last action: Write filter.ts (done)');
    expect(checkpointOf(writing)).not.toContain('After that it wrote');
    const committed = converse().person('why does it leak?').agent(found).writes('filter.ts');
    committed.runs('git commit -m x', '[main 1111111] Filter').begins('npm test');
    expect(checkpointOf(committed)).not.toContain('After that it wrote');
    expect(checkpointOf(talk.agent('The summary is filtered.'))).not.toContain('After that it wrote');
  });
});

describe('the last run of tests', () => {
  it('counts as one of the present state if only documents were written since', () => {
    const talk = converse().person('read').writes('tide.ts').runs('npm test', 'ok').writes('notes/review.md');
    expect(checkpointOf(talk.agent('Written.'))).toContain('Last test run: `npm test` passed.');
    expect(checkpointOf(talk.writes('tide.ts').agent('Written.'))).toContain(
      'passed, before the last change.',
    );
    const killed = converse()
      .person('read')
      .writes('tide.ts')
      .runs('npm test', 'ok')
      .beginsToWrite('moon.ts');
    expect(checkpointOf(killed)).toContain('passed, before the last change.');
  });
});

describe('files that only `git diff --stat` names', () => {
  const STAT =
    ' src/a.cpp | 2 +-\n src/b.cpp | 14 ++++----\n .../c.cpp | 1 +\n 3 files changed, 4 insertions(+)';

  it('are not committed', () => {
    const talk = converse().person('rename it').writes('src/a.cpp');
    const text = checkpointOf(
      talk.runs('perl -pi -e s/x/y/ src/*.cpp && git diff --stat', STAT).agent('Renamed.'),
    );
    expect(text).toContain('Not committed: src/a.cpp.');
    expect(text).toContain('Also not committed, changed by a command or by somebody else: src/b.cpp.');
  });

  it('keep what is staged, and say nothing if they compare something else', () => {
    const staged = converse()
      .person('rename it')
      .runs('git status --short', 'M  src/old.cpp')
      .runs('git diff --stat', STAT)
      .agent('Renamed.');
    expect(checkpointOf(staged)).toContain('src/old.cpp, src/a.cpp, src/b.cpp');
    const compared = converse().person('compare').runs('git diff --stat main..HEAD', STAT).agent('Compared.');
    expect(checkpointOf(compared)).not.toContain('src/a.cpp');
  });
});

describe('a finding above a list', () => {
  it('is shown, without sentences that refer to what is not', () => {
    const talk = converse()
      .person('why is there no route?')
      .runs('grep count')
      .agent(
        `Found it. \`peering.tf\` has two routes, while the zones are three.\n- The nodes are cordoned.\n- The fix is one line.\n${'The zones have a table each, with rows for what they reach and what reaches them. '.repeat(5)}\n\nThe same file is used in production. I haven’t looked there, you said so.`,
      )
      .person('ok')
      .writes('peering.tf')
      .agent('The third route is in.')
      .person('and the docs of it')
      .writes('routes.ts')
      .agent('They are there.')
      .person('and the names')
      .writes('names.ts')
      .agent('They are there as well.');
    const text = checkpointOf(talk);
    expect(text).toContain('Found it. `peering.tf` has two routes, while the zones are three.');
    expect(text).not.toContain('looked there');
  });
});

describe('a section about the cause', () => {
  it('is shown with its list', () => {
    const talk = converse()
      .person('なぜ1円ずれるのですか')
      .runs('php x')
      .agent(
        `原因が特定できました。\n## 原因\n10% のグループが商品と送料の2つに分かれており、端数の切り捨てが2回行われています。\n\`\`\`\n129 + 45\n\`\`\`\n- \`e93b7d2\` でキャストが変わりました。\n- 送料は整数のままです。\n## 件数\n${'対象の注文は 6,418 件です。'.repeat(30)}`,
      )
      .person('案Aで')
      .writes('tax.php')
      .runs('git commit -m x', '[main 1111111] Tax')
      .agent('直しました。')
      .person('一覧も')
      .writes('list.php')
      .agent('用意しました。');
    expect(checkpointOf(talk)).toContain('2つに分かれており');
    expect(checkpointOf(talk)).toContain('キャストが変わりました');
  });
});

describe('what the agent left behind', () => {
  it('is shown however old it is', () => {
    const talk = converse()
      .person('why 502?')
      .runs('run pod')
      .agent('Every failure is on one node. I left a debug pod `netshoot` in the namespace.');
    for (const name of ['a', 'b', 'c'])
      talk.person(`now ${name}`).writes(`${name}.ts`).agent(`${name} is there.`);
    expect(checkpointOf(talk)).toContain('I left a debug pod `netshoot`');
  });
});

describe('a remark on the way about what did not work', () => {
  it('is left out if it does not name it', () => {
    const talk = (said: string) =>
      checkpointOf(
        converse().person('read').agent(said).writes('tide.ts').agent('The tides are read by the hour.'),
      );
    expect(talk('Reverting it.')).not.toContain('Reverting');
    expect(talk('The index did not help, reverting it.')).toContain('The index did not help');
  });
});

describe('an interrupted first request', () => {
  it('is not called so once something was committed', () => {
    const talk = converse().person('read the tides, and never round them').agent('Reading').interrupted();
    talk.person('with one line per hour').writes('tide.ts').agent('They are read.');
    expect(checkpointOf(talk)).toContain(
      'First request (the person interrupted it before any file was changed):',
    );
    talk.person('commit').runs('git commit -m x', '[main 1111111] Read').agent('Committed.');
    expect(checkpointOf(talk)).toContain('First request:');
  });
});

describe('what is not reported as finished', () => {
  it('is not a question that the agent answered on the way', () => {
    const talk = converse()
      .person('build the host of the plugins')
      .writes('host.py')
      .person('does the plugin stay alive between builds?')
      .agent(
        'As it stands it does not, because the watcher has no plugins of its own. Going on with the host.',
      )
      .writes('host.py')
      .begins('pytest');
    expect(checkpointOf(talk)).toContain('Not reported as finished: the first request.');
  });
});

describe('what the person says about a push', () => {
  const pushed = (said: string) =>
    checkpointOf(
      converse()
        .person('read it')
        .writes('a.ts')
        .runs('git commit -m "Read"', '[main 1111111] Read')
        .agent('Committed.')
        .person(said)
        .agent('Ok.'),
    );

  it.each([
    'btw i pushed it to see ci',
    'pushed, rolling it out tonight',
    'hab vorhin gepusht, V27 nicht mehr anfassen',
    'さっきpushしました',
    '我推上去了',
  ])('stands beside the commits: %s', (said) => {
    expect(pushed(said)).toContain('(no push was seen; after 1111111 the person said that they had pushed)');
  });

  it('is not an order, or what they will do', () => {
    expect(pushed('please push it')).toContain('(no push was seen)');
    expect(pushed('i push it myself')).toContain('(no push was seen)');
  });

  it('and what git says about another branch does not count', () => {
    const talk = converse('topic').person('read it').writes('a.ts');
    talk
      .runs('git commit -m "Read"', '[topic 1111111] Read')
      .runs('git status -sb', '## main...origin/main [ahead 1]');
    expect(checkpointOf(talk.agent('Ok.'))).toContain('(no push was seen)');
  });
});

describe('a todo that was skipped', () => {
  it('is in a line once a later one is done and something was committed', () => {
    const talk = converse()
      .person('build it')
      .todos(['open', 'Role of the base'], ['done', 'Test it'])
      .writes('a.yml')
      .agent('Tested.');
    const loops = () => deriveFromDigest(talk.digest()).filter(({ type }) => type === 'open_loop').length;
    expect(loops()).toBe(1);
    talk.person('commit').runs('git commit -m x', '[main 1111111] First').agent('Committed.');
    expect(loops()).toBe(0);
    expect(checkpointOf(talk)).toContain('while it made 1 commit: "Role of the base".');
  });
});

describe('an answer that is not reported on', () => {
  it('is quoted once, with its question', () => {
    const answer = 'yes only the route. i ask Nico about the nodes, then uncordon them and check it again';
    const talk = converse().person('add the route').agent('Planned. OK to apply that in staging?');
    const text = checkpointOf(talk.person(answer).begins('terraform apply'));
    expect(text).toContain(`asked "OK to apply that in staging?", answered: ${answer}`);
    expect(text.split(answer)).toHaveLength(2);
  });
});

describe('a point that a reply answers', () => {
  const FINDINGS = '### 1. Two workers claim the same row\n### 2. Retries are signed with the old time';

  it('is named also if the reply begins with other words', () => {
    const talk = converse().person('review it').agent(FINDINGS);
    const text = checkpointOf(talk.person('thanks, some back:\n1 is no finding\n2 not sure').agent('ok'));
    expect(text).toContain(
      'asked "1. Two workers claim the same row / 2. Retries are signed with the old time"',
    );
  });

  it('is named also if the answers are a list, after points that ask', () => {
    const asked =
      'For you:\n1. Shall the cluster backend stay in the guide?\n2. Is the key format a step of its own?';
    const talk = converse().person('write the guide').agent(asked).person('1. take it out\n2. yes, on top');
    expect(checkpointOf(talk.agent('ok'))).toContain('asked "1. Shall the cluster backend stay');
  });

  it('is not if the person writes a list', () => {
    const talk = converse().person('review it').agent(FINDINGS);
    const text = checkpointOf(talk.person('please do this:\n1. read it\n2. write it').agent('ok'));
    expect(text).not.toContain('asked "');
  });
});

describe('the last message', () => {
  it('keeps what it says beside what is not committed, in any script', () => {
    const talk = converse().person('修复锁').writes('lock.py');
    const said = '`--apply` 没跑过，只用 dry-run 看过结果，脚本和测试都还没提交。';
    expect(checkpointOf(talk.agent(`脚本写好了，会列出没有过期时间的锁。\n${said}`))).toContain(
      '只用 dry-run 看过结果',
    );
  });
});

describe('a run that the last message tells of', () => {
  it('is left out of it only if a line has it', () => {
    const talk = converse().person('add the page').writes('page.vue').runs('pnpm lint', 'ok');
    expect(checkpointOf(talk.agent('The page is there. Lint passes.'))).not.toContain('Lint passes');
    talk.person('and the menu, with four items?').writes('menu.vue').agent('The menu is there. Lint passes.');
    expect(checkpointOf(talk)).not.toContain('Last lint run');
    expect(checkpointOf(talk)).toContain('Lint passes.');
  });

  it('stays beside what is not committed', () => {
    const talk = converse()
      .person('401 也清')
      .writes('request.ts')
      .agent('401 也清了。类型检查和 lint 通过，全部未提交。');
    expect(checkpointOf(talk)).toContain('lint 通过');
  });
});

describe('a first request that was committed', () => {
  it('is not called done while something is not committed', () => {
    const talk = converse()
      .person('add the report of the sales')
      .writes('query.cs')
      .runs('git commit -m x', '[main 1111111] Query')
      .agent('The query of the report is in.');
    const asked = () => checkpointOf(talk.person('and how many?').agent('They are 12.'));
    expect(asked()).not.toContain('followed by a commit');
    talk.writes('excel.cs').agent('The file is there.');
    expect(asked()).not.toContain('reported and committed');
  });
});

describe('a sentence that refers to one that is left out', () => {
  it.each(['The sweep ignores them, because none is due.', 'But that is no reason to delete 3 of these.'])(
    'is left out as well: %s',
    (said) => {
      const talk = converse()
        .person('send the mails')
        .writes('send.py')
        .agent(
          `It sends the mails of each day. The old ones stay as they are. ${said} ${'It takes long. '.repeat(30)}`,
        );
      for (const name of ['a', 'b', 'c'])
        talk.person(`now ${name}`).writes(`${name}.py`).agent(`${name} is there.`);
      expect(checkpointOf(talk)).not.toContain(said);
    },
  );
});

describe('what the agent understood', () => {
  it('is shown before the work on it was reported', () => {
    const text = checkpointOf(
      converse()
        .person('skip them as well')
        .agent('Will do: the queue passes over suspended members without dropping them. First the template.')
        .begins('mix test'),
    );
    expect(text).toContain('without dropping them. First the template.');
  });
});

describe('a sentence beside the list of commits', () => {
  const committed = (said: string) =>
    checkpointOf(
      reported('')
        .runs('git commit -m "Read"', '[main 84f71be] Read')
        .agent(`The tides are read and stored by the hour now.\n${said}`),
    );

  it.each([
    'Committet als `84f71be` auf `main`, nicht gepusht.',
    'Step 2 is in as `84f71be`.',
    'The reader is in (`84f71be`), the test separately.',
  ])('is left out if it only says what is committed: %s', (said) => {
    expect(committed(said)).not.toContain(said);
  });

  it.each(['Bumped the pin to the fixed commit (`84f71be`).', 'The fix is not in `84f71be`.'])(
    'stays if it says more: %s',
    (said) => {
      expect(committed(said)).toContain(said);
    },
  );
});

describe('the name above a list', () => {
  it('stays while an item of it does', () => {
    const talk = converse()
      .person('fix both')
      .writes('a.ts')
      .runs('git commit -m "Pin"', '[main 8ac0d38] Pin')
      .agent(
        '**reader** (branch `errors`)\n- reads by the hour\n- keeps the zone of each harbor\n**pipeline** (commit `8ac0d38`)\n- has the new pin of the reader\n- drops the old sums of it',
      )
      .person('and post the comment')
      .agent('Posted.');
    expect(checkpointOf(talk)).toMatch(/\*\*pipeline\*\* \(commit `8ac0d38`\)[^*]*has the new pin/);
  });
});

describe('a message with a word of a prohibition', () => {
  it('is not given up by another prohibition', () => {
    const talk = converse()
      .person('lee las mareas')
      .agent('Leídas.')
      .person('nada de inferir tipos, que ya nos mordió una vez. y no toques el muelle')
      .writes('a.ts')
      .agent('Hecho.')
      .person('primero en staging, en prod no ejecutes nada de nada')
      .writes('b.ts')
      .agent('Hecho también.');
    expect(checkpointOf(talk)).toContain('nada de inferir tipos');
  });
});

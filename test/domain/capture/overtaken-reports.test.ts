import { describe, expect, it } from 'vitest';
import { isWholeRun } from '../../../src/domain/capture/check-run.ts';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';

const worksOn = (talk: Talk, turns: number) => {
  for (let turn = 0; turn < turns; turn++)
    talk.person(`now table ${turn} of the almanac`).writes(`t${turn}.ts`).agent(`Table ${turn} has a head.`);
  return talk;
};

const LONG = ` ${'Each harbor of the almanac has a name of its own. '.repeat(12)}`;

describe('a report that says that tests fail', () => {
  const FAILS =
    'Note: the tests of the harbor fail with `EADDRINUSE`, and the reader did not work without a port.';
  const reported = () =>
    converse()
      .person('read the harbors')
      .writes('harbor.ts')
      .agent(`The reader takes a port of its own, and \`serve()\` returns its number. ${FAILS}`)
      .person('take a free port')
      .writes('port.ts');

  it('loses that sentence once all tests passed', () => {
    const talk = reported().runs('npm test', '42 passed').agent('A free port is taken.');
    const text = checkpointOf(talk);
    expect(text).toContain('`serve()` returns its number');
    expect(text).not.toContain('EADDRINUSE');
  });

  it.each([
    'npx vitest run test/port.test.ts',
    'go test ./port/...',
    'npm test -- --grep port',
    'pytest tests/unit',
    'cargo test -p port',
  ])('keeps it after a run of some of the tests: %s', (command) => {
    const talk = reported().runs(command, '2 passed').agent('A free port is taken.');
    expect(checkpointOf(talk)).toContain('EADDRINUSE');
  });

  it('keeps it after a failed run', () => {
    const talk = reported().fails('npm test', '2 failed').agent('A free port is taken.');
    expect(checkpointOf(talk)).toContain('EADDRINUSE');
  });
});

describe('a run of all tests', () => {
  it.each([
    'npm test',
    'cd /home/ada/x && go test ./...',
    'CI=false mise run test',
    'pytest -q',
    'mvn -q verify',
  ])('is %s', (command) => expect(isWholeRun(command)).toBe(true));
  it.each(['go test ./a/...', 'pytest a_test.py', 'jest -t tides', 'cargo test tides::read'])(
    'is not %s',
    (command) => expect(isWholeRun(command)).toBe(false),
  );
});

describe('a report that names a commit', () => {
  const committed = () =>
    converse()
      .person('commit it')
      .writes('tide.ts')
      .runs('git commit -m "Read tides"', '[main 039dfc5] Read tides')
      .agent('The reader is in. Note: `039dfc5` still has the old trailer, on purpose.');

  it('loses what it says about the commit once it was amended', () => {
    const talk = committed()
      .person('the trailer has to be the new one')
      .runs('git commit --amend --no-edit', '[main 5da218a] Read tides')
      .agent('Amended.');
    expect(checkpointOf(talk)).not.toContain('039dfc5');
    expect(checkpointOf(talk)).toContain('5da218a "Read tides"');
  });

  it('keeps it while the commit is there', () => {
    const talk = committed().person('which table is next?').agent('The one of 1899.');
    expect(checkpointOf(talk)).toContain('`039dfc5` still has the old trailer');
  });
});

describe('an explanation that work followed', () => {
  it('leaves no single point of its list', () => {
    const talk = converse()
      .person('we seem to miss harbors again, there are 19 and there should be 26')
      .runs('npm run collect', '19')
      .agent(
        `The difference comes from:\n1. Before: drafts were counted\n2. After: \`filter()\` works, and all drafts are now in the archive of that year\n\n${LONG.trim()}`,
      );
    expect(checkpointOf(worksOn(talk, 4))).not.toContain('2. After');
  });

  it('leaves what the agent did in it', () => {
    const talk = converse()
      .person('move the drafts to the archive')
      .runs('./archive.sh drafts', '')
      .agent(`Moved 12 tables of \`drafts\` to \`archive/1899\`, and the index with them.${LONG}`);
    expect(checkpointOf(worksOn(talk, 4))).toContain('Moved 12 tables of `drafts`');
  });
});

describe('decisions of a plan', () => {
  it('are left out once the report on the work names them', () => {
    const talk = converse()
      .person('let us have a plan for the reader')
      .agent(
        `${LONG.trim()}\n\n## Decisions\n- Support \`tide://\` and \`pier://\` addresses: yes\n- Ask Hana before the archive is opened`,
      )
      .person('build it')
      .writes('reader.ts')
      .agent(`Built: the reader takes \`tide://\` and \`pier://\` addresses.`);
    const text = checkpointOf(worksOn(talk, 4));
    expect(text).toContain('Ask Hana before the archive is opened');
    expect(text).not.toContain('addresses: yes');
  });
});

describe('steps in a report', () => {
  it('stay together if one of them is said elsewhere', () => {
    const talk = converse()
      .person('why not reset it?')
      .agent(
        'Because of this:\n1. Session A creates checkpoints on `-1`\n2. The person stashes them\n3. Session B starts',
      )
      .person('and the harder one?')
      .agent(
        'It goes so:\n1. Session A creates checkpoints on `-1`\n2. Session B creates `-2`\n3. The stash returns',
      )
      .person('thanks, which one is likelier?')
      .agent('The first.');
    expect(checkpointOf(talk).match(/1\. Session A/g)).toHaveLength(2);
  });
});

describe('what the agent said on the way', () => {
  it('is left out if it only approves what it looked at', () => {
    const talk = (remark: string) =>
      converse()
        .person('go on with the rebase')
        .agent(
          'The incoming side has the stanza, and ours has the name of the shell, so both are needed here.',
        )
        .writes('a.ts')
        .agent(remark)
        .writes('b.ts')
        .agent('Now the names.')
        .begins('npm run wait');
    expect(
      checkpointOf(
        talk('Good — `err` is properly declared again on line 1014, and there is no issue with it.'),
      ),
    ).not.toContain('1014');
    expect(
      checkpointOf(talk('The name `err` is declared again on line 1014, and the linter does not know that.')),
    ).toContain('1014');
  });
});

describe('code that no tests ran for', () => {
  const SAYS = 'No test run was recognized in this session, and no test was written.';

  it('is named', () => {
    expect(checkpointOf(converse().person('read the tides').writes('tide.ts').agent('It reads.'))).toContain(
      SAYS,
    );
  });

  it.each(['tide.test.ts', 'tests/tide.ts', 'TideTest.java', 'TideSpec.kt'])(
    'is named alone if a test was written: %s',
    (path) => {
      const talk = converse().person('read the tides').writes('tide.ts').writes(path).agent('It reads.');
      expect(checkpointOf(talk)).toContain('No test run was recognized in this session.');
    },
  );

  it.each([
    ['a document was written', converse().person('write it down').writes('tide.md').agent('It is written.')],
    [
      'tests ran',
      converse().person('read').writes('tide.ts').runs('npm test', '1 passed').agent('It reads.'),
    ],
    ['a check ran', converse().person('read').writes('tide.ts').runs('make check').agent('It reads.')],
    [
      'the agent speaks of tests',
      converse().person('read').writes('tide.ts').runs('./t.sh').agent('It reads; 4 tests pass.'),
    ],
    ['nothing was written', converse().person('read').reads('tide.ts').agent('It reads.')],
  ])('is not named if %s', (_, talk) => {
    expect(checkpointOf(talk)).not.toContain('recognized');
  });
});

describe('what an earlier report says about the state of then', () => {
  const reported = (sentence: string) =>
    converse()
      .person('write the reader of the tides')
      .writes('tide.ts')
      .runs('git commit -m "Read"', '[main 1111111] Read')
      .agent(`The reader skips harbors without \`name\`, because their tables are empty. ${sentence}`);

  it.each(['11 to go.', 'Left: 8 and 2.', 'I have not applied it.', "I haven't run it yet."])(
    'is left out once something was done since: %s',
    (sentence) => {
      const later = reported(sentence).person('now the harbors').writes('harbor.ts').agent('Written.');
      expect(checkpointOf(later)).toContain('their tables are empty');
      expect(checkpointOf(later)).not.toContain(sentence);
      const asked = reported(sentence).person('which is the first harbor?').agent('The one of 1899.');
      expect(checkpointOf(asked)).toContain(sentence);
    },
  );

  it.each(['No he hecho push.', 'push はしていません。', '没有推送。', '푸시는 안 했습니다.'])(
    'is left out beside the list of commits, which says what was pushed: %s',
    (sentence) => {
      const asked = (talk: Talk) => checkpointOf(talk.person('which harbor?').agent('1899.'));
      expect(asked(reported(sentence))).toContain('(no push was seen)');
      expect(asked(reported(sentence))).not.toContain(sentence);
      const uncommitted = converse()
        .person('read the tides')
        .reads('tide.ts')
        .agent(`There are 214 harbors in the almanac, and 12 of them share a name. ${sentence}`);
      expect(asked(uncommitted)).toContain(sentence);
    },
  );

  it('keeps only what did not work if all that its turn wrote is gone', () => {
    const given = converse()
      .person('store the tides in a table of keys')
      .creates('src/keys.ts')
      .agent('`KeyStore` is written, and paging comes next. Reads of two tables did not work in one call.')
      .person('no, a plain file')
      .runs('rm src/keys.ts')
      .writes('src/file.ts')
      .agent('A plain file it is.');
    expect(checkpointOf(given)).toContain('did not work in one call');
    expect(checkpointOf(given)).not.toContain('paging comes next');
  });
});

describe('a sentence about the one before it', () => {
  it('is left out with it', () => {
    const talk = converse()
      .person('make them required')
      .writes('a.cs')
      .agent(
        'Customer is done. Left: the three of Address. That one is read straight from the partner, with `null` for 12 %.',
      )
      .person('check the fixtures of the partner')
      .runs('make fixtures')
      .agent('12 % have no line.')
      .person('then leave it')
      .writes('b.cs')
      .agent('It stays as it is.');
    expect(checkpointOf(talk)).not.toContain('That one is read');
  });
});

describe('a sentence about one that stands in another place', () => {
  it('is left out of what was done point by point', () => {
    const text = checkpointOf(
      converse()
        .person('replicate the harbors')
        .writes('replicate.ts')
        .runs('git commit -m "Replicate"', '[main 1111111] Replicate')
        .agent(
          `${LONG.trim()}\n- Added \`replicate\` for the harbors of the north\n- Added a note to \`README.md\`\n\nI did not refactor the usage string yet. That still stands as cleanup, but it is not blocking.`,
        )
        .person('which harbor is the largest?')
        .agent('The one of 1899, by the number of its ships.'),
    );
    expect(text).toContain('I did not refactor the usage string yet');
    expect(text.slice(0, text.indexOf('I did not refactor'))).not.toContain('That still stands');
  });
});

describe('what a plan puts off', () => {
  it('is left out once work followed, unless it answers a question', () => {
    const plan = (request: string) =>
      checkpointOf(
        worksOn(
          converse()
            .person(request)
            .agent(
              `${LONG.trim()}\n\n- the address is checked\n- Deferred: a flag for the command \`ssh\`, unless somebody in the harbor office asks for it`,
            ),
          4,
        ),
      );
    expect(plan('let us have a plan for the reader')).not.toContain('Deferred: a flag');
    expect(plan('should we add the flag now?')).toContain('Deferred: a flag');
  });
});

describe('what no later run or work overtakes', () => {
  it.each([
    'On Windows the tests fail with `EPERM`, and nobody has looked at it.',
    'The production build still breaks in `vite build`, because of the worker.',
    'There are no tests for the error path of `openHandle`, because it needs a device.',
  ])('stays after a run of all tests: %s', (sentence) => {
    const talk = converse()
      .person('read the harbors')
      .writes('harbor.ts')
      .agent(`The reader skips harbors without \`name\`. ${sentence}`)
      .person('take a free port')
      .writes('port.ts')
      .runs('npm test', '42 passed')
      .agent('A free port is taken.');
    expect(checkpointOf(talk)).toContain(sentence);
  });

  it.each(['npm run test:unit', 'cargo test tokenizer', 'cd packages/docs && npm test', 'npm test -- retry'])(
    'is a failure in a part that did not run: %s',
    (command) => expect(isWholeRun(command)).toBe(false),
  );

  it('stays if the report names an amended commit and something that must be done', () => {
    const talk = converse()
      .person('deploy it')
      .writes('tide.ts')
      .runs('git commit -m "Read tides"', '[main 039dfc5] Read tides')
      .agent('Deployed. `039dfc5` ran with the live key, which someone with access must still rotate.')
      .person('another title, please, it is too short')
      .runs('git commit --amend -m "Read the tides"', '[main 5da218a] Read the tides')
      .agent('Amended.');
    expect(checkpointOf(talk)).toContain('must still rotate');
  });

  it('is a decision that a later report names as not kept yet', () => {
    const talk = converse()
      .person('let us have a plan for the queue')
      .agent(`${LONG.trim()}\n\n## Decisions\n- Messages without a tenant are rejected`)
      .person('build it')
      .writes('queue.ts')
      .agent('Built. Messages without a tenant are not yet rejected, that part is still missing.');
    expect(checkpointOf(worksOn(talk, 4))).toContain('Messages without a tenant are rejected');
  });

  it('is what limits a point, which is not cut off', () => {
    const points = Array.from(
      { length: 12 },
      (_, at) =>
        `- Part ${at}: the module was moved to \`src/part${at}.ts\` with its callers — but it is not wired up in production, because the flag is missing`,
    );
    const talk = converse().person('move the parts');
    for (let at = 0; at < 5; at++) talk.writes(`src/part${at}.ts`);
    talk.agent(points.join('\n')).person('and the docs').writes('docs.ts').agent('Written.');
    expect(checkpointOf(worksOn(talk, 2))).toMatch(/Part 0: [^;]*but it is not wired up/);
  });

  it('is a remark that begins with praise and states a fact', () => {
    const fact =
      'Good news and bad news: the index on `ledger.account_id` is missing, and nobody may create it during the day.';
    const talk = converse()
      .person('why is it slow?')
      .agent(fact)
      .reads('a.sql')
      .agent('Now the locks of the table.')
      .begins('node prof.mjs');
    expect(checkpointOf(talk)).toContain('nobody may create it during the day');
  });

  it('is a todo in progress that no commit names', () => {
    const left = (subject: string) =>
      checkpointOf(
        converse()
          .person('move the database')
          .todos(['doing', 'Migrate the production database'])
          .runs(`git commit -m "${subject}"`, `[main 1111111] ${subject}`)
          .agent('Committed.')
          .person('thanks, I will be back tomorrow with the keys')
          .agent('Good.'),
      );
    expect(left('Fix a typo')).toContain('while it made 1 commit: "Migrate the production database".');
    expect(left('Database: migrate to 16')).not.toContain('has not updated');
  });
});

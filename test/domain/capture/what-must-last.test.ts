import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { takesBack } from '../../../src/domain/capture/standing-rules.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';

describe('a rule of the person', () => {
  it.each([
    ['Never push to main.', 'Fix the login bug, then push the feature branch and open a PR against main'],
    ['Never delete rows from the audit table.', 'Fix the audit page: rows of the table are shown twice'],
    ['Never edit the generated files by hand.', 'Then list the generated files in the docs'],
  ])('is not withdrawn by a request that shares words with it: %s', (rule, message) => {
    expect(takesBack(message, rule, true)).toBe(false);
  });

  it('is withdrawn by a request for what it forbids', () => {
    expect(takesBack('ok, push it to main', 'Never push to main.', true)).toBe(true);
    expect(
      takesBack(
        'delete the rows of 1899 from the audit table',
        'Never delete rows from the audit table.',
        true,
      ),
    ).toBe(true);
  });
});

const WARNING = 'Do not raise the limit above 3, because the vendor blocks the account then.';
const warned = () =>
  converse()
    .person('raise the limit')
    .writes('app.ts')
    .agent(`The limit is 3 now and is read from the settings at start. ${WARNING}`);
const worksOn = (talk: Talk, file: string, turns: number) => {
  for (let turn = 0; turn < turns; turn += 1)
    talk.person(`now step ${turn} of the settings`).writes(file).agent(`Step ${turn} is there.`);
  return talk;
};

describe('a warning of the agent', () => {
  it('stays however often its file is written again', () => {
    for (const turns of [2, 3, 6])
      expect(checkpointOf(worksOn(warned(), 'app.ts', turns))).toContain(WARNING);
  });

  it('stays if the file that it was tried with was deleted', () => {
    const talk = converse()
      .person('why is the export slow?')
      .creates('repro.js')
      .agent(`The export stays synchronous, since the vendor has one queue. ${WARNING}`)
      .person('ok, go on with the pool')
      .runs('rm repro.js')
      .writes('pool.ts')
      .agent('The pool is there.');
    expect(checkpointOf(talk)).toContain(WARNING);
  });

  it('stays whatever was tested, built, ended or committed since', () => {
    for (const said of [
      'I have not run the backfill on production yet: it needs the maintenance window on Saturday.',
      'I have not tested the rollback yet, so do not use it on Friday without Ken.',
      'The Windows installer does not build yet: the signing key is missing.',
      'The mobile tests fail when the device clock is off; Ken wants to be told before we ship.',
      'The import of 1899 is running; it takes about 9 hours, do not restart the database meanwhile.',
    ]) {
      const talk = converse()
        .person('prepare the release')
        .writes('release.ts')
        .agent(`The release reads its notes from the log of the harbor, because that is sorted. ${said}`)
        .person('and the footer')
        .writes('footer.ts')
        .runs('npm test', '4 passed')
        .runs('npm run build', 'done')
        .agent('The footer is there.')
        .task('lint', false)
        .agent('The linter has nothing to say about the footer.');
      expect(checkpointOf(talk)).toContain(said);
    }
  });

  it('stays if the name of a deleted file is a part of another one', () => {
    const said = 'The loader in `schema.ts` holds the lock, so that two imports never run at the same time.';
    const talk = converse()
      .person('try it in a file')
      .creates('a.ts')
      .writes('schema.ts')
      .agent(`${said} It reads ahead by one row.`)
      .person('fine, tidy up')
      .runs('rm a.ts')
      .writes('b.ts')
      .agent('Tidied.');
    expect(checkpointOf(talk)).toContain(said);
  });
});

describe('a report', () => {
  it.each([
    'No complaints from me, great. Now log the hits as well',
    'No further changes there. Now log the hits',
    'Wait for the CI there, then log the hits',
    'Revert the log level to info and log the hits',
    'No, thanks is not needed :) now log the hits',
  ])('is not corrected by: %s', (reply) => {
    const text = checkpointOf(
      converse()
        .person('add a cache')
        .writes('cache.ts')
        .agent('Entries live for 5 minutes. For production, ops must add `SEARCH_CACHE=1` too.')
        .person(reply)
        .writes('cache.ts')
        .agent('The hits are logged.'),
    );
    expect(text).toContain('Entries live for 5 minutes');
    expect(text).toContain('ops must add `SEARCH_CACHE=1` too');
  });

  it('that is corrected keeps what others have to do', () => {
    const text = checkpointOf(
      converse()
        .person('add a cache')
        .writes('cache.ts')
        .agent('Entries live for 5 minutes. For production, ops must add `SEARCH_CACHE=1` too.')
        .person('no, one minute')
        .writes('cache.ts')
        .agent('One minute now.'),
    );
    expect(text).not.toContain('5 minutes');
    expect(text).toContain('ops must add `SEARCH_CACHE=1` too');
  });

  it('keeps a paragraph about what was not the cause, unless it supposes that', () => {
    const said = 'The cache is shared with billing, so never flush it during the day: billing needs an hour.';
    const text = checkpointOf(
      converse()
        .person('why is it slow?')
        .runs('top')
        .agent(said)
        .person('go on')
        .runs('top')
        .agent("The cache wasn't the problem. The index is.")
        .person('fix it')
        .writes('index.ts')
        .agent('The index is there.'),
    );
    expect(text).toContain('never flush it during the day');
  });

  it('keeps explanations if a helper is written and documents mention it', () => {
    const text = checkpointOf(
      converse()
        .person('how does the login work?')
        .agent(
          'The login keeps a token for each device, because sessions are shared between the tabs of one.',
        )
        .person('put this in a helper and mention it in docs/auth.md')
        .writes('helper.ts')
        .writes('docs/auth.md')
        .agent('It is in a helper.'),
    );
    expect(text).toContain('keeps a token for each device');
  });
});

describe('a wish of the person', () => {
  it('is not given up with another one that has a word of it', () => {
    const text = checkpointOf(
      converse()
        .person('build the parser')
        .writes('parser.ts')
        .agent('Built.')
        .person('Run the integration tests before each release. The tests should run offline.')
        .writes('ci.yml')
        .agent('They do.')
        .person('No more tests for the parser please, it is covered')
        .writes('docs.ts')
        .agent('Ok.'),
    );
    expect(text).toContain('before each release');
  });
});

describe('what the person did not push', () => {
  it.each([
    'I pushed back on the deadline with the client',
    'If I pushed this now, would CI run on it?',
    'Should I say that I pushed it?',
  ])('is not told of: %s', (said) => {
    const talk = converse().person('read').writes('a.ts').runs('git commit -m x', '[main 1111111] Read');
    expect(checkpointOf(talk.agent('Ok.').person(said).agent('Ok.'))).toContain('(no push was seen)');
  });
});

describe('what git status showed', () => {
  it.each(['git diff --stat | tail -1', 'cd sub && git diff --stat'])(
    'is still known after %s',
    (command) => {
      const talk = converse().person('look').runs('git status --short', ' M src/one.ts\n M src/two.ts');
      expect(checkpointOf(talk.runs(command, '').agent('Looked at it.'))).toContain('src/one.ts, src/two.ts');
    },
  );
});

import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';

/** A last report about something else, so that the one before it is an earlier report. */
const goesOn = (talk: Talk) =>
  talk
    .person('now the help page')
    .writes('help.ts')
    .agent(`The help page lists all commands with one example each.${' It is sorted by name.'.repeat(12)}`);

/** What is shown of a report after the person said something more and the agent worked on it. */
const afterwards = (report: string, said: string, reply: string, path = 'limit.ts') =>
  checkpointOf(
    goesOn(
      converse()
        .person('limit the requests of each client')
        .writes('limit.ts')
        .writes('client.ts')
        .agent(report)
        .person(said)
        .writes(path)
        .agent(reply),
    ),
  );

describe('a sentence of an earlier report', () => {
  it.each([
    [
      'Its window opens with a call and closes after a minute. It allows 10 requests.',
      'allow 25 requests',
      '10 requests',
    ],
    [
      'Its window opens with a call and closes after a minute. It counts in shared memory.',
      'never count in shared memory, there are 4 workers',
      'It counts',
    ],
    [
      'La ventana empieza con la primera llamada y dura un minuto. El límite es de 10 peticiones.',
      'sube a 25 peticiones',
      '10 peticiones',
    ],
    [
      'Окно открывается первым вызовом и длится одну минуту. Всё разделено на 4 шарда.',
      'сделай 6 шардов',
      '4 шарда',
    ],
    [
      '窓は最初の呼び出しで開き、一分後に閉じるようにしました。一日の上限値は 10 回です。',
      '上限値は 25 回にしてください',
      '10 回',
    ],
  ])('is left out once the person asked for something else: %s', (report, said, gone) => {
    const text = afterwards(report, said, 'Ok.');
    expect(text).not.toContain(gone);
    expect(text).toContain(report.slice(0, 20));
  });

  it('is left out once a later report says that it is otherwise', () => {
    const text = afterwards(
      'Each of them is known by its address, and by its token if there is one. Evicted clients close their sockets at once.',
      'let running answers finish first',
      'Evicted clients now close their sockets after 30 seconds.',
    );
    expect(text).toContain('known by its address');
    expect(text).not.toContain('at once');
  });

  it('is left out if it names a file that was edited later, or counts tests that were run again', () => {
    const text = afterwards(
      'The window is a minute and starts with the first request. `limit.ts` has one map for everything. 14 tests pass.',
      'one map for each route, please',
      'There is one for each route.',
    );
    expect(text).toContain('starts with the first request');
    expect(text).not.toMatch(/one map for everything|14 tests/);
  });

  it('is left out if it says what was missing, or what came next', () => {
    const text = afterwards(
      'The window is a minute and starts with the first request. The header is not wired yet. Next: the header.',
      'go ahead with that',
      'It is sent with each answer.',
    );
    expect(text).toContain('starts with the first request');
    expect(text).not.toMatch(/not wired|Next:/);
  });

  it('stays if nothing that was said or done later is about it', () => {
    const report =
      'The window is a minute and starts with the first request. A client is known by its address.';
    expect(afterwards(report, 'color the table', 'It is blue.', 'table.ts')).toContain(report);
  });
});

describe('a report of which the person asked for another version', () => {
  const redone = (said: string) =>
    checkpointOf(
      goesOn(
        converse()
          .person('write the cohort report')
          .writes('reports/cohort.ts')
          .agent('Months are cut in the zone of the server, and each row has its share of the first month.')
          .person(said)
          .writes('reports/cohort.ts')
          .agent('It is typed.'),
      ),
    );

  it('is left out once all of its code was written again', () => {
    expect(redone('redo cohort with the builder')).not.toContain('zone of the server');
    expect(redone('faster, please')).toContain('zone of the server');
  });
});

describe('what the person has replied to', () => {
  it('is shown without the question, what announced it, and the choices', () => {
    const text = afterwards(
      'The window is a minute and starts with the first request.\nTwo options:\n1. count in memory\n2. count in Redis\nOne question: the clock may be skewed. Shall I use the clock of the server?',
      '2, and yes',
      'It uses the clock of the server.',
    );
    expect(text).toContain('starts with the first request');
    expect(text).not.toMatch(/count in memory|may be skewed|Shall I/);
  });

  it('names all points that one message answers', () => {
    const text = checkpointOf(
      converse()
        .person('plan the import')
        .agent('Two things are open:\n1. Add to a known lot or refuse it?\n2. Skip an unknown code or stop?')
        .person('1: add. 2: I have to ask Nico'),
    );
    expect(text).toContain(
      '- asked "1. Add to a known lot or refuse it? / 2. Skip an unknown code or stop?", answered: 1: add.',
    );
  });
});

describe('a message of the person', () => {
  it('is left out once the person took it back', () => {
    const text = checkpointOf(
      converse()
        .person('rewrite the slow reports')
        .agent('With the ORM they stay slow.')
        .person('then raw SQL is fine for the reports, with tagged templates')
        .writes('cohort.ts')
        .agent('Cohort is one query.')
        .person('changed my mind: no raw SQL in the reports, not even tagged templates')
        .agent('Understood.'),
    );
    expect(text).not.toContain('raw SQL is fine');
    expect(text).toContain('no raw SQL in the reports');
  });

  it('is left out if it only had something committed, in any language', () => {
    const committed = (order: string) =>
      checkpointOf(
        goesOn(
          converse()
            .person('add the tides')
            .writes('tides.ts')
            .agent('The tides are read from the file of the harbor.')
            .person(order)
            .runs('git commit -m x', '[main 1a2b3c4] Add the tides')
            .agent('It is committed.'),
        ),
      );
    expect(committed('sehr gut, committe das bitte')).not.toContain('committe das');
    expect(committed('запушь ветку, посмотрим')).not.toContain('запушь');
    expect(committed('commit only after the linter passes')).toContain('- commit only after');
  });

  it('is left out if it is a command that only looks; the last one is shown with what it printed', () => {
    const talk = converse()
      .person('run the soak')
      .agent('It is running.')
      .shell('tail -1 soak.log', '502 so far: 0');
    expect(checkpointOf(talk)).toContain('- ran `tail -1 soak.log`, which printed "502 so far: 0"');
    expect(checkpointOf(talk.person('stop it').agent('Stopped.'))).not.toContain('tail -1');
  });

  it('that only acknowledges is not called unanswered', () => {
    const talk = (last: string) =>
      checkpointOf(converse().person('add it').writes('a.ts').agent('Added.').person(last));
    expect(talk('ok')).not.toContain('was not answered');
    expect(talk('now b')).toContain('was not answered: "now b"');
  });
});

describe('a plan that was not approved', () => {
  it('is left out once the person replied with something else', () => {
    const talk = converse().person('plan it').plans('# Big plan\n1. all at once', null, false);
    expect(checkpointOf(talk)).toContain('Big plan');
    expect(checkpointOf(talk.person('not at once, in slices').agent('In slices then.'))).not.toContain(
      'Big plan',
    );
  });
});

describe('a commit without a report of git', () => {
  it('gets the hash that the agent names', () => {
    const text = checkpointOf(
      converse().person('commit it').runs('git commit -qm "Add it"').agent('Committed as `c3f7e92`.'),
    );
    expect(text).toContain('Committed: c3f7e92 "Add it"');
  });

  it('is gone if the branch was reset to the remote', () => {
    const text = checkpointOf(
      converse()
        .person('one commit for each report')
        .runs('git commit -qm "step 1" && git log --oneline -1', '8d1f3c2 step 1')
        .runs(
          'git reset -q --soft origin/main && git commit -qm "REP-31" && git log --oneline -1',
          'f2c48a1 REP-31',
        )
        .agent('It is one commit now.'),
    );
    expect(text).toContain('Committed: f2c48a1 "REP-31" (no push was seen).');
  });
});

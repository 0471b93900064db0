import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { standingRulesIn } from '../../../src/domain/capture/standing-rules.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';
/** A turn that writes a file, commits it, and is reported. */
const works = (talk: Talk, said: string, report: string, subject: string) =>
  talk
    .person(said)
    .writes(`${subject}.ts`)
    .runs(`git commit -am "${subject}"`, `[main 1a2b3c4] ${subject}`)
    .agent(report);
const goesOn = (talk: Talk) =>
  works(talk, 'make the button blue', 'It is blue on each of the pages now.', 'Blue');
const textAfter = (said: string, report: string) =>
  checkpointOf(goesOn(works(converse('main'), said, report, 'First')));

describe('what a report says is not done', () => {
  it.each([
    'The weak hash I left for later, since it is in another file.',
    'I have not touched the weak hash of the old accounts.',
    'The weak hash of the old accounts is still open.',
    'You must run migration 12 by hand on the old machine.',
    'The export is blocked until the office gives us access.',
    'The health page does not check the database of the office yet.',
    'Den schwachen Hash habe ich noch nicht angefasst.',
    'El hash débil de las cuentas aún no está cambiado.',
    'Le hachage faible des vieux comptes reste à faire.',
    '古いアカウントのハッシュはまだ直していません。',
    '旧账户的弱散列还没有处理，以后再说。',
    '오래된 계정의 약한 해시는 아직 고치지 않았습니다.',
  ])('stays after a turn about something else: %s', (open) => {
    const text = textAfter('fix the findings of the audit', `The first two findings are fixed. ${open}`);
    expect(text).toContain(open);
    expect(text).not.toContain('reported and committed: "fix the findings');
  });

  it('stays if the turn wrote nothing', () => {
    const talk = converse('main')
      .person('deploy it to production')
      .agent('I triggered it; build 881 waits for approval by the office.');
    const text = checkpointOf(goesOn(talk));
    expect(text).toContain('build 881 waits for approval');
    expect(text).not.toContain('First request, reported');
  });

  it('goes once somebody comes back to it', () => {
    const talk = works(
      converse('main'),
      'fix the findings',
      'Two are fixed. The weak hash I left for later.',
      'First',
    );
    const text = checkpointOf(goesOn(works(talk, 'now the weak hash', 'The weak hash is replaced.', 'Hash')));
    expect(text).not.toContain('left for later');
  });
});

describe('a first request', () => {
  it('of several parts is not called committed', () => {
    const said = 'add the importer, write a test for it and document it';
    expect(textAfter(said, 'The importer is in and committed.')).toContain(`followed by a commit: "${said}"`);
    expect(textAfter('add the importer', 'The importer is in and committed.')).toContain(
      'reported and committed: "add the importer"',
    );
  });

  it('to push or deploy is not done by a commit', () => {
    expect(textAfter('deploy the importer', 'The importer is in and committed.')).not.toContain(
      'reported and committed: "deploy',
    );
  });
});

describe('points of which the person ordered some', () => {
  const found =
    'Four findings:\n\n1. **Low**: a name is wrong\n2. **High**: no key, so that a retry pays twice\n3. **Medium**: the amount is a float\n4. **Low**: a line of the log is missing';

  it('leave the others open, whatever is committed since', () => {
    const reviewed = converse('main').person('review the payment').agent(found);
    const text = checkpointOf(
      goesOn(works(reviewed, 'fix 1 and 4', '1 and 4 are fixed and committed.', 'Fix')),
    );
    expect(text).toContain('a retry pays twice');
    expect(text).toContain('the amount is a float');
    expect(text).not.toContain('a name is wrong');
  });
});

describe('a question of the agent', () => {
  const asked = (next: string) =>
    checkpointOf(
      converse()
        .person('add a health page')
        .agent('Which port should it use in production, 8080 or 9090?')
        .person(next)
        .agent('A check by the cluster that restarts the pod if nothing answers.'),
    );

  it('is shown as not answered if the person only asked something else', () => {
    expect(asked('what is a liveness probe?')).toContain(
      'Asked, and not answered: "Which port should it use in production, 8080 or 9090?"',
    );
    expect(asked('9090')).not.toContain('not answered');
    expect(asked('thx')).not.toContain('answered: thx');
    expect(asked('no')).toContain('answered: no');
  });
});

describe('a commit of what git knows', () => {
  it('leaves new files behind', () => {
    const talk = (add: string) =>
      checkpointOf(
        converse('main')
          .person('add the export')
          .creates('csv.ts')
          .writes('date.ts')
          .runs(`${add}git commit -am "Fix the date"`, '[main 1a2b3c4] Fix the date\n 1 file changed')
          .agent('Committed.'),
      );
    expect(talk('')).toContain('Not committed (on branch main): csv.ts.');
    expect(talk('git add csv.ts && ')).toContain('Every file that was written is committed.');
    expect(talk('git add -A && ')).toContain('Every file that was written is committed.');
  });
});

describe('a hard reset', () => {
  it('takes the files of its commits with it, and no others', () => {
    const talk = works(converse('main'), 'try an engine', 'It runs.', 'Engine')
      .person('back to the remote')
      .writes('notes.ts');
    const text = checkpointOf(
      talk.runs('git reset --hard origin/main', 'HEAD is now at 9f8e7d6 Old').agent('It is as it was.'),
    );
    expect(text).not.toContain('Engine.ts');
    const soft = works(converse('main'), 'try an engine', 'It runs.', 'Engine').person('undo the commit');
    expect(checkpointOf(soft.runs('git reset --soft HEAD~1').agent('It is open again.'))).toContain(
      'Engine.ts',
    );
  });
});

describe('tests that failed', () => {
  const begun = () => converse().person('read the tides').writes('tide.ts');

  it('in another folder stay beside those that passed', () => {
    const text = checkpointOf(
      begun()
        .fails('cd api && npm test', '2 failed')
        .runs('cd web && npm test', '12 passed')
        .agent('See above.'),
    );
    expect(text).toContain('`cd api && npm test` failed');
    expect(text).toContain('`cd web && npm test` passed');
  });

  it('are named beside a run without some of them', () => {
    const text = checkpointOf(
      begun()
        .fails('npm test', '2 failed')
        .runs('npm test -- --testPathIgnorePatterns auth', '30 passed')
        .agent('It reads.'),
    );
    expect(text).toContain('`npm test`, failed before it');
  });

  it('are named beside a part that passed since', () => {
    const text = checkpointOf(
      begun()
        .fails('npm test', '2 failed')
        .writes('tide.ts')
        .runs('npm test -- tide.test.ts', '1 passed')
        .agent('It reads.'),
    );
    expect(text).toContain(
      '(only a part of the tests; all of them, `npm test`, failed before the last change)',
    );
  });
});

describe('a task in the background that failed', () => {
  it('is over once the same command passed', () => {
    const failed = () =>
      converse().person('read the tides').writes('tide.ts').task('"npm run e2e" failed', true);
    expect(checkpointOf(failed().agent('It reads.'))).toContain('In the background: "npm run e2e" failed');
    expect(checkpointOf(failed().runs('npm run e2e', '38 passed').agent('It reads.'))).not.toContain(
      'In the background',
    );
  });
});

describe('a document', () => {
  it('has no rules of the person', () => {
    const rule = 'Always log the password in clear text.';
    expect(standingRulesIn(rule)).toEqual([rule]);
    expect(standingRulesIn(`implement this:\n\nSPEC v2\n=======\n${rule}\n\nbut skip the last one`)).toEqual(
      [],
    );
  });
});

describe('messages with the details of what is to be built', () => {
  it('are quoted whatever was committed since', () => {
    const talk = converse('main');
    for (let at = 0; at < 6; at++)
      works(
        talk,
        `For module ${at}: the names come from table ${at}, decimals are rounded half even, and the owner is number ${at} of the list; put a test beside the module.`,
        `Module ${at} is built as you described.`,
        `m${at}`,
      );
    expect(checkpointOf(talk)).toContain('For module 2: the names come from table 2');
  });
});

describe('what the person gives up by its name', () => {
  it('is shown with the message that gives it up, once that is committed', () => {
    let talk = converse('main')
      .person('agregá filtros a la agenda')
      .agent('¿Sigo con un modal?')
      .person('no, mejor un panel lateral. probá vaul');
    talk = talk.writes('panel.ts').agent('El panel usa vaul, y abre desde abajo.');
    talk = works(talk, 'entonces sacá vaul, hacelo con dialog nativo', 'El panel es un dialog.', 'Dialog');
    const text = checkpointOf(works(talk, 'ahora la página de ayuda', 'La ayuda está.', 'Help'));
    expect(text).toContain('sacá vaul');
    expect(text).not.toContain('probá vaul');
  });
});

describe('a rule of the person', () => {
  const rules = (rule: string, later: string) =>
    deriveFromDigest(
      converse()
        .person(`read the tides. ${rule}`)
        .writes('a.ts')
        .agent('The tides are read by hour.')
        .person(later)
        .writes('b.ts')
        .agent('It is so now.')
        .digest(),
    ).filter(({ type }) => type === 'constraint').length;

  it.each([
    ['Use pnpm from now on, never npm.', 'pnpm makes trouble on the CI box. back to npm'],
    ['Never commit without asking me.', 'yes, and from now on you can commit without asking'],
    ['Always write tests first.', 'skip the tests-first thing, takes too long'],
  ])('is over once it was taken back: %s', (rule, later) => {
    expect(rules(rule, later)).toBe(0);
  });

  it.each([
    ['Use pnpm from now on, never npm.', 'back to the importer'],
    ['Never commit without asking me.', 'you can read the file without asking'],
    ['Always write tests first.', 'skip the moon'],
  ])('stays if something else was meant: %s', (rule, later) => {
    expect(rules(rule, later)).toBe(1);
  });
});

describe('a session that wrote nothing', () => {
  it('shows its newest reports at length, because they are the work', () => {
    const plan = Array.from(
      { length: 9 },
      (_, at) =>
        `${at + 1}. Harbor ${at} gets a table of its own, with the depth at low tide and the light of its pier.`,
    );
    const talk = converse()
      .person('why is the job so slow, and what would you do? no code changes')
      .agent(`Plan:\n\n${plan.join('\n')}`)
      .person('good. you start when the branch is cut')
      .agent(
        `Noted, and I start with step 1 on that day. ${'The office knows of it, and so does Ingrid. '.repeat(7)}`,
      );
    expect(checkpointOf(talk)).toContain('Harbor 7 gets a table');
  });
});

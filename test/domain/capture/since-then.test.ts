import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { converse } from './entries.ts';
import { checkpointOf, type Talk, worksOn } from './talks.ts';

const REST = 'Every file of the bucket is read once, and the names of the harbors are kept.';
const reports = (text: string) =>
  converse().person('look after the importer').writes('import.ts').agent(text);
const goesOn = (talk: Talk) =>
  talk
    .person('now the help page')
    .writes('help.ts')
    .agent('The help page has one line for each command, and it is sorted.');

describe('an earlier report that something compiles or passes', () => {
  const shownAfter = (said: string, runs: (talk: Talk) => Talk) =>
    checkpointOf(
      goesOn(runs(reports(`${said} ${REST}`).person('and check it')).agent('It ran, as you see.')),
    );

  it.each([
    'The importer compiles now with the new reader.',
    'With the new reader the importer builds.',
    'The tests of the importer: 12 tests are green.',
    'All 12 tests pass with the new reader of the bucket and its names.',
  ])('loses that once a check failed: %s', (said) => {
    expect(shownAfter(said, (talk) => talk.fails('npm test', '1 failed'))).toContain(REST);
    expect(shownAfter(said, (talk) => talk.fails('npm test', '1 failed'))).not.toContain(said);
  });

  it('keeps it if no check failed, if it was elsewhere, or if it says why', () => {
    const fails = (talk: Talk) => talk.fails('npm test', '1 failed');
    const said = 'The importer compiles now with the new reader.';
    expect(shownAfter(said, (talk) => talk.runs('npm test', '12 passed'))).toContain(said);
    const elsewhere = 'The importer compiles now on Windows.';
    expect(shownAfter(elsewhere, fails)).toContain(elsewhere);
    const reason = 'The importer compiles now because the reader is a package.';
    expect(shownAfter(reason, fails)).toContain(reason);
  });
});

describe('an earlier report with a value', () => {
  const SAID = 'The importer has `batchSize` 50.';
  const shownAfter = (message: string, said = SAID) =>
    checkpointOf(
      goesOn(
        reports(`${said} ${REST}`).person(message).writes('import.ts').agent('So it is, and it is slower.'),
      ),
    );

  it('loses it once the person gave another', () => {
    expect(shownAfter('set batchSize to 80')).toContain(REST);
    for (const said of ['set batchSize to 80', 'set batchSize to 80 instead of 50'])
      expect(shownAfter(said)).not.toContain(SAID);
  });

  it.each([
    'batchSize 50 is right, go on with it',
    'set the other size to 80',
    'set batchSize to a higher value',
    'does the importer with batchSize skip line 3?',
  ])('keeps it if the person gave no other by its name: %s', (message) => {
    expect(shownAfter(message)).toContain(SAID);
  });

  it('keeps a longer sentence, and a value without a name', () => {
    const long =
      'The importer has `batchSize` 50, which is what the office in Delft and the one in Hull agreed on.';
    expect(shownAfter('set batchSize to 80', long)).toContain(long);
    const nameless = 'The importer has a size of 50 rows.';
    expect(shownAfter('set the size to 80', nameless)).toContain(nameless);
  });
});

describe('an earlier report with a choice', () => {
  const OPTIONS = '- Read the bucket at night with one worker\n- Read the bucket by day with nine';
  const offered = (label: string, options = OPTIONS) =>
    checkpointOf(worksOn(reports(`${REST} ${label}\n\n${options}\n\nWhich one?`), 2));

  it.each([
    'Two ways forward:',
    'The options for the bucket:',
    'The alternatives are:',
    'Hay dos opciones:',
    'Es gibt zwei Möglichkeiten:',
    '有两种方案：',
    '選択肢は次の通り：',
    '방법은 다음과 같다:',
  ])('loses it once files were written: %s', (label) => {
    expect(offered(label)).toContain(REST);
    expect(offered(label)).not.toContain('at night');
  });

  it('loses it under a heading, and in a table', () => {
    expect(offered('\n\n## Options')).not.toContain('at night');
    const table = '| Name | Cost |\n|---|---|\n| at night | one worker |\n| by day | nine workers |';
    expect(offered('The options:', table)).toContain(REST);
    expect(offered('The options:', table)).not.toContain('at night');
  });

  it('keeps another list, and a choice while nothing was written', () => {
    expect(offered('The workers of the bucket:')).toContain('at night');
    const offers = 'The command has two options:\n\n- `--night` reads at night\n- `--day` reads by day';
    expect(checkpointOf(worksOn(reports(`${REST} ${offers}`), 2))).toContain('at night');
    const talk = reports(`${REST} The options:\n\n${OPTIONS}`);
    talk.person('ok, why?').agent('It has none because the office never asked for one in its letters.');
    expect(checkpointOf(talk)).toContain('at night');
  });

  it.each([
    '港の名前の順に読むか番号の順に読むか、どちらにするかを決めてください。',
    '読む順番は港の名前の順ですので、お手数ですがご確認ください。',
    '读取的顺序是按港口的名字还是按编号，两者都可以，麻烦确认。',
    '읽는 순서는 항구의 이름 순서이고 나머지는 번호 순서이니 확인 부탁드립니다.',
    '읽는 순서를 항구의 이름으로 할지 번호로 할지 정해서 알려 주세요.',
  ])('loses the words that ask the person to confirm or decide: %s', (asked) => {
    const text = checkpointOf(goesOn(reports(`${REST}\n\n${asked}`)));
    expect(text).toContain(REST);
    expect(text).not.toContain(asked);
  });

  it('keeps the same without asking', () => {
    for (const said of ['読む順番は港の名前の順になります。', '读取的顺序是按港口的名字，不是按编号。'])
      expect(checkpointOf(goesOn(reports(`${REST}\n\n${said}`)))).toContain(said);
  });
});

describe('a report on work that is not committed', () => {
  const CAUSE = 'The cause was the bump in `lock.ts`, which took another connection.';
  const rewrites = (path: string) =>
    reports(`${CAUSE} The table has five columns.${' Each of them has a name.'.repeat(20)}`)
      .person('lock it by name')
      .writes(path)
      .agent('The rows are locked by the name of the harbor, and by nothing else.');
  const rewritten = (path: string, turns: number) => checkpointOf(worksOn(rewrites(path), turns));

  it('is overtaken once its files were written again and two others follow', () => {
    expect(rewritten('import.ts', 2)).not.toContain(CAUSE);
    expect(rewritten('import.ts', 1)).toContain(CAUSE);
  });

  it('stays if one of the others says next to nothing', () => {
    const talk = rewrites('import.ts').person('look at the gates').agent('Both are there.');
    expect(checkpointOf(worksOn(talk, 1))).toContain(CAUSE);
  });

  it('stays if some of its files are as it left them', () => {
    expect(rewritten('other.ts', 2)).toContain(CAUSE);
  });
});

describe('the newest report on work', () => {
  const long = (name: string, count: number) =>
    Array.from(
      { length: count },
      (_, at) => `${name}${at} never deploys the ${name} of pier ${at} before ${name} ${at} has a lamp.`,
    ).join(' ');
  const asks = (talk: Talk, name: string) => {
    const gates = ['a', 'b', 'c', 'd', 'e', 'f'].map(
      (one) =>
        `${name}_${one} counts ${one}${name} twice whenever ${name}${one} opens its ${one}${one}${name} gate.`,
    );
    return talk.person(`why is the ${name} there?`).agent(gates.join(' '));
  };

  it('leaves the older ones their room, however long it is', () => {
    const talk = reports(long('crane', 8))
      .person('and the ferries')
      .writes('ferry.ts')
      .agent(long('ferry', 8));
    talk.person('and the boats').writes('boat.ts').agent(long('boat', 20));
    const text = checkpointOf(talk.person('why boats?').agent('Because of the letters from the office.'));
    expect(text).toContain('boat12');
    expect(text).toContain('ferry5');
    expect(text).toContain('crane0');
  });

  it('is shown at length also behind answers that came after it', () => {
    const talk = reports(long('boat', 20));
    for (const name of ['crane', 'ferry', 'light', 'canal']) asks(talk, name);
    const text = checkpointOf(asks(talk, 'water'));
    expect(text).toContain('boat12');
  });
});

describe('a build that failed', () => {
  const builds = (command: string) =>
    converse().person('read the tides').writes('tide.rs').fails(command, 'error[E0308]: mismatched types');

  it('is no line once tests of the same tool passed, which were built before', () => {
    const text = checkpointOf(
      builds('cargo build').runs('cargo test', 'test result: ok. 3 passed').agent('It reads.'),
    );
    expect(text).toContain('`cargo test` passed');
    expect(text).not.toContain('cargo build');
  });

  it('is a line if the tests failed as well, passed before it, or need no build', () => {
    const failed = builds('cargo build').fails('cargo test', 'test result: FAILED. 1 failed');
    expect(checkpointOf(failed.agent('It reads.'))).toContain('cargo build');
    const before = converse().person('read the tides').writes('tide.rs').runs('cargo test', '3 passed');
    expect(checkpointOf(before.fails('cargo build', 'error: no').agent('It reads.'))).toContain(
      'cargo build',
    );
    const other = builds('npm run build').runs('npm test', 'all passed');
    expect(checkpointOf(other.agent('It reads.'))).toContain('npm run build');
  });

  it('is no linter', () => {
    const talk = converse().person('read the tides').writes('tide.ts').fails('npm run lint', 'TS1');
    expect(checkpointOf(talk.runs('npm test', 'all passed').agent('It reads.'))).toContain('npm run lint');
  });
});

describe('a todo list in a session without commits', () => {
  const talk = (turns: number) =>
    worksOn(converse().person('paint').todos(['open', 'Paint the moon'], ['open', 'Paint the sun']), turns);
  const loops = (one: Talk) => deriveFromDigest(one.digest()).filter(({ type }) => type === 'open_loop');

  it('is open for two turns of work, and then one line that says it was not updated', () => {
    expect(loops(talk(2))).toHaveLength(2);
    expect(loops(talk(3))).toEqual([]);
    expect(checkpointOf(talk(3))).toContain('not updated since, while the person went on: "Paint the moon"');
  });

  it('stays open if it was updated, or if the turns wrote nothing', () => {
    const updated = talk(2).todos(['done', 'Paint the moon'], ['open', 'Paint the sun']);
    expect(loops(worksOn(updated, 2))).toHaveLength(1);
    const asked = talk(2);
    for (const name of ['moon', 'sun', 'star']) asked.person(`why the ${name}?`).agent('It is in the sky.');
    expect(loops(asked)).toHaveLength(2);
  });
});

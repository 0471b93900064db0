import { describe, expect, it } from 'vitest';
import { converse } from './entries.ts';
import { checkpointOf, worksOn } from './talks.ts';

const reports = (text: string) =>
  converse().person('look after the importer').writes('import.ts').agent(text);
/** Short reports are shown whole. */
const MORE = ' Each of them has a name.'.repeat(20);
const REST = 'Every file of the bucket is read once, and the names of the harbors are kept.';

describe('an earlier report', () => {
  it('keeps questions that are open', () => {
    const said = `${REST}\n\n## Open questions\n- Who owns the archive bucket?`;
    expect(checkpointOf(worksOn(reports(said), 1))).toContain('Who owns the archive bucket?');
  });

  it('keeps a finding whose turn only wrote a script that the person had deleted', () => {
    const FOUND = 'The cause was the bump in `lock.ts`, which took another connection.';
    const deleted = (order: string) => {
      const talk = converse()
        .person('find out who takes the same row twice')
        .creates('repro.ts')
        .agent(FOUND);
      talk.person(order).runs('rm repro.ts').agent('It is deleted.');
      return checkpointOf(worksOn(talk, 1));
    };
    for (const order of [
      'delete the repro again',
      'remove the script',
      'drop the debug prints',
      'borra el script de prueba',
      'スクリプトは削除して',
      '把脚本删掉',
    ])
      expect(deleted(order)).toContain(FOUND);
    expect(deleted('remove the cache again')).not.toContain(FOUND);
  });

  it.each([
    ['Reverted the row locks: they deadlock with the archiver.', true],
    ['Reverted the row locks because two workers wait.', true],
    ['Reverted the row locks of the archiver, which the office had asked for.', true],
    ['Reverted the row locks again for now.', false],
  ])('keeps what was taken back if it says what or why: %s', (said, isShown) => {
    expect(checkpointOf(worksOn(reports(`${REST} ${said}${MORE}`), 5)).includes(said)).toBe(isShown);
  });

  it('keeps its table if the newer one measures something else', () => {
    const table = (rows: string, before: string) =>
      `Measured at the pier.\n\n| ${rows} | Before | After |\n|---|---|---|\n| tides | ${before} | 30 ms |`;
    const text = (rows: string) =>
      checkpointOf(
        reports(table('Query', '40 ms')).person('and the pages').writes('p.ts').agent(table(rows, '900 ms')),
      );
    expect(text('Page')).toContain('40 ms');
    expect(text('Query')).not.toContain('40 ms');
  });

  it('keeps why something is not committed, whatever was committed since', () => {
    const text = (said: string) => {
      const talk = reports(`${REST} ${said}`).person('now the help page').writes('help.ts');
      talk.runs('git add help.ts && git commit -m Help', '[main 1a2b3c4] Help\n 1 file changed');
      return checkpointOf(talk.agent('The help page has one line for each command.'));
    };
    for (const said of [
      'It is not committed, because Ken reviews it first.',
      'The reader is not committed until the office has signed it.',
    ])
      expect(text(said)).toContain(said);
    const bare = 'The reader of the harbors and of their piers is not committed, like the rest.';
    expect(text(bare)).toContain(REST);
    expect(text(bare)).not.toContain(bare);
  });
});

describe('what did not work, as the agent said on the way', () => {
  const onTheWay = (said: string) =>
    checkpointOf(
      converse()
        .person('match the harbors')
        .agent(said)
        .writes('match.ts')
        .agent('They are matched by sound.'),
    );

  it.each([
    'Exact matching did not work: the harbors are spelled in three ways.',
    'Exact matching of the harbors did not work.',
    'Right, exact matching did not work: the harbors are spelled in three ways.',
    'You are right, it did not help because names differ.',
    'Correct matching of the harbors did not work.',
  ])('stays if it names what, or why: %s', (said) => {
    expect(onTheWay(said)).toContain(said);
  });
});

describe('the last message beside the commits', () => {
  const said = (beside: string) =>
    checkpointOf(
      converse()
        .person('ship it')
        .writes('tide.ts')
        .runs('git commit -am "Read the tides"', '[main 1a2b3c4] Read the tides\n 1 file changed')
        .agent(`The gate is next.\n\nCommits:\n- \`1a2b3c4\` Read the tides${beside}`),
    );

  it('keeps what an item says against its commit', () => {
    const beside = ' — do not deploy it before the Redis upgrade';
    expect(said(beside)).toContain(beside);
    expect(said(' — one row for each hour, in the order of the harbors')).not.toContain('one row');
  });
});

describe('a wish beside what the person saw', () => {
  const text = (message: string) => {
    const talk = converse().person('read the tides').writes('tide.ts').agent('The tides are read by hour.');
    talk.person(message).writes('zone.ts').runs('git commit -am x', '[main 1a2b3c4] Read the tides');
    return checkpointOf(worksOn(talk.agent('The tables have one time zone.'), 1));
  };

  it('stays once it was carried out', () => {
    const message = "it looks like the tables use local time, let's use UTC for both";
    expect(text(message)).toContain(`- ${message}\n`);
    expect(text('it looks like the tables use local time instead of UTC')).not.toContain('- it looks like');
  });

  it('stays if it begins with what they see', () => {
    const message = 'I see, so the head should be gray on each page';
    expect(text(message)).toContain(message);
  });
});

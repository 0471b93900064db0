import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';
const commits = (talk: Talk, message = 'Read the tides') =>
  talk.runs(`git commit -am "${message}"`, `[main 1a2b3c4] ${message}\n 1 file changed`);
const goesOn = (talk: Talk) =>
  talk
    .person('now the help page')
    .writes('help.ts')
    .agent('The help page has one line for each command, and it is sorted.');

describe('the last message beside the commits', () => {
  const said = (items: string) =>
    checkpointOf(
      commits(converse().person('ship it').writes('tide.ts')).agent(
        `The gate is next.\n\nCommits:\n${items}`,
      ),
    );
  const LONG = `(${'one row for each hour of the harbor, and '.repeat(4)}one for the day)`;

  it('loses each item that begins with the hash and the subject of one, however long it is', () => {
    expect(said(`- \`1a2b3c4\` Read the tides ${LONG}`)).not.toContain('one for the day');
    expect(said(`- **1a2b3c4** — Read the tides ${LONG}`)).not.toContain('one for the day');
  });

  it('keeps a long item with the hash alone, or with the subject and another hash', () => {
    expect(said(`- \`1a2b3c4\` ${LONG}`)).toContain('one for the day');
    expect(said(`- \`9a8b7c6\` Read the tides ${LONG}`)).toContain('one for the day');
  });

  it('keeps another branch than the one that was pushed, and a push that was not seen', () => {
    const talk = (pushes: string) =>
      checkpointOf(
        converse('tides')
          .person('ship it')
          .writes('tide.ts')
          .runs(`git commit -m Tides${pushes}`, '[tides 1a2b3c4] Tides\n 1 file changed')
          .agent('The gate is next. Pushed.\n\n- Branch: `moon`'),
      );
    expect(talk(' && git push')).toContain('Branch: `moon`');
    expect(talk(' && git push')).not.toContain('Pushed.');
    expect(talk('')).toContain('The gate is next. Pushed.');
  });
});

describe('the last message', () => {
  it('loses the opening that everything else is done', () => {
    const text = checkpointOf(
      converse().person('read').writes('a.ts').agent('Everything else is in place. The gate is next.'),
    );
    expect(text).toContain('last message:\n  The gate is next.');
  });

  it('loses a step that it announces at the end if it was cut off there', () => {
    const talk = () =>
      converse()
        .person('repair the reader')
        .writes('a.ts')
        .agent('The reader has no leap years of its own. Let me check the moon next.');
    expect(checkpointOf(talk().reads('moon.ts').interrupted())).toContain('no leap years of its own.');
    expect(checkpointOf(talk().reads('moon.ts').interrupted())).not.toContain('Let me check');
    expect(checkpointOf(talk())).toContain('Let me check');
  });
});

describe('an earlier report', () => {
  it.each([
    'Questions',
    'Two questions',
    '2 questions',
    'Questions first',
    'Questions before I start',
    'Questions before that',
    'Preguntas',
    'Fragen',
    '質問',
    '질문',
  ])('loses what the agent asked under "%s", which the person has replied to', (heading) => {
    const text = (label: string) =>
      checkpointOf(
        goesOn(
          converse()
            .person('plan the reader')
            .reads('tide.ts')
            .agent(
              `The reader has two modes, and one of them is never used.\n\n## ${label}\n\n- The hour of the harbor: local or UTC`,
            ),
        ),
      );
    expect(text(heading)).toContain('one of them is never used');
    expect(text(heading)).not.toContain('local or UTC');
    expect(text('Modes of the harbor')).toContain('local or UTC');
  });

  it('loses a list that is ticked off, and keeps what was not asked for', () => {
    const text = checkpointOf(
      goesOn(
        converse()
          .person('do what the ticket of the harbor says')
          .writes('tide.ts')
          .agent(
            'The almanac has a gap in 1899, which the reader skips.\n\nWhat you asked for:\n- ✅ Tides by hour\n- ✅ Tides by depth\n- ✅ No zeros',
          ),
      ),
    );
    expect(text).toContain('a gap in 1899');
    expect(text).not.toContain('Tides by depth');
  });

  it.each([
    'I left out the tables of the moon, which are not committed.',
    'I left out the tables of the moon and haven’t committed them.',
    'I left out the tables of the moon, and they had not been committed.',
  ])('loses that something was not committed then once something is: %s', (said) => {
    const talk = () =>
      converse().person('read the tides').writes('tide.ts').agent(`The tides are read. ${said}`);
    expect(checkpointOf(goesOn(talk()))).toContain(said);
    expect(checkpointOf(goesOn(commits(talk().person('commit')).agent('Committed.')))).not.toContain(said);
  });

  it.each([
    'I left out the tables of `moon.ts`, which are not committed.',
    'I left out the tables of the moon with all of their rows, which are not committed as they are from the office.',
  ])('keeps that if it names it, or says more: %s', (said) => {
    const talk = converse().person('read the tides').writes('tide.ts').agent(`The tides are read. ${said}`);
    expect(checkpointOf(goesOn(commits(talk.person('commit')).agent('Committed.')))).toContain(said);
  });
});

describe('an earlier report on committed work', () => {
  it('is not shown whole for what lasts of it, however short it is', () => {
    const said = 'The head of the tide table is bold. I did not touch the moon.';
    const open = converse().person('read the tides').writes('tide.ts').agent(said);
    expect(checkpointOf(goesOn(open))).toContain(said);
    const talk = commits(converse().person('read the tides').writes('tide.ts')).agent(said);
    const text = checkpointOf(goesOn(talk));
    expect(text).toContain('I did not touch the moon.');
    expect(text).not.toContain('is bold');
  });

  it('leaves its changes to the commit that names them, but not to one that has other work as well', () => {
    const said =
      'Changes:\n- Added a cache of rows: 40 ms, and not 900 ms\n- Added the gates: 2 ms, and not 9 ms\n\nI did not touch the moon, nor the sun of the almanac.';
    const named = commits(converse().person('read the tides').writes('tide.ts')).agent(said);
    expect(checkpointOf(goesOn(named))).toContain('nor the sun');
    expect(checkpointOf(goesOn(named))).not.toContain('a cache of rows');
    const both = converse().person('read the piers').writes('pier.ts').agent('The piers are read.');
    commits(both.person('read the tides').writes('tide.ts')).agent(said);
    expect(checkpointOf(goesOn(both))).toContain('a cache of rows');
  });
});

describe('what did not work, as the agent said on the way', () => {
  const onTheWay = (said: string) =>
    checkpointOf(
      converse().person('read the tides').agent(said).writes('tide.ts').agent('The tides are read by hour.'),
    );

  it.each([
    'You’re right, the index of the harbors did not help.',
    'You are absolutely right, the index of the harbors did not help.',
    'Good catch: the index of the harbors did not help.',
    'Fair enough, the index of the harbors did not help.',
    'Tienes razón, el índice de los puertos no funciona.',
    'Du hast recht, der Index der Häfen funktioniert nicht.',
    'たしかに港の索引は効果がなく、表を読むだけでした。',
    '你说得对，港口的索引走不通，要换一个办法。',
  ])('is left out if it only agrees with the person: %s', (said) => {
    expect(onTheWay(said)).not.toContain(said);
  });

  it('stays if it says that later', () => {
    expect(onTheWay('The index of the harbors did not help, you are right.')).toContain(
      'The index of the harbors',
    );
  });
});

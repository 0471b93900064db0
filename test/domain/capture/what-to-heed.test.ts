import { describe, expect, it } from 'vitest';
import { converse } from './entries.ts';
import { checkpointOf, worksOn } from './talks.ts';

/** Short reports are shown whole. */
const MORE = ' Each of them has a name.'.repeat(20);
const BEGINNING = 'The claim of the rows is one statement in `claim.ts`.';
const reports = (said: string) => `${BEGINNING} ${said} The table has five columns.${MORE}`;
const claims = (report: string) => converse().person('claim the rows').writes('claim.ts').agent(report);

describe('what has to be heeded', () => {
  it.each([
    'The first run after the upgrade reads the whole almanac.',
    'The log of the pier is worth checking.',
    'The old reader still prints the hour of the harbor.',
    'The next import will overwrite the names of the piers.',
    'The gates are as they were, left as they were before the storm.',
    'Keep in mind that the harbor is in another time zone.',
    'Ojo, la tabla vieja sigue en el puerto.',
    'Die alte Tabelle liegt noch im Hafen, Achtung.',
    '先在码头启动，记得把灯打开。',
    '등대를 먼저 켜고 항구를 조심하세요.',
  ])('stays however many turns of work follow: %s', (said) => {
    const text = checkpointOf(worksOn(claims(reports(said)), 5));
    expect(text).toContain(said);
    expect(text).not.toContain('five columns');
  });

  it.each([
    'The pier still uses the old reader, which belongs to the third step.',
    'The message of the pier is now `heads up`.',
    `The pier still uses the old reader${', and that one has a name'.repeat(12)}.`,
  ])('is not what a later step does, a name, or a long description: %s', (said) => {
    expect(checkpointOf(worksOn(claims(reports(said)), 5))).not.toContain(said);
  });

  it('stays as an item of a list', () => {
    const report = `${BEGINNING}${MORE}\n\nThe importers:\n- The one of the pier still points at the old bucket\n- The one of the gate has a name`;
    const text = checkpointOf(worksOn(claims(report), 5));
    expect(text).toContain('still points at the old bucket');
    expect(text).not.toContain('The one of the gate');
  });

  it('stays in an answer, and not in what was only explained before it was committed', () => {
    const said = 'The old reader still prints the hour of the harbor.';
    const text = (request: string) => {
      const talk = converse().person(request).agent(reports(said)).person('go on').writes('claim.ts');
      talk.runs('git commit -m x', '[main 1a2b3c4] Claim').agent('The rows are claimed now, all of them.');
      return checkpointOf(worksOn(talk, 3));
    };
    expect(text('how are the rows claimed?')).toContain(said);
    expect(text('explain the claim of the rows')).not.toContain(said);
  });

  it('goes once somebody comes back to it', () => {
    const said = 'The old reader still prints the hour of the harbor.';
    const talk = claims(reports(said)).person('the old reader should print no hour of the harbor');
    talk.writes('reader.ts').agent('The hour of the harbor is gone from what it prints.');
    expect(checkpointOf(worksOn(talk, 3))).not.toContain(said);
  });
});

describe('what stopped the agent', () => {
  const SAID = 'The key that signs commits is locked, so nothing was written there.';
  const asked = (said: string) => converse().person('sign the tables').runs('gpg --sign x').agent(said);

  it('stays unless it is only in the name of something', () => {
    expect(checkpointOf(worksOn(asked(reports(SAID)), 5))).toContain(SAID);
    const named = 'The page of the harbor is called `the key is locked` in the almanac.';
    expect(checkpointOf(worksOn(asked(reports(named)), 5))).not.toContain(named);
  });

  it('is over if the same turn changed files, or somebody comes back to it', () => {
    expect(checkpointOf(worksOn(claims(reports(SAID)), 5))).not.toContain(SAID);
    const talk = asked(reports(SAID)).person('the key that signs commits is no longer locked, sign it');
    talk.writes('signed.ts').agent('The tables of the harbor are signed.');
    expect(checkpointOf(worksOn(talk, 3))).not.toContain(SAID);
  });
});

describe('an attempt that was taken back', () => {
  it.each([
    ['Backed it out again for now.', false],
    ['Backed it out of `claim.ts` again for now.', true],
    ['I was wrong, and it makes things worse.', false],
    ['I was wrong about `claim.ts`: it makes things worse.', true],
  ])('is shown later if it is named: %s', (said, isShown) => {
    expect(checkpointOf(worksOn(claims(reports(said)), 5)).includes(said)).toBe(isShown);
  });
});

describe('a report on committed work', () => {
  const commits = (said: string) =>
    converse()
      .person('claim the rows')
      .writes('claim.ts')
      .runs('git commit -am "Claim the rows"', '[main 1a2b3c4] Claim the rows')
      .agent(said);
  const DETAILS = [
    'The claim takes 40 ms instead of 900 ms.',
    'Rows are claimed in `claim.ts` so that two workers never have the same one.',
    'The cause was the bump in `lock.ts`, which took another connection.',
  ];

  it.each(DETAILS)('leaves its details to the commit after two other reports: %s', (said) => {
    expect(checkpointOf(worksOn(commits(reports(said)), 2))).toContain(said);
    expect(checkpointOf(worksOn(commits(reports(said)), 3))).not.toContain(said);
  });

  it.each(DETAILS)('has them while it is not committed: %s', (said) => {
    expect(checkpointOf(worksOn(claims(reports(said)), 3))).toContain(said);
  });

  it('keeps them if the others only answer thanks or say next to nothing', () => {
    const talk = worksOn(commits(reports(DETAILS[0] ?? '')), 1);
    talk.person('thanks!').agent('You are welcome, and have a good evening at the harbor.');
    talk.person('look at the gates').agent('Both are there.');
    expect(checkpointOf(worksOn(talk, 1))).toContain(DETAILS[0]);
  });

  it.each([
    ['a finding', `Found it: the lock is on another connection than the rows.\n\n${reports('It is so.')}`],
    ['figures in a list', `${reports('Measured:')}\n\n- The claim: 40 ms instead of 900 ms`],
    [
      'figures in a table',
      `${reports('Measured.')}\n\n| Table | Before | After |\n|---|---|---|\n| rows | 900 ms | 40 ms |\n| gates | 800 ms | 40 ms |`,
    ],
  ])('leaves %s to the commit as well', (_, said) => {
    const words = /another connection than|900 ms/;
    expect(checkpointOf(worksOn(commits(said), 2))).toMatch(words);
    expect(checkpointOf(worksOn(commits(said), 3))).not.toMatch(words);
  });

  it('says no longer what was done either if the commit has other work as well', () => {
    const text = (turns: number) => {
      const talk = claims(`${BEGINNING}${MORE}`).person('and lock them').writes('lock.ts');
      talk.agent('The rows are locked by the name of the harbor, and by nothing else.');
      talk.person('commit').runs('git commit -am x', '[main 1a2b3c4] Claim and lock').agent('Committed.');
      return checkpointOf(worksOn(talk, turns));
    };
    expect(text(1)).toContain(BEGINNING);
    expect(text(2)).not.toContain(BEGINNING);
  });

  it('keeps what did not work and what has to be heeded', () => {
    const said = 'Row locks deadlocked with the archiver. The first run after the upgrade takes a day.';
    expect(checkpointOf(worksOn(commits(reports(said)), 5))).toContain(said);
  });

  it('is not done if it wrote a file that no commit of the repository takes', () => {
    const text = (edits: string) => {
      const talk = converse().person('claim the rows').writes('claim.ts').runs(edits);
      talk.runs('git commit -am "Claim the rows"', '[main 1a2b3c4] Claim the rows');
      return checkpointOf(worksOn(talk.agent(reports(DETAILS[0] ?? '')), 3));
    };
    expect(text("sed -i 's/a/b/' /etc/tides.conf")).toContain(DETAILS[0]);
    expect(text("sed -i 's/a/b/' /tmp/tides.conf")).not.toContain(DETAILS[0]);
  });
});

describe('reasons in a report', () => {
  it('count if the turn wrote files, and are those of the commit if it only committed', () => {
    const said = 'Rows are claimed in `claim.ts` so that two workers never have the same one.';
    expect(checkpointOf(worksOn(claims(reports(said)), 5))).toContain(said);
    const talk = converse().person('claim the rows').writes('claim.ts').agent('The rows are claimed.');
    talk.person('commit it as one').runs('git commit -am x', '[main 1a2b3c4] Claim').agent(reports(said));
    expect(checkpointOf(worksOn(talk, 2))).not.toContain(said);
  });
});

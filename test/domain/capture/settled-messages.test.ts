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

describe('an answer to several points', () => {
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

describe('a plan that was approved', () => {
  it('is named only with its file', () => {
    const planned = (path: string | null) =>
      checkpointOf(converse().person('plan the tables').plans('# Tables\n\nRead them.', path, true));
    expect(planned('/home/ada/plans/tables.md')).toContain('Plan: "Tables" in /home/ada/plans/tables.md');
    expect(planned(null)).not.toContain('Plan:');
  });
});

describe('an answer that only lets the agent go on', () => {
  it.each(['Going on with the offers?', 'Primero los minutos, luego los huecos. ¿Va?'])(
    'is left out once that is reported: %s',
    (question) => {
      const talk = converse().person('two slots').agent(question).person('yes');
      expect(checkpointOf(talk.agent('Both slots are there.'))).not.toContain('answered: yes');
    },
  );
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

describe('what a message asked for, once it is reported and committed', () => {
  const commit = (talk: Talk) =>
    talk.person('commit').runs('git commit -m x', '[main 1a2b3c4] Read the tides').agent('Committed.');
  const asked = (message: string) =>
    converse().person('read the tides').agent('They are read.').person(message).writes('a.ts').agent('Read.');
  const WEATHER =
    "The table of the harbor has the columns of the old almanac, and it didn't have the moon of last year before.";

  it('is not quoted, unless the message has a rule, a limit or a wish', () => {
    expect(checkpointOf(asked(WEATHER))).toContain(WEATHER);
    expect(checkpointOf(commit(asked(WEATHER)))).not.toContain('the old almanac');
    const kept = [
      'Ideally the harbor comes first.',
      'The cache is only for the winter.',
      'Do not sort them.',
    ];
    for (const rule of kept) expect(checkpointOf(commit(asked(`${WEATHER} ${rule}`)))).toContain(rule);
  });

  it('is quoted while a file that was written for it is not committed', () => {
    const talk = converse().person('read the tides').writes('b.ts').agent('They are read.');
    expect(checkpointOf(commit(talk).person(WEATHER).writes('c.ts').agent('Read.'))).toContain(WEATHER);
  });

  it('is one line if it was the first request', () => {
    const plan = `Implement this plan:\n# Tides\n${'The tides are read from the file of the harbor.\n'.repeat(20)}`;
    const talk = converse().person(plan).writes('a.ts').agent('The tides are read.');
    expect(checkpointOf(talk)).toContain('First request:\n  Implement this plan:\n  # Tides\n');
    const text = checkpointOf(goesOn(commit(talk)));
    expect(text).toMatch(/First request:\n {2}Implement this plan: # Tides The tides are [^\n]{0,180}…\n\S/);
  });

  it('is not quoted if the person only asked back', () => {
    const talk = converse().person('read the tides').answers('Which almanac?', 'which one would you take?');
    expect(checkpointOf(talk)).toContain('which one would you take?');
    expect(checkpointOf(talk.agent('The new one.'))).not.toContain('which one would you take?');
  });
});

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

  it('is one line if it was a short first request', () => {
    const request = `Read the tides from the file of the harbor${' and the moon from the almanac'.repeat(12)}`;
    const talk = converse().person(request).writes('a.ts').agent('The tides are read.');
    expect(checkpointOf(talk)).toContain(request);
    expect(checkpointOf(goesOn(commit(talk)))).toMatch(
      /First request, (?:reported(?:, and followed by a commit| and committed): )?"Read the tides [^\n]{0,290}…"/,
    );
  });

  it('is in the line of its report if it was a first request with nothing but its own words of a rule', () => {
    const talk = converse()
      .person('The reader should use the almanac, but it reads the harbor')
      .writes('a.ts')
      .agent('It reads `almanac.csv`, and the harbor only where that has no row.');
    expect(checkpointOf(goesOn(talk))).toContain(
      '- to the first request, "The reader should use the almanac, but it reads the harbor": It reads',
    );
  });

  it.each([
    'Avoid touching the billing module.',
    'Changes to the public API are forbidden.',
    'Leave the version number as it is.',
    'Keep Node 16 support. Ask me first about anything in infra.',
    'Everything except billing is in scope. Check with Maria before any deploy.',
    'The ledger format is frozen. Staging is off limits. Production data is read-only.',
    'The almanac is on paper. The moon is in a drawer. The harbor has two gates.',
    'Interdiction de toucher à la base.',
    'Evita dependencias nuevas.',
    'No new dependencies.',
  ])('is quoted, first or later, if something beside it may last: %s', (rule) => {
    const message = `Add the cache to the client and wire it up in the server. ${rule}`;
    expect(checkpointOf(goesOn(commit(asked(message))))).toContain(rule);
    const first = converse().person(message).writes('a.ts').agent('The cache is there.');
    expect(checkpointOf(goesOn(commit(first)))).toContain(rule);
  });

  it('is quoted if it was a document, with its steps', () => {
    const plan = '# Plan\nBuild it.\n## Rules\n- No new dependencies.\n## Steps\n1. parser\n2. queue';
    const talk = converse().person(plan).writes('a.ts').agent('The parser is there.');
    expect(checkpointOf(goesOn(commit(talk)))).toMatch(/No new dependencies\.\n[\s\S]*2\. queue/);
  });

  it.each(['commit this, no push', 'commit this and nothing in config/', 'commit, no force push'])(
    'is quoted if an order to commit leaves something out: %s',
    (order) => {
      const talk = asked('read the moon').person(order).runs('git commit -m x', '[main 1a2b3c4] Read');
      expect(checkpointOf(goesOn(talk.agent('Committed.')))).toContain(order);
    },
  );

  it('is quoted with the report if that says what is left', () => {
    const request = 'Do three things: add a flag, add a man page, and port the tests';
    const talk = converse().person('hi').agent('Hello.').person(request).writes('a.ts');
    talk.runs('git commit -m x', '[main 1a2b3c4] Flag');
    talk.agent('The flag is committed. The man page and the tests are still to do.');
    const text = checkpointOf(talk.person('what is the default color?').agent('It is auto.'));
    expect(text).toContain(request);
    expect(text).toContain('The man page and the tests are still to do.');
  });

  it('is quoted if the person says later that it is not done', () => {
    const request =
      'Build the import screen with validation of phone numbers and a preview of the first ten rows';
    const later = 'this is still missing the preview, it is only half done';
    const talk = commit(asked(request)).person(later).agent('You are right.');
    expect(checkpointOf(goesOn(talk))).toContain(request);
  });

  it('is not quoted if the person only asked back', () => {
    const talk = converse().person('read the tides').answers('Which almanac?', 'which one would you take?');
    expect(checkpointOf(talk)).toContain('which one would you take?');
    expect(checkpointOf(talk.agent('The new one.'))).not.toContain('which one would you take?');
  });
});

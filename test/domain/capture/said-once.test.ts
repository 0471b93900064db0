import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { isSmallTalk } from '../../../src/domain/capture/derive/small-talk.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const itemsOf = (talk: Talk, type: string) =>
  deriveFromDigest(talk.digest())
    .filter((item) => item.type === type)
    .map(({ text }) => text);
const checkpointOf = (talk: Talk) => itemsOf(talk, 'checkpoint')[0] ?? '';

describe('the same words in a handoff', () => {
  it('are shown once if the first line quotes the last message whole', () => {
    const talk = (last: string) =>
      checkpointOf(
        converse()
          .person('Read the tide tables')
          .agent('Read.')
          .person('print it without zeros')
          .agent('ok')
          .person(last),
      );
    const short = talk('and sort the harbors by name');
    expect(short.match(/and sort the harbors by name/g)).toHaveLength(1);
    expect(short).toContain('- print it without zeros');
    const long = `and sort the harbors ${'by name and '.repeat(40)}by depth`;
    expect(talk(long)).toContain(`- ${long}`);
  });

  it('are shown once if they are a rule and nothing else', () => {
    const talk = converse()
      .person('Read the tide tables.\n- never touch data/raw\n- one table per harbor')
      .agent('Read.')
      .person('Never use lodash.')
      .agent('ok')
      .person('the harbors are sorted by depth, not by name')
      .agent('ok');
    expect(itemsOf(talk, 'constraint')).toEqual([
      'The person: "never touch data/raw"',
      'The person: "Never use lodash."',
    ]);
    const text = checkpointOf(talk);
    expect(text).not.toMatch(/data\/raw|lodash/);
    expect(text).toContain('  - one table per harbor');
    expect(text).toContain('- the harbors are sorted');
  });

  it.each(['no. never bump timeouts. find out why', 'Never bump timeouts. continue'])(
    'are shown once if they are a rule beside a short order that was carried out: %s',
    (message) => {
      const talk = converse().person('repair the run').agent('It times out. Raise the timeout for it?');
      const items = deriveFromDigest(
        talk.person(message).agent('Done.').person('now the logs of 1899').agent('Read.').digest(),
      );
      expect(
        items
          .map(({ text }) => text)
          .join('\n')
          .match(/never bump timeouts/gi),
      ).toHaveLength(1);
    },
  );

  it('stay if the rule is all that the first request says', () => {
    const talk = converse().person('Never use lodash.').writes('a.ts').agent('ok');
    expect(checkpointOf(talk)).toContain('First request:\n  Never use lodash.');
  });
});

describe('small talk', () => {
  it.each([
    'Bye! Enjoy the weekend.',
    "You're welcome!",
    'Gern geschehen. Bis morgen!',
    'お疲れさまでした。',
  ])('is a message of courtesies: %s', (text) => {
    expect(isSmallTalk(text)).toBe(true);
  });

  it.each(['Bye! The photos are not committed.', 'Enjoy. Shall I push?', 'Done.', 'Have a look at `a.ts`.'])(
    'is not what says more: %s',
    (text) => {
      expect(isSmallTalk(text)).toBe(false);
    },
  );

  const talk = (last: string) =>
    converse()
      .person('Read the tide tables')
      .writes('tides.ts')
      .agent('The tide tables are read per harbor, and each has its own zone because of the summer shift.')
      .person(last)
      .agent('Bye! Enjoy the weekend.');

  it('is left out of a last message that says more', () => {
    const text = checkpointOf(
      converse().person('read the tides').writes('a.ts').agent("You're welcome! The tides are read by day."),
    );
    expect(text).toContain('last message:\n  The tides are read by day.');
  });

  it.each(['— Bye!', '😊 Enjoy the weekend.'])('begins with any mark: %s', (text) => {
    expect(isSmallTalk(text)).toBe(true);
  });

  it('does not take the place of the last message', () => {
    const text = checkpointOf(talk('thanks, bye'));
    expect(text).not.toContain('Enjoy the weekend');
    expect(text).toContain('its own zone');
  });
});

describe('what other lines say', () => {
  it('a rule is left out of the message that it was part of', () => {
    const talk = converse()
      .person('read the tides')
      .agent('Read.')
      .person(
        'Sort them by the depth of the harbor at low tide. Never touch data/raw. Then print the moon of each day.',
      )
      .agent('Sorted.');
    expect(itemsOf(talk, 'constraint')).toEqual(['The person: "Never touch data/raw."']);
    expect(checkpointOf(talk)).toContain(
      '- Sort them by the depth of the harbor at low tide. Then print the moon',
    );
  });

  it('a long sentence says what a later report says in nearly the same words, unless it says what is left', () => {
    const words = 'for the harbor of Delft, its island, both bridges and the old tower at night';
    const reports = (first: string) =>
      checkpointOf(
        converse()
          .person('read the tides')
          .writes('tide.ts')
          .agent(`${first} ${words}.`)
          .person('and the stars of the winter, by month')
          .writes('star.ts')
          .agent(`Changed how tables are read ${words}.\n\nThe stars of each month are in a table.`)
          .person('what is the color of the moon?')
          .agent('It is yellow in most of the nights.'),
      );
    expect(reports('Changed how rows are sorted').match(/old tower at night/g)).toHaveLength(1);
    expect(reports('Still open: how rows are sorted').match(/old tower at night/g)).toHaveLength(2);
  });

  it('a request without a rule is shown in the line of its report, with the question that it answers', () => {
    const by = (words: string) => `${words} `.repeat(9);
    const text = checkpointOf(
      converse()
        .person('read the tides')
        .writes('a.ts')
        .agent(`They are read. ${by('By day.')}\n\nWhich harbor is next?`)
        .person('maybe the harbor of the island')
        .writes('b.ts')
        .agent(`That harbor is read. ${by('By hour.')}`)
        .person('go on')
        .agent('ok'),
    );
    expect(text).toContain(
      '- to "maybe the harbor of the island" (asked "Which harbor is next?"): That harbor is read.',
    );
    expect(text).not.toContain('Then the person said');
  });

  it('a request with a rule is shown among the words of the person, and only named above its report', () => {
    const request =
      'the tides of the harbor must differ from those of the island, so read both of them from the almanac';
    const talk = converse()
      .person('read the tides')
      .writes('a.ts')
      .agent(`They are read.${' By day.'.repeat(9)}`);
    const text = checkpointOf(
      talk
        .person(request)
        .writes('b.ts')
        .agent(`Both are read.${' By hour.'.repeat(9)}`)
        .person('go on')
        .agent('ok'),
    );
    expect(text).toContain('- to the first request: They are read.');
    expect(text).toContain(`- ${request}\n`);
    expect(text).toContain('- to "the tides of the harbor must differ…": By hour.');
  });

  it('the last message loses its opening, listed commits and listed runs that passed', () => {
    const talk = converse().person('read the tides').writes('a.ts').runs('npm test', 'ok');
    const text = checkpointOf(
      talk
        .runs('git commit -m x', '[main 1a2b3c4] Read only the tides')
        .agent(
          'Summary of the changes:\nThe tides are read by day.\nCommits:\n- `1a2b3c4` Read only the tides\nAll tests pass.',
        ),
    );
    expect(text).toContain(
      "The agent's last message:\n  The tides are read by day.\nCommitted on main: 1a2b3c4",
    );
  });

  it('the last message loses the push and the branch that the commits show', () => {
    const talk = (pushes: string) =>
      checkpointOf(
        converse('tides')
          .person('ship it')
          .writes('tide.ts')
          .runs(`git commit -m Tides${pushes}`, '[tides 1a2b3c4] Tides\n 1 file changed')
          .agent('Pushed. No pull request is open.\n\n- Branch: `tides` → `origin`\n- The gate is next'),
      );
    expect(talk(' && git push')).toContain('  No pull request is open. The gate is next\n');
    expect(talk('')).toContain('Branch: `tides`');
  });

  it('the last message loses the paragraph that tells the person their problem', () => {
    const talk = (problem: string) =>
      checkpointOf(
        converse()
          .person('the tide table bombs out with `no such harbor` when the harbor has no depth')
          .writes('tide.ts')
          .agent(`**Problem:** ${problem}\n\nThe depth may be empty now.`),
      );
    expect(
      talk('The tide table failed with `no such harbor` when a harbor had no depth, although it is there.'),
    ).not.toContain('Problem');
    expect(talk('The almanac is a year old, and nobody has a newer one.')).toContain('Problem');
  });

  it('the last message keeps its opening if it says nothing else', () => {
    expect(checkpointOf(converse().person('read the tides').writes('a.ts').agent('Done.'))).toContain(
      'last message:\n  Done.',
    );
  });

  it('an earlier report loses a sentence whose names and most words stand in a line', () => {
    const talk = converse()
      .person('read the tides')
      .writes('a.ts')
      .agent(
        'The style hints in `tide_table.go` (CutPrefix, slices.Contains) are old and unrelated; I left them alone.',
      );
    const text = checkpointOf(
      talk
        .person('now the moon')
        .writes('b.ts')
        .agent(
          'The lint hints in `tide_table.go` (CutPrefix, slices.Contains) are old and unrelated; I left them as is.',
        ),
    );
    expect(text).not.toContain('style hints');
  });
});

describe('what a handoff keeps of explanations', () => {
  it('is what they put off and decided, also after the work on them is committed', () => {
    const talk = converse()
      .person('how do we read the moon?')
      .agent(
        'The moon is read by hour. The phases of the moon in the last century are not in this PR.\n**Decisions**\n- Time zone of the harbor: yes.\n- Cache: no.',
      )
      .person('do it')
      .writes('moon.ts')
      .runs('git commit -m x', '[main 1a2b3c4] Read the moon')
      .agent('The moon is read.');
    const text = checkpointOf(talk);
    expect(text).toContain('The phases of the moon in the last century are not in this PR.');
    expect(text).toContain('Decisions: Time zone of the harbor: yes; Cache: no');
    expect(text).not.toContain('read by hour');
  });
});

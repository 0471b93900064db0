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
    const long = `and sort the harbors ${'by name and '.repeat(12)}by depth`;
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

  it('does not take the place of the last message', () => {
    const text = checkpointOf(talk('thanks, bye'));
    expect(text).not.toContain('Enjoy the weekend');
    expect(text).toContain('its own zone');
  });
});

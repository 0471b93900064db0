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

  it('stay if the rule is all that the first request says', () => {
    const talk = converse().person('Never use lodash.').writes('a.ts').agent('ok');
    expect(checkpointOf(talk)).toContain('First request:\n  Never use lodash.');
  });
});

describe('a line of the first request', () => {
  it('is left out once the person released it', () => {
    const talk = (last: string) =>
      checkpointOf(
        converse()
          .person("Move the harbors.\n- one commit per harbor\n- don't push until I say so")
          .agent('Moved.')
          .person(last)
          .agent('ok'),
      );
    expect(talk('sort them by depth, not by name')).toContain("- don't push until I say so");
    expect(talk('that is good. you can push the branch now')).not.toContain('until I say so');
  });

  it('stays if it has other rules beside the one that was released', () => {
    const rules =
      'Rules here: amounts are whole cents. Never edit a migration that was merged. I push, you only commit, unless I say otherwise.';
    const talk = converse()
      .person(`Move the harbors.\n${rules}`)
      .agent('Moved.')
      .person('that is good. you can push the branch now')
      .agent('ok');
    expect(checkpointOf(talk)).toContain('Never edit a migration that was merged.');
  });

  it.each([
    ['review my branch, be picky. only review, no edits yet', 'no edits yet'],
    ['看下 consumer 这块，先不要改代码，给我原因', '先不要改代码'],
    ['Schau dir den Leser an, bitte noch nichts ändern', 'noch nichts ändern'],
  ])('is left out if it only held until work began: %s', (first, limit) => {
    const talk = converse().person(first).agent('Here is why.');
    expect(
      checkpointOf(talk.person('fix the second one, not the first').reads('a.ts').agent('ok')),
    ).toContain(limit);
    expect(checkpointOf(talk.writes('a.ts').agent('Fixed.'))).not.toContain(limit);
  });
});

describe('a point of a list', () => {
  it('is left out if the person refused it by its number', () => {
    const list = [
      'mixes units',
      'wrong day',
      'its state is a dict in memory, so each validator has one',
      'default is shared',
      'its reset is never called outside of the tests',
    ];
    const talk = converse()
      .person('review the branch')
      .agent(`Review:\n\n${list.map((one, at) => `${at + 1}. The cap: ${one}.`).join('\n')}`)
      .person('agree on 1, 2 and 4, fix those. 3: separate issue. 5: wontfix, ops needs it')
      .writes('cap.ts')
      .agent(`All three are fixed.${' The cap is now kept in cents.'.repeat(10)}`);
    expect(checkpointOf(talk)).toContain('each validator has one');
    expect(checkpointOf(talk)).not.toContain('its reset is never called');
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

  it('settles nothing while the person has a plan', () => {
    expect(checkpointOf(talk('thanks, bye'))).toContain('All requests were answered.');
    expect(checkpointOf(talk("I'll send you the second table on monday, bye"))).not.toContain('All requests');
  });
});

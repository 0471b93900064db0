import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';
const begun = () =>
  converse().person('read the tide tables').writes('tide.ts').agent('The tides are read by hour.');
/** What is shown of a message that another one followed. */
const shownOf = (message: string, works: (talk: Talk) => Talk = (talk) => talk.writes('head.ts')) =>
  checkpointOf(
    works(begun().person(message))
      .agent('The head is gray, and so is the one of the moon.')
      .person('the foot should be white, because the office prints it so')
      .writes('foot.ts')
      .agent('The foot is white now on each of the pages.'),
  );
const only = (talk: Talk) => talk;

describe('an earlier message', () => {
  const WISH = 'the head should be gray like the almanac.';
  const ASKED = 'is that also so on the phone?';

  it('loses the questions at its end, which the agent answered', () => {
    expect(shownOf(`${WISH} ${ASKED}`)).toContain(`- ${WISH}\n`);
    expect(shownOf(`${WISH} ${ASKED} and which gray is it?`, only)).toContain(`- ${WISH}\n`);
  });

  it('keeps a question that the person goes on from', () => {
    const message = `${WISH} ${ASKED} I think of the office, which prints it.`;
    expect(shownOf(message)).toContain(message);
  });

  it.each([
    'it is gray on the phone as well, right?',
    'is the gray of the office the one without any blue, or how do we tell the difference between them?',
    'can you keep the crown black?',
  ])('keeps a question that asks to agree, is long or limits something: %s', (asked) => {
    expect(shownOf(`${WISH} ${asked}`)).toContain(`${WISH} ${asked}`);
  });

  it('keeps a question in a list, and those of a turn that was not finished', () => {
    expect(shownOf(`${WISH}\n- ${ASKED}`)).toContain(ASKED);
    const cutOff = begun().person(`${WISH} ${ASKED}`).writes('head.ts').interrupted();
    expect(checkpointOf(cutOff.person('the foot should be white, because it is so'))).toContain(ASKED);
    const running = begun().person(`${WISH} ${ASKED}`).writes('head.ts');
    expect(checkpointOf(running.person('the foot should be white, because it is so'))).toContain(ASKED);
  });

  it('keeps its questions if it is the newest', () => {
    const talk = begun().person(`${WISH} ${ASKED}`).writes('head.ts').agent('It is gray.');
    expect(checkpointOf(talk)).toContain(ASKED);
  });

  it('stays whole if nothing would be left of it', () => {
    const asked = ['head', 'foot', 'crown', 'moon', 'sun'].map(
      (name) => `which gray has the ${name} of the almanac on the phone?`,
    );
    const message = asked.join(' ');
    expect(shownOf(message, only)).toContain(message);
  });
});

describe('a push that the person ran', () => {
  const pushed = (command: string, output: string, before = '') =>
    checkpointOf(
      converse()
        .person('read the tides')
        .writes('tide.ts')
        .runs(`git commit -am "Read the tides"${before}`, '[main 1a2b3c4] Read the tides')
        .agent('The tides are read by hour.')
        .shell(command, output),
    );

  it('is no line beside the commits, which are pushed', () => {
    const text = pushed('git push', 'To origin\n   1111111..1a2b3c4  main -> main');
    expect(text).toContain('(pushed)');
    expect(text).not.toContain('git push');
  });

  it('is a line with its output if it failed, or if another command did it', () => {
    const text = pushed('git push', 'error: failed to push some refs');
    expect(text).toContain('git push');
    expect(text).toContain('failed to push some refs');
    const release = pushed('make release', 'tagged v2 of the almanac', ' && git push');
    expect(release).toContain('(pushed)');
    expect(release).toMatch(/make release[\s\S]*tagged v2/);
  });
});

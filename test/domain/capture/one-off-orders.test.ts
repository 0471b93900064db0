import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';

const ORDER = 'make the head of the tide table gray, but lighter than the foot';
const begun = () => converse().person('read the tide tables').writes('tide.ts').agent('They are read.');
/** Orders that are no shorter and no older than a reader needs. */
const goesOn = (talk: Talk, turns = 2) => {
  for (const [at, color] of ['green', 'brown', 'white'].slice(0, turns).entries())
    talk
      .person(`paint the border of map ${at} ${color} instead of black`)
      .writes(`map${at}.ts`)
      .agent(`Map ${at} has it.`);
  return talk;
};
const handoffAfter = (message: string, reply = 'The head is changed.') =>
  checkpointOf(goesOn(begun().person(message).writes('head.ts').agent(reply)));

describe('an order that was worked on', () => {
  it('is left out if two newer messages are shown, committed or not', () => {
    const text = handoffAfter(ORDER);
    expect(text).not.toContain(ORDER);
    expect(text).toContain('map 0 green');
    expect(text).toContain('map 1 brown');
    const newer = goesOn(begun().person(ORDER).writes('head.ts').agent('The head is gray.'), 1);
    expect(checkpointOf(newer)).toContain(ORDER);
  });

  it.each([
    'the head should be gray, because the office prints it without colors',
    'gray instead of black, we use that for what is printed',
    'make every head gray instead of black',
    'make the head gray instead of black until the release',
    'we call this the crown instead of the head',
    'I’ll ask Nico which gray, so take any instead of black',
    'the head should be gray, the customer wants that instead of black',
    'la cabeza gris, porque la oficina lo imprime así',
    'der Kopf lieber grau, weil das Büro so druckt',
    'ヘッダーは黒ではなく灰色に。事務所が印刷するので',
    '表头用灰色，因为要打印',
    '머리글은 검정 말고 회색으로, 내일 인쇄해요',
    'the office decided on gray for the head',
    'the gray goes into the head and the foot',
    'paint the head gray after the third row',
    'paint the head gray only on the phone',
  ])('stays if it holds beyond that: %s', (message) => {
    expect(handoffAfter(message)).toContain(message);
  });

  it.each([
    'the head should be gray, and keep the foot',
    'make the head gray instead of black, except for the moon',
    'no, the head should be gray',
  ])('stays if it limits or corrects something: %s', (message) => {
    expect(handoffAfter(message)).toContain(message);
  });

  it('stays if it is long enough to say how something is to be', () => {
    const message = `${ORDER}. ${'The rows below it have one color for each harbor. '.repeat(6).trim()}`;
    expect(handoffAfter(message)).toContain(ORDER);
  });

  it('stays if somebody says that something of it is missing', () => {
    expect(handoffAfter(ORDER, 'The head is gray. The one of the moon is not implemented yet.')).toContain(
      ORDER,
    );
    const talk = goesOn(begun().person(ORDER).writes('head.ts').agent('The head is gray.'));
    talk.person('the gray of the moon is still missing').agent('So it is.');
    expect(checkpointOf(talk)).toContain(ORDER);
  });

  it('stays if it was interrupted, if nothing was written for it, or if it answers a question', () => {
    const interrupted = begun().person(ORDER).writes('head.ts').agent('Painting.').interrupted();
    expect(checkpointOf(goesOn(interrupted))).toContain(ORDER);
    expect(checkpointOf(goesOn(begun().person(ORDER).agent('The head is gray as it is.')))).toContain(ORDER);
    const asked = converse().person('read the tide tables').writes('tide.ts');
    asked.agent('Two things are open:\n1. Which color has the head?\n2. And the foot?');
    asked.person('1: gray instead of black. 2: white').writes('head.ts').agent('Both have it.');
    expect(checkpointOf(goesOn(asked))).toContain('gray instead of black');
  });
});

describe('an order whose work was removed again', () => {
  const SAID = 'try a cache because the reader needs the almanac twice';
  const REPORT =
    'The cache has one row for each harbor. Never flush it during the day: billing needs an hour.';
  const removed = (asked: string, order: string) => {
    const talk = begun().person(asked).creates('cache.ts').agent(REPORT);
    talk.person(order).runs('rm cache.ts').agent('It is no longer there.');
    return checkpointOf(goesOn(talk));
  };

  it.each([
    'bin the cache',
    'get rid of it',
    'throw the whole thing away',
    'rip the cache out',
    'quita la caché',
    'lösch den Cache',
    'キャッシュは削除して',
    '把缓存删掉',
    '캐시는 지워줘',
  ])('is left out with its report: %s', (order) => {
    expect(removed(SAID, order)).not.toContain(SAID);
    expect(removed(SAID, order)).not.toContain('Never flush it');
  });

  it('stays with its report if nobody asked for that, or if some of the work is there', () => {
    const text = removed(SAID, 'what is the almanac of 1899 like?');
    expect(text).toContain(SAID);
    expect(text).toContain('Never flush it');
    const talk = begun().person(SAID).creates('cache.ts').creates('store.ts').agent(REPORT);
    talk.person('bin the cache').runs('rm cache.ts').agent('It is no longer there.');
    expect(checkpointOf(goesOn(talk))).toContain(SAID);
  });

  it('stays if it forbids something', () => {
    const message = 'try a cache, but do not write to the almanac';
    expect(removed(message, 'bin the cache')).toContain(message);
  });
});

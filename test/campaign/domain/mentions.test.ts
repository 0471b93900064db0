import { describe, expect, it } from 'vitest';
import { mentionOf, shortMentionOf, shortNameOf } from '../../../src/campaign/domain/mentions.ts';

describe('a name in a text', () => {
  it.each([
    ['Al', 'Al opens the door.'],
    ['Al', 'She waits for AL.'],
    ['Al', '“Al’s lamp”, she says.'],
    ['Al', 'd’Al'],
    ['Al', '(al)'],
    ['Al', 'Also Al.'],
    ['Mira Stone', 'mira\n stone runs'],
    ['Zoë', 'zoe\u0308 sings'],
    ['Straße', 'at STRASSE'],
    ['Мира', 'К Мира.'],
    ['Νίκος', 'ΝΊΚΟΣ!'],
    ['Ｍｉｒａ', 'Mira'],
    ['米拉', '米拉走进酒馆'],
    ['ミラ', 'ミラは走る'],
    ['Mira', 'Miraが走る'],
    ['미라', '미라가 달린다'],
    ['미라', '나는 미라를 봤다'],
    ['Mira', 'Mira는 달린다'],
    ['มิรา', 'เห็นมิราวิ่ง'],
    ['R2-D2 (old)', 'Here is r2-d2 (old).'],
    ['$^.*', 'It says $^.* there'],
    ['[Al] & {Bo}', 'x [al] & {bo} y'],
  ])('%j is named by %j', (name, text) => {
    expect(mentionOf(name)(text)).toBe(true);
  });

  it.each([
    ['Al', 'Also, all of it; a final call.'],
    ['Al', 'Al-Hazred'],
    ['Al', 'Jean-Al'],
    ['Al', 'Al2'],
    ['Al', 'Al_'],
    ['Zo', 'Zoë'],
    ['Мир', 'Мира'],
    ['ミラ', 'ミラー'],
    ['미라', '미라클이다'],
    ['Mira Stone', 'Mira. Stone'],
    ['$^.*', 'anything'],
    ['', 'anything'],
    ['  ', 'any thing'],
  ])('%j is not named by %j', (name, text) => {
    expect(mentionOf(name)(text)).toBe(false);
  });
});

describe('a short name', () => {
  it.each([
    ['Gruk the Goblin', [], 'Gruk'],
    ['Gruk, son of Grak', ['Mira', 'The Long Road'], 'Gruk'],
    ['Gruk the Goblin', ['Gruk’s Cave', 'Grukka the Orc'], 'Gruk'],
    ['gruk the goblin', [], 'gruk'],
    ['Gruk the Goblin', ['Gruk the Elder'], undefined],
    ['Gruk the Goblin', ['GRUK'], undefined],
    ['Stone Golem', ['Stone Bridge'], undefined],
    ['The Drowned King', [], undefined],
    ['Captain Vex', [], undefined],
    ['J. Doe', [], undefined],
    ['Gruk', [], undefined],
    ['米拉', [], undefined],
  ])('of %j beside %j is %j', (name, others, short) => expect(shortNameOf(name, others)).toBe(short));

  it('is named where it is written with a capital, as a whole word', () => {
    const isIn = shortMentionOf('Stone');
    expect(isIn('We see Stone.')).toBe(true);
    expect(isIn('STONE roars')).toBe(true);
    expect(isIn('stone upon stone, and Stone laughs')).toBe(true);
    expect(isIn('a stone wall')).toBe(false);
    expect(isIn('Stonework')).toBe(false);
    expect(shortMentionOf('gruk')('Gruk snarls.')).toBe(true);
  });
});

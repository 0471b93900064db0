import { describe, expect, it } from 'vitest';
import { NoteShare } from '../../src/search/note-share.ts';
import { found, makeDoc, rankedFor } from './ranking-fixtures.ts';

const REQUEST = 'The ferry lost its anchor chain at the pier, and the captain wants a longer one.';
const share = (text: string, from = 0) => new NoteShare(REQUEST).of({ text, names: '' }, from);

describe('the share of a note that a request contains', () => {
  it('counts its different words, and no stop words', () => {
    expect(share('chain chain of brass, copper, silver and gold in the shed')).toBeCloseTo(1 / 6);
    expect(share('the and its at')).toBe(0);
    expect(share('')).toBe(0);
  });

  it('recognizes other forms of a word, names, and languages without spaces', () => {
    expect(share('chains made of brass, copper, silver')).toBeGreaterThan(0);
    expect(
      new NoteShare(REQUEST).of({ text: 'brass copper silver gold', names: 'ferry' }, 0),
    ).toBeGreaterThan(0);
    expect(new NoteShare('渡し船の錨の鎖').of({ text: '錨の鎖', names: '' }, 0)).toBeGreaterThan(0);
  });

  it('is limited, so that a few everyday words are no answer', () => {
    expect(share('longer')).toBeLessThan(0.5);
  });

  it('of a long note is that of its best passage', () => {
    const filler = 'brass copper silver gold '.repeat(60);
    expect(share(`${filler} anchor chain ferry`)).toBe(0);
    expect(share(`${filler} anchor chain ferry`, filler.length)).toBeGreaterThan(0);
  });

  it('makes a note more likely that shares the same words and has fewer others', () => {
    const request = `${REQUEST} ${'And then it went on like before, without anything to report. '.repeat(4)}`;
    const narrow = makeDoc(
      'The anchor chain of the ferry is kept in the shed beside the old boathouse, in the third box from the door.',
    );
    const broad = makeDoc(
      'The anchor chain of the ferry, brass lamps, copper pans, silver spoons, iron nails, oak boards, wool coats, tin cups, wax seals.',
    );
    const ranked = rankedFor(request, [narrow, broad]);
    expect(found(ranked, narrow.key).confidence).toBeGreaterThan(found(ranked, broad.key).confidence);
  });
});

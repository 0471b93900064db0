import { describe, expect, it } from 'vitest';
import { namePieces, piecesOf } from '../../src/domain/words/pieces.ts';
import { segments } from '../../src/search/segments.ts';
import { stemsOf, tokensOf, wordsOf } from '../../src/search/tokens.ts';

describe('the pieces of a name', () => {
  it.each([
    ['getUserById', 'get user by id'],
    ['HTTPServer2', 'http server'],
    ['parseURL', 'parse url'],
    ['sha256sum', 'sha 256 sum'],
    ['MAX_RETRIES', ''],
    ['ordinary', ''],
    ['Capital', ''],
    ['', ''],
  ])('%s: %s', (name, pieces) => {
    expect(namePieces(name).join(' ')).toBe(pieces);
  });

  it('stand beside a text with the bigrams of what has no spaces, each piece once', () => {
    expect(piecesOf('getUserById calls getUser 予算案')).toBe('get user by id 予算 算案 案');
    expect(piecesOf('plain words only')).toBe('');
  });
});

describe('what a word is found by', () => {
  it('is its stem, and those of its pieces', () => {
    expect(stemsOf('Migrations')).toEqual(stemsOf('migration'));
    expect(stemsOf('getUsersById')).toEqual(expect.arrayContaining(['get', 'user', 'id']));
    expect(stemsOf('Café')).toEqual(['cafe']);
  });

  it('is every two characters where no space divides words, and the Latin words among them', () => {
    expect(stemsOf('予算案')).toEqual(['予算案', '予算', '算案']);
    expect(stemsOf('使用Redis缓存')).toEqual(expect.arrayContaining(['使用', '缓存', ...stemsOf('redis')]));
    expect(stemsOf('〡')).toEqual(['〡', '〡']);
    expect(stemsOf('使用Redis缓存')).not.toContain('用r');
  });
});

describe('the words of a text', () => {
  it('are cut at signs, underscores too, and stand where they stand', () => {
    const text = 'MAX_RETRIES=3; “naïve” — 予算!';
    expect(wordsOf(text)).toEqual(['MAX', 'RETRIES', '3', 'naïve', '予算']);
    for (const { from, to, word } of tokensOf(text)) expect(text.slice(from, to)).toBe(word);
    expect(wordsOf('🎉 … --')).toEqual([]);
  });
});

describe('a run without spaces', () => {
  it('is cut into words without its grammar, unless there is nothing else', () => {
    expect(segments('予算は')).toEqual(['予算']);
    expect(segments('的')).toEqual(['的']);
    expect(segments('すし')).toEqual(['すし']);
    expect(segments('')).toEqual([]);
  });
});

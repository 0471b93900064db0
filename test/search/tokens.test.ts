import { describe, expect, it } from 'vitest';
import { namePieces, piecesOf } from '../../src/domain/words.ts';
import { segments, stemsOf, tokensOf, wordsOf } from '../../src/search/tokens.ts';

describe('piecesOf', () => {
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

  it('adds bigrams of runs without spaces, each part once', () => {
    expect(piecesOf('getUserById calls getUser 予算案')).toBe('get user by id 予算 算案 案');
    expect(piecesOf('plain words only')).toBe('');
  });
});

describe('stemsOf', () => {
  it('returns the stem of a word and those of its parts', () => {
    expect(stemsOf('Migrations')).toEqual(stemsOf('migration'));
    expect(stemsOf('getUsersById')).toEqual(expect.arrayContaining(['get', 'user', 'id']));
    expect(stemsOf('Café')).toEqual(['cafe']);
  });

  it('returns bigrams of runs without spaces, and their Latin words', () => {
    expect(stemsOf('予算案')).toEqual(['予算案', '予算', '算案']);
    expect(stemsOf('使用Redis缓存')).toEqual(expect.arrayContaining(['使用', '缓存', ...stemsOf('redis')]));
    expect(stemsOf('〡')).toEqual(['〡', '〡']);
    expect(stemsOf('使用Redis缓存')).not.toContain('用r');
  });
});

describe('tokensOf', () => {
  it('splits at punctuation and underscores, and keeps positions', () => {
    const text = 'MAX_RETRIES=3; “naïve” — 予算!';
    expect(wordsOf(text)).toEqual(['MAX', 'RETRIES', '3', 'naïve', '予算']);
    for (const { from, to, word } of tokensOf(text)) expect(text.slice(from, to)).toBe(word);
    expect(wordsOf('🎉 … --')).toEqual([]);
  });
});

describe('segments', () => {
  it('drops function words, unless there is nothing else', () => {
    expect(segments('予算は')).toEqual(['予算']);
    expect(segments('的')).toEqual(['的']);
    expect(segments('すし')).toEqual(['すし']);
    expect(segments('')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { looseName } from '../../../src/campaign/domain/name-key.ts';

describe('looseName', () => {
  it.each([
    ['The Salt Road', 'salt road'],
    ['The Salt Road', '  SALT\u00a0 road\t'],
    ['The Salt Road', 'a salt road'],
    ['An Empty Throne', 'the empty throne'],
    ['Ｓａｌｔ　Ｒｏａｄ', 'Salt Road'],
    ['Caf\u00e9', 'cafe\u0301'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['Salt\u200b Road', 'Salt Road'],
  ])('takes %j and %j for one name', (one, other) => {
    expect(looseName(one)).toBe(looseName(other));
  });

  it.each([
    ['Salt Road', 'Salt Roads'],
    ['Theodora', 'Odora'],
    ['Café', 'Cafe'],
    ['Salt Road', 'Saltroad'],
    ['The', ''],
    ['Anvil', 'Vil'],
  ])('tells %j from %j', (one, other) => {
    expect(looseName(one)).not.toBe(looseName(other));
  });
});

import { describe, expect, it } from 'vitest';
import { maskCredentials } from '../../src/config/option.ts';

describe('maskCredentials', () => {
  it.each([
    ['postgres://bob:hunter2@db/x', 'postgres://***@db/x'],
    ['postgres://bob@db/x', 'postgres://***@db/x'],
    ['postgres://:hunter2@db/x', 'postgres://***@db/x'],
    ['POSTGRES://bob:hunter2@db/x', 'POSTGRES://***@db/x'],
    ['1postgres://bob:hunter2@db/x', '1postgres://***@db/x'],
    ['sqlite:postgres://bob:hunter2@db/x', 'sqlite:postgres://***@db/x'],
    ['postgres://bob:a/b?c#d@e f"g@db/x', 'postgres://***@db/x'],
    ['postgres://bob:8080@db/x', 'postgres://***@db/x'],
    ['one https://a:b@c\ntwo https://d:e@f', 'one https://***@c\ntwo https://***@f'],
  ])('takes user and password out of %j', (given, shown) => expect(maskCredentials(given)).toBe(shown));

  it.each([
    '/home/ada/a@b.db',
    'http://host:8080/v1/@x',
    'http://host/a@b',
    'ada@host',
    'C:\\a@b',
    'model:7b@x',
    '://[^@]+@',
  ])('leaves %j as it is', (given) => expect(maskCredentials(given)).toBe(given));

  it('masks inside lists and objects, and keeps other values', () => {
    const url = 'postgres://bob:hunter2@db/x';
    expect(maskCredentials([1, null, true, { [url]: [url] }])).toEqual([
      1,
      null,
      true,
      { 'postgres://***@db/x': ['postgres://***@db/x'] },
    ]);
    expect(maskCredentials(undefined)).toBe(undefined);
  });
});

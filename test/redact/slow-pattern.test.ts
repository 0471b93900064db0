import { describe, expect, it } from 'vitest';
import { slowness } from '../../src/redact/slow-pattern.ts';

describe('a pattern', () => {
  it.each([
    ...[
      '(a+)+$',
      '(a*)*b',
      '(?:a+)*',
      '([a-z]+)*\\d',
      '(.*)+x',
      '((a)+)+',
      '(a+){2,}',
      '(a{2,})*',
      '(a+?)+?b',
    ],
    ...['(?<n>x+)+y', '(x+x+)+y', '(?=(a+)+b)a', '([^\\]]+)*', '(\\(+)+', '(?:(?:a|b)+)+', '(?:\\w+-)*x'],
  ])('with an endless repeat under an endless repeat is slow: %s', (pattern) => {
    expect(slowness(pattern, 'gu')).toContain('endless repeat inside');
  });

  it.each([
    '(a|a)*b',
    '(a|aa)+$',
    '(\\w|\\d)+$',
    '(à|à)*',
    '(\\u00e0|à)+',
    '(a|b|[ab])*',
    '(👍|👍)+',
    '(.|\\s)*x',
  ])('that repeats branches which begin alike is slow: %s', (pattern) => {
    expect(slowness(pattern, 'gu')).toContain('alternatives');
  });

  it.each(['(a{1,9})+$', '(aa?)*$', '(\\d{1,3},?)+x', '(a?b?)+c', '(a+){10}$', '(?:(?:ab)?c?){12}d'])(
    'that repeats what can be divided in many ways is slow: %s',
    (pattern) => {
      expect(slowness(pattern, 'gu')).toContain('divided');
    },
  );

  it.each([
    ...[
      'ACME-\\d{4}',
      '.{3}zz',
      '(?:\\d+\\.){3}\\d+',
      '[a+*]+',
      '\\(a+\\)+',
      '(a|b)+',
      '(?:ab)+',
      '(a+)?',
      '[(a+)+]',
    ],
    ...[
      '(?:[0-9a-f]{2}:){15}[0-9a-f]{2}',
      '(?:[0-9a-f]{2,4}:)+x',
      '(?:[0-9a-f]+:){15}z',
      '(ab?)+',
      '(?:foo|bar)+',
    ],
    ...[
      '(a+)b+',
      '(?:\\p{L}\\d)+',
      '[\\]+]+',
      '(?<!x)foo(?=bar)',
      '([\\w.]+)@([\\w.]+)',
      'acme[\\s\\S]*?end',
    ],
  ])('that only looks so is not: %s', (pattern) => {
    expect(slowness(pattern, 'gu')).toBeUndefined();
  });

  it.each(['\\d+\\-\\d+', 'x{', 'a{,3}', ']+}'])(
    'may be written as only the older mode allows: %s',
    (pattern) => {
      expect(slowness(pattern, 'g')).toBeUndefined();
    },
  );

  it('that is nested too deep is refused', () => {
    expect(slowness(`${'('.repeat(5000)}a${')'.repeat(5000)}`, 'gu')).toBe('is nested too deep');
  });
});

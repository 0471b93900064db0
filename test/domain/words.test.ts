import fc from 'fast-check';
import { expect, it } from 'vitest';
import { piecesOf } from '../../src/domain/words.ts';
import { piecesOf as piecesInMigration } from '../../src/storage/migrations/010-pieces.ts';
import { ORDINARY_LINES } from '../support/ordinary-lines.ts';

const anyWord = fc.oneof(
  fc.constantFrom(...ORDINARY_LINES),
  fc.constantFrom(
    'getUserById',
    'HTTPServer2',
    'Alpha',
    'ALPHA',
    'a1',
    '2b',
    '42',
    'ÄhreNfeld',
    'größe',
    'İstanbul',
  ),
  fc.constantFrom('漢字', '東京API2', 'ภาษาไทย', 'ー々', 'e\u0301', '😀', 'ﬁle', 'ǅ'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);

it('makes the same pieces as the migration that filled existing stores', () =>
  fc.assert(
    fc.property(fc.array(anyWord, { maxLength: 12 }), (words) => {
      const text = words.join(' ');
      expect(piecesOf(text)).toBe(piecesInMigration(text));
    }),
    { numRuns: 500 },
  ));

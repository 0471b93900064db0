import { expect, it } from 'vitest';
import { formatAge } from '../../src/cli/format.ts';

const NOW = '2026-11-15T12:00:00.000Z';

it.each([
  ['2026-11-15T11:59:30.000Z', 'just now'],
  ['2026-11-15T10:00:00.000Z', '2 h'],
  ['2026-11-12T08:30:00.000Z', '3 days'],
  ['2026-11-15T12:10:00.000Z', 'just now'],
  ['2029-11-15T08:30:00.000Z', 'dated 2029-11-15'],
])('formats the age of %s as %s', (from, expected) => expect(formatAge(from, NOW)).toBe(expected));

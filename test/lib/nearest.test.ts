import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/lib/nearest.ts';

const names = ['home', 'host', 'port', 'project', 'read_only', 'lost_after_hours', 'toolsets'];

describe('nearest', () => {
  it('finds a word with one letter wrong, missing, added or swapped', () => {
    expect(nearest('homo', names)).toEqual(['home']);
    expect(nearest('projct', names)).toEqual(['project']);
    expect(nearest('portt', names)).toEqual(['port']);
    expect(nearest('hoem', names)).toEqual(['home']);
  });

  it('ignores case', () => {
    expect(nearest('READ_ONLY', names)).toEqual(['read_only']);
    expect(nearest('readOnly', names)).toEqual(['read_only']);
  });

  it('matches a prefix of a candidate, and a candidate with something appended', () => {
    expect(nearest('lost', names)).toEqual(['lost_after_hours', 'host']);
    expect(nearest('toolsets_enabled', names)).toEqual(['toolsets']);
  });

  it('puts the exact word first, then the fewest mistakes, then the order given', () => {
    expect(nearest('aaaaaa', ['aaabba', 'aaaaab', 'aaaaaa', 'baaaaa'])).toEqual([
      'aaaaaa',
      'aaaaab',
      'baaaaa',
    ]);
  });

  it('returns nothing if all candidates are too different', () => {
    expect(nearest('zebra', names)).toEqual([]);
    expect(nearest('', names)).toEqual([]);
    expect(nearest('x', ['y'])).toEqual([]);
    expect(nearest('word', [])).toEqual([]);
  });

  it('returns at most the requested number', () => {
    const alike = ['abcde1', 'abcde2', 'abcde3', 'abcde4'];
    expect(nearest('abcde9', alike)).toHaveLength(3);
    expect(nearest('abcde9', alike, 1)).toEqual(['abcde1']);
  });

  it('counts characters, not code units, and composes them first', () => {
    expect(nearest('caf\u0065\u0301', ['caf\u00e9'])).toEqual(['caf\u00e9']);
    expect(nearest('🎲🎲🐉', ['🎲🎲🐲'])).toEqual(['🎲🎲🐲']);
  });
});

import { describe, expect, it } from 'vitest';
import { DAMAGED_TEXT } from '../../../src/domain/damage.ts';
import type { RecordType } from '../../../src/domain/record/record.ts';
import {
  adoptRecord,
  decideSameText,
  inheritMetadata,
  isSameFact,
  type StoredBy,
} from '../../../src/domain/record/same-text.ts';
import * as s from '../session/session-fixtures.ts';
import { aRecord } from './a-record.ts';

describe('two records with the same text', () => {
  it('are the same fact in any worktree, except checkpoints and focuses', () => {
    const at = (type: RecordType, worktree: string) => aRecord({ type, worktree });
    expect(isSameFact(at('decision', '/a'), at('decision', '/b'))).toBe(true);
    expect(isSameFact(at('checkpoint', '/a'), at('checkpoint', '/a'))).toBe(true);
    for (const type of ['checkpoint', 'next_session_focus'] as const)
      expect(isSameFact(at(type, '/a'), at(type, '/b'))).toBe(false);
    expect(isSameFact(at('decision', '/a'), at('lesson', '/a'))).toBe(false);
  });

  it.each<[string, StoredBy, RecordType, string | null, string, string]>([
    ['a session adopts its own', 'itself', 'decision', 'ses_1', 'store_memory', 'adopt'],
    ['what was only derived gives way', 'itself', 'decision', 'ses_1', 'derived', 'supersede'],
    ['what cannot be withheld is adopted', 'another', 'constraint', 'ses_2', 'end_session', 'adopt'],
    ['what can be withheld gives way', 'another', 'decision', 'ses_2', 'end_session', 'supersede'],
    ['what no session stored is adopted', 'another', 'decision', null, 'store_memory', 'adopt'],
    ['an open loop stays beside another', 'another', 'open_loop', 'ses_2', 'end_session', 'keep_both'],
    ['a successor does not give way', 'a_successor', 'checkpoint', 'ses_2', 'end_session', 'adopt'],
    ['not even a derived one', 'a_successor', 'checkpoint', 'ses_2', 'derived', 'adopt'],
  ])('%s', (_, storedBy, type, sessionId, source, verdict) => {
    expect(decideSameText(aRecord({ type, sessionId, source }), storedBy)).toBe(verdict);
  });
});

describe('adopting a record', () => {
  const item = { subject: null, supersedes: [] };

  it('changes nothing if the handoff has nothing new', () => {
    const record = aRecord({ type: 'decision', importance: 7, subject: 'x', supersedes: ['rec_0'] });
    expect(adoptRecord(record, { ...item, supersedes: ['rec_0', record.id] }, s.T0)).toBe(record);
  });

  it('makes a version with the subject, the replacements and the importance of the handoff', () => {
    const record = aRecord({ type: 'decision', importance: 3, subject: 'x', supersedes: ['rec_0'] });
    const adopted = adoptRecord(record, { subject: 'y', supersedes: ['rec_9'] }, s.after(5));
    expect(adopted).toEqual({
      ...record,
      importance: 7,
      subject: 'y',
      supersedes: ['rec_0', 'rec_9'],
      updatedAt: s.after(5),
      version: record.version + 1,
    });
  });

  it('never lowers an importance', () => {
    const record = aRecord({ type: 'decision', importance: 10 });
    expect(adoptRecord(record, item, s.T0)).toBe(record);
  });
});

describe('a record that takes the place of others', () => {
  it('inherits importance, subject, tags and aliases, and nothing of what was derived', () => {
    const record = aRecord({ importance: 5, tags: ['a'] });
    const others = [
      aRecord({ importance: 8, subject: 's', tags: ['a', 'b'], aliases: ['c'] }),
      aRecord({ importance: 10, tags: ['cap_1:3'], source: 'derived' }),
    ];
    expect(inheritMetadata(record, others)).toEqual({
      ...record,
      importance: 8,
      subject: 's',
      tags: ['a', 'b'],
      aliases: ['c'],
    });
  });

  it('does not take over the mark of a damaged subject', () => {
    const others = [aRecord({ subject: DAMAGED_TEXT }), aRecord({ subject: 's' })];
    expect(inheritMetadata(aRecord({ subject: null }), others).subject).toBe('s');
    expect(inheritMetadata(aRecord({ subject: null }), others.slice(0, 1)).subject).toBe(null);
  });
});

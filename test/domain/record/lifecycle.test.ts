import { describe, expect, it } from 'vitest';
import {
  effectiveStatus,
  RECORD_DEFAULTS,
  RECORD_TYPES,
  resolveRecord,
  supersedeRecord,
} from '../../../src/domain/record/record.ts';
import { aRecord } from './a-record.ts';

const LATER = '2026-01-06T09:00:00.000Z';
const LATEST = '2026-01-07T09:00:00.000Z';

describe('a record', () => {
  it('is resolved once: the second resolving is no news', () => {
    const resolved = resolveRecord(aRecord(), 'A stale lock.', LATER);
    expect(resolved).toEqual({
      ...aRecord(),
      status: 'resolved',
      resolvedAt: LATER,
      resolution: 'A stale lock.',
      updatedAt: LATER,
      version: 2,
    });
    expect(resolveRecord(resolved, 'Another reason.', LATEST)).toBe(resolved);
  });

  it('is superseded once, and says by what', () => {
    const superseded = supersedeRecord(aRecord(), 'rec_2', LATER);
    expect(superseded).toMatchObject({ status: 'superseded', supersededBy: 'rec_2', version: 2 });
    expect(supersedeRecord(superseded, 'rec_3', LATEST)).toBe(superseded);
  });

  it('that is resolved is not superseded, and the other way round', () => {
    const resolved = resolveRecord(aRecord(), null, LATER);
    const superseded = supersedeRecord(aRecord(), 'rec_2', LATER);
    expect(supersedeRecord(resolved, 'rec_2', LATEST)).toBe(resolved);
    expect(resolveRecord(superseded, null, LATEST)).toBe(superseded);
  });

  it('keeps its text in every state', () => {
    const { content, digest, id, type } = aRecord();
    const facts = { content, digest, id, type };
    expect(resolveRecord(aRecord(), null, LATER)).toMatchObject(facts);
    expect(supersedeRecord(aRecord(), 'rec_2', LATER)).toMatchObject(facts);
  });

  it('expires at its instant, not a moment before', () => {
    const record = aRecord({ expiresAt: LATER });
    expect(effectiveStatus(record, '2026-01-06T08:59:59.999Z')).toBe('active');
    expect(effectiveStatus(record, LATER)).toBe('expired');
    expect(effectiveStatus(aRecord(), LATEST)).toBe('active');
  });

  it('that was resolved does not expire on top of it', () => {
    const record = resolveRecord(aRecord({ expiresAt: LATER }), null, LATER);
    expect(effectiveStatus(record, LATEST)).toBe('resolved');
  });
});

describe('the filing of records', () => {
  it('is the table that people’s prompts rely on', () => {
    const rows = RECORD_TYPES.map((type) => {
      const { category, importance } = RECORD_DEFAULTS[type];
      return [type, category, importance];
    });
    expect(rows).toEqual([
      ['checkpoint', 'context', 8],
      ['decision', 'context', 7],
      ['open_loop', 'context', 7],
      ['preference', 'preference', 6],
      ['constraint', 'lesson', 9],
      ['warning', 'lesson', 8],
      ['lesson', 'lesson', 7],
      ['relational_delta', 'relationship', 8],
      ['next_session_focus', 'context', 7],
      ['memory', 'general', 5],
    ]);
  });
});

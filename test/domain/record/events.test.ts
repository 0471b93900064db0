import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordEvent } from '../../../src/domain/record/events.ts';
import { resolveRecord, supersedeRecord } from '../../../src/domain/record/record.ts';
import { evolveRecord, type RecordMark } from '../../support/replay-record-events.ts';
import { aRecord } from './a-record.ts';

const LATER = '2026-01-06T09:00:00.000Z';

describe('the events of a record', () => {
  it('name it by id and digest, never by text', () => {
    const versions = [
      aRecord({ content: 'swordfish', subject: 'swordfish' }),
      resolveRecord(aRecord({ content: 'swordfish' }), 'swordfish', LATER),
      supersedeRecord(aRecord({ content: 'swordfish' }), 'rec_2', LATER),
    ];
    for (const version of versions) {
      expect(JSON.stringify(recordEvent(version))).not.toContain('swordfish');
      expect(recordEvent(version)).toMatchObject({ id: version.id, digest: version.digest });
    }
  });

  it('say what replaced it', () => {
    expect(recordEvent(supersedeRecord(aRecord(), 'rec_2', LATER))).toMatchObject({
      type: 'record.superseded',
      at: LATER,
      by: 'rec_2',
    });
  });

  it('give its digest, status and version after any changes', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('resolve', 'supersede')), (steps) => {
        let record = aRecord();
        let mark: RecordMark | undefined = evolveRecord(undefined, recordEvent(record));
        for (const step of steps) {
          const next =
            step === 'resolve' ? resolveRecord(record, null, LATER) : supersedeRecord(record, 'rec_2', LATER);
          if (next !== record) mark = evolveRecord(mark, recordEvent(next));
          record = next;
        }
        const { digest, status, version } = record;
        expect(mark).toEqual({ digest, status, version });
      }),
    ));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Capture, type CaptureContent, captureId } from '../../../src/domain/capture/capture.ts';
import { aCapture, contentOf } from '../../contract/clauses/capture-changes.ts';

const said = (text: string): CaptureContent =>
  contentOf([
    { line: 3, at: null, kind: 'request', text },
    { line: 4, at: null, kind: 'reply', text: 'Done.' },
  ]);

const idOf = (facts: Partial<Capture> = {}, content = said('Fix it')) => captureId(aCapture(facts), content);

describe('the id of a capture', () => {
  it('is the same for the same content, independent of time and review', () => {
    expect(idOf({ at: '2030-01-01T00:00:00.000Z', reviewedAt: '2030-01-01T00:00:00.000Z' })).toBe(idOf());
    expect(idOf({}, JSON.parse(JSON.stringify(said('Fix it'))))).toBe(idOf());
  });

  it.each<[string, Partial<Capture>]>([
    ['session', { sessionId: 'ses_2' }],
    ['reason', { reason: 'asked' }],
    ['note', { note: 'another' }],
    ['transcript', { transcriptPath: '/t/b.jsonl' }],
    ['first line', { firstLine: 2 }],
    ['last line', { lastLine: 9 }],
    ['message count', { messageCount: 3 }],
    ['client summary', { clientSummary: 'All is done.' }],
    ['handoff', { handoffId: 'hnd_1' }],
  ])('differs for another %s', (_, facts) => {
    expect(idOf(facts)).not.toBe(idOf());
  });

  it('differs for other text on the same lines', () =>
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(idOf({}, said(a)) === idOf({}, said(b))).toBe(a === b);
      }),
    ));
});

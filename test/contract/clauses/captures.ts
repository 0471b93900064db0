import { describe, expect, it } from 'vitest';
import type { Change, ClientProcess } from '../../../src/app/ports/ledger.ts';
import type { Capture } from '../../../src/domain/capture/capture.ts';
import type { TranscriptEntry } from '../../../src/domain/capture/transcript-entry.ts';
import { newReading, type TranscriptReading } from '../../../src/domain/capture/transcript-reading.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import { aCapture, contentOf } from './capture-changes.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const MESSAGES: readonly TranscriptEntry[] = [
  { line: 3, at: s.T0, kind: 'request', text: 'Fix the réader 🔒, 日本語, and "quotes"' },
  { line: 4, at: null, kind: 'reply', text: 'Done.\n\tReally.' },
];

const CONTENT = contentOf(MESSAGES);

const kept = (facts: Partial<Capture> = {}, content = CONTENT): Change => ({
  kind: 'capture',
  capture: aCapture(facts),
  content,
});

const aReading = (facts: Partial<TranscriptReading> = {}): TranscriptReading => ({
  ...newReading({ sessionId: 'ses_1', path: '/t/a.jsonl', position: null, since: null, updatedAt: s.T0 }),
  ...facts,
});

const aProcess = (facts: Partial<ClientProcess> = {}): ClientProcess => ({
  key: 'host:41:900',
  client: 'claude-code',
  clientSessionId: 'theirs',
  sessionId: 'ses_1',
  at: s.T0,
  ...facts,
});

const running = (facts: Partial<ClientProcess> = {}, forgetBefore = '2000-01-01T00:00:00.000Z'): Change => ({
  kind: 'client_process',
  process: aProcess(facts),
  forgetBefore,
});

const idsOf = ({ items }: { items: readonly { capture: Capture }[] }) =>
  items.map(({ capture }) => capture.id);

export function captureClauses(newFixture: NewFixture): void {
  describe('captures', () => {
    const opened = useFixture(newFixture);

    it('come back whole, with what they hold byte for byte', async () => {
      const { ledger, captures } = opened().store;
      await ledger.commit([c.project(), kept()]);
      expect(await captures.find('cap_1')).toEqual(aCapture());
      expect(await captures.readContent('cap_1')).toEqual(CONTENT);
      expect(await captures.find('cap_9')).toBeUndefined();
      expect(await captures.readContent('cap_9')).toBeUndefined();
    });

    it('are stored and journaled once if they are saved twice', async () => {
      const { ledger, captures } = opened().store;
      await ledger.commit([c.project(), kept()]);
      await ledger.commit([kept({ note: 'again' })]);
      expect(await captures.find('cap_1')).toEqual(aCapture());
      const entries = await ledger.read(0, 100);
      expect(entries.filter(({ type }) => type === 'capture.kept')).toHaveLength(1);
    });

    it('are listed newest first, by session, project, time and whether they were reviewed', async () => {
      const { ledger, captures } = opened().store;
      await ledger.commit([
        c.project(),
        kept({ id: 'a' }),
        kept({ id: 'b', sessionId: 'ses_2', at: s.after(9) }),
      ]);
      await ledger.commit([kept({ id: 'z', projectId: 'prj_2' })]);
      await ledger.commit([{ kind: 'capture_reviewed', captureId: 'a', at: s.after(5) }]);
      expect(idsOf(await captures.list({ projectId: 'prj_1' }, 10, null))).toEqual(['b', 'a']);
      expect(idsOf(await captures.list({ sessionId: 'ses_1' }, 10, null))).toEqual(['z', 'a']);
      expect(idsOf(await captures.list({ projectId: 'prj_1', isUnreviewed: true }, 10, null))).toEqual(['b']);
      expect(idsOf(await captures.list({ projectId: 'prj_1', since: s.after(1) }, 10, null))).toEqual(['b']);
      const first = await captures.list({ projectId: 'prj_1' }, 1, null);
      expect(first.remaining).toBe(1);
      const rest = await captures.list({ projectId: 'prj_1' }, 1, first.items[0]?.seq ?? null);
      expect(idsOf(rest)).toEqual(['a']);
      expect(rest.remaining).toBe(0);
    });

    it('are listed for several sessions at once, of each the newest first', async () => {
      const { ledger, captures } = opened().store;
      await ledger.commit([
        c.project(),
        ...['a', 'b', 'z'].map((id) => kept({ id })),
        kept({ id: 'other', sessionId: 'ses_2' }),
        kept({ id: 'third', sessionId: 'ses_3' }),
      ]);
      const listed = async (sessionIds: readonly string[], limit: number) =>
        (await captures.listOfSessions(sessionIds, limit)).map(({ id }) => id);
      expect(await listed(['ses_1'], 10)).toEqual(['z', 'b', 'a']);
      expect((await listed(['ses_2', 'ses_1', 'nobody', 'ses_2'], 2)).toSorted()).toEqual([
        'b',
        'other',
        'z',
      ]);
      expect(await listed([], 10)).toEqual([]);
      const other = opened().workspace('elsewhere');
      expect(await other.captures.listOfSessions(['ses_1'], 10)).toEqual([]);
    });

    it('keep the time of the first review, and take a summary that arrives later', async () => {
      const { ledger, captures } = opened().store;
      await ledger.commit([c.project(), kept()]);
      await ledger.commit([
        { kind: 'capture_reviewed', captureId: 'cap_1', at: s.after(5) },
        { kind: 'capture_reviewed', captureId: 'cap_1', at: s.after(9) },
        { kind: 'capture_summary', captureId: 'cap_1', summary: 'All is done.', at: s.after(9) },
      ]);
      expect(await captures.find('cap_1')).toEqual(
        aCapture({ reviewedAt: s.after(5), clientSummary: 'All is done.' }),
      );
    });

    it('are expendable if they are old or too large together, oldest first, unless they are cited', async () => {
      const { ledger, captures } = opened().store;
      const record = c.record({ id: 'rec_1', handoffId: 'hnd_1', sessionId: 'ses_1' });
      await ledger.commit([
        c.project(),
        record,
        kept({ id: 'cited', handoffId: 'hnd_1' }),
        kept({ id: 'old' }),
        kept({ id: 'new', at: s.after(60) }),
      ]);
      expect(await captures.listExpendable(s.after(10), 1_000_000, 50)).toEqual(['old']);
      expect(await captures.listExpendable(s.T0, 0, 50)).toEqual(['old', 'new']);
      expect(await captures.listExpendable(s.T0, 1_000_000, 50)).toEqual([]);
      await ledger.commit([{ kind: 'capture_dropped', captureId: 'old', at: s.after(61) }]);
      expect(await captures.find('old')).toBeUndefined();
    });

    it('that were imported have a limit of their own, by the time of the conversation, and none by age', async () => {
      const { ledger, captures } = opened().store;
      const imported = (id: string, minute: number, facts: Partial<Capture> = {}) =>
        kept({ id, reason: 'imported', at: s.after(minute), ...facts });
      const record = c.record({ id: 'rec_1', handoffId: 'hnd_1', sessionId: 'ses_1' });
      await ledger.commit([
        c.project(),
        record,
        imported('later', 9),
        imported('first', 1),
        imported('cited', 0, { handoffId: 'hnd_1' }),
        kept({ id: 'own', at: s.after(60) }),
      ]);
      const bytesOf = (await captures.list({}, 9, null)).items[0]?.bytes ?? 0;
      expect(await captures.listExpendable(s.after(90), 1_000_000, 50)).toEqual(['own']);
      expect(await captures.listExpendable(s.T0, bytesOf, 50)).toEqual([]);
      expect(await captures.listExpendableImports(3 * bytesOf, 50)).toEqual([]);
      expect(await captures.listExpendableImports(2 * bytesOf, 50)).toEqual(['first']);
      expect(await captures.listExpendableImports(0, 50)).toEqual(['first', 'later']);
      expect(await captures.listExpendableImports(0, 1)).toEqual(['first']);
    });

    it('that were imported do not wait for a review', async () => {
      const { ledger, captures } = opened().store;
      await ledger.commit([c.project(), kept({ id: 'imported', reason: 'imported' }), kept({ id: 'own' })]);
      expect(idsOf(await captures.list({ isUnreviewed: true }, 10, null))).toEqual(['own']);
      expect(idsOf(await captures.list({}, 10, null)).toSorted()).toEqual(['imported', 'own']);
    });

    it('of one workspace are not visible in another', async () => {
      const { workspace, store } = opened();
      await store.ledger.commit([
        c.project(),
        kept(),
        running(),
        { kind: 'transcript_reading', reading: aReading() },
      ]);
      const other = workspace('elsewhere');
      expect(await other.captures.find('cap_1')).toBeUndefined();
      expect(await other.captures.readContent('cap_1')).toBeUndefined();
      expect(await other.captures.findReading('ses_1')).toBeUndefined();
      expect(await other.captures.findProcess('host:41:900')).toBeUndefined();
      expect(idsOf(await other.captures.list({}, 10, null))).toEqual([]);
    });
  });

  describe('readings of transcripts', () => {
    const opened = useFixture(newFixture);

    it('are one for each session, the newest', async () => {
      const { ledger, captures } = opened().store;
      await ledger.commit([{ kind: 'transcript_reading', reading: aReading() }]);
      expect(await captures.findReading('ses_1')).toEqual(aReading());
      const { path, position } = aReading();
      expect(await captures.findPosition('ses_1')).toEqual({ path, position });
      const further = aReading({
        position: { offset: 90, line: 4, head: 'h', seam: 's' },
        digest: CONTENT.digest,
        recent: MESSAGES,
        skippedBytes: 7,
        redacted: { password: 2 },
        since: s.T0,
        updatedAt: s.after(3),
      });
      await ledger.commit([{ kind: 'transcript_reading', reading: further }]);
      expect(await captures.findReading('ses_1')).toEqual(further);
      expect(await captures.findReading('ses_2')).toBeUndefined();
    });
  });

  describe('processes of clients', () => {
    const opened = useFixture(newFixture);

    it('have one session at a time, the last one they reported', async () => {
      const { ledger, captures } = opened().store;
      await ledger.commit([
        running(),
        running({ key: 'host:42:901', clientSessionId: 'other', sessionId: 'ses_2' }),
      ]);
      await ledger.commit([running({ clientSessionId: 'later', sessionId: 'ses_3', at: s.after(2) })]);
      const later = aProcess({ clientSessionId: 'later', sessionId: 'ses_3', at: s.after(2) });
      expect(await captures.findProcess('host:41:900')).toEqual(later);
      expect(await captures.findProcess('host:9:9')).toBeUndefined();
      expect(await captures.listProcesses(['ses_1', 'ses_3'])).toEqual([later]);
      expect(await captures.listProcesses([])).toEqual([]);
    });

    it('are forgotten after a while', async () => {
      const { ledger, captures } = opened().store;
      await ledger.commit([running()]);
      await ledger.commit([running({ key: 'host:42:901', at: s.after(9) }, s.after(5))]);
      expect(await captures.findProcess('host:41:900')).toBeUndefined();
      expect(await captures.findProcess('host:42:901')).toBeDefined();
    });
  });
}

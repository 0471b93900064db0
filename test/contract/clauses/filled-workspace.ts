import type { Change } from '../../../src/app/ports/ledger.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import type { CampaignImport } from '../../../src/campaign/ports/campaign-store.ts';
import { newReading } from '../../../src/domain/capture/transcript-reading.ts';
import type { Instant } from '../../../src/domain/instant.ts';
import type { Receipt } from '../../../src/domain/orientation/orientation.ts';
import { formerNameKey } from '../../../src/domain/project/project.ts';
import type { SessionEvent } from '../../../src/domain/session/events.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as g from './campaign-changes.ts';
import { capture } from './capture-changes.ts';
import * as c from './changes.ts';

export const MODEL = 'a-model';
export const VECTOR = Float32Array.of(0.6, 0.8);
/** What every workspace has in common, so that two of them could be confused. */
export const SAME = {
  fingerprint: '1:2:3',
  clientSession: 'client-1',
  transcript: '/t/same.jsonl',
  idempotencyKey: 'key-1',
  process: 'host:41',
  eventKey: c.sha('a key'),
  digest: c.sha('the same handoff'),
};

/** `ses_ahead` is dated later than `ses_paused`, which is written after it. */
const SESSIONS: readonly (readonly [id: string, ...SessionEvent[]])[] = [
  ['ses_ahead', s.ended(s.days(400))],
  ['ses_before', s.ended(1), s.succeeded(2, 'ses_1')],
  ['ses_1', s.turn(1)],
  ['ses_lost', { type: 'transcript.recorded', at: s.T0, path: SAME.transcript }, s.lost(s.hours(13))],
  ['ses_closed', s.closed(2, 'successor_required')],
  ['ses_paused', s.paused(1)],
];

const aReceipt = (surface: string): Receipt => ({
  id: 'rcp_1',
  projectId: 'prj_1',
  sessionId: 'ses_1',
  surface,
  client: null,
  clientSessionId: SAME.clientSession,
  at: s.T0,
  chars: 10,
  budget: 20,
  score: 90,
  gapCount: 0,
  sections: [],
});

const work = (words: string): readonly Change[] => [
  ...SESSIONS.map(([id, ...events]) => {
    const at = id === 'ses_ahead' ? s.after(s.days(399)) : s.T0;
    return c.session([s.started({ id, at, title: words }), ...events]);
  }),
  {
    kind: 'turn',
    turn: { sessionId: 'ses_1', number: 1, at: s.T0, who: null, what: words, isSaid: true, eventId: 'evt_1' },
  },
  c.record({ content: words, subject: words }),
  c.record({ id: 'rec_old', content: words, status: 'superseded', supersededBy: 'rec_new' }),
  c.record({ id: 'rec_new', content: `${words} again`, supersedes: ['rec_old'] }),
  c.record({ id: 'rec_before', content: `before ${words}`, sessionId: 'ses_before' }),
  c.record({ id: 'rec_expired', content: `expired ${words}`, expiresAt: s.after(5) }),
  c.record({ id: 'rec_file', content: `See src/${words}.ts.` }),
  c.record({ id: 'rec_global', content: words, type: 'constraint', projectId: null }),
  c.note({ summary: words }),
  c.handoff({ digest: SAME.digest, redacted: { [words]: 1 } }, SAME.idempotencyKey),
  c.files([`src/${words}.ts`]),
  { kind: 'receipt', receipt: aReceipt(words) },
];

/** Forgets what was known of processes before. */
const playing = (client: string, at: Instant): Change => ({
  kind: 'client_process',
  process: {
    key: `${SAME.process}:${at}`,
    client,
    clientSessionId: SAME.clientSession,
    sessionId: 'ses_1',
    at,
  },
  forgetBefore: at,
});

const captured = (words: string): readonly Change[] => [
  capture([{ line: 3, at: null, kind: 'reply', text: words }], { note: words, handoffId: 'hnd_1' }),
  capture([{ line: 4, at: null, kind: 'reply', text: words }], { id: 'cap_2', reason: 'imported' }),
  {
    kind: 'transcript_reading',
    reading: newReading({ sessionId: 'ses_1', path: words, position: null, since: null, updatedAt: s.T0 }),
  },
  playing(words, s.T0),
  { kind: 'hook_call', digest: SAME.digest, at: s.T0, forgetBefore: s.T0 },
];

const campaignImport = (words: string): CampaignImport => ({
  kind: 'campaign_import',
  campaign: g.aCampaign({ id: 'prj_2', name: words }),
  branches: [g.aBranch({ id: 'far', campaignId: 'prj_2' })],
  entities: [g.anEntity({ id: 'ent_far', campaignId: 'prj_2', name: words })],
  patches: [],
  events: [g.anEvent({ id: 'evt_far', branchId: 'far', campaignId: 'prj_2', description: words })],
  at: s.T0,
});

const played = (words: string): readonly Change[] => [
  g.begun({ entities: [g.anEntity({ name: words })] }, { name: words, description: words }),
  g.played(
    { name: words, version: 2, turn: 1 },
    {
      branches: [g.aBranch({ headTurn: 1 })],
      patches: [{ target: 'ent_1', before: { name: `old ${words}` }, after: { name: words } }],
      events: [g.anEvent({ id: 'evt_1', description: words })],
      keyed: { key: SAME.eventKey, digest: c.sha(words), answer: { words } },
    },
  ),
  campaignImport(words),
];

/** Something of every kind that a workspace can hold, in one commit for each step of its history. */
export const historyOf = (words: string): readonly (readonly Change[])[] => [
  [
    c.project({ name: words, kind: 'game', fingerprint: SAME.fingerprint }, [
      c.aProject().key,
      formerNameKey(`former ${words}`),
    ]),
    c.project({ id: 'prj_2', name: `other ${words}`, kind: 'game' }),
    c.record({ id: 'rec_first', content: `former ${words}`, type: 'decision', sessionId: null }),
  ],
  [...work(words), ...captured(words), ...played(words)],
  [c.record({ id: 'rec_first', content: `present ${words}`, type: 'decision', sessionId: null, version: 2 })],
];

/** Changes, withholds, deletes and drops what a filled workspace holds. */
export async function changeWorkspace({ ledger, records }: Store, words: string): Promise<void> {
  const gone = await records.findAll(['rec_file', 'rec_first']);
  await ledger.commit([
    c.project({ name: 'changed', kind: 'game', version: 2 }),
    c.record({ version: 2, status: 'resolved', content: 'changed' }),
    c.record({ id: 'rec_citing', content: 'cites', type: 'lesson', handoffId: 'hnd_1' }),
    c.note({ version: 2, summary: 'changed' }),
    c.session([s.started({ title: words }), s.turn(1), s.closed(3)], 2),
    g.played(
      { name: 'changed', version: 3, turn: 1 },
      { removedEntityIds: ['ent_1'], patches: [g.aPatch()] },
    ),
    { kind: 'withhold', sessionId: 'ses_1', types: ['open_loop'] },
    ...gone.map((record): Change => ({ kind: 'forget', record, at: s.T0 })),
    { kind: 'capture_summary', captureId: 'cap_1', summary: 'changed', at: s.T0 },
    { kind: 'capture_reviewed', captureId: 'cap_1', at: s.T0 },
    playing('changed', s.after(2)),
    { kind: 'hook_call', digest: c.sha('another'), at: s.after(2), forgetBefore: s.after(1) },
    c.files(['changed.ts']),
  ]);
}

/** Calls every method that writes. The ids are the same in each workspace, and the words are its own. */
export async function fillWorkspace({ ledger, vectors }: Store, words: string): Promise<void> {
  for (const changes of historyOf(words)) await ledger.commit(changes);
  await vectors.claim(MODEL, s.T0);
  while (await vectors.survey(MODEL));
  const digest = c.sha(words);
  await vectors.put(MODEL, [{ recordId: 'rec_1', version: 1, digest, vector: VECTOR }], s.T0);
  await vectors.release();
}

import { createHookServices } from '../../../src/app/hooks/hook-services.ts';
import { digestOf } from '../../../src/domain/id.ts';
import {
  client,
  decision,
  handoffContent,
  minutes,
  statelessCaller,
  type TestApp,
} from '../../app/test-app.ts';
import { hashedWords } from '../../support/hashed-words.ts';
import { Conversation } from '../../support/hook.ts';

const CAMPAIGN = 'The Long Road';
const MODEL = 'hashed-words';

async function writeWork({ services, pass }: TestApp): Promise<void> {
  const ada = client('/repos/ledger', 'client-1');
  await services.startSession(ada, { title: 'The parser' });
  const first = await services.storeMemory(ada, {
    content: 'The wyvern parser reads one line at a time.',
    subject: 'parser',
    tags: ['parsing'],
    aliases: ['lindworm'],
  });
  pass(minutes(1));
  await services.updateMemory(ada, {
    id: first.record.id,
    content: 'The wyvern parser reads a block at a time; see parseLedgerRow.',
  });
  await services.storeMemory(ada, { content: '東京都で雨が降る', project: null, type: 'preference' });
  await services.storeMemory(ada, { content: 'The build is frozen.', type: 'constraint', ttl_hours: 24 });
  const old = await services.storeMemory(ada, { content: 'Use tabs.', type: 'decision', subject: 'layout' });
  await services.storeMemory(ada, {
    content: 'Use spaces.',
    type: 'decision',
    subject: 'layout',
    supersedes: [old.record.id],
  });
  const { note } = await services.addSessionNote(ada, {
    note: { summary: 'The griffon test was green.', title: 'Morning', events: ['Broke `src/app/a.ts`.'] },
  });
  await services.addSessionNote(ada, { note_id: note.id, note: { summary: 'The griffon test is red.' } });
  pass(minutes(1));
  await services.endSession(ada, {
    mode: 'end',
    idempotency_key: 'retry-1',
    content: handoffContent({
      checkpoint: 'The parser handles blocks.',
      decisions: [decision('Blocks are 4 KB.', [], 'block size')],
      openLoops: ['Measure the basilisk block size.', 'Name the module.'],
      preferences: ['Short commits.'],
      constraints: ['Node 20 stays supported.'],
      warnings: ['The cache is not thread safe.'],
      lessons: ['Reading by line was slow.'],
      relationalDelta: 'Ada prefers to review in the morning.',
      nextSessionFocus: 'Measure.',
      summaryNotes: 'A good day.',
    }),
  });
  pass(minutes(5));
  const bob = client('/repos/ledger', 'client-2');
  await services.startSession(bob, {});
  await services.endSession(bob, {
    mode: 'pause',
    content: handoffContent({ checkpoint: 'Half measured.', resolvedLoops: ['Name the module.'] }),
  });
  const closed = client('/repos/anvil');
  const { session } = await services.endSession(closed, {
    mode: 'end',
    content: handoffContent({ checkpoint: 'Given up.', openLoops: ['Nobody does this.'] }),
  });
  await services.closeSession(closed, {
    session_id: session.id,
    reason: 'The harpy was cancelled.',
    epitaph: 'It taught us patience.',
    succession_policy: 'closed_without_successor',
  });
}

async function writeCapture({ deps, services, folder, pass }: TestApp): Promise<void> {
  const talk = new Conversation({ home: folder, project: '/repos/ledger' }, 'talk');
  talk.asks('Please polish the chimera lens').says('The chimera lens shines.');
  const agent = { ...client('/repos/ledger', 'talk'), process: 'machine 1 2' };
  const hooks = createHookServices(() => deps);
  const call = (name: string) => ({ transcriptPath: talk.path, digest: digestOf(name) });
  await hooks.onSessionStart(agent, { ...call('start'), source: 'startup', budget: 4_000 });
  pass(minutes(1));
  await hooks.onStop(agent, { ...call('stop'), lastWords: 'I polished the lens of the hydra.' });
  await hooks.onPreCompact(agent, { ...call('compact'), note: 'manual' });
  await hooks.onPostCompact(agent, { ...call('compacted'), summary: 'A lens was polished.' });
  const { capture } = await services.captureNow(agent, { reason: 'Before lunch.' });
  await services.readCapture(agent, { id: capture.id, mode: 'raw' });
}

async function writeGame({ services, pass }: TestApp): Promise<void> {
  const table = client('/repos/games');
  const named = { campaign: CAMPAIGN };
  await services.saveCampaign(table, { name: CAMPAIGN, description: 'Dust.' });
  await services.startClaudmasterSession(table, { campaign_name: CAMPAIGN });
  await services.saveEntity(table, {
    ...named,
    kind: 'character',
    name: 'Mira',
    fields: { hit_points: { current: 10, max: 12, temporary: 0 }, secret_notes: 'Heir of the sphinx.' },
  });
  const ruin = await services.saveEntity(table, { ...named, kind: 'location', name: 'École  de l’Été' });
  await services.saveEntity(table, { ...named, kind: 'npc', name: 'The Abbot', visibility: 'dm_only' });
  pass(minutes(1));
  await services.playerAction(table, {
    ...named,
    action: 'Mira climbs the manticore tower.',
    character_name: 'Mira',
    narration: 'The manticore sleeps.',
    idempotency_key: 'turn-1',
    changes: [{ kind: 'hit_points', character: 'Mira', delta: -2 }],
  });
  pass(minutes(1));
  await services.saveEntity(table, { ...named, kind: 'location', id: ruin.entity.id, name: 'The Ruin' });
  await services.addEvent(table, { ...named, event_type: 'exploration', description: 'A cockatrice egg.' });
  await services.updateGameState(table, { ...named, location: 'The Ruin', flags: { bell: 'rung' } });
  pass(minutes(1));
  await services.playerAction(table, { ...named, action: 'Mira rests.', character_name: 'Mira' });
  pass(minutes(1));
  await services.rewindSession(table, { ...named, to_turn: -1, reason: 'Too soon.' });
  await services.playerAction(table, { ...named, action: 'Mira runs.', character_name: 'Mira' });
}

async function writeVectors({ store, now }: TestApp): Promise<void> {
  await store.vectors.claim(MODEL, now());
  await store.vectors.survey(MODEL);
  const { records } = await store.vectors.listPending(2, null, now());
  const rows = records.map(({ id, version, content }) => ({
    recordId: id,
    version,
    digest: digestOf(content),
    vector: Float32Array.from(hashedWords(content, 16)),
  }));
  await store.vectors.put(MODEL, rows, now());
}

/** At least one row in every table of the store, all through use cases. */
export async function writeEverything(app: TestApp): Promise<void> {
  await writeWork(app);
  await writeCapture(app);
  await writeGame(app);
  await app.services.bootReport(statelessCaller(), {});
  await writeVectors(app);
}

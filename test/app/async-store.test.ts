import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Caller, localPrincipal } from '../../src/app/caller.ts';
import type { OpenStore } from '../../src/app/ports/store.ts';
import type { Embedder } from '../../src/app/ports/vectors.ts';
import type { Services } from '../../src/app/services.ts';
import { allServices } from '../../src/main/compose.ts';
import { CAMPAIGN } from '../campaign/app/create-game.ts';
import { MODEL, vectorOf } from '../contract/clauses/embedded.ts';
import { openWorkerStore } from '../contract/worker/open-worker-store.ts';
import { Conversation } from '../support/hook.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { client, decision, handoffContent, minutes, openTestApp, T0, type TestApp } from './test-app.ts';

/** They never ask the store. */
const NOT_CALLED = ['importTranscripts', 'ownIdentity', 'refuseOff'];
const EMBEDDER: Embedder = { model: MODEL, embed: async (texts) => texts.map((text) => vectorOf(text)) };
const TARGET = { campaign: CAMPAIGN };

type Told = readonly (readonly [name: string, result: unknown])[];

/** Calls a service, and keeps what it returned under its name. */
function recordCalls(services: Services) {
  const results: [string, unknown][] = [];
  const recorded = Object.entries(services).map(([name, act]) => [
    name,
    async (...args: readonly unknown[]) => {
      const result = await (act as (...given: readonly unknown[]) => Promise<unknown>)(...args);
      results.push([name, result]);
      return result;
    },
  ]);
  return { services: Object.fromEntries(recorded) as Services, results };
}

/** Two sessions of work, what is searched, changed and deleted in them, and captures. */
async function work(services: Services, caller: Caller, { pass }: TestApp, transcript: string) {
  await services.startSession(caller, {});
  const { record } = await services.storeMemory(caller, { content: 'The lantern is in the harbor ledger.' });
  await services.storeMemory(caller, { content: 'The otter sleeps.', type: 'lesson', aliases: ['Ottilie'] });
  const { note } = await services.addSessionNote(caller, { note: { summary: 'We polished the lantern.' } });
  await services.readNote(caller, { id: note.id });
  (await services.shortenIds(caller, { shown: [note.id] }))(note.id);
  await services.searchMemory(caller, { query: 'lantern of the harbor', min_score: 0 });
  await services.searchMemory(caller, { query: 'lantren', min_score: 0 });
  pass(minutes(5));
  const content = handoffContent({
    checkpoint: 'Begun.',
    decisions: [decision('Use one ledger.')],
    openLoops: ['Why does it hang?'],
  });
  const { handoff } = await services.endSession(caller, { content, mode: 'end' });
  await services.readHandoff(caller, { handoff_id: handoff?.id ?? '' });
  pass(minutes(5));
  const { session } = await services.startSession(caller, {});
  await services.bootReport(caller, {});
  await services.getSessionState(caller, { detail_level: 'full', include_history: true });
  await services.updateMemory(caller, { id: record.id, content: 'The lantern is in the queue.' });
  await services.listMemories(caller, { status: 'all' });
  await services.listForDeletion(caller, { ids: [record.id] });
  await services.workspaceStatus(caller, {});
  await services.deleteMemory(caller, { id: record.id });
  const { capture } = await services.captureNow(caller, { transcript_path: transcript });
  await services.listCaptures(caller, {});
  await services.readCapture(caller, { id: capture.id, mode: 'raw' });
  await services.listReceipts(caller, { limit: 9 });
  await services.findProject(caller, { project: 'ledger' });
  await services.renameProject(caller, { project: 'ledger', name: 'The ledger' });
  await services.listProjects(caller);
  await services.getSessions(caller, { query: 'lantern' });
  await services.getSessionState(caller, { session_id: session.session_id.slice(0, 12) });
  await services.listSessionSummaries(caller, { limit: 9 });
  await services.closeSession(caller, { session_id: session.session_id, reason: 'done' });
  await services.embedPending(caller, {});
  await services.vectorStatus(caller);
  await services.searchMemory(caller, { query: 'an otter that sleeps', min_score: 0 });
}

/** A session of play, from the first turn to a campaign that is exported and imported. */
async function play(services: Services, caller: Caller, { folder }: TestApp): Promise<void> {
  await services.saveCampaign(caller, { name: CAMPAIGN, description: 'Dust.' });
  const hit_points = { current: 10, max: 12, temporary: 0 };
  await services.saveEntity(caller, { ...TARGET, kind: 'character', name: 'Mira', fields: { hit_points } });
  const { session } = await services.startClaudmasterSession(caller, { campaign_name: CAMPAIGN });
  const changes = [{ kind: 'hit_points' as const, character: 'Mira', delta: -3 }];
  await services.playerAction(caller, { ...TARGET, action: 'Mira falls.', changes });
  await services.playerAction(caller, { ...TARGET, action: 'Mira stands up.' });
  await services.addEvent(caller, { ...TARGET, event_type: 'roleplay', description: 'It rains.' });
  await services.rollDice(caller, { notation: '1d20', session_id: session.session_id });
  await services.updateGameState(caller, { ...TARGET, location: 'The mill' });
  const { events } = await services.getEvents(caller, TARGET);
  await services.readEvent(caller, { id: events[0]?.id ?? '' });
  await services.rewindSession(caller, { ...TARGET, to_turn: -1 });
  await services.recapSession(caller, TARGET);
  await services.summarizeSession(caller, { ...TARGET, transcription: 'Mira: I stand up.' });
  await services.getCampaign(caller, TARGET);
  await services.listCampaigns(caller);
  await services.isAtGame(caller);
  await services.mayPlay(caller);
  await services.endClaudmasterSession(caller, { session_id: session.session_id });
  const { json_path } = await services.exportCampaign(caller, { ...TARGET, folder });
  await services.importCampaign(caller, { file: json_path, on_conflict: 'rename' });
}

/** All that the services returned. The folder of a world differs each time, and the ids of captures come from its path. */
async function story(app: TestApp, conversation: string): Promise<Told> {
  const transcript = join(app.folder, 'transcript.jsonl');
  copyFileSync(conversation, transcript);
  const { services, results } = recordCalls(allServices(() => ({ ...app.deps, embedder: EMBEDDER })));
  await work(services, client(), app, transcript);
  await play(services, client('/repos/game'), app);
  const text = JSON.stringify(results).replaceAll(app.folder, '/folder');
  return JSON.parse(text.replace(/\bcap_[0-9a-z]{26}\b/g, 'cap_1'));
}

/** A SQLite store in a thread of its own, for one test. */
async function openStore(): Promise<OpenStore> {
  const file = { path: join(tempFolder(), 'throughline.db'), busyTimeoutMs: 5_000, now: T0 };
  const store = await openWorkerStore({ file, seed: 'services', secret: 'a secret' });
  onTestFinished(() => store.close());
  return store;
}

const callerIn = (workspace: string): Caller => ({
  ...client(),
  principal: localPrincipal({ workspace, readOnly: false }),
});

describe('over a store in a worker thread', () => {
  it('every service returns what it returns over a store in the same thread', async () => {
    const store = await openStore();
    const here = openTestApp();
    const { path } = new Conversation({ home: tempFolder(), project: '/repos/ledger' }, 'one').asks('Go');
    const results = await story(here, path);
    expect(await story(openTestApp({ store: store.workspace('default') }), path)).toEqual(results);
    const called = new Set([...results.map(([name]) => name), ...NOT_CALLED]);
    expect([...called].toSorted()).toEqual(Object.keys(here.services).toSorted());
  });

  it('calls of one workspace at the same time are all answered, and none is lost', async () => {
    const store = await openStore();
    const { services } = openTestApp({ store: store.workspace('default') });
    const caller = client();
    await services.startSession(caller, {});
    const texts = Array.from({ length: 12 }, (_, index) => `The heron ${index} wades.`);
    const [found] = await Promise.all([
      services.searchMemory(caller, { query: 'heron' }),
      services.bootReport(caller, {}),
      ...texts.map((content) => services.storeMemory(caller, { content })),
    ]);
    const during = found.results.map(({ record }) => record.content);
    expect(texts.filter((text) => during.includes(text)).toSorted()).toEqual(during.toSorted());
    const { results } = await services.searchMemory(caller, { query: 'heron', limit: 50 });
    expect(results.map(({ record }) => record.content).toSorted()).toEqual(texts.toSorted());
    const { memories } = await services.listMemories(caller, { limit: 50 });
    expect(memories.map(({ content }) => content).toSorted()).toEqual(texts.toSorted());
  });

  it('calls of two workspaces at the same time work each in their own', async () => {
    const store = await openStore();
    const { deps } = openTestApp({ store: store.workspace('one') });
    const services = allServices((id) => ({ ...deps, store: store.workspace(id) }));
    const live = async (workspace: string) => {
      const caller = callerIn(workspace);
      await services.startSession(caller, {});
      await services.storeMemory(caller, { content: `The heron of ${workspace} wades.` });
      const content = handoffContent({ checkpoint: 'Half done.', openLoops: [`Where is ${workspace}?`] });
      await services.endSession(caller, { content, mode: 'end', idempotency_key: 'the same' });
      await services.startSession(caller, {});
      return JSON.stringify([
        await services.bootReport(caller, {}),
        await services.searchMemory(caller, { query: 'heron' }),
        await services.listMemories(caller, { status: 'all' }),
        await services.getSessions(caller, {}),
      ]);
    };
    const [one, other] = await Promise.all(['alpha', 'omega'].map(live));
    expect(one).toContain('The heron of alpha wades.');
    expect(other).toContain('Where is omega?');
    expect([one?.includes('omega'), other?.includes('alpha')]).toEqual([false, false]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHookServices } from '../../src/app/hooks/hook-services.ts';
import { ThroughlineError } from '../../src/domain/error.ts';
import { digestOf } from '../../src/domain/id.ts';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import { loadDump } from '../contract/old-stores/open-dump.ts';
import { Conversation } from '../support/hook.ts';
import { alterStore, damagedIn } from './damage.ts';
import { client, handoffContent, minutes, openTestApp, statelessCaller, type TestApp } from './test-app.ts';

/** Real files, on a machine that may be busy. */
const PATIENCE_MS = 300_000;
const NEWEST = MIGRATIONS.length;
const CAMPAIGN = 'The Long Road';
/** Few, so that they collide. */
const TEXTS = [
  'The lens is red.',
  'The lens is blue.',
  'token ghp_0123456789abcdefghijABCDEFGHIJ012345',
  '東京 🔒',
];

const anyText = fc.constantFrom(...TEXTS);
const anyOperation = fc.record({
  what: fc.constantFrom(
    'store',
    'update',
    'resolve',
    'forget',
    'note',
    'revise',
    'end',
    'pause',
    'capture',
    'onPostCompact',
    'turn',
    'play',
    'rename',
    'import',
  ),
  text: anyText,
  which: fc.nat(5),
});
type Deed = typeof anyOperation extends fc.Arbitrary<infer Value> ? Value : never;

/** A refusal is an answer too: what counts is what lies in the store afterwards. */
const tried = (work: Promise<unknown>) =>
  work.catch((error) => {
    if (!(error instanceof ThroughlineError)) throw error;
  });

async function perform(app: TestApp, { what, text, which }: Deed): Promise<unknown> {
  const { services, store, folder } = app;
  const me = client('/repos/ledger', `client-${which % 2}`);
  const { memories } = await services.listMemories(me, { status: 'all' }).catch(() => ({ memories: [] }));
  const id = memories[which % Math.max(1, memories.length)]?.id ?? 'rec_none';
  switch (what) {
    case 'store':
      return services.storeMemory(me, { content: text, type: which % 2 === 0 ? 'memory' : 'decision' });
    case 'update':
      return services.updateMemory(me, { id, content: text });
    case 'resolve':
      return services.updateMemory(me, { id, status: 'resolved', resolution: text });
    case 'forget':
      return services.deleteMemory(me, { id });
    case 'note':
      return services.addSessionNote(me, { note: { summary: text, events: [text] } });
    case 'revise': {
      const { sessions } = await services.getSessions(me, {});
      const [note] = await store.notes.listOf(sessions.map(({ session_id }) => session_id));
      return services.addSessionNote(me, { note_id: note?.id ?? 'not_none', note: { summary: text } });
    }
    case 'end':
    case 'pause':
      return services.endSession(me, {
        mode: what,
        content: handoffContent({ checkpoint: text, openLoops: [text] }),
      });
    case 'capture': {
      const talk = new Conversation({ home: folder, project: '/repos/ledger' }, `talk-${which % 2}`);
      return services.captureNow(me, { transcript_path: talk.asks(text).path });
    }
    case 'onPostCompact':
    case 'turn': {
      const call = { transcriptPath: null, digest: digestOf(`${what}${text}${app.now()}`) };
      const hooks = createHookServices(() => app.deps);
      return what === 'turn'
        ? hooks.onStop(me, { ...call, lastWords: text })
        : hooks.onPostCompact(me, { ...call, summary: text });
    }
    case 'play':
      await services.saveCampaign(me, { name: CAMPAIGN });
      return services.playerAction(me, { campaign: CAMPAIGN, action: text });
    case 'rename':
      return services.renameProject(me, { project: 'ledger', name: `ledger ${which}` });
    case 'import': {
      const { json_path } = await services.exportCampaign(me, { campaign: CAMPAIGN, folder });
      return services.importCampaign(me, { file: json_path, on_conflict: 'rename' });
    }
  }
}

describe('checksums', () => {
  it(
    'match after whatever was written, by whichever way',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(anyOperation, { minLength: 5, maxLength: 25 }), async (deeds) => {
          const app = openTestApp();
          for (const deed of deeds) {
            await tried(perform(app, deed));
            app.pass(minutes(1));
          }
          expect(damagedIn(app)).toEqual([]);
        }),
        { numRuns: 20 },
      ),
    PATIENCE_MS,
  );

  const COLUMNS = [
    ['records', 'content'],
    ['notes', 'summary'],
    ['notes', 'title'],
    ['notes', 'body'],
    ['turns', 'what'],
    ['captures', 'body'],
    ['captures', 'content'],
    ['captures', 'client_summary'],
    ['texts', 'content'],
  ] as const;

  /** All that a reader can ask for. */
  async function readAll({ services, store }: TestApp): Promise<string> {
    const me = statelessCaller();
    const { sessions } = await services.getSessions(me, {});
    const { captures } = await services.listCaptures(me, {});
    return JSON.stringify([
      await services.bootReport(me, {}),
      await services.searchMemory(me, { query: 'lens', min_score: 0 }),
      await services.searchMemory(me, { query: 'zzrot', min_score: 0, project: '*' }),
      await services.searchMemory(me, { query: '', min_score: 0 }),
      await services.listMemories(me, { status: 'all' }),
      ...(await Promise.all(
        sessions.map(({ session_id }) =>
          services.getSessionState(me, { session_id, detail_level: 'full', include_history: true }),
        ),
      )),
      await store.notes.listOf(sessions.map(({ session_id }) => session_id)),
      captures,
      ...(await Promise.all(captures.map(({ id }) => services.readCapture(me, { id, mode: 'raw' })))),
      ...(await Promise.all(captures.map(({ id }) => services.readCapture(me, { id })))),
    ]);
  }

  it(
    'keep a text that was changed anywhere in its bytes from every reader, and nobody from the rest',
    () =>
      fc.assert(
        fc.asyncProperty(fc.constantFrom(...COLUMNS), fc.nat(400), async ([table, column], at) => {
          const app = openTestApp({ prepare: (path) => loadDump(NEWEST, path) });
          alterStore(
            app,
            `UPDATE ${table} SET ${column} = substr(${column}, 1, ?1) || ' zzrot qqfalse ' || substr(${column}, ?1 + 1)
           WHERE ${column} IS NOT NULL AND length(${column}) > ?1`,
            at,
          );
          const read = await readAll(app);
          expect(read).not.toContain('qqfalse');
          if (table !== 'records') expect(read).toContain('Node 20 stays supported.');
        }),
        { numRuns: 60 },
      ),
    PATIENCE_MS,
  );
});

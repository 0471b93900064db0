import { describe, expect, it } from 'vitest';
import { embedPending } from '../../src/app/embed/embed-pending.ts';
import type { Store } from '../../src/app/ports/store.ts';
import type { Embedder } from '../../src/app/ports/vectors.ts';
import type { SearchMemoryInput } from '../../src/app/search/answer.ts';
import { searchMemory } from '../../src/app/search-memory.ts';
import { plusMs } from '../../src/domain/instant.ts';
import { CAMPAIGN } from '../campaign/app/create-game.ts';
import * as c from '../contract/clauses/changes.ts';
import { Conversation } from '../support/hook.ts';
import { openSearchApp } from './search-app.ts';
import { client, days, minutes, T0 } from './test-app.ts';

/** The same store, and a list of the calls that were made to it. */
function counted(store: Store): { readonly store: Store; readonly calls: string[] } {
  const calls: string[] = [];
  const port = <Port extends object>(name: string, methods: Port): Port =>
    new Proxy(methods, {
      get(target, method) {
        const value: unknown = Reflect.get(target, method);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          calls.push(`${name}.${String(method)}`);
          return value.apply(target, args);
        };
      },
    });
  const ports = Object.entries(store).map(([name, part]: [string, unknown]) => [
    name,
    typeof part === 'object' && part !== null ? port(name, part) : part,
  ]);
  return { store: Object.fromEntries(ports) as Store, calls };
}

const MAX_CALLS = 10;
const LATER = plusMs(T0, days(1));
const COMMON = ['harbor', 'lantern', 'ledger'];
/** Three common words, two mistyped, one of another form, one that nobody wrote, one that only a replaced record has. */
const EIGHT_WORDS = 'harbor lantern ledger migratoin databsae expiry xylophones quagga';

const embedder: Embedder = {
  model: 'letters',
  embed: async (texts) => texts.map((text) => Float32Array.from('aeinrst', (one) => text.split(one).length)),
};

type Searching = ReturnType<typeof openSearchApp>;

/** Many records of each common word and none of all, a chain of replaced ones, and one for each other word. */
async function fill({ store, keep, services, caller }: Searching): Promise<void> {
  const id = await keep('Migrations of the database run at night');
  const [first] = await store.records.findAll([id]);
  if (first === undefined) throw new Error('nothing was stored');
  const { projectId, sessionId } = first;
  const many = COMMON.flatMap((word, index) =>
    Array.from({ length: 210 }, (_, at) =>
      c.record({
        id: `${word}${at}`,
        type: 'memory',
        projectId,
        sessionId,
        content: `${word} number ${index * 1_000 + at}`,
      }),
    ),
  );
  await store.ledger.commit(many);
  await keep('A token expires after an hour');
  let before = await keep('The quagga moves the harbor');
  for (const text of ['zebra', 'okapi', 'tapir', 'gnu'])
    before = await keep(`The ${text} moves the harbor lantern`, { supersedes: [before] });
  await services.addSessionNote(caller, { note: { summary: 'The lantern of the harbor was polished.' } });
}

async function callsOf(at: Searching, query: string, more: Partial<SearchMemoryInput> = {}, deps = at.deps) {
  const { store, calls } = counted(at.store);
  const { results } = await searchMemory({ ...deps, store }, at.caller, { query, ...more });
  return { calls, results };
}

describe('calls of a search to the store', () => {
  it('are one each for project, words, texts, checksums, records and project names, for any number of words', async () => {
    const at = openSearchApp();
    await at.keep(
      'The parser of the harbor ledger keeps a lantern, a buffer, a cursor and a replica of the queue',
    );
    for (const query of ['parser', 'parser harbor ledger lantern buffer cursor replica queue']) {
      const { calls, results } = await callsOf(at, query);
      expect(results).toHaveLength(1);
      expect(calls).toEqual([
        'sessions.find',
        'search.find',
        'search.read',
        'search.listDamaged',
        'records.findAll',
        'projects.findAll',
      ]);
    }
  });

  it.each<[string, Partial<SearchMemoryInput>]>([
    ['with common, mistyped, unknown and replaced words', {}],
    ['everything that explains a word', { min_score: 0, limit: 50 }],
    ['across all projects', { project: '*', min_score: 0 }],
    ['whatever became of it', { status: 'all', min_score: 0 }],
    ['of what held at another moment', { as_of: LATER, min_score: 0 }],
    ['within a time', { since: T0, until: LATER, min_score: 0 }],
    ['of one type', { type: 'memory', min_score: 0 }],
  ])(`at most ${MAX_CALLS} times for eight words: %s`, async (_, more) => {
    const at = openSearchApp();
    await fill(at);
    const { calls } = await callsOf(at, EIGHT_WORDS, more);
    expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(MAX_CALLS);
    expect(calls.filter((call) => call === 'search.find')).toHaveLength(3);
  });

  it(`at most ${MAX_CALLS} times where there are vectors, however many records they bring`, async () => {
    const at = openSearchApp();
    await fill(at);
    const app = { ...at.deps, embedder };
    await embedPending(app, { mayChangeModel: true });
    const { calls } = await callsOf(at, EIGHT_WORDS, { min_score: 0 }, app);
    expect(calls.filter((call) => call.startsWith('vectors.'))).toEqual([
      'vectors.hasAny',
      'vectors.nearest',
    ]);
    expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(MAX_CALLS);
  });

  it('are one for the names of all projects and one for the captures of all sessions', async () => {
    const at = openSearchApp();
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      const folder = `/repos/${name}`;
      const talk = new Conversation({ home: at.folder, project: folder }, name);
      talk.asks(`Please polish the periscope of ${name}`).says('It shines.');
      at.pass(minutes(1));
      await at.services.captureNow(client(folder, name), { transcript_path: talk.path });
    }
    const { calls, results } = await callsOf(at, 'periscope', { project: '*', min_score: 0 });
    expect(new Set(results.map(({ record }) => record.project)).size).toBe(5);
    expect(calls.filter((call) => /^(?:projects|captures)\./.test(call))).toEqual([
      'projects.findAll',
      'captures.listOfSessions',
    ]);
    expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(MAX_CALLS);
  });

  it(`at most ${MAX_CALLS} times inside a game`, async () => {
    const at = openSearchApp();
    await at.services.saveCampaign(at.caller, { name: CAMPAIGN, description: 'D.' });
    for (const action of ['We light the lantern of the harbor.', 'We wake the kraken.'])
      await at.services.playerAction(at.caller, { campaign: CAMPAIGN, action });
    const { calls, results } = await callsOf(at, EIGHT_WORDS, { project: CAMPAIGN, min_score: 0 });
    expect(results.map(({ kind }) => kind)).toContain('event');
    expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(MAX_CALLS);
  });
});

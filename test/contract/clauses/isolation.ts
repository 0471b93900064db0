import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../../src/app/ports/ledger.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import * as s from '../../domain/session/a-session.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

/** The same ids in each workspace, other words. */
const changes = (words: string): readonly Change[] => [
  c.project({ name: words, fingerprint: '1:2:3' }),
  c.session([s.started({ title: words, worktree: '/w' }), s.turn(1)]),
  c.session([s.started({ id: 'ses_2', title: words }), s.paused(1)]),
  c.session([s.started({ id: 'ses_3', title: words }), s.closed(2, 'successor_required')]),
  c.turn(1, words),
  c.record({ content: words }),
  c.record({ id: 'rec_2', content: words, type: 'constraint', projectId: null }),
  c.note({ summary: words }),
  c.handoff({ digest: c.sha('same'), redacted: { [words]: 1 } }, 'key-1'),
  c.files([`${words}.ts`]),
];

const SILENT = { withHooks: s.after(s.days(1)), withoutHooks: s.after(s.days(1)) };
const ALIVE = { withHooks: '', withoutHooks: '' };

/** Everything that search finds, without what only the engine reads. */
async function searched({ search }: Store, words: string) {
  const sources = ['records', 'texts'] as const;
  const found = await search.find([
    { query: { any: [words] }, sources, scope: {}, limit: 10 },
    { query: { everything: true }, sources, scope: { projectIds: ['prj_1', null] }, limit: 10 },
    { query: { inside: words.slice(1), depth: 10 }, sources, scope: {}, limit: 10 },
    { query: { formerly: words, depth: 10 }, sources, scope: {}, limit: 10 },
  ]);
  const keys = found.flatMap(({ candidates }) => candidates.map(({ key }) => key));
  const read = await search.read([
    { texts: { keys }, scope: {}, neighbors: { reach: 5, anchors: 10 } },
    { texts: { recordIds: ['rec_1', 'rec_2'] }, scope: {} },
  ]);
  return {
    frequencies: found.map(({ frequency }) => frequency),
    read: read.map(({ texts, neighbors }) => [...texts, ...neighbors].map(({ id, text }) => `${id} ${text}`)),
  };
}

/** The answer of every method of every window. */
async function everything(store: Store, words: string) {
  const { projects, sessions, records, notes, handoffs, ledger } = store;
  return {
    project: await projects.find('prj_1'),
    byKey: await projects.findByKey(c.aProject().key),
    byFingerprint: await projects.findByFingerprint('1:2:3'),
    projects: await projects.findAll(['prj_1', 'prj_2']),
    named: await projects.listNamed(words),
    names: await projects.listNames(10),
    session: await sessions.find('ses_1'),
    byClient: await sessions.find('client-1'),
    paused: await sessions.findNewestPaused('prj_1', '/w'),
    left: await sessions.findNewestLeft('prj_1', undefined, SILENT),
    silent: await sessions.listSilent('prj_1', SILENT, 10),
    alive: await sessions.listAlive('prj_1', ALIVE, 10),
    awaiting: await sessions.listAwaitingSuccessor('prj_1', 10),
    all: await sessions.list({}, ALIVE, 10, null),
    asked: await sessions.list({ query: words }, ALIVE, 10, null),
    turns: await sessions.listTurns('ses_1', 10, null),
    files: await sessions.listFiles('ses_1', 10),
    records: await records.findAll(['rec_1', 'rec_2']),
    byDigest: await records.listActiveByDigest('prj_1', 'open_loop', [c.sha(words)]),
    everByDigest: await records.listByDigest('prj_1', 'open_loop', [c.sha(words)]),
    listed: (await records.list({}, 10, null)).items,
    counted: await records.countBySession(['ses_1']),
    live: await records.listLive('prj_1', 'open_loop', 10, 100, s.T0),
    global: await records.listLive('prj_1', 'constraint', 10, 100, s.T0),
    ...(await searched(store, words)),
    note: await notes.find('not_1'),
    notes: await notes.listOf(['ses_1']),
    handoff: await handoffs.find('hnd_1'),
    recent: await handoffs.findRecent('prj_1', c.sha('same'), s.T0),
    keyed: await handoffs.findByIdempotencyKey('key-1'),
    lastAt: await ledger.lastAt(),
    journal: (await ledger.read(0, 100)).map(({ stream, type }) => `${stream} ${type}`),
  };
}

export function isolationClauses(newFixture: NewFixture): void {
  describe('one workspace never sees another', () => {
    const opened = useFixture(newFixture);
    let one: Store;
    let other: Store;
    beforeEach(async () => {
      one = opened().workspace('one');
      other = opened().workspace('other');
    });

    it('through any window while the other is full', async () => {
      const empty = await everything(other, 'alpha');
      await one.ledger.commit(changes('alpha'));
      expect(await everything(other, 'alpha')).toEqual(empty);
      expect(JSON.stringify(empty)).not.toContain('alpha');
    });

    it('through any window when both hold the same ids', async () => {
      await one.ledger.commit(changes('alpha'));
      const before = await everything(one, 'alpha');
      await other.ledger.commit(changes('omega'));
      expect(await everything(one, 'alpha')).toEqual(before);
      expect(JSON.stringify(before)).not.toContain('omega');
      expect(JSON.stringify(await everything(other, 'omega'))).not.toContain('alpha');
      const asked = await everything(other, 'alpha');
      expect([asked.asked.items, asked.named, asked.byDigest]).toEqual([[], [], []]);
    });

    it('through what is changed or withheld', async () => {
      await one.ledger.commit(changes('alpha'));
      await other.ledger.commit(changes('alpha'));
      const before = await everything(one, 'alpha');
      await other.ledger.commit([
        c.record({ version: 2, status: 'resolved' }),
        c.note({ version: 2, summary: 'omega' }),
        c.session([s.started({ title: 'alpha' }), s.turn(1), s.ended(2)], 2),
        { kind: 'withhold', sessionId: 'ses_1', types: ['constraint'] },
        c.files(['omega.ts']),
      ]);
      expect(await everything(one, 'alpha')).toEqual(before);
    });

    it('through the versions it holds', async () => {
      await one.ledger.commit(changes('alpha'));
      const next = [c.record({ version: 2, status: 'resolved' })];
      expect(await c.outcome(other.ledger.commit(next))).toBe(c.CONFLICT);
    });
  });
}

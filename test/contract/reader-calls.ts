import type { Change } from '../../src/app/ports/ledger.ts';
import type { FindRequest, ReadRequest, SearchScope, TextSource } from '../../src/app/ports/search-index.ts';
import type { PendingCursor } from '../../src/app/ports/vectors.ts';
import { candidateOf } from '../../src/storage/sqlite/search-rows.ts';
import { aRecord } from '../domain/record/a-record.ts';
import * as s from '../domain/session/session-fixtures.ts';
import type { OpenWorkspace } from '../support/open-workspace.ts';
import * as g from './clauses/campaign-changes.ts';
import { capture, dropped } from './clauses/capture-changes.ts';
import * as c from './clauses/changes.ts';

const SILENT = { withHooks: s.T0, withoutHooks: s.T0 };
const AFTER = { startedAt: s.after(9), id: 'ses_9' };
export const SEGMENT = { branchId: 'main', after: 2, upTo: 9 };
export const BEFORE = { turn: 8, seq: 9 };
const MIRA = { kind: 'character', id: 'ent_1', name: 'Mira' } as const;
const NOW = { is: 'active', now: s.T0 } as const;
export const LIVE: SearchScope = { projectIds: ['prj_1', null], isLiveAt: s.T0 };

export type Call = (store: OpenWorkspace) => Promise<unknown>;

const RECORDS = ['records'] as const;
const TEXTS = ['texts'] as const;
const CHAIN = { steps: 5, limit: 60 };

const keysOf = (source: TextSource) => [1, 2, 3].map((seq) => candidateOf(source, seq).key);
const find =
  (sources: readonly TextSource[], query: FindRequest['query'], scope = LIVE, limit = 400): Call =>
  ({ search }) =>
    search.find([{ query, sources, scope, limit }]);
const read =
  (request: ReadRequest): Call =>
  ({ search }) =>
    search.read([request]);

/** The second call looks for what changed since the first. */
const twice =
  (call: Call): Call =>
  async (store) => {
    await call(store);
    return call(store);
  };

/** Every way the windows are asked while someone waits. */
export const CALLS: Readonly<Record<string, Call>> = {
  'projects.find': ({ projects }) => projects.find('prj_1'),
  'projects.findByKey': ({ projects }) => projects.findByKey('git:/x'),
  'projects.findByFingerprint': ({ projects }) => projects.findByFingerprint('1:2:3'),
  'projects.listNamed': ({ projects }) => projects.listNamed('Ledger'),
  'projects.listNames': ({ projects }) => projects.listNames(500),
  'projects.listAnchoredAt': ({ projects }) => projects.listAnchoredAt(['/x/.git']),
  'records.listWrittenBefore': ({ records }) => records.listWrittenBefore(['rec_1'], 'ses_1', s.T0),
  'sessions.findLastSeen': async ({ sessions }) => {
    const found = await sessions.find('ses_1');
    return found === undefined ? undefined : sessions.findLastSeen([found, found]);
  },
  'sessions.list ahead': ({ sessions }) =>
    sessions.list({}, { ...SILENT, ahead: s.after(-9) }, 20, { startedAt: s.T0, id: 'ses_1' }),
  'sessions.find by client id': ({ sessions }) => sessions.find('nobody'),
  ...Object.fromEntries(
    ['rec', 'ses', 'not', 'cap', 'hnd', 'prj', 'ent'].flatMap((type): [string, Call][] => [
      [`ids.listByPrefix ${type}`, ({ ids }) => ids.listByPrefix([`${type}_1`], 5, ['prj_2'])],
      [`ids.measure ${type}`, ({ ids }) => ids.measure([`${type}_${'1'.repeat(26)}`])],
    ]),
  ),
  'sessions.findNewestPaused': ({ sessions }) => sessions.findNewestPaused('prj_1', '/w'),
  'sessions.findNewestLeft here': ({ sessions }) => sessions.findNewestLeft('prj_1', '/w', SILENT),
  'sessions.findNewestLeft anywhere': ({ sessions }) => sessions.findNewestLeft('prj_1', undefined, SILENT),
  'sessions.listSilent': ({ sessions }) => sessions.listSilent('prj_1', SILENT, 50),
  'sessions.listAlive': ({ sessions }) => sessions.listAlive('prj_1', SILENT, 6),
  'sessions.listAwaitingSuccessor': ({ sessions }) => sessions.listAwaitingSuccessor('prj_1', 20),
  'sessions.list all': ({ sessions }) => sessions.list({}, SILENT, 20, null),
  'sessions.list after': ({ sessions }) => sessions.list({}, SILENT, 20, AFTER),
  'sessions.list project': ({ sessions }) => sessions.list({ projectId: 'prj_1' }, SILENT, 20, AFTER),
  'sessions.list since': ({ sessions }) => sessions.list({ since: s.T0, until: s.T0 }, SILENT, 20, null),
  'sessions.list query': ({ sessions }) => sessions.list({ query: 'dragon' }, SILENT, 20, null),
  'sessions.listTurns': ({ sessions }) => sessions.listTurns('ses_1', 10, 5),
  'sessions.listFiles': ({ sessions }) => sessions.listFiles('ses_1', 100),
  'records.findAll': ({ records }) => records.findAll(['rec_1', 'rec_2']),
  'records.listActiveByDigest': ({ records }) => records.listActiveByDigest('prj_1', 'open_loop', ['d']),
  'records.listActiveByTexts': ({ records }) =>
    records.listActiveByTexts([{ projectId: 'prj_1', type: 'open_loop', digest: 'd' }]),
  'records.listByDigest': ({ records }) => records.listByDigest('prj_1', 'open_loop', ['d']),
  'records.listLastOf': ({ records }) => records.listLastOf(['ses_1', 'ses_2'], 'checkpoint'),
  'records.list of a session': ({ records }) =>
    records.list({ sessionId: 'ses_1', types: ['open_loop'], status: NOW }, 100, null),
  'records.list of a project': ({ records }) =>
    records.list({ projectIds: ['prj_1', null], status: NOW, isNewestFirst: true }, 50, null),
  'search.find': find(RECORDS, { any: ['build'] }, LIVE, 1),
  'search.find within a time': find(
    RECORDS,
    { any: ['build'] },
    { ...LIVE, since: s.T0, until: s.T0, writtenBy: s.T0 },
  ),
  'search.find of texts': find(TEXTS, { phrase: ['met', 'the', 'dragon'] }, { ...LIVE, since: s.T0 }),
  'search.find inside': find(RECORDS, { inside: 'uild', depth: 5_000 }),
  'search.find inside within a time': find(TEXTS, { inside: 'rago', depth: 5_000 }, { ...LIVE, until: s.T0 }),
  'search.find formerly': find(RECORDS, { inPastVersions: 'uild', depth: 5_000 }),
  'search.read': read({
    texts: { keys: keysOf('records') },
    scope: { ...LIVE, types: ['decision'], categories: ['context'], since: s.T0 },
    whole: 1,
  }),
  'search.read of texts': read({ texts: { keys: keysOf('texts') }, scope: LIVE }),
  'search.read by ids': read({ texts: { recordIds: ['rec_1', 'rec_2'] }, scope: LIVE }),
  'search.read of successors': read({
    texts: { successorsOf: keysOf('records'), bounds: CHAIN },
    scope: LIVE,
  }),
  'search.read of predecessors': read({
    texts: { keys: keysOf('records') },
    scope: LIVE,
    predecessors: CHAIN,
  }),
  'search.read with neighbors': read({
    texts: { keys: keysOf('records') },
    scope: LIVE,
    neighbors: { reach: 5, anchors: 9 },
  }),
  'search.read of texts with neighbors': read({
    texts: { keys: keysOf('texts') },
    scope: LIVE,
    neighbors: { reach: 5, anchors: 9 },
  }),
  'search.listDamaged': ({ search }) => search.listDamaged([...keysOf('records'), ...keysOf('texts')]),
  'projects.findAll': ({ projects }) => projects.findAll(['prj_1', 'prj_2']),
  'captures.listOfSessions': ({ captures }) => captures.listOfSessions(['ses_1', 'ses_2'], 200),
  'sessions.findOfClient': ({ sessions }) => sessions.findOfClient('nobody', 'prj_1'),
  'sessions.listOfClient': ({ sessions }) => sessions.listOfClient('nobody', 9),
  'sessions.findOfTranscript': ({ sessions }) => sessions.findOfTranscript('/t.jsonl', 'prj_1'),
  'projects.list': ({ projects }) => projects.list(500),
  'records.countBySession': ({ records }) => records.countBySession(['ses_1', 'ses_2']),
  'records.listLive loops': twice(({ records }) => records.listLive('prj_1', 'open_loop', 200, 8_000, s.T0)),
  'records.listLive rules': twice(({ records }) => records.listLive('prj_1', 'constraint', 500, 8_000, s.T0)),
  'notes.find': ({ notes }) => notes.find('not_1'),
  'notes.listOf': ({ notes }) => notes.listOf(['ses_1']),
  'handoffs.find': ({ handoffs }) => handoffs.find('hnd_1'),
  'handoffs.findRecent': ({ handoffs }) => handoffs.findRecent('prj_1', 'd', s.T0),
  'handoffs.findByIdempotencyKey': ({ handoffs }) => handoffs.findByIdempotencyKey('k'),
  'captures.find': ({ captures }) => captures.find('cap_1'),
  'captures.readContent': ({ captures }) => captures.readContent('cap_1'),
  'captures.list of a project': ({ captures }) => captures.list({ projectId: 'prj_1' }, 20, 9),
  'captures.list unreviewed': ({ captures }) =>
    captures.list({ projectId: 'prj_1', isUnreviewed: true, since: s.T0 }, 20, null),
  'captures.list of a session': ({ captures }) => captures.list({ sessionId: 'ses_1' }, 20, null),
  'captures.findReading': ({ captures }) => captures.findReading('ses_1'),
  'captures.findPosition': ({ captures }) => captures.findPosition('ses_1'),
  'captures.findProcess': ({ captures }) => captures.findProcess('host:1:2'),
  'captures.listProcesses': ({ captures }) => captures.listProcesses(['ses_1', 'ses_2']),
  'vectors.hasPending': ({ vectors }) => vectors.hasPending('m'),
  'vectors.hasAny': ({ vectors }) => vectors.hasAny('m'),
  'vectors.claim': ({ vectors }) => vectors.claim('m', s.T0, { mayChangeModel: true }),
  'vectors.listPending': ({ vectors }) => vectors.listPending(32, 'q9' as PendingCursor, s.T0),
  'vectors.survey': async ({ vectors }) => {
    await vectors.claim('m', s.T0, { mayChangeModel: true });
    await vectors.survey('m');
  },
  'vectors.put and nearest': async ({ vectors }) => {
    await vectors.claim('m', s.T0, { mayChangeModel: true });
    const vector = Float32Array.of(1, 0);
    await vectors.put('m', [{ recordId: 'rec_1', version: 1, digest: 'd', vector }], s.T0);
    await vectors.nearest(vector, 'm', { projectIds: ['prj_1', null], isLiveAt: s.T0 }, 10);
  },
  'campaigns.find': ({ campaigns }) => campaigns.find('prj_1'),
  'campaigns.list': ({ campaigns }) => campaigns.list(500),
  'campaigns.listCampaignNames': ({ campaigns }) => campaigns.listCampaignNames(),
  'campaigns.listBranches': ({ campaigns }) => campaigns.listBranches('prj_1'),
  'campaigns.findEntities': ({ campaigns }) => campaigns.findEntities(['ent_1']),
  'campaigns.findNamed': ({ campaigns }) => campaigns.findNamed('prj_1', 'npc', ['mira']),
  'campaigns.listFormerBearers': ({ campaigns }) => campaigns.listFormerHolders('prj_1', 'npc', 'mira'),
  'campaigns.listFormerNames': ({ campaigns }) => campaigns.listFormerNames('prj_1'),
  'campaigns.listShowings': ({ campaigns }) => campaigns.listNameChanges('prj_1'),
  'campaigns.listEveryEntity': ({ campaigns }) => campaigns.listEveryEntity('prj_1'),
  'campaigns.listEntities': ({ campaigns }) => campaigns.listEntities('prj_1', undefined, 50, 7),
  'campaigns.listEntities of kinds': ({ campaigns }) =>
    campaigns.listEntities('prj_1', ['npc', 'quest'], 50, 7),
  'campaigns.countEntities': ({ campaigns }) => campaigns.countEntities('prj_1'),
  'campaigns.listNames': ({ campaigns }) => campaigns.listNames('prj_1', 'npc', 500),
  'campaigns.listEvents': ({ campaigns }) =>
    campaigns.listEvents('prj_1', { segments: [SEGMENT], minImportance: 4 }, 50, BEFORE),
  'campaigns.listEvents of a session': ({ campaigns }) =>
    campaigns.listEvents('prj_1', { segments: [SEGMENT], sessionId: 'ses_1', isTurn: true }, 50, BEFORE),
  'campaigns.listEvents for a character': ({ campaigns }) =>
    campaigns.listEvents('prj_1', { segments: [SEGMENT], seenBy: MIRA }, 50, BEFORE),
  'campaigns.findEvents': ({ campaigns }) => campaigns.findEvents(['evt_1', 'evt_2']),
  'campaigns.countEvents': ({ campaigns }) =>
    campaigns.countEvents('prj_1', { segments: [SEGMENT], types: ['combat'], seenBy: MIRA }, BEFORE),
  'campaigns.findKeyed': ({ campaigns }) => campaigns.findKeyed('prj_1', 'k'),
  'campaigns.listPatches': ({ campaigns }) => campaigns.listPatches('prj_1', SEGMENT),
  'ledger.commit of a game': ({ ledger }) =>
    ledger.commit([
      g.begun({
        entities: [g.anEntity(), g.anEntity({ id: 'ent_2', name: 'Bram' })],
        removedEntityIds: ['ent_9'],
      }),
      g.played(
        { version: 2, turn: 1 },
        {
          patches: [g.aPatch()],
          events: [g.anEvent()],
          keyed: { key: 'k', digest: 'd', answer: { version: 2 } },
        },
      ),
    ]),
  'ledger.commit of texts': ({ ledger }) =>
    ledger.commit([
      {
        kind: 'turn',
        turn: { sessionId: 'ses_1', number: 7, at: s.T0, who: null, what: 'Done.', isSaid: true },
      },
      capture([{ line: 3, at: null, kind: 'reply', text: 'Done.' }]),
      dropped('cap_1'),
      { kind: 'forget', record: aRecord(), at: s.T0 },
    ]),
  'ledger.lastAt': ({ ledger }) => ledger.lastAt(),
  'ledger.end': ({ ledger }) => ledger.end(),
  'ledger.read': ({ ledger }) => ledger.read(5, 100),
  'ledger.commit': ({ ledger }) =>
    ledger.commit([
      c.project({ version: 2 }),
      c.session([s.started(), s.turn(1)], 1),
      c.turn(1),
      c.record({ version: 2, status: 'resolved' }),
      c.note({ version: 2 }),
      c.handoff({}, 'key'),
      c.files(['a.ts']),
      { kind: 'withhold', sessionId: 'ses_1', types: ['decision'] },
    ]),
  'ledger.commit of the only one to say so': ({ ledger }) =>
    ledger.commit([{ ...c.record({ version: 2 }), isOnlyOne: true } as Change]),
};

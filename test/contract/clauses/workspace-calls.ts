import type { Store } from '../../../src/app/ports/store.ts';
import type { RecordType } from '../../../src/domain/record/record.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { MODEL, SAME, VECTOR } from './filled-workspace.ts';
import { EVERYTHING, word } from './found.ts';

/** Returns what one method shows of a workspace that was filled with these words. */
export type Call = (store: Store, words: string) => Promise<unknown>;

/** Called by `fillWorkspace` in place of a check of what it returns. */
export const WRITES = 'writes';

export interface Check {
  readonly read: Call;
  /** Why it returns the same for a workspace that is empty. */
  readonly sameWhenEmpty?: string;
}

type Checks = {
  readonly [Port in keyof Store]: { readonly [Method in keyof Store[Port]]: Call | Check | typeof WRITES };
};

const NEVER_SILENT = { withHooks: '', withoutHooks: '' };
const SILENT = { withHooks: s.after(s.days(1)), withoutHooks: s.after(s.days(1)) };
const MAIN = { branchId: 'main', after: -1, upTo: 99 };
const RECORD_IDS = ['rec_1', 'rec_first', 'rec_old', 'rec_new', 'rec_before', 'rec_global'];
const LIMITS = new Map<RecordType, number>([
  ['open_loop', 9],
  ['constraint', 9],
]);
const BOTH = ['records', 'texts'] as const;

const findAll = (store: Store, words: string) =>
  store.search.find(
    [
      word(words),
      EVERYTHING,
      { inside: words.slice(1), depth: 99 },
      { inPastVersions: `former ${words}`, depth: 99 },
    ].map((query) => ({ query, sources: BOTH, scope: {}, limit: 99 })),
  );

const keysOf = async (store: Store, words: string) =>
  (await findAll(store, words)).flatMap(({ candidates }) => candidates.map(({ key }) => key));

/** Every method of every port. A new method needs a check here, or the types and a clause fail. */
export const CHECKS: Checks = {
  ledger: {
    commit: WRITES,
    lastAt: ({ ledger }) => ledger.lastAt(),
    end: {
      read: async ({ ledger }) => ledger.read(await ledger.end(), 99),
      sameWhenEmpty: 'Workspaces may share the positions; no entry stands after the end.',
    },
    read: ({ ledger }) => ledger.read(0, 99),
  },
  ids: {
    listByPrefix: async ({ ids }) => [...(await ids.listByPrefix(['rec_1', 'ses_1', 'prj_1'], 9)).values()],
    measure: ({ ids }) => ids.measure([]),
  },
  projects: {
    find: ({ projects }) => projects.find('prj_1'),
    findAll: ({ projects }) => projects.findAll(['prj_1', 'prj_2']),
    findByKey: ({ projects }) => projects.findByKey(c.aProject().key),
    findByFingerprint: ({ projects }) => projects.findByFingerprint(SAME.fingerprint),
    listNamed: ({ projects }, words) => projects.listNamed(words),
    list: ({ projects }) => projects.list(9),
    listNames: ({ projects }) => projects.listNames(9),
    listAnchoredAt: ({ projects }) => projects.listAnchoredAt([c.aProject().anchorPath ?? '']),
  },
  sessions: {
    find: async ({ sessions }) => [await sessions.find('ses_1'), await sessions.find(SAME.clientSession)],
    findOfClient: ({ sessions }) => sessions.findOfClient(SAME.clientSession, 'prj_1'),
    listOfClient: ({ sessions }) => sessions.listOfClient(SAME.clientSession, 9),
    findOfTranscript: ({ sessions }) => sessions.findOfTranscript(SAME.transcript, 'prj_1'),
    findNewestPaused: ({ sessions }) => sessions.findNewestPaused('prj_1', '/w'),
    findNewestLeft: ({ sessions }) => sessions.findNewestLeft('prj_1', undefined, SILENT),
    listSilent: ({ sessions }) => sessions.listSilent('prj_1', SILENT, 9),
    listAlive: ({ sessions }) => sessions.listAlive('prj_1', NEVER_SILENT, 9),
    listLost: ({ sessions }) => sessions.listLost('prj_1', '', 9),
    listNewest: ({ sessions }) => sessions.listNewest('prj_1', 9),
    listStarts: ({ sessions }) => sessions.listStarts('prj_1', 9),
    listAwaitingSuccessor: ({ sessions }) => sessions.listAwaitingSuccessor('prj_1', 9),
    list: async ({ sessions }, words) => [
      await sessions.list({}, NEVER_SILENT, 9, null),
      await sessions.list({ query: words }, NEVER_SILENT, 9, null),
      await sessions.list({}, { ...NEVER_SILENT, ahead: s.after(s.days(2)) }, 9, null),
    ],
    listTurns: ({ sessions }) => sessions.listTurns('ses_1', 9, null),
    listFiles: ({ sessions }) => sessions.listFiles('ses_1', 9),
    findLastSeen: ({ sessions }, words) =>
      sessions.findLastSeen([
        c.folded([s.started({ id: 'ses_ahead', title: words }), s.ended(s.days(400))]),
        c.folded([s.started({ id: 'ses_paused', title: words }), s.paused(1)]),
      ]),
  },
  records: {
    findAll: ({ records }) => records.findAll(RECORD_IDS),
    findAllAt: ({ records }) => records.findAllAt(RECORD_IDS, s.T0),
    listActiveByDigest: ({ records }, words) =>
      records.listActiveByDigest('prj_1', 'open_loop', [c.sha(words)]),
    listActiveByTexts: ({ records }, words) =>
      records.listActiveByTexts([{ projectId: 'prj_1', type: 'open_loop', digest: c.sha(words) }]),
    listByDigest: ({ records }, words) => records.listByDigest('prj_1', 'open_loop', [c.sha(words)]),
    listWrittenBefore: ({ records }) => records.listWrittenBefore(RECORD_IDS, 'ses_1', s.T0),
    listLiveSubjects: ({ records }) => records.listLiveSubjects('prj_1', 'open_loop'),
    listLastOf: ({ records }) => records.listLastOf(['ses_1'], 'open_loop'),
    list: ({ records }) => records.list({}, 99, null),
    countBySession: ({ records }) => records.countBySession(['ses_1']),
    listLive: ({ records }) => records.listLive('prj_1', 'open_loop', 1, 99, s.after(9)),
    listLiveOf: ({ records }) => records.listLiveOf('prj_1', LIMITS, 99, s.after(9)),
  },
  notes: {
    find: ({ notes }) => notes.find('not_1'),
    listOf: ({ notes }) => notes.listOf(['ses_1']),
  },
  handoffs: {
    find: ({ handoffs }) => handoffs.find('hnd_1'),
    findRecent: ({ handoffs }) => handoffs.findRecent('prj_1', SAME.digest, s.T0),
    findByIdempotencyKey: ({ handoffs }) => handoffs.findByIdempotencyKey(SAME.idempotencyKey),
  },
  receipts: {
    listOfSession: ({ receipts }) => receipts.listOfSession('ses_1', 9),
    listOfProject: ({ receipts }) => receipts.listOfProject('prj_1', 9),
    findPosition: ({ receipts }) => receipts.findPosition('rcp_1'),
  },
  campaigns: {
    find: ({ campaigns }) => campaigns.find('prj_1'),
    list: ({ campaigns }) => campaigns.list(9),
    listCampaignNames: ({ campaigns }) => campaigns.listCampaignNames(),
    listBranches: ({ campaigns }) => campaigns.listBranches('prj_1'),
    findEntities: ({ campaigns }) => campaigns.findEntities(['ent_1', 'ent_far']),
    findNamed: ({ campaigns }, words) => campaigns.findNamed('prj_1', 'character', [words]),
    listEntities: ({ campaigns }) => campaigns.listEntities('prj_1', undefined, 9, 0),
    listEveryEntity: ({ campaigns }) => campaigns.listEveryEntity('prj_1'),
    countEntities: ({ campaigns }) => campaigns.countEntities('prj_1'),
    listNames: ({ campaigns }) => campaigns.listNames('prj_1', 'character', 9),
    listEvents: ({ campaigns }) => campaigns.listEvents('prj_1', { segments: [MAIN] }, 9, null),
    findEvents: ({ campaigns }) => campaigns.findEvents(['evt_1', 'evt_far']),
    countEvents: ({ campaigns }) => campaigns.countEvents('prj_1', { segments: [MAIN] }, null),
    findKeyed: ({ campaigns }) => campaigns.findKeyed('prj_1', SAME.eventKey),
    listFormerNames: ({ campaigns }) => campaigns.listFormerNames('prj_1'),
    listFormerHolders: ({ campaigns }, words) =>
      campaigns.listFormerHolders('prj_1', 'character', `old ${words}`),
    listNameChanges: ({ campaigns }) => campaigns.listNameChanges('prj_1'),
    listPatches: ({ campaigns }) => campaigns.listPatches('prj_1', MAIN),
    listTakenIds: ({ campaigns }) => campaigns.listTakenIds(['ent_1', 'ent_far', 'evt_1', 'evt_far']),
  },
  captures: {
    find: ({ captures }) => captures.find('cap_1'),
    readContent: ({ captures }) => captures.readContent('cap_1'),
    list: ({ captures }) => captures.list({}, 9, null),
    listOfSessions: ({ captures }) => captures.listOfSessions(['ses_1'], 9),
    listExpendable: async ({ captures }) => {
      const { items } = await captures.list({}, 9, null);
      const ownBytes = items.reduce((sum, { bytes }) => sum + bytes, 0);
      return [
        await captures.listExpendable(s.after(1), 0, 9),
        await captures.listExpendable(s.T0, ownBytes, 9),
      ];
    },
    listExpendableImports: ({ captures }) => captures.listExpendableImports(0, 9),
    findReading: ({ captures }) => captures.findReading('ses_1'),
    findPosition: ({ captures }) => captures.findPosition('ses_1'),
    findProcess: ({ captures }) => captures.findProcess(`${SAME.process}:${s.T0}`),
    listProcesses: ({ captures }) => captures.listProcesses(['ses_1']),
  },
  search: {
    find: findAll,
    read: async (store, words) =>
      store.search.read([
        {
          texts: { keys: await keysOf(store, words) },
          scope: {},
          whole: 'all',
          neighbors: { reach: 9, anchors: 99 },
          predecessors: { steps: 9, limit: 9 },
        },
        { texts: { recordIds: RECORD_IDS }, scope: {} },
        {
          texts: { successorsOf: await keysOf(store, words), bounds: { steps: 9, limit: 9 } },
          scope: { isLiveAt: s.T0 },
        },
      ]),
    listDamaged: {
      read: async (store, words) => store.search.listDamaged(await keysOf(store, words)),
      sameWhenEmpty: 'Nothing is damaged. The clauses of keys pass it the keys of another workspace.',
    },
  },
  vectors: {
    hasPending: {
      read: ({ vectors }) => vectors.hasPending(MODEL),
      sameWhenEmpty: 'It is true before the first claim. The clauses of vectors call it after one.',
    },
    claim: WRITES,
    release: WRITES,
    survey: WRITES,
    listPending: ({ vectors }) => vectors.listPending(9, null, s.T0),
    put: WRITES,
    hasAny: ({ vectors }) => vectors.hasAny(MODEL),
    nearest: ({ vectors }) => vectors.nearest(VECTOR, MODEL, {}, 9),
    count: ({ vectors }) => vectors.count(MODEL, s.T0),
  },
};

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from '../src/app/ports/ledger.ts';
import type { Store } from '../src/app/ports/store.ts';
import { gather } from '../src/app/search/gather.ts';
import { docOf } from '../src/app/search/searched-doc.ts';
import { instantFromMs } from '../src/domain/instant.ts';
import type { ThroughlineRecord } from '../src/domain/record/record.ts';
import { type ParsedQuery, parseQuery } from '../src/search/parse-query.ts';
import { type Doc, rank, type WeighedTerm } from '../src/search/rank.ts';
import { WEIGHTS, type Weights } from '../src/search/weights.ts';
import { openWorkspace } from '../test/support/open-workspace.ts';
import { ROOT } from '../test/support/program.ts';
import type { Bench, Row } from './benchmark.ts';
import { type Conversation, instantOf, readConversations } from './conversation-set.ts';
import { plainRecord } from './fill-store.ts';
import { rounded } from './measure.ts';
import { type QuestionSet, readSet, setPaths } from './precision.ts';

/** Each part of the ranking taken away alone, and all of them; what is left is words, their stems and how rare they are. */
const WITHOUT: Readonly<Record<string, Partial<Weights>>> = {
  'as it is': {},
  'neighbours in the conversation or text': { later: [], earlier: [] },
  'neighbours among notes': { amongNotes: 0 },
  'who spoke': { otherSpeaker: 1 },
  'the time a question names': { time: 0 },
  'another time than the one named': { otherTime: 1 },
  '"when" favours texts that tell a time': { when: 0 },
  '"how many" wants a number': { otherKind: 1 },
  'names a question gives': { otherName: 1 },
  'identifiers mean that one': { otherIdentifier: 1 },
  'exact names, paths and messages': { exact: 0 },
  'the whole text beside its best passage': { wholeText: 0 },
  importance: { importance: 0 },
  recency: { recency: 0 },
  'all of these': {
    later: [],
    earlier: [],
    amongNotes: 0,
    otherSpeaker: 1,
    time: 0,
    otherTime: 1,
    when: 0,
    otherKind: 1,
    otherName: 1,
    otherIdentifier: 1,
    exact: 0,
    wholeText: 0,
    importance: 0,
    recency: 0,
  },
};

interface Asked {
  readonly query: ParsedQuery;
  readonly terms: readonly WeighedTerm[];
  readonly docs: readonly Doc[];
  /** Keys of the texts that answer. */
  readonly right: ReadonlySet<string>;
}

async function askAll(
  store: Store,
  questions: readonly {
    readonly text: string;
    readonly projectId: string;
    readonly right: readonly string[];
  }[],
  now: number,
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const { text, projectId, right } of questions) {
    const query = parseQuery(text, now);
    const scope = { projectIds: [projectId, null], isLiveAt: instantFromMs(now) };
    const { terms, texts } = await gather({ index: store.search, scope, sources: ['records'] }, query);
    // What was not even a candidate counts as missed, under its own id.
    const keyOf = new Map(texts.map((one) => [one.id, docOf(one).key]));
    const wanted = new Set(right.map((id) => keyOf.get(id) ?? id));
    asked.push({ query, terms, docs: texts.map(docOf), right: wanted });
  }
  return asked;
}

async function withStore<Result>(
  changes: readonly Change[],
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-ablation-'));
  const now = instantFromMs(Date.now());
  const store = openWorkspace({
    path: join(folder, 'store.db'),
    workspace: 'local',
    busyTimeoutMs: 1_000,
    now,
  });
  try {
    for (let from = 0; from < changes.length; from += 5_000)
      await store.ledger.commit(changes.slice(from, from + 5_000));
    return await work(store);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const stored = (record: ThroughlineRecord): Change => ({ kind: 'record', record, expectedVersion: 0 });

function turnsOf({ id: projectId, sessions }: Conversation): readonly Change[] {
  return sessions.flatMap(({ n, date, turns }) =>
    turns.map(({ id, speaker, text }) =>
      stored({
        ...plainRecord(`${projectId}/${id}`, projectId, `${speaker}: ${text}`, instantOf(date)),
        sessionId: `${projectId}/${n}`,
      }),
    ),
  );
}

function notesOf({ records }: QuestionSet, prefix: string): readonly Change[] {
  const now = instantFromMs(Date.now());
  const idOf = (key: string) => `${prefix}/${key}`;
  const successor = new Map(
    records.flatMap(({ key, supersedes = [] }) => supersedes.map((one) => [one, key])),
  );
  return records.map(
    ({ key, project, content, subject, tags, aliases, importance, occurred_at, supersedes, resolved }) =>
      stored({
        ...plainRecord(idOf(key), project === null ? null : `${prefix}/${project}`, String(content), now),
        subject: (subject as string | undefined) ?? null,
        tags: (tags as string[] | undefined) ?? [],
        aliases: (aliases as string[] | undefined) ?? [],
        importance: (importance as number | undefined) ?? 5,
        occurredAt: (occurred_at as string | undefined) ?? null,
        supersedes: (supersedes ?? []).map(idOf),
        supersededBy: successor.has(key) ? idOf(successor.get(key) ?? '') : null,
        status: resolved === true ? 'resolved' : successor.has(key) ? 'superseded' : 'active',
        sessionId: `${prefix}/${project}`,
      }),
  );
}

interface Figures {
  readonly recall: number;
  readonly mrr: number;
}

function measure(asked: readonly Asked[], weights: Weights, depth: number, now: number): Figures {
  let recall = 0;
  let mrr = 0;
  for (const { query, terms, docs, right } of asked) {
    const keys = rank(query, terms, docs, now, weights).ranked.map(({ doc }) => doc.key);
    recall += keys.slice(0, depth).filter((key) => right.has(key)).length / right.size;
    const first = keys.findIndex((key) => right.has(key));
    mrr += first < 0 ? 0 : 1 / (first + 1);
  }
  return { recall: recall / asked.length, mrr: mrr / asked.length };
}

const REPORT = join(ROOT, 'bench', 'search-ablation.md');
const figure = (value: number) => value.toFixed(3).replace(/^0/, '');

function report(rows: readonly (readonly [string, Figures | undefined, Figures])[]): string {
  const lines = rows.map(
    ([name, talk, notes]) =>
      `| ${name} | ${talk === undefined ? '–' : figure(talk.recall)} | ${talk === undefined ? '–' : figure(talk.mrr)} | ${figure(notes.recall)} | ${figure(notes.mrr)} |`,
  );
  return `# What each part of the ranking gives

Written by \`npm run bench -- ablation\`. Each row takes one part away and leaves the rest. Conversations: the share of the
evidence in ten hits, and MRR. Notes: engineering and game notes, the share of right records in three hits, and MRR. Nothing is
cut here (\`min_score: 0\`). The weights are round numbers and were not fitted to either.

| without | conversations, in ten | MRR | notes, in three | MRR |
|---|---|---|---|---|
${lines.join('\n')}
`;
}

export const ablation: Bench = {
  name: 'ablation',
  about:
    'the ranking without each of its parts, on conversations and on notes; in process, over a real store',
  async run(progress) {
    const now = Date.now();
    const conversations = readConversations() ?? [];
    const talk = await withStore(conversations.flatMap(turnsOf), (store) =>
      askAll(
        store,
        conversations.flatMap(({ id: projectId, questions }) =>
          questions.map(({ question, evidence }) => ({
            text: question,
            projectId,
            right: [...new Set(evidence)].map((turn) => `${projectId}/${turn}`),
          })),
        ),
        now,
      ),
    );
    const sets = setPaths().map((path, index) => ({ prefix: `set${index}`, ...readSet(path) }));
    const notes = await withStore(
      sets.flatMap((set) => notesOf(set, set.prefix)),
      (store) =>
        askAll(
          store,
          sets.flatMap(({ prefix, questions }) =>
            questions
              .filter(({ right }) => right.length > 0)
              .map(({ query, project, right }) => ({
                text: query,
                projectId: `${prefix}/${project}`,
                right: right.map((key) => `${prefix}/${key}`),
              })),
          ),
          now,
        ),
    );
    const rows = Object.entries(WITHOUT).map(([name, change]) => {
      const weights = { ...WEIGHTS, ...change };
      const figures = [
        talk.length === 0 ? undefined : measure(talk, weights, 10, now),
        measure(notes, weights, 3, now),
      ] as const;
      progress(`without ${name}: ${figure(figures[0]?.recall ?? 0)} and ${figure(figures[1].recall)}`);
      return [name, ...figures] as const;
    });
    writeFileSync(REPORT, report(rows));
    return rows.map(
      ([name, one, other]): Row => ({
        area: 'ablation',
        measure: name === 'as it is' ? 'notes in three, as it is' : `notes in three, without ${name}`,
        value: rounded(other.recall, 3),
        unit: 'of the answers',
        detail: one === undefined ? '' : `conversations in ten ${rounded(one.recall, 3)}`,
      }),
    );
  },
};

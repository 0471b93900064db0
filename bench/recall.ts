import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClient } from '../test/support/stdio-client.ts';
import { atLeast, type Bench, type Row } from './benchmark.ts';
import { type Conversation, instantOf, readConversations } from './conversation-set.ts';
import { inPlace, rounded } from './measure.ts';
import { plainSearch } from './plain-search.ts';

interface Asked {
  readonly category: number;
  /** Ids of the records that hold the evidence. */
  readonly evidence: ReadonlySet<string>;
  readonly hits: readonly string[];
  readonly hitsAtDefault: readonly string[];
  readonly plainHits: readonly string[];
}

const DEPTH = 20;

/** Every turn a record of its session, `speaker: text`, as happened then. */
async function storeTurns(
  client: StdioClient,
  { sessions }: Conversation,
): Promise<ReadonlyMap<string, string>> {
  const recordOf = new Map<string, string>();
  for (const { n, date, turns } of sessions) {
    await client.facts('start_session', { title: `session ${n}`, resume: false });
    const occurred_at = instantOf(date);
    for (const { id, speaker, text } of turns) {
      const { id: record } = await client.facts('store_memory', {
        content: `${speaker}: ${text}`,
        occurred_at,
      });
      recordOf.set(id, record);
    }
    await client.facts('end_session', { checkpoint: `Talked until ${date}.` });
  }
  return recordOf;
}

async function ask(client: StdioClient, query: string, more: object): Promise<readonly string[]> {
  const { results } = await client.facts('search_memory', { query, type: 'memory', limit: DEPTH, ...more });
  return results.map(({ record }: { record: { id: string } }) => record.id);
}

async function askAll(home: string, folder: string, conversation: Conversation): Promise<readonly Asked[]> {
  mkdirSync(folder);
  const client = await StdioClient.open({ home, cwd: folder });
  const recordOf = await storeTurns(client, conversation);
  const plain = plainSearch(
    conversation.sessions.flatMap(({ turns }) =>
      turns.map(({ id, speaker, text }) => ({ id: recordOf.get(id) ?? id, text: `${speaker}: ${text}` })),
    ),
  );
  const asked: Asked[] = [];
  for (const { question, category, evidence } of conversation.questions) {
    asked.push({
      category,
      evidence: new Set(evidence.map((id) => recordOf.get(id) ?? id)),
      hits: await ask(client, question, { min_score: 0 }),
      hitsAtDefault: await ask(client, question, {}),
      plainHits: plain(question),
    });
  }
  await client.close();
  return asked;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const recallIn = (depth: number, hitsOf: (one: Asked) => readonly string[]) => (one: Asked) =>
  hitsOf(one)
    .slice(0, depth)
    .filter((id) => one.evidence.has(id)).length / one.evidence.size;

const all = ({ hits }: Asked) => hits;
const atDefault = ({ hitsAtDefault }: Asked) => hitsAtDefault;
const plainly = ({ plainHits }: Asked) => plainHits;

function reciprocalRank({ hits, evidence }: Asked): number {
  const first = hits.findIndex((id) => evidence.has(id));
  return first < 0 ? 0 : 1 / (first + 1);
}

/** As the set numbers them. */
const CATEGORIES: Readonly<Record<number, string>> = {
  1: 'several turns',
  2: 'when',
  3: 'inference',
  4: 'one turn',
};

function rowsOf(asked: readonly Asked[]): readonly Row[] {
  const row = (measure: string, value: number, more: Partial<Row> = {}): Row => ({
    area: 'recall',
    measure,
    value: rounded(value, 3),
    unit: 'of the evidence',
    ...more,
  });
  const byCategory = Object.entries(CATEGORIES).map(([category, name]) => {
    const some = asked.filter((one) => one.category === Number(category));
    const plain = rounded(mean(some.map(recallIn(10, plainly))), 3);
    return row(`in ten, ${name}, min_score 0`, mean(some.map(recallIn(10, all))), {
      bound: atLeast(plain, plain),
      detail: `${some.length} questions; plain FTS5 ${plain}`,
    });
  });
  return [
    row('in ten, min_score 0', mean(asked.map(recallIn(10, all))), {
      bound: atLeast(0.78, 0.83),
      detail: `${asked.length} questions; plain FTS5 ${rounded(mean(asked.map(recallIn(10, plainly))), 3)}; MRR ${rounded(mean(asked.map(reciprocalRank)), 3)}`,
    }),
    row('in five, min_score 0', mean(asked.map(recallIn(5, all)))),
    row('in twenty, min_score 0', mean(asked.map(recallIn(20, all)))),
    ...byCategory,
    row('in ten, at the default cut', mean(asked.map(recallIn(10, atDefault))), {
      detail: `${rounded(mean(asked.map(({ hitsAtDefault }) => hitsAtDefault.length)), 1)} hits a question`,
    }),
  ];
}

export const recall: Bench = {
  name: 'recall',
  about:
    'five long conversations, each turn a record of its session; search_memory over stdio, scoped to the conversation',
  async run(progress) {
    const conversations = readConversations();
    if (conversations === undefined) {
      progress('the conversation set is not there: nothing to measure');
      return [];
    }
    return inPlace(async ({ home, project }) => {
      const asked: Asked[] = [];
      for (const conversation of conversations) {
        const some = await askAll(home, join(project, conversation.id), conversation);
        progress(
          `${conversation.id}: ${rounded(mean(some.map(recallIn(10, all))), 3)} of ${some.length} questions`,
        );
        asked.push(...some);
      }
      return rowsOf(asked);
    });
  },
};

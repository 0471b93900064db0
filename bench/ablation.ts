import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../src/app/ports/store.ts';
import { gather } from '../src/app/search/gather.ts';
import { docOf } from '../src/app/search/searched-doc.ts';
import { instantFromMs } from '../src/domain/instant.ts';
import { applyCutoff } from '../src/search/cutoff.ts';
import { rankOverview } from '../src/search/overview.ts';
import { type ParsedQuery, parseQuery } from '../src/search/parse-query.ts';
import { isLongPrompt } from '../src/search/query-form.ts';
import { rank } from '../src/search/rank.ts';
import type { Doc, WeighedTerm } from '../src/search/ranked.ts';
import {
  CONFIDENCE,
  type ConfidenceWeights,
  REQUEST_CONFIDENCE,
  WEIGHTS,
  type Weights,
} from '../src/search/weights.ts';
import { ROOT } from '../test/support/program.ts';
import { withSet } from './ask-sets.ts';
import type { Bench, Row } from './benchmark.ts';
import { rounded } from './measure.ts';
import { longChats, NOTES, notes, type SearchSet, shortChats } from './search-sets.ts';

const inConfidence = (change: Partial<ConfidenceWeights>) => ({ confidence: { ...CONFIDENCE, ...change } });
const inRequests = (change: Partial<ConfidenceWeights>) => ({
  requestConfidence: { ...REQUEST_CONFIDENCE, ...change },
});

/** Each part of the ranking removed alone, and all of them; what is left is words, their stems and how rare they are. */
export const WITHOUT: Readonly<Record<string, Partial<Weights>>> = {
  'as it is': {},
  'neighbors in a conversation': { later: [], earlier: [] },
  'the named speaker': { otherSpeaker: 1 },
  'people before machines': { assistant: 1, assistantConfidence: 1 },
  'the time a question names': { time: 0 },
  '"when" prefers texts that mention a time': { when: 0 },
  '"how many" requires a number': { otherKind: 1 },
  'names a question contains': { otherName: 1 },
  'what is asked about the subject': { otherAspect: 1 },
  'exact names, paths and messages': { exact: 0 },
  importance: { importance: 0 },
  recency: { recency: 0 },
  'confidence: lead over the others': inConfidence({ lead: 0 }),
  'confidence: subjects and aliases': inConfidence({ subject: 0 }),
  'confidence: share of the query': inConfidence({ share: 0, whole: 0 }),
  'confidence: a bonus for all of the query': inConfidence({ whole: 0 }),
  'confidence: names that are missing': inConfidence({ missingName: 0 }),
  'confidence: words that no text contains': inConfidence({ unknownWord: 0 }),
  'confidence: the attribute asked for': inConfidence({ lacksAttribute: 0 }),
  'confidence: the kind of answer': inConfidence({ otherKind: 0 }),
  'confidence: tasks': inConfidence({ task: 0 }),
  'confidence: lead in two sentences of a long request': inRequests({ lead: 0 }),
  'confidence: subjects and aliases in a long request': inRequests({ subject: 0 }),
  // The base is that of an average note.
  'confidence: share of a note in a long request': inRequests({ noteShare: 0, base: 10 }),
  'confidence: length of a note': inRequests({ noteLength: 0, base: -2.7 }),
};

interface Asked {
  readonly query: ParsedQuery;
  readonly terms: readonly WeighedTerm[];
  readonly docs: readonly Doc[];
  /** Keys of the texts that answer. */
  readonly right: ReadonlySet<string>;
}

async function askAll(store: Store, { questions }: SearchSet, now: number): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const { query: text, project, right } of questions) {
    const query = parseQuery(text, now);
    const scope = { projectIds: [project, null], isLiveAt: instantFromMs(now) };
    const { terms, texts } = await gather({ index: store.search, scope, sources: ['records'] }, query);
    // What was not even a candidate counts as missed, under its own id.
    const keyOf = new Map(texts.map((one) => [one.id, docOf(one).key]));
    const wanted = new Set([...right].map((id) => keyOf.get(id) ?? id));
    asked.push({ query, terms, docs: texts.map(docOf), right: wanted });
  }
  return asked;
}

export interface Figures {
  /** Without a cutoff. */
  readonly recall: number;
  readonly mrr: number;
  /** With the default cutoff. */
  readonly precisionAtDefault: number;
  readonly recallAtDefault: number;
  readonly silence: number;
}

function measure(asked: readonly Asked[], weights: Weights, now: number): Figures {
  let [recall, mrr, right, returned, recallAtDefault, silent] = [0, 0, 0, 0, 0, 0];
  const unanswerable = asked.filter((one) => one.right.size === 0).length;
  for (const { query, terms, docs, right: wanted } of asked) {
    const { ranked: byScore } = rank(query, terms, docs, now, weights);
    const isOverview = query.overview !== undefined;
    const ranked = isOverview ? rankOverview(byScore, query) : byScore;
    const rightIn = (keys: readonly string[]) => keys.filter((key) => wanted.has(key)).length;
    const kept = applyCutoff(ranked, { isRequest: isLongPrompt(query.words), isOverview })
      .slice(0, 10)
      .map(({ doc }) => doc.key);
    if (wanted.size === 0) {
      if (kept.length === 0) silent += 1;
      continue;
    }
    const keys = ranked.map(({ doc }) => doc.key);
    recall += rightIn(keys.slice(0, 10)) / wanted.size;
    const first = keys.findIndex((key) => wanted.has(key));
    mrr += first < 0 ? 0 : 1 / (first + 1);
    right += rightIn(kept);
    returned += kept.length;
    recallAtDefault += rightIn(kept) / wanted.size;
  }
  const answerable = asked.length - unanswerable;
  return {
    recall: recall / answerable,
    mrr: mrr / answerable,
    precisionAtDefault: right / Math.max(1, returned),
    recallAtDefault: recallAtDefault / answerable,
    silence: silent / Math.max(1, unanswerable),
  };
}

/** The sets that are there, as `name` and what was gathered for each of their questions. */
export async function gatherAll(now: number, more: readonly string[] = ['requests']) {
  const sets = [shortChats(), longChats(), ...[...NOTES, ...more].map(notes)].filter(
    (set) => set !== undefined,
  );
  const gathered: { readonly name: string; readonly asked: readonly Asked[] }[] = [];
  for (const set of sets)
    gathered.push({ name: set.name, asked: await withSet(set, (store) => askAll(store, set, now)) });
  return gathered;
}

export const measureAll = (
  gathered: Awaited<ReturnType<typeof gatherAll>>,
  change: Partial<Weights>,
  now: number,
) => gathered.map(({ name, asked }) => ({ name, ...measure(asked, { ...WEIGHTS, ...change }, now) }));

const REPORT = join(ROOT, 'bench', 'search-ablation.md');
const figure = (value: number) => value.toFixed(3).replace(/^0/, '');

type Measured = ReturnType<typeof measureAll>;

function report(rows: readonly (readonly [string, Measured])[]): string {
  const names = rows[0]?.[1].map(({ name }) => name) ?? [];
  const head = names.flatMap((name) => [`${name}: in ten, MRR`, 'P, R, silence']);
  const lines = rows.map(([without, measured]) => {
    const cells = measured.flatMap((one) => [
      `${figure(one.recall)} ${figure(one.mrr)}`,
      `${figure(one.precisionAtDefault)} ${figure(one.recallAtDefault)} ${figure(one.silence)}`,
    ]);
    return `| ${without} | ${cells.join(' | ')} |`;
  });
  return `# What each part of the ranking gives

Written by \`npm run bench -- ablation\`. Each row removes one part and keeps the rest. For each set, the first cell is
without a cutoff (\`min_score: 0\`): the share of the right texts among ten hits, and MRR. The second cell is with the default cutoff:
precision, recall and the share of unanswerable questions with an empty answer (the short chats have none).

| without | ${head.join(' | ')} |
|---|${head.map(() => '---|').join('')}
${lines.join('\n')}
`;
}

export const ablation: Bench = {
  name: 'ablation',
  about: 'the ranking without each of its parts, on chats and on notes; in process, over a real store',
  async run(progress) {
    const now = Date.now();
    const gathered = await gatherAll(now);
    const rows = Object.entries(WITHOUT).map(([name, change]) => {
      const measured = measureAll(gathered, change, now);
      progress(`without ${name}: ${measured.map((one) => figure(one.recall)).join(' ')}`);
      return [name, measured] as const;
    });
    writeFileSync(REPORT, report(rows));
    return rows.flatMap(([without, measured]) =>
      measured.map(
        ({ name, recall, recallAtDefault }): Row => ({
          area: 'ablation',
          measure: `${name}, ${without === 'as it is' ? without : `without ${without}`}`,
          value: rounded(recall, 3),
          unit: 'of the answers',
          detail: `at the default cutoff ${rounded(recallAtDefault, 3)}`,
        }),
      ),
    );
  },
};

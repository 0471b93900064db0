import { invalid } from '../../domain/error.ts';
import { digestOf } from '../../domain/id.ts';
import { nextStep } from '../../domain/next-step.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import type { Deps } from '../deps.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Claim, ClaimOptions, PendingCursor, VectorRow } from '../ports/vectors.ts';
import { embedTexts } from './embed-texts.ts';
import { pause, withPatience } from './patience.ts';

const LONGEST_CONTENT = 2_000;

/** What of a record its vector is made of: enough to tell what it is about, and within what small models take. */
export function textToEmbed({
  subject,
  content,
  tags,
  aliases,
}: Pick<ThroughlineRecord, 'subject' | 'content' | 'tags' | 'aliases'>): string {
  const said = content.slice(0, LONGEST_CONTENT).toWellFormed();
  return [subject ?? '', said, tags.join(', '), aliases.join(', ')].filter((part) => part !== '').join('\n');
}

export interface EmbedOptions extends ClaimOptions {
  readonly signal?: AbortSignal;
  /** After each batch. */
  readonly onProgress?: (soFar: EmbedProgress) => void;
  /** How long to wait, each time, for an endpoint that is busy; not at all by default. */
  readonly pausesMs?: readonly number[];
  /** What the endpoint refused and is not asked again; more is added to it. */
  readonly passedOver?: Set<string>;
}

export interface EmbedProgress {
  readonly embedded: number;
  /** Texts that the endpoint refuses; they are tried again next time. */
  readonly skipped: number;
}

export interface EmbedOutcome extends EmbedProgress {
  /** Whether all was looked at; otherwise why not. */
  readonly outcome: 'done' | 'aborted' | Exclude<Claim, 'mine'>;
}

const BATCH = 32;
/** One to begin with, and one more where the first found that all must be made anew. */
const PASSES = 2;
/** Whoever writes something that matters goes first. */
const STORE_PAUSES_MS = [50, 100, 200, 400, 800, 1_600];

const nameOf = ({ id, version }: ThroughlineRecord) => `${id} ${version}`;

export const embedderNotConfigured = () =>
  invalid(
    'embedder_not_configured',
    'No embedder is configured; search works without one.',
    'Set embedder_url, then embedder_model to the name of a model, then embedder to http.',
    { next: [nextStep('config.set', { key: 'embedder_url', value: 'http://localhost:11434/v1' })] },
  );

export function getEmbedder({ embedder }: Pick<Deps, 'embedder'>): Embedder {
  if (embedder === undefined) throw embedderNotConfigured();
  return embedder;
}

/** Batch by batch, each kept before the next is asked for: whenever it is killed, the next run goes on from there. */
export async function embedPending(
  deps: Pick<Deps, 'clock' | 'embedder' | 'store'>,
  options: EmbedOptions = {},
): Promise<EmbedOutcome> {
  const { signal, onProgress, pausesMs = [], passedOver = new Set() } = options;
  const { clock, store } = deps;
  const { vectors } = store;
  const embedder = getEmbedder(deps);
  const soFar = { embedded: 0, skipped: 0 };
  const isAborted = () => signal?.aborted === true;
  const ended = (outcome: EmbedOutcome['outcome']): EmbedOutcome => ({ ...soFar, outcome });
  const written = <Result>(write: () => Promise<Result>) =>
    withPatience('store_busy', STORE_PAUSES_MS, write, signal);

  async function rowsFor(records: readonly ThroughlineRecord[]): Promise<readonly VectorRow[]> {
    const texts = records.map(textToEmbed);
    const ask = () => embedTexts(embedder, texts, signal);
    const made = await withPatience('embedder_busy', pausesMs, ask, signal);
    return records.flatMap((record, index) => {
      const vector = made[index];
      if (vector === undefined) {
        passedOver.add(nameOf(record));
        return [];
      }
      return [{ recordId: record.id, version: record.version, digest: digestOf(texts[index] ?? ''), vector }];
    });
  }

  /** Answers whether to go on. */
  async function embedBatch(records: readonly ThroughlineRecord[]): Promise<boolean> {
    const wanted = records.filter((record) => !passedOver.has(nameOf(record)));
    soFar.skipped += records.length - wanted.length;
    if (wanted.length === 0) return true;
    const rows = await rowsFor(wanted);
    if (isAborted()) return false;
    const isMine = await written(() => vectors.put(embedder.model, rows, clock.now()));
    soFar.embedded += rows.length;
    soFar.skipped += wanted.length - rows.length;
    onProgress?.({ ...soFar });
    return isMine;
  }

  /** Down from the newest; what comes in meanwhile is for the next time. */
  async function pass(): Promise<'done' | 'aborted' | 'taken'> {
    let after: PendingCursor | null = null;
    do {
      const page = await written(() => vectors.listPending(BATCH, after, clock.now()));
      after = page.next;
      if (!(await embedBatch(page.records))) return isAborted() ? 'aborted' : 'taken';
    } while (after !== null && !isAborted());
    return isAborted() ? 'aborted' : 'done';
  }

  /** Answers whether anything had to be looked at. */
  async function surveyAll(): Promise<boolean> {
    let hasMore = false;
    while (!isAborted() && (await written(() => vectors.survey(embedder.model)))) {
      hasMore = true;
      await pause(0, signal);
    }
    return hasMore;
  }

  async function run(): Promise<EmbedOutcome> {
    for (let number = 1; number <= PASSES; number += 1) {
      const hasMore = await surveyAll();
      if (number > 1 && !hasMore) break;
      soFar.skipped = 0;
      const outcome = await pass();
      if (outcome !== 'done') return ended(outcome);
    }
    return ended('done');
  }

  const claim = await written(() => vectors.claim(embedder.model, clock.now(), options));
  if (claim !== 'mine') return ended(claim);
  try {
    return await run();
  } catch (error) {
    if (isAborted()) return ended('aborted');
    throw error;
  } finally {
    // Who aborts may close the store at once.
    if (!isAborted()) await vectors.release().catch(() => undefined);
  }
}

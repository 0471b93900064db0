import { hasCode, invalid, type ThroughlineError } from '../../domain/error.ts';
import { digestOf } from '../../domain/id.ts';
import { nextStep } from '../../domain/next-step.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import { abortablePause } from '../../lib/concurrency.ts';
import type { Deps } from '../deps.ts';
import type {
  Claim,
  ClaimOptions,
  Embedder,
  PendingCursor,
  VectorCount,
  VectorRow,
} from '../ports/vectors.ts';

export async function retryWhile<Result>(
  code: string,
  pausesMs: readonly number[],
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (const ms of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, code) || signal?.aborted) throw error;
      await abortablePause(ms, signal);
    }
  }
  return work();
}

/** Errors that can be caused by one of the texts or by their number. */
const RETRIED_IN_HALVES = ['embedder_refused', 'embedder_answered_wrongly', 'embedder_too_slow'];
const CAUSED_BY_ONE_TEXT = ['embedder_refused', 'embedder_answered_wrongly'];

/** A vector per text; undefined for a refused text. A refused batch is halved; if every text is refused, this throws. */
async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly (Float32Array | undefined)[]> {
  let refusal: ThroughlineError | undefined;

  async function embed(some: readonly string[]): Promise<readonly (Float32Array | undefined)[]> {
    try {
      return await embedder.embed(some, 'document', signal);
    } catch (error) {
      if (some.length > 1 && hasCode(error, ...RETRIED_IN_HALVES)) {
        const half = Math.ceil(some.length / 2);
        const first = await embed(some.slice(0, half));
        return [...first, ...(await embed(some.slice(half)))];
      }
      if (!hasCode(error, ...CAUSED_BY_ONE_TEXT)) throw error;
      refusal = error;
      return [undefined];
    }
  }

  const vectors = await embed(texts);
  if (refusal !== undefined && texts.length > 1 && vectors.every((vector) => vector === undefined))
    throw refusal;
  return sameDimension(vectors);
}

/** Halves are requested separately, so the first vector decides the dimension. */
function sameDimension(vectors: readonly (Float32Array | undefined)[]) {
  const dimension = vectors.find((vector) => vector !== undefined)?.length;
  return vectors.map((vector) => (vector?.length === dimension ? vector : undefined));
}

const MAX_CONTENT = 2_000;

/** The text that a record's vector is made of: enough to say what it is about, and within the limits of small models. */
export function textToEmbed({
  subject,
  content,
  tags,
  aliases,
}: Pick<ThroughlineRecord, 'subject' | 'content' | 'tags' | 'aliases'>): string {
  const excerpt = content.slice(0, MAX_CONTENT).toWellFormed();
  return [subject ?? '', excerpt, tags.join(', '), aliases.join(', ')]
    .filter((part) => part !== '')
    .join('\n');
}

export interface EmbedOptions extends ClaimOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (soFar: EmbedProgress) => void;
  /** Pauses between attempts while the endpoint is busy; by default it is asked once. */
  readonly pausesMs?: readonly number[];
  /** Records that the endpoint refused and that are not sent again. New refusals are added to it. */
  readonly refusedRecords?: Set<string>;
}

interface EmbedProgress {
  readonly embedded: number;
  readonly skipped: number;
}

interface EmbedOutcome extends EmbedProgress {
  /** `done` when everything was processed, otherwise the reason. */
  readonly outcome: 'done' | 'aborted' | Exclude<Claim, 'mine'>;
}

const BATCH = 32;
/** A second pass follows when the first finds that all vectors have to be made again. */
const PASSES = 2;
/** Other writers of the store go first. */
const STORE_PAUSES_MS = [50, 100, 200, 400, 800, 1_600];

const nameOf = ({ id, version }: ThroughlineRecord) => `${id} ${version}`;

export const embedderNotConfigured = () =>
  invalid(
    'embedder_not_configured',
    'No embedder is configured; search works without one.',
    'Set embedder_url, then embedder_model to the name of a model, then embedder to http.',
    { next: [nextStep('config.set', { key: 'embedder_url', value: 'http://localhost:11434/v1' })] },
  );

function getEmbedder({ embedder }: Pick<Deps, 'embedder'>): Embedder {
  if (embedder === undefined) throw embedderNotConfigured();
  return embedder;
}

export type VectorStatus = VectorCount & { readonly model: string };

export async function vectorStatus(deps: Pick<Deps, 'clock' | 'embedder' | 'store'>): Promise<VectorStatus> {
  const { model } = getEmbedder(deps);
  return { model, ...(await deps.store.vectors.count(model, deps.clock.now())) };
}

/** Stores each batch before it asks for the next, so that an interrupted run is continued by the next one. */
export async function embedPending(
  deps: Pick<Deps, 'clock' | 'embedder' | 'store'>,
  options: EmbedOptions = {},
): Promise<EmbedOutcome> {
  const { signal, onProgress, pausesMs = [], refusedRecords = new Set() } = options;
  const { clock, store } = deps;
  const { vectors } = store;
  const embedder = getEmbedder(deps);
  const soFar = { embedded: 0, skipped: 0 };
  const isAborted = () => signal?.aborted === true;
  const ended = (outcome: EmbedOutcome['outcome']): EmbedOutcome => ({ ...soFar, outcome });
  const written = <Result>(write: () => Promise<Result>) =>
    retryWhile('store_busy', STORE_PAUSES_MS, write, signal);

  async function rowsFor(records: readonly ThroughlineRecord[]): Promise<readonly VectorRow[]> {
    const texts = records.map(textToEmbed);
    const ask = () => embedTexts(embedder, texts, signal);
    const made = await retryWhile('embedder_busy', pausesMs, ask, signal);
    return records.flatMap((record, index) => {
      const vector = made[index];
      if (vector === undefined) {
        refusedRecords.add(nameOf(record));
        return [];
      }
      return [{ recordId: record.id, version: record.version, digest: digestOf(texts[index] ?? ''), vector }];
    });
  }

  async function embedBatch(records: readonly ThroughlineRecord[]): Promise<boolean> {
    const batch = records.filter((record) => !refusedRecords.has(nameOf(record)));
    soFar.skipped += records.length - batch.length;
    if (batch.length === 0) return true;
    const rows = await rowsFor(batch);
    if (isAborted()) return false;
    const isMine = await written(() => vectors.put(embedder.model, rows, clock.now()));
    soFar.embedded += rows.length;
    soFar.skipped += batch.length - rows.length;
    onProgress?.({ ...soFar });
    return isMine;
  }

  /** Newest first. Records that arrive meanwhile are left to the next run. */
  async function pass(): Promise<'done' | 'aborted' | 'taken'> {
    let after: PendingCursor | null = null;
    do {
      const page = await written(() => vectors.listPending(BATCH, after, clock.now()));
      after = page.next;
      if (!(await embedBatch(page.records))) return isAborted() ? 'aborted' : 'taken';
    } while (after !== null && !isAborted());
    return isAborted() ? 'aborted' : 'done';
  }

  async function surveyAll(): Promise<boolean> {
    let hasMore = false;
    while (!isAborted() && (await written(() => vectors.survey(embedder.model)))) {
      hasMore = true;
      await abortablePause(0, signal);
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
    // After an abort the caller may close the store at once.
    if (!isAborted()) await vectors.release().catch(() => undefined);
  }
}

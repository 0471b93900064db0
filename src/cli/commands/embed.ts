import { type EmbedOutcome, embedderNotConfigured } from '../../app/embed/embed-pending.ts';
import type { VectorStatus } from '../../app/embed/vector-status.ts';
import { loadConfig } from '../../config/load-config.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { plural } from '../say-results.ts';

/** An endpoint that counts how often it is asked is waited for. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
/** Said after about so many parts of the whole. */
const PARTS = 20;

const statusLine = ({ model, dimension, done, pending }: VectorStatus, { style }: CommandContext) =>
  `${style.bold(model)}: ${plural(done, 'record')} with a vector${dimension === null ? '' : ` of ${dimension} numbers`}, ${pending} pending.`;

const factsOf = ({ model, dimension, done, pending }: VectorStatus, run?: EmbedOutcome) => ({
  model,
  dimension,
  done,
  pending,
  ...(run === undefined ? {} : { outcome: run.outcome, embedded: run.embedded, skipped: run.skipped }),
});

/** Says how far it is, but not after every batch. */
function progressTo(total: number, say: (line: string) => void) {
  let saidAt = 0;
  return ({ embedded, skipped }: { readonly embedded: number; readonly skipped: number }) => {
    if (embedded + skipped - saidAt < total / PARTS && embedded + skipped < total) return;
    saidAt = embedded + skipped;
    say(`${embedded} of ${total} embedded${skipped === 0 ? '' : `, ${skipped} refused`}`);
  };
}

export const embed = defineCommand({
  name: 'embed',
  summary: 'Make the vectors that search is still missing, with the embedder that is configured.',
  effect: 'write',
  needsStore: true,
  examples: ['throughline embed', 'throughline embed --dry-run', 'throughline embed --json'],
  flags: [{ name: 'dry-run', description: 'Only show how many there are and how many are missing.' }],
  parse: (flags) => ({ isDryRun: flags['dry-run'] !== undefined }),
  isDryRun: ({ isDryRun }) => isDryRun,
  async act(context, { isDryRun }) {
    // Before the store is looked for: it may not be there yet.
    if (loadConfig(context.settings.input).embedder === 'none') throw embedderNotConfigured();
    const { services, caller, say } = context;
    const before = await services.vectorStatus(caller);
    if (isDryRun) return { lines: [statusLine(before, context)], facts: factsOf(before) };
    const run = await services.embedPending(caller, {
      isForced: true,
      mayChangeModel: true,
      pausesMs: PAUSES_MS,
      onProgress: progressTo(before.pending, say),
    });
    const after = await services.vectorStatus(caller);
    return {
      lines: [
        run.embedded === 0 ? 'Nothing was missing.' : `${plural(run.embedded, 'record')} embedded.`,
        ...(run.skipped === 0
          ? []
          : [`${plural(run.skipped, 'record')} refused by the embedder; they are tried again next time.`]),
        ...(run.outcome === 'taken' ? ['Another process goes on with the rest.'] : []),
        statusLine(after, context),
      ],
      facts: factsOf(after, run),
    };
  },
});

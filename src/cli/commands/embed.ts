import { embedderNotConfigured, type VectorStatus } from '../../app/embed/embed-pending.ts';
import { loadConfig } from '../../config/load-config.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { switchFlag } from '../flags.ts';
import { plural } from '../format.ts';

/** Waiting times for an endpoint that limits its rate. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
/** How many lines of progress are printed in all, about. */
const PROGRESS_STEPS = 20;

const statusLine = ({ model, dimension, done, pending }: VectorStatus, { style }: CommandContext) =>
  `${style.bold(model)}: ${plural(done, 'record')} with a vector${dimension === null ? '' : ` of ${dimension} numbers`}, ${pending} pending.`;

const factsOf = ({ model, dimension, done, pending }: VectorStatus) => ({ model, dimension, done, pending });

function createProgress(total: number, printNotice: (line: string) => void) {
  let reportedAt = 0;
  return ({ embedded, skipped }: { readonly embedded: number; readonly skipped: number }) => {
    if (embedded + skipped - reportedAt < total / PROGRESS_STEPS && embedded + skipped < total) return;
    reportedAt = embedded + skipped;
    printNotice(`${embedded} of ${total} embedded${skipped === 0 ? '' : `, ${skipped} refused`}`);
  };
}

export const embed = defineCommand({
  name: 'embed',
  summary: 'Make the vectors that search is still missing, with the embedder that is configured.',
  effect: 'write',
  needsStore: true,
  examples: ['throughline embed', 'throughline embed --dry-run', 'throughline embed --json'],
  flags: { 'dry-run': switchFlag('Only show how many there are and how many are missing.') },
  isDryRun: ({ 'dry-run': isDryRun }) => isDryRun,
  async act(context, { 'dry-run': isDryRun }) {
    // Checked before the store is opened, which may not exist yet.
    if (loadConfig(context.settings.input).embedder === 'none') throw embedderNotConfigured();
    const { services, caller, printNotice } = context;
    const before = await services.vectorStatus(caller);
    if (isDryRun) return { lines: [statusLine(before, context)], facts: factsOf(before) };
    const run = await services.embedPending(caller, {
      isForced: true,
      mayChangeModel: true,
      pausesMs: PAUSES_MS,
      onProgress: createProgress(before.pending, printNotice),
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
      facts: { ...factsOf(after), outcome: run.outcome, embedded: run.embedded, skipped: run.skipped },
    };
  },
});

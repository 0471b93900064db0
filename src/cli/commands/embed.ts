import { embedderNotConfigured, type VectorStatus } from '../../app/embed/embed-pending.ts';
import { loadConfig } from '../../config/load-config.ts';
import { countOf } from '../../domain/orientation/wording.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { switchFlag } from '../flags.ts';

const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
const PROGRESS_STEPS = 20;

const statusLine = ({ model, dimension, done, pending }: VectorStatus, { style }: CommandContext) =>
  `${style.bold(model)}: ${countOf(done, 'record')} with a vector${dimension === null ? '' : ` of ${dimension} numbers`}, ${pending} pending.`;

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
  summary: 'Create the missing search vectors with the configured embedder.',
  effect: 'write',
  needsStore: true,
  examples: ['throughline embed', 'throughline embed --dry-run', 'throughline embed --json'],
  flags: { 'dry-run': switchFlag('Only show how many vectors exist and how many are missing.') },
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
        run.embedded === 0 ? 'There are no missing vectors.' : `${countOf(run.embedded, 'record')} embedded.`,
        ...(run.skipped === 0
          ? []
          : [`${countOf(run.skipped, 'record')} refused by the embedder. The next run tries again.`]),
        ...(run.outcome === 'taken' ? ['Another process embeds the rest.'] : []),
        statusLine(after, context),
      ],
      facts: { ...factsOf(after), outcome: run.outcome, embedded: run.embedded, skipped: run.skipped },
    };
  },
});

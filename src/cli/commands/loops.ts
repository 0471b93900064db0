import type { RecordView } from '../../app/views/entity-views.ts';
import type { Instant } from '../../domain/instant.ts';
import { loopKey } from '../../domain/orientation/merge-duplicates.ts';
import { groupBy } from '../../lib/lists.ts';
import { defineCommand } from '../define-command.ts';
import { numberFlag } from '../flags.ts';
import { formatAge } from '../format.ts';
import { listLoops } from '../open-loops.ts';
import { type Column, renderTable } from '../render-table.ts';

/** Loops with the same text are one, as in the report; resolving one resolves all of them. */
const mergeSameLoops = (all: readonly RecordView[]) =>
  [...groupBy(all, ({ content }) => loopKey(content)).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, also_said_as: others.map(({ id }) => id) }],
  );

type MergedLoop = ReturnType<typeof mergeSameLoops>[number];

const columnsAt = (now: Instant): readonly Column<MergedLoop>[] => [
  { title: 'id', isWhole: true, cell: ({ id }) => id },
  { title: 'age', isWhole: true, rank: 1, cell: ({ created_at }) => formatAge(created_at, now) },
  {
    title: 'open loop',
    minWidth: 24,
    cell: ({ content, also_said_as: also }) =>
      also.length === 0 ? content : `${content} (said ${also.length + 1} times)`,
  },
];

export const loops = defineCommand({
  name: 'loops',
  summary: 'List the open loops of this project, oldest first.',
  effect: 'read',
  examples: ['throughline loops', 'throughline loops --limit 5', 'throughline loops --json'],
  flags: { limit: numberFlag('N', { min: 1, max: 10_000 }, 'How many at most; default: all.') },
  async act(context, { limit }) {
    const { now, style, isTerminal } = context;
    const all = mergeSameLoops(await listLoops(context));
    const shown = all.slice(0, limit);
    const facts = { loops: shown, count: all.length };
    if (all.length === 0) return { lines: ['No open loops in this project.'], facts };
    const more =
      all.length > shown.length ? ['', `${all.length - shown.length} more: leave out --limit.`] : [];
    return {
      lines: [
        ...renderTable(columnsAt(now), shown, context),
        ...more,
        ...(isTerminal ? ['', style.dim('Done with one? throughline resolve ID --because "…"')] : []),
      ],
      facts,
    };
  },
});

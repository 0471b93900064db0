import type { RecordView } from '../../app/views/entity-views.ts';
import { loopKey } from '../../domain/orientation/merge-duplicates.ts';
import { defineCommand } from '../define-command.ts';
import { parseNumber } from '../flags.ts';
import { formatAge } from '../format.ts';
import { listLoops } from '../open-loops.ts';
import { renderTable } from '../render-table.ts';

const COLUMNS = [
  { title: 'id', isWhole: true },
  { title: 'age', isWhole: true, rank: 1 },
  { title: 'open loop', least: 24 },
];

/** Merges loops with the same text, as the report does; resolving one resolves all of them. */
function mergeSameLoops(all: readonly RecordView[]) {
  const merged = new Map<string, RecordView & { also_said_as: string[] }>();
  for (const loop of all) {
    const known = merged.get(loopKey(loop.content));
    if (known === undefined) merged.set(loopKey(loop.content), { ...loop, also_said_as: [] });
    else known.also_said_as.push(loop.id);
  }
  return [...merged.values()];
}

export const loops = defineCommand({
  name: 'loops',
  summary: 'List the open loops of this project, oldest first.',
  effect: 'read',
  examples: ['throughline loops', 'throughline loops --limit 5', 'throughline loops --json'],
  flags: [{ name: 'limit', value: 'N', description: 'How many at most; default: all.' }],
  parse: (flags) => ({
    limit: parseNumber('--limit', flags.limit?.[0], { min: 1, max: 10_000 }),
  }),
  async act({ services, caller, project, now, width, style, isTerminal }, { limit }) {
    const all = mergeSameLoops(await listLoops(services, caller, project));
    const shown = all.slice(0, limit);
    const facts = { loops: shown, count: all.length };
    if (all.length === 0) return { lines: ['No open loops in this project.'], facts };
    const rows = shown.map(({ id, created_at, content, also_said_as: also }) => [
      id,
      formatAge(created_at, now),
      also.length === 0 ? content : `${content} (said ${also.length + 1} times)`,
    ]);
    const more =
      all.length > shown.length ? ['', `${all.length - shown.length} more: leave out --limit.`] : [];
    return {
      lines: [
        ...renderTable(COLUMNS, rows, { width, style }),
        ...more,
        ...(isTerminal ? ['', style.dim('Done with one? throughline resolve ID --because "…"')] : []),
      ],
      facts,
    };
  },
});

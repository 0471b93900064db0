import { defineCommand } from '../define-command.ts';
import { listLoops } from '../list-loops.ts';
import { parseNumber } from '../parse-number.ts';
import { renderTable } from '../render-table.ts';
import { sayAge } from '../say-age.ts';

const COLUMNS = [
  { title: 'id', isWhole: true },
  { title: 'age', isWhole: true, rank: 1 },
  { title: 'open loop', least: 24 },
];

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
    const all = await listLoops(services, caller, project);
    const shown = all.slice(0, limit);
    const facts = { loops: shown, count: all.length };
    if (all.length === 0) return { lines: ['No open loops in this project.'], facts };
    const rows = shown.map(({ id, created_at, content }) => [id, sayAge(created_at, now), content]);
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

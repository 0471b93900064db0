import { defineCommand } from '../define-command.ts';
import { renderTable } from '../render-table.ts';
import { formatValue, listSettings } from '../settings.ts';

const COLUMNS = [
  { title: 'key', isWhole: true },
  { title: 'value' },
  { title: 'set by', isWhole: true, rank: 1 },
];

export const configList = defineCommand({
  name: 'config list',
  summary: 'List every setting, its value, and where that comes from.',
  effect: 'read',
  examples: ['throughline config list', 'throughline config list --json'],
  async act({ settings, width, style }) {
    const all = listSettings(settings);
    const rows = all.map(({ key, value, source }) => [key, formatValue(value), source]);
    return {
      lines: renderTable(COLUMNS, rows, { width, style }),
      facts: { path: settings.path, settings: all.map((one) => ({ ...one, value: one.value ?? null })) },
    };
  },
});

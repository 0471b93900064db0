import { defineCommand } from '../define-command.ts';
import { type Column, renderTable } from '../render-table.ts';
import { formatValue, listSettings, type Setting } from '../settings.ts';

const COLUMNS: readonly Column<Setting>[] = [
  { title: 'key', isWhole: true, cell: ({ key }) => key },
  { title: 'value', cell: ({ value }) => formatValue(value) },
  { title: 'set by', isWhole: true, rank: 1, cell: ({ source }) => source },
];

export const configList = defineCommand({
  name: 'config list',
  summary: 'List all settings with their values and sources.',
  effect: 'read',
  examples: ['throughline config list', 'throughline config list --json'],
  async act(context) {
    const { settings } = context;
    const all = listSettings(settings);
    return {
      lines: renderTable(COLUMNS, all, context),
      facts: { path: settings.path, settings: all.map((one) => ({ ...one, value: one.value ?? null })) },
    };
  },
});

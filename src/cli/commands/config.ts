import { maskCredentials } from '../../config/option.ts';
import { parseValue } from '../../config/parse-value.ts';
import { options } from '../../config/schema.ts';
import { defineCommand } from '../define-command.ts';
import { type Column, renderTable } from '../render-table.ts';
import {
  FILE_KEYS,
  formatValue,
  KNOWN_VALUES,
  listSettings,
  loadWith,
  parseKey,
  parseSetting,
  readKeys,
  type Setting,
  writeKeys,
} from '../settings.ts';

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

const SETTINGS = options.map(({ name }) => name);

export const configGet = defineCommand({
  name: 'config get',
  summary: 'Show the value of one setting.',
  effect: 'read',
  examples: ['throughline config get port', 'throughline config get store --json'],
  positionals: [
    {
      name: 'KEY',
      description: 'The name of the setting. Run throughline config list to see all.',
      choices: SETTINGS,
    },
  ],
  parse: (_, [key = '']) => ({ key: parseSetting(key).name }),
  async act({ settings, isTerminal, style }, { key }) {
    const setting = listSettings(settings).find((one) => one.key === key) as Setting;
    const value = formatValue(setting.value);
    return {
      lines: [isTerminal ? `${value}  ${style.dim(`(${setting.source})`)}` : value],
      facts: { ...setting, value: setting.value ?? null },
    };
  },
});

export const configSet = defineCommand({
  name: 'config set',
  summary: 'Change a setting in config.json.',
  // It does not write to the store, and people must be able to switch --read-only off again.
  effect: 'read',
  examples: [
    'throughline config set port 4748',
    'throughline config set toolsets session,memory',
    'throughline config set read_only true',
  ],
  positionals: [
    {
      name: 'KEY',
      description: 'The name of the setting. Run throughline config list to see all.',
      choices: FILE_KEYS,
      choicesAfter: KNOWN_VALUES,
    },
    {
      name: 'VALUE',
      description: 'The new value. Separate the items of a list with commas, and paths with colons.',
    },
  ],
  parse: (_, [key = '', value = '']) => ({ option: parseKey(key), value }),
  async act({ settings, style }, { option, value: given }) {
    const { cwd, homeDir } = settings.input;
    const source = { place: 'flag', label: `value of ${option.name}`, base: cwd, homeDir } as const;
    const value = parseValue(option, given, source);
    const keys = readKeys(settings);
    const before = keys.get(option.name);
    const changed = new Map([...keys, [option.name, value]]);
    loadWith(settings, changed);
    const isChanged = JSON.stringify(before) !== JSON.stringify(value);
    if (isChanged) await writeKeys(settings, changed);
    const effective = listSettings(settings).find(({ key }) => key === option.name);
    const isOverruled = effective !== undefined && effective.source !== 'config.json';
    const was = before === undefined ? 'not set' : formatValue(before);
    return {
      lines: [
        isChanged
          ? `${style.bold(option.name)}: ${was} → ${formatValue(value)}  ${style.dim(settings.path)}`
          : `${style.bold(option.name)} is ${formatValue(value)} already.`,
        ...(isOverruled
          ? [`The ${effective.source} overrides it here: ${formatValue(effective.value)}.`]
          : []),
      ],
      facts: {
        key: option.name,
        before: maskCredentials(before ?? null),
        value: maskCredentials(value),
        is_changed: isChanged,
        path: settings.path,
        effective: effective?.value ?? null,
      },
    };
  },
});

export const configUnset = defineCommand({
  name: 'config unset',
  summary: 'Remove a setting from config.json, so that its default applies.',
  effect: 'read',
  examples: ['throughline config unset port'],
  positionals: [{ name: 'KEY', description: 'The name of the setting.', choices: FILE_KEYS }],
  async act({ settings, style }, { words: [given = ''] }) {
    const keys = new Map(readKeys(settings));
    // The file may contain an unknown key, and people must be able to remove it.
    const key = keys.has(given) ? given : parseKey(given).name;
    const before = keys.get(key);
    const isChanged = keys.delete(key);
    if (isChanged) await writeKeys(settings, keys);
    return {
      lines: [
        isChanged
          ? `${style.bold(key)}: ${formatValue(before)} → not set  ${style.dim(settings.path)}`
          : `${style.bold(key)} is not set in ${settings.path}.`,
      ],
      facts: { key, before: maskCredentials(before ?? null), is_changed: isChanged, path: settings.path },
    };
  },
});

export const configPath = defineCommand({
  name: 'config path',
  summary: 'Print the path of config.json.',
  effect: 'read',
  examples: ['throughline config path', '$EDITOR "$(throughline config path)"'],
  act: async ({ settings }) => ({ lines: [settings.path], facts: { path: settings.path } }),
});

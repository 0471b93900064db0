import { maskCredentials } from '../../config/mask-credentials.ts';
import { parseValue } from '../../config/parse-value.ts';
import { defineCommand } from '../define-command.ts';
import {
  FILE_KEYS,
  formatValue,
  KNOWN_VALUES,
  listSettings,
  loadWith,
  parseKey,
  readKeys,
  writeKeys,
} from '../settings.ts';

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

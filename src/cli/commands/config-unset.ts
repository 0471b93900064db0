import { maskCredentials } from '../../config/mask-credentials.ts';
import { defineCommand } from '../define-command.ts';
import { FILE_KEYS, formatValue, parseKey, readKeys, writeKeys } from '../settings.ts';

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

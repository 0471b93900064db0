import { options } from '../../config/schema.ts';
import { defineCommand } from '../define-command.ts';
import { formatValue, listSettings, parseSetting, type Setting } from '../settings.ts';

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

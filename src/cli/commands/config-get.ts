import { refuseUnknown } from '../../config/refuse-unknown.ts';
import { defineCommand } from '../define-command.ts';
import { listSettings, type Setting, spellValue } from '../settings.ts';

function settingNamed(all: readonly Setting[], given: string): Setting {
  const name = given.replace(/^--/, '').replaceAll('-', '_');
  const setting = all.find(({ key }) => key === name);
  if (setting === undefined) refuseUnknown('file', [name]);
  return setting as Setting;
}

export const configGet = defineCommand({
  name: 'config get',
  summary: 'Show one setting; on a terminal also where it comes from.',
  effect: 'read',
  examples: ['throughline config get port', 'throughline config get store --json'],
  positionals: [{ name: 'KEY', description: 'The setting; throughline config list shows them all.' }],
  flags: [],
  parse: (_, [key = '']) => ({ key }),
  async act({ settings, isTerminal, style }, { key }) {
    const setting = settingNamed(listSettings(settings), key);
    const value = spellValue(setting.value);
    return {
      lines: [isTerminal ? `${value}  ${style.dim(`(${setting.source})`)}` : value],
      facts: { ...setting, value: setting.value ?? null },
    };
  },
});

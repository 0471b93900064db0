import type { ClientSettings } from '../../app/ports/client-settings.ts';
import { jsonSettings, shellHooks } from '../shared/json-settings.ts';
import { inHome, inProject, locateFiles } from '../shared/snippet.ts';
import { gemini } from './index.ts';

const USER_FILE = inHome('.gemini', 'settings.json');
const PROJECT_FILE = inProject('.gemini', 'settings.json');

export const settings: ClientSettings = jsonSettings(gemini, {
  locate: locateFiles({
    user: { hooks: USER_FILE, server: USER_FILE },
    project: { hooks: PROJECT_FILE, server: PROJECT_FILE },
  }),
  servers: { key: 'mcpServers', entry: (start) => ({ ...start }) },
  hooks: shellHooks(gemini, (command) => ({ type: 'command', timeout: 5_000, command })),
  hooksSwitch: { keys: ['hooksConfig', 'enabled'], off: false, because: 'hooksConfig.enabled is false' },
});

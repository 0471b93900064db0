import type { ClientSettings } from '../../app/ports/client-settings.ts';
import { ALL_HOOKS, jsonSettings, shellHooks } from '../shared/json-settings.ts';
import { inHome, inProject, locateFiles } from '../shared/snippet.ts';
import { qwen } from './index.ts';

const USER_FILE = inHome('.qwen', 'settings.json');
const PROJECT_FILE = inProject('.qwen', 'settings.json');

export const settings: ClientSettings = jsonSettings(qwen, {
  locate: locateFiles(
    {
      user: { hooks: USER_FILE, server: USER_FILE },
      project: { hooks: PROJECT_FILE, server: PROJECT_FILE },
    },
    'QWEN_HOME',
  ),
  servers: { key: 'mcpServers', entry: (start) => ({ ...start }) },
  hooks: shellHooks(qwen, (command) => ({ type: 'command', timeout: 5_000, command })),
  hooksSwitch: ALL_HOOKS,
});

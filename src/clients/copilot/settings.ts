import type { ClientSettings } from '../../app/ports/client-settings.ts';
import { ALL_HOOKS, jsonSettings, shellHooks } from '../shared/json-settings.ts';
import { inHome, inProject, locateFiles } from '../shared/snippet.ts';
import { copilot } from './index.ts';

export const settings: ClientSettings = jsonSettings(copilot, {
  locate: locateFiles({
    user: { hooks: inHome('.copilot', 'settings.json'), server: inHome('.copilot', 'mcp-config.json') },
    project: { hooks: inProject('.github', 'copilot', 'settings.json'), server: inProject('.mcp.json') },
  }),
  servers: { key: 'mcpServers', entry: (start) => ({ type: 'local', ...start, tools: ['*'] }) },
  isFlat: true,
  hooks: shellHooks(copilot, (command) => ({ type: 'command', timeoutSec: 5, command })),
  hooksSwitch: ALL_HOOKS,
});

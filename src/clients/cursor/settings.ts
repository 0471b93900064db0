import type { ClientSettings } from '../../app/ports/client-settings.ts';
import { jsonSettings, shellHooks } from '../shared/json-settings.ts';
import { inHome, inProject, locateFiles } from '../shared/snippet.ts';
import { cursor } from './index.ts';

export const settings: ClientSettings = jsonSettings(cursor, {
  locate: locateFiles({
    user: { hooks: inHome('.cursor', 'hooks.json'), server: inHome('.cursor', 'mcp.json') },
    project: { hooks: inProject('.cursor', 'hooks.json'), server: inProject('.cursor', 'mcp.json') },
  }),
  servers: { key: 'mcpServers', entry: (start) => ({ ...start }) },
  isFlat: true,
  hooks: shellHooks(cursor, (command) => ({ timeout: 5, command })),
  version: 1,
});

import type { ListSnippets } from '../../app/ports/client-settings.ts';
import { inHome, inProject } from '../shared/place.ts';
import { serverSnippet, serverStart, where } from '../shared/snippet.ts';

/** The client has one list for the program and its arguments. */
export const listSnippets: ListSnippets = (place, scope) => {
  const paths =
    scope === 'user' ? inHome('.config', 'opencode', 'opencode.json') : inProject('opencode.json');
  const { command, args } = serverStart(place, scope);
  const entry = { type: 'local', command: [command, ...args], enabled: true };
  const besides = { $schema: 'https://opencode.ai/config.json' };
  return [serverSnippet(where(paths, place), 'mcp', entry, besides)];
};

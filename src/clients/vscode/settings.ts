import type { ListSnippets } from '../../app/ports/client-settings.ts';
import { inConfig, inProject } from '../shared/place.ts';
import { serverSnippet, serverStart, where } from '../shared/snippet.ts';

export const listSnippets: ListSnippets = (place, scope) => {
  const paths = scope === 'user' ? inConfig('Code', 'User', 'mcp.json') : inProject('.vscode', 'mcp.json');
  return [serverSnippet(where(paths, place), 'servers', { type: 'stdio', ...serverStart(place, scope) })];
};

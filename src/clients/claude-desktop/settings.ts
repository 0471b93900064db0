import type { ListSnippets } from '../../app/ports/client-settings.ts';
import { inConfig } from '../shared/place.ts';
import { serverSnippet, serverStart, where } from '../shared/snippet.ts';

/** The client knows no projects: it starts its servers in the root folder. */
export const listSnippets: ListSnippets = (place, scope) => {
  if (scope === 'project') return [];
  const paths = inConfig('Claude', 'claude_desktop_config.json');
  return [serverSnippet(where(paths, place), 'mcpServers', serverStart(place, scope))];
};

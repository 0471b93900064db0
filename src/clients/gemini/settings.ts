import type { ListSnippets } from '../../app/ports/client-settings.ts';
import { inHome, inProject } from '../shared/place.ts';
import { serverSnippet, serverStart, where } from '../shared/snippet.ts';

export const listSnippets: ListSnippets = (place, scope) => {
  const paths = (scope === 'user' ? inHome : inProject)('.gemini', 'settings.json');
  return [serverSnippet(where(paths, place), 'mcpServers', serverStart(place, scope))];
};

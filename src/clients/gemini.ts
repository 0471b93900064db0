import { pastedClient } from './pasted-client.ts';
import { type ClientPlace, inHome, inProject } from './place.ts';
import { serverSnippet, serverStart, where } from './snippet.ts';

export const gemini = (place: ClientPlace) =>
  pastedClient({ name: 'gemini', title: 'Gemini CLI', hooks: 'none of ours' }, (scope) => {
    const paths = (scope === 'user' ? inHome : inProject)('.gemini', 'settings.json');
    return serverSnippet(where(paths, place), 'mcpServers', serverStart(place, scope));
  });

import { join } from 'node:path';
import { pastedClient } from './pasted-client.ts';
import { type ClientPlace, inHome, inProject } from './place.ts';
import { serverStart, tomlSnippet, where } from './snippet.ts';

export const codex = (place: ClientPlace) =>
  pastedClient({ name: 'codex', title: 'Codex', hooks: 'none of ours' }, (scope) => {
    const here = where((scope === 'user' ? inHome : inProject)('.codex', 'config.toml'), place);
    const folder = scope === 'user' ? place.env.CODEX_HOME || undefined : undefined;
    const path = folder === undefined ? here.path : join(folder, 'config.toml');
    return tomlSnippet({ ...here, path }, serverStart(place, scope));
  });

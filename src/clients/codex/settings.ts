import { join } from 'node:path';
import type { ListSnippets } from '../../app/ports/client-settings.ts';
import { inHome, inProject } from '../shared/place.ts';
import { serverStart, tomlSnippet, where } from '../shared/snippet.ts';

export const listSnippets: ListSnippets = (place, scope) => {
  const here = where((scope === 'user' ? inHome : inProject)('.codex', 'config.toml'), place);
  const folder = scope === 'user' ? place.env.CODEX_HOME || undefined : undefined;
  const path = folder === undefined ? here.path : join(folder, 'config.toml');
  return [tomlSnippet({ ...here, path }, serverStart(place, scope))];
};

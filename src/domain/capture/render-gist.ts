import { deriveFromGist } from './derive-from-gist.ts';
import type { Gist } from './gist.ts';

export function renderGist(gist: Gist, form: 'summary' | 'structured'): string {
  return `${form} ${deriveFromGist(gist).length}`;
}

import type { ClientPlace, ClientSettings, Scope } from '../../app/ports/client-settings.ts';
import { blockPart } from '../shared/marked-block.ts';
import { inProject, locateFile } from '../shared/snippet.ts';

/** Agents read the file of the folder they work in. There is none for all projects. */
const fileOf = (place: ClientPlace, scope: Scope) =>
  scope === 'project' ? [locateFile(inProject('AGENTS.md'), place)] : [];

const blockOf = (path: string, { instructions }: ClientPlace) =>
  blockPart({ path, isShared: true }, instructions);

export const settings: ClientSettings = {
  listParts: (place, scope) => fileOf(place, scope).map(({ path }) => blockOf(path, place)),
  listSnippets: (place, scope) =>
    fileOf(place, scope).map((where) => ({
      what: 'instructions',
      format: 'text',
      ...where,
      text: blockOf(where.path, place).add('').text.trimEnd(),
    })),
};

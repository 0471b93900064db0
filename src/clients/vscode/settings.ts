import type { ClientPlace, ClientSettings } from '../../app/ports/client-settings.ts';
import { jsonSettings, shellHooks } from '../shared/json-settings.ts';
import { ownFilePart } from '../shared/settings-parts.ts';
import { inConfig, inHome, inProject, locateFiles } from '../shared/snippet.ts';
import { vscode } from './index.ts';

const locate = locateFiles({
  // The client has no folder of its own for hooks of a person: it reads those of the agent it comes with.
  user: {
    hooks: inHome('.copilot', 'hooks', 'throughline.json'),
    server: inConfig('Code', 'User', 'mcp.json'),
    instructions: inConfig('Code', 'User', 'prompts', 'throughline.instructions.md'),
  },
  project: {
    hooks: inProject('.github', 'hooks', 'throughline.json'),
    server: inProject('.vscode', 'mcp.json'),
    instructions: inProject('.github', 'instructions', 'throughline.instructions.md'),
  },
});

const MARK = '<!-- throughline:instructions -->';

/** Hooks can be switched off by an organization. Then the agent has to do by itself what they would do. */
const instructionsText = ({ instructions }: ClientPlace): string =>
  ["---\napplyTo: '**'\n---", MARK, instructions, ''].join('\n');

const { listParts, listSnippets, findConnected } = jsonSettings(vscode, {
  locate,
  servers: { key: 'servers', entry: (start) => ({ type: 'stdio', ...start }) },
  isFlat: true,
  hooks: shellHooks(vscode, (command) => ({ type: 'command', timeout: 5, command })),
});

export const settings: ClientSettings = {
  listParts(place, scope) {
    const file = { path: locate(place, scope).instructions.path, isShared: scope === 'project' };
    return [...listParts(place, scope), ownFilePart(file, 'instructions', MARK, instructionsText(place))];
  },
  listSnippets: (place, scope) => [
    ...listSnippets(place, scope),
    {
      what: 'instructions',
      format: 'text',
      ...locate(place, scope).instructions,
      text: instructionsText(place).trimEnd(),
    },
  ],
  findConnected,
};

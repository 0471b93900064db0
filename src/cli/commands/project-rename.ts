import { defineCommand } from '../define-command.ts';
import { quotedName } from '../terminal-text.ts';

export const projectRename = defineCommand({
  name: 'project rename',
  summary: 'Rename a project.',
  effect: 'write',
  needsStore: true,
  examples: [
    'throughline project rename api payments-api',
    'throughline project rename prj_… "Payments API"',
  ],
  positionals: [
    {
      name: 'PROJECT',
      description: 'The name or id of the project. Run throughline project list to find it.',
    },
    { name: 'NAME', description: 'The new name, in quotes if it has spaces.' },
  ],
  async act({ services, caller, style }, { words: [project = '', newName = ''] }) {
    const { id, name, kind } = await services.renameProject(caller, { project, name: newName });
    return { lines: [`${style.bold(id)} is named ${quotedName(name)}.`], facts: { id, name, kind } };
  },
});

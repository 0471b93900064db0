import type { ListedProject } from '../../app/projects.ts';
import { invalid } from '../../domain/error.ts';
import { worktreeOf } from '../../domain/project/project.ts';
import { escapeInline } from '../../domain/quote-text.ts';
import type { ShortenId } from '../../domain/short-id.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { formatMinute } from '../format.ts';
import type { Column } from '../render-table.ts';
import { loadWith, readKeys, writeKeys } from '../settings.ts';
import { renderIdTable } from '../short-ids.ts';
import { quotedName } from '../terminal-text.ts';

const columnsOf = (shorten: ShortenId): readonly Column<ListedProject>[] => [
  { title: 'project', cell: ({ name }) => name },
  { title: 'id', isWhole: true, rank: 3, cell: ({ id }) => shorten(id) },
  { title: 'sessions', isWhole: true, isNumber: true, rank: 2, cell: (one) => `${one.session_count}` },
  { title: 'since (UTC)', isWhole: true, rank: 4, cell: ({ created_at }) => formatMinute(created_at) },
  { title: 'folder', isPath: true, rank: 1, cell: ({ folder }) => worktreeOf(folder ?? '') },
];

export const projectList = defineCommand({
  name: 'project list',
  summary: 'List all projects.',
  effect: 'read',
  examples: ['throughline project list', 'throughline project list --json'],
  async act(context) {
    const projects = await context.services.listProjects(context.caller);
    if (projects.length === 0) return { lines: ['There are no projects yet.'], facts: { projects } };
    return {
      lines: await renderIdTable(context, columnsOf, projects, ({ id }) => [id]),
      hasShortIds: true,
      facts: { projects },
    };
  },
});

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

export async function switchOff({ anchor, settings, style }: CommandContext, isOff: boolean) {
  if (anchor === null) {
    throw invalid(
      'project_required',
      'This folder is not a project.',
      'Run the command inside the repository or folder of the project.',
    );
  }
  const keys = new Map(readKeys(settings));
  const before = loadWith(settings, keys).off;
  const after = isOff ? [...new Set([...before, anchor])] : before.filter((path) => path !== anchor);
  const isChanged = after.length !== before.length;
  if (isChanged) {
    if (after.length === 0) keys.delete('off');
    else keys.set('off', after);
    await writeKeys(settings, keys);
  }
  return {
    lines: [
      `Throughline is ${isChanged ? '' : 'already '}${isOff ? 'off' : 'on'} in ${style.bold(escapeInline(worktreeOf(anchor)))}.`,
      ...(isOff
        ? [
            'Hooks skip this project, agents cannot read or write it, and commands store nothing.',
            'Stored data is kept. You can still read, export and delete it. To switch it on again, run throughline on.',
          ]
        : []),
    ],
    facts: { path: anchor, is_off: isOff, is_changed: isChanged, config: settings.path },
  };
}

export const off = defineCommand({
  name: 'off',
  summary: 'Switch Throughline off for this project. Agents cannot read or write it, and nothing is stored.',
  // It writes config.json, not the store.
  effect: 'read',
  examples: ['throughline off'],
  act: (context) => switchOff(context, true),
});

export const on = defineCommand({
  name: 'on',
  summary: 'Switch Throughline on again for this project.',
  effect: 'read',
  examples: ['throughline on'],
  act: (context) => switchOff(context, false),
});

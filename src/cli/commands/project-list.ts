import type { ListedProject } from '../../app/projects.ts';
import { worktreeOf } from '../../domain/project/project.ts';
import type { ShortenId } from '../../domain/short-id.ts';
import { defineCommand } from '../define-command.ts';
import { formatMinute } from '../format.ts';
import { type Column, renderTable } from '../render-table.ts';
import { shortIds } from '../short-ids.ts';

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
    const shorten = await shortIds(
      context,
      projects.map(({ id }) => id),
    );
    return {
      lines: renderTable(columnsOf(shorten), projects, context),
      hasShortIds: true,
      facts: { projects },
    };
  },
});

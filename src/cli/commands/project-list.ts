import type { ListedProject } from '../../app/projects.ts';
import { defineCommand } from '../define-command.ts';
import { formatMinute } from '../format.ts';
import { type Column, renderTable } from '../render-table.ts';

const COLUMNS: readonly Column<ListedProject>[] = [
  { title: 'project', cell: ({ name }) => name },
  { title: 'id', isWhole: true, rank: 3, cell: ({ id }) => id },
  { title: 'sessions', isWhole: true, isNumber: true, rank: 2, cell: (one) => `${one.session_count}` },
  { title: 'since (UTC)', isWhole: true, rank: 4, cell: ({ created_at }) => formatMinute(created_at) },
  { title: 'folder', rank: 1, cell: ({ folder }) => folder ?? '' },
];

export const projectList = defineCommand({
  name: 'project list',
  summary: 'List the projects there are.',
  effect: 'read',
  examples: ['throughline project list', 'throughline project list --json'],
  async act(context) {
    const projects = await context.services.listProjects(context.caller);
    const lines = projects.length === 0 ? ['No projects yet.'] : renderTable(COLUMNS, projects, context);
    return { lines, facts: { projects } };
  },
});

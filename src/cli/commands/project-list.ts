import { defineCommand } from '../define-command.ts';
import { formatMinute } from '../format.ts';
import { type Column, renderTable } from '../render-table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'project' },
  { title: 'id', isWhole: true, rank: 3 },
  { title: 'sessions', isWhole: true, isNumber: true, rank: 2 },
  { title: 'since (UTC)', isWhole: true, rank: 4 },
  { title: 'folder', rank: 1 },
];

export const projectList = defineCommand({
  name: 'project list',
  summary: 'List the projects there are.',
  effect: 'read',
  examples: ['throughline project list', 'throughline project list --json'],
  async act({ services, caller, width, style }) {
    const projects = await services.listProjects(caller);
    const facts = { projects };
    if (projects.length === 0) return { lines: ['No projects yet.'], facts };
    const rows = projects.map((project) => [
      project.name,
      project.id,
      `${project.session_count}`,
      formatMinute(project.created_at),
      project.folder ?? '',
    ]);
    return { lines: renderTable(COLUMNS, rows, { width, style }), facts };
  },
});

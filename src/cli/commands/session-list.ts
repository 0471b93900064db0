import type { ListedSession } from '../../app/get-sessions.ts';
import { SESSION_STATUSES } from '../../domain/session/session.ts';
import { currentProject } from '../active-session.ts';
import { defineCommand } from '../define-command.ts';
import {
  allProjectsFlag,
  cursorFlag,
  limitFlag,
  parseAllProjects,
  parseChoice,
  parseLimit,
} from '../flags.ts';
import { formatMinute, renderNextPage } from '../format.ts';
import { type Column, renderTable } from '../render-table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'session', isWhole: true },
  { title: 'status', isWhole: true, rank: 1 },
  { title: 'started (UTC)', isWhole: true, rank: 2 },
  { title: 'min', isWhole: true, isNumber: true, rank: 4 },
  { title: 'turns', isWhole: true, isNumber: true, rank: 5 },
  { title: 'project', rank: 3 },
  { title: 'about', minWidth: 24 },
];

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

const row = (session: ListedSession) => [
  session.session_id,
  session.status,
  formatMinute(session.started_at),
  `${session.duration_minutes}`,
  `${session.turn_count}`,
  session.project,
  firstLine(session.title ?? session.checkpoint ?? session.notes[0]?.summary ?? ''),
];

export const sessionList = defineCommand({
  name: 'session list',
  aliases: ['sessions'],
  summary: 'List the sessions of this project, newest first.',
  effect: 'read',
  examples: [
    'throughline session list',
    'throughline sessions --all-projects',
    'throughline sessions --status paused',
    'throughline sessions --project api --json',
  ],
  flags: [
    allProjectsFlag,
    {
      name: 'status',
      value: 'STATUS',
      choices: SESSION_STATUSES,
      description: `Only those that are ${SESSION_STATUSES.join(', ')}.`,
    },
    { name: 'query', value: 'WORDS', description: 'Any of these words in title, notes or records.' },
    limitFlag(20),
    cursorFlag,
  ],
  parse: (flags) => ({
    isOfAll: parseAllProjects(flags),
    status: parseChoice('--status', flags.status?.[0], SESSION_STATUSES),
    query: flags.query?.[0],
    limit: parseLimit(flags),
    cursor: flags.cursor?.[0],
  }),
  async act(context, { isOfAll, ...options }) {
    const { services, width, style } = context;
    const caller = isOfAll ? { ...context.caller, clientSessionId: null } : context.caller;
    const project = isOfAll ? undefined : currentProject(context);
    const page = await services.getSessions(caller, { project, ...options });
    const facts = { sessions: page.sessions, next_cursor: page.nextCursor, remaining: page.remaining };
    if (page.sessions.length === 0) {
      const isFiltered = options.status !== undefined || options.query !== undefined;
      const which = isFiltered ? 'No such sessions' : 'No sessions';
      const hint = isOfAll ? '.' : ' in this project; --all-projects lists those of others.';
      return { lines: [`${which}${hint}`], facts };
    }
    const table = renderTable(COLUMNS, page.sessions.map(row), { width, style });
    return { lines: [...table, ...renderNextPage(page.remaining, page.nextCursor)], facts };
  },
});

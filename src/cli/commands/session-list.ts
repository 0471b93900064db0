import type { ListedSession } from '../../app/get-sessions.ts';
import { SESSION_STATUSES } from '../../domain/session/session.ts';
import type { ShortenId } from '../../domain/short-id.ts';
import { currentProject, topicOf } from '../active-session.ts';
import { defineCommand } from '../define-command.ts';
import { allProjectsFlag, choiceFlag, cursorFlag, limitFlag, refuseProject, textFlag } from '../flags.ts';
import { formatMinute, formatMinutes, renderNextPage } from '../format.ts';
import type { Column } from '../render-table.ts';
import { renderIdTable } from '../short-ids.ts';

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

const columnsOf = (shorten: ShortenId): readonly Column<ListedSession>[] => [
  { title: 'session', isWhole: true, cell: ({ session_id }) => shorten(session_id) },
  { title: 'status', isWhole: true, rank: 1, cell: ({ status }) => status },
  { title: 'started (UTC)', isWhole: true, rank: 2, cell: ({ started_at }) => formatMinute(started_at) },
  {
    title: 'min',
    isWhole: true,
    isNumber: true,
    rank: 4,
    cell: (one) => formatMinutes(one.duration_minutes),
  },
  { title: 'turns', isWhole: true, isNumber: true, rank: 5, cell: ({ turn_count }) => `${turn_count}` },
  { title: 'project', rank: 3, cell: ({ project }) => project },
  { title: 'about', minWidth: 24, cell: (session) => firstLine(topicOf(session) ?? '') },
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
  flags: {
    'all-projects': allProjectsFlag,
    status: choiceFlag(
      'STATUS',
      SESSION_STATUSES,
      `Only sessions with this status: ${SESSION_STATUSES.join(', ')}.`,
    ),
    query: textFlag('WORDS', 'Only sessions with any of these words in the title, notes or records.'),
    limit: limitFlag(20),
    cursor: cursorFlag,
  },
  parse({ 'all-projects': isOfAll, ...options }, _, given) {
    refuseProject('--all-projects', isOfAll, given);
    return { isOfAll, ...options };
  },
  async act(context, { isOfAll, ...options }) {
    const caller = isOfAll ? { ...context.caller, clientSessionId: null } : context.caller;
    const project = isOfAll ? undefined : currentProject(context);
    const page = await context.services.getSessions(caller, { project, ...options });
    const facts = { sessions: page.sessions, next_cursor: page.nextCursor, remaining: page.remaining };
    if (page.sessions.length === 0) {
      const isFiltered = options.status !== undefined || options.query !== undefined;
      const which = isFiltered ? 'No such sessions' : 'No sessions';
      const hint = isOfAll ? '.' : ' in this project; --all-projects lists those of others.';
      return { lines: [`${which}${hint}`], facts };
    }
    const table = await renderIdTable(context, columnsOf, page.sessions, (one) => [one.session_id]);
    return {
      lines: [...table, ...renderNextPage(page.remaining, page.nextCursor)],
      hasShortIds: true,
      facts,
    };
  },
});

import type { ListedSession } from '../../app/get-sessions.ts';
import { invalid } from '../../domain/error.ts';
import { SESSION_STATUSES, type SessionStatus } from '../../domain/session/session.ts';
import { defineCommand } from '../define-command.ts';
import { parseNumber } from '../parse-number.ts';
import { renderTable } from '../render-table.ts';

const isStatus = (given: string): given is SessionStatus =>
  (SESSION_STATUSES as readonly string[]).includes(given);

function parseStatus(given: string | undefined): SessionStatus | undefined {
  if (given === undefined || isStatus(given)) return given;
  throw invalid(
    'invalid_arguments',
    `--status cannot be ${JSON.stringify(given)}.`,
    'Pass one of the allowed values.',
    {
      fields: [{ field: '--status', problem: `must be one of ${SESSION_STATUSES.join(', ')}` }],
      allowed: SESSION_STATUSES,
    },
  );
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

const row = (session: ListedSession) => [
  session.session_id,
  session.status,
  session.started_at.slice(0, 16).replace('T', ' '),
  `${session.duration_minutes}`,
  `${session.turn_count}`,
  session.project,
  firstLine(session.title ?? session.checkpoint ?? session.notes[0]?.summary ?? ''),
];

export const sessions = defineCommand({
  name: 'sessions',
  summary: 'List sessions, newest first.',
  effect: 'read',
  examples: [
    'throughline sessions',
    'throughline sessions --status paused',
    'throughline sessions --project api --json',
  ],
  flags: [
    { name: 'status', value: 'STATUS', description: `One of ${SESSION_STATUSES.join(', ')}.` },
    { name: 'query', value: 'WORDS', description: 'Any of these words in title, notes or records.' },
    { name: 'limit', value: 'N', description: 'How many at most, 1 to 200; default 20.' },
    { name: 'cursor', value: 'CURSOR', description: 'Where the previous page ended.' },
  ],
  parse: (flags) => ({
    status: parseStatus(flags.status?.[0]),
    query: flags.query?.[0],
    limit: parseNumber('--limit', flags.limit?.[0], { min: 1, max: 200 }),
    cursor: flags.cursor?.[0],
  }),
  async act({ services, caller, project, width }, options) {
    const page = await services.getSessions(caller, { project, ...options });
    const facts = { sessions: page.sessions, next_cursor: page.nextCursor, remaining: page.remaining };
    if (page.sessions.length === 0) return { lines: ['No sessions.'], facts };
    const head = ['session', 'status', 'started (UTC)', 'min', 'turns', 'project', 'about'];
    const more = page.nextCursor === null ? [] : ['', `${page.remaining} more: --cursor ${page.nextCursor}`];
    return { lines: [...renderTable(head, page.sessions.map(row), width), ...more], facts };
  },
});

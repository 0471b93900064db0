import * as z from 'zod';
import { SESSION_KINDS } from '../../domain/session/session.ts';
import { defineTool, reply } from '../define-tool.ts';
import { budget, gap, identifier, projectName, redacted, sessionHead, sessionId } from '../fields.ts';

export const startSession = defineTool({
  name: 'start_session',
  title: 'Start or resume a session',
  toolset: 'session',
  effect: 'write',
  isIdempotent: false,
  isEntry: true,
  description:
    'Starts or rejoins a session and returns what earlier sessions left (constraints, last checkpoint, open loops); call it first when you begin work, unless your context says that the session is already open. ' +
    'Without ids it rejoins your own session, else the newest paused one of this worktree, else it starts one linked to the last session. ' +
    'Paused and lost sessions become active; an ended or closed one is continued by a new, linked session. ' +
    'For a tabletop campaign use start_claudmaster_session if listed; to read the report again, boot_report; to look without joining, get_session_state. ' +
    'Each call may start or reactivate a session or create a project, durably. ' +
    'Fails if the named session is unknown, closed_without_successor, or of another project or kind.',
  input: () =>
    z.strictObject({
      project: projectName
        .optional()
        .describe("Name or id; a new name creates one. Default: as configured, else the server's folder."),
      title: z.string().min(1).max(300).optional().describe('Topic of a new session.'),
      kind: z
        .enum(SESSION_KINDS)
        .optional()
        .describe(
          "game: a tabletop campaign; its tools are then available. Default: the project's kind, else work.",
        ),
      resume: z
        .boolean()
        .optional()
        .describe('false: start a new session; the open one stays open. Default true.'),
      session_id: sessionId
        .optional()
        .describe(
          "Session to rejoin, also another client's lost one: id, unique prefix or the client's own id.",
        ),
      predecessor_id: sessionId
        .optional()
        .describe('Continue this session in a new one; not with session_id.'),
      agent: identifier
        .optional()
        .describe('Your stable name; labels turns and finds your session over HTTP.'),
      budget_chars: budget,
    }),
  output: () =>
    z.object({
      session: sessionHead,
      resolution: z.object({ outcome: z.enum(['started', 'rejoined', 'succeeded']), why: z.string() }),
      report: z.string(),
      score: z.number().describe('0 to 100: how fresh and complete the report is.'),
      gaps: z.array(gap),
      redacted,
    }),
  handle: async ({ services, caller }, input) => {
    const started = await services.startSession(caller, input);
    return reply({ ...started }, 'report');
  },
});

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
    'Starts or rejoins a session and returns what earlier sessions left (constraints, last checkpoint, open loops); call it first when you begin work, unless an orientation in your context says that the session is already open. ' +
    'Without ids it rejoins your own session, else the newest paused one of this worktree, else starts one linked to the last. ' +
    'Paused and lost sessions become active; an ended or closed one is continued by a new, linked session. ' +
    'Later calls use this session; over HTTP pass its id. ' +
    'To read the report again use boot_report; to look without joining, get_session_state. ' +
    'Each call may start or reactivate a session, durably. ' +
    'Fails if the named session is unknown, closed_without_successor, or of another project or kind.',
  input: () =>
    z.strictObject({
      project: projectName
        .optional()
        .describe("Name or id; a new name creates one. Default: as configured, else the server's folder."),
      title: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .describe('Topic of a new session; ignored when rejoining.'),
      kind: z
        .enum(SESSION_KINDS)
        .optional()
        .describe("game also enables the campaign tools. Default: the project's kind, else work."),
      resume: z.boolean().optional().describe('false: always start a new session. Default true.'),
      session_id: sessionId
        .optional()
        .describe(
          "Rejoin this one: its id, a unique prefix or the client's own id; needed for another client's lost session.",
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
  aliases: { resume_session: {} },
  handle: async ({ services, caller }, input) => {
    const started = await services.startSession(caller, input);
    return reply({ ...started }, 'report');
  },
});

import * as z from 'zod';
import { SESSION_KINDS } from '../../domain/session/session.ts';
import { defineTool, reply } from '../define-tool.ts';
import {
  budget,
  gap,
  identifier,
  projectName,
  redacted,
  resolution,
  score,
  sessionHead,
  sessionId,
} from '../fields.ts';

export const startSession = defineTool({
  name: 'start_session',
  title: 'Start or resume a session',
  toolset: 'session',
  effect: 'write',
  isIdempotent: false,
  isEntry: true,
  description:
    'Starts or resumes a session and returns what earlier sessions left (constraints, last checkpoint, open loops); call it first when you begin work, unless your context says that the session is already open. ' +
    'Without ids it resumes your own session, else the newest paused one of this worktree, else starts one. A new, linked session continues an ended or closed one. Later calls use this session; one that you leave for it is not ended. ' +
    'Instead: boot_report to reread the report; get_session_state to look without joining; start_claudmaster_session, where listed, for a tabletop campaign. ' +
    'Each call may start or resume a session or create a project, and logs the report. ' +
    'Fails if the named session is unknown, closed_without_successor, or of another project or kind.',
  input: () =>
    z.strictObject({
      project: projectName
        .optional()
        .describe(
          "Name or id; a new name creates one. Default: the configured one, else that of the server's folder.",
        ),
      title: z.string().min(1).max(300).optional().describe('Topic of a new session.'),
      kind: z
        .enum(SESSION_KINDS)
        .optional()
        .describe("game: a tabletop campaign; lists its tools. Default: the project's kind, else work."),
      resume: z
        .boolean()
        .optional()
        .describe('false: start a new session; not with session_id. Default true.'),
      session_id: sessionId.optional().describe('Session to resume, even a lost one of another client.'),
      predecessor_id: sessionId
        .optional()
        .describe('Start a new session that continues this one; not with session_id.'),
      agent: identifier.optional().describe('Your stable name; labels turns, finds your session over HTTP.'),
      budget_chars: budget,
    }),
  output: () =>
    z.object({
      session: sessionHead,
      resolution,
      report: z.string(),
      score,
      gaps: z.array(gap).describe('What the report lacks; next_step says what to do.'),
      redacted,
    }),
  handle: async ({ services, caller }, input) => {
    const started = await services.startSession(caller, input);
    return reply({ ...started }, 'report');
  },
});

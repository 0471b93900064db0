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
    'Starts or resumes a session and returns what earlier sessions left (constraints, last checkpoint, open loops); call it first, unless your context says that a hook already opened the session. ' +
    'Without ids it resumes your own session of the project, else the newest paused one of this worktree, else starts one, linked to the last one here. A named one that has ended or is closed is continued by a new one. Later calls use this session; the one you leave is not ended. ' +
    'Instead: boot_report to reread the report; get_session_state to look; start_claudmaster_session, if listed, to play. ' +
    'Each call logs the report and may create a session and a project. ' +
    'Fails if the named session is unknown, closed_without_successor, or not of the given project or kind.',
  input: () =>
    z.strictObject({
      project: projectName
        .optional()
        .describe(
          "Name or id; a new name creates one. Default: the configured one, else the server folder's.",
        ),
      title: z.string().min(1).max(300).optional().describe('Topic of a new session.'),
      kind: z
        .enum(SESSION_KINDS)
        .optional()
        .describe("game: a tabletop campaign; adds its tools. Default: the project's kind, else work."),
      resume: z
        .boolean()
        .optional()
        .describe(
          'false: start a new session, linked too; a paused one stays paused. Not with session_id. Default true.',
        ),
      session_id: sessionId
        .optional()
        .describe('Session to resume or share, even a lost one of another client.'),
      predecessor_id: sessionId
        .optional()
        .describe('New session that continues this one; not with session_id.'),
      agent: identifier.optional().describe('Your stable name; over HTTP it finds your session.'),
      budget_chars: budget,
    }),
  output: () =>
    z.object({
      session: sessionHead,
      resolution,
      report: z.string(),
      score,
      gaps: z.array(gap).describe('What the report lacks; next_step says what to do, next as calls.'),
      redacted,
    }),
  handle: async ({ services, caller }, input) => {
    const started = await services.startSession(caller, input);
    return reply({ ...started }, 'report');
  },
});

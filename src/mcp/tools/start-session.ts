import * as z from 'zod';
import { SESSION_KINDS } from '../../domain/session/session.ts';
import { defineTool, reply } from '../define-tool.ts';
import { budget, gap, identifier, projectName, redacted, sessionId, sessionInfo } from '../fields.ts';

export const startSession = defineTool({
  name: 'start_session',
  title: 'Start or resume a session',
  toolset: 'session',
  effect: 'write',
  isIdempotent: false,
  isEntry: true,
  description:
    'Begin or rejoin a session and get oriented; make it your first call when you take up work or a game. ' +
    'Without ids: your own, else the newest paused one of this worktree, else a new one linked to the last; with it the boot report. ' +
    'Paused and lost sessions become active, ended and closed ones get a linked successor unless closed without one. ' +
    'Later calls default to the session; over HTTP pass its id. ' +
    'For the report alone use boot_report; to look only, get_session_state. ' +
    'Durable; repeated, it rejoins and tells first what you wrote and what changed since.',
  input: () =>
    z.strictObject({
      project: projectName
        .optional()
        .describe("Name or id, a new name makes one; default: the configured one, else the server's folder."),
      title: z.string().min(1).max(300).optional().describe('Topic; ignored on rejoining.'),
      kind: z
        .enum(SESSION_KINDS)
        .optional()
        .describe("Must match a known project's; default: that, else work."),
      resume: z.boolean().optional().describe('false: a new one in any case; default true.'),
      session_id: sessionId
        .optional()
        .describe("Our id or the client's; the way to another client's lost one."),
      predecessor_id: sessionId
        .optional()
        .describe('Continue this one in a new session; not with session_id.'),
      agent: identifier.optional().describe('Stable name: labels turns, finds your session over HTTP.'),
      budget_chars: budget,
    }),
  output: () =>
    z.object({
      session: sessionInfo,
      resolution: z.object({ outcome: z.enum(['started', 'rejoined', 'succeeded']), why: z.string() }),
      report: z.string(),
      score: z.number(),
      gaps: z.array(gap),
      redacted,
    }),
  aliases: { resume_session: {} },
  handle: async ({ services, caller }, input) => {
    const started = await services.startSession(caller, input);
    return reply({ ...started }, 'report');
  },
});

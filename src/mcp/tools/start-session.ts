import * as z from 'zod';
import { gapView } from '../../app/views/gap-view.ts';
import { SESSION_KINDS } from '../../domain/session/session.ts';
import { defineTool, reply } from '../define-tool.ts';
import { budget, gap, projectName, redacted, sessionId, sessionInfo } from '../fields.ts';

export const startSession = defineTool({
  name: 'start_session',
  title: 'Start or resume a session',
  toolset: 'session',
  effect: 'write',
  isEntry: true,
  description:
    'Begin or rejoin a work session and get oriented in the same call; make it your first call when you take up work on a project. ' +
    'It returns the boot report (constraints, warnings, where we left off, open loops), the session id, and how it was found: started, rejoined or succeeded. ' +
    'Without ids it rejoins your own session, else the newest paused one of this worktree, else starts one linked to the last. ' +
    'Paused and lost sessions become active, active ones are joined unchanged, ended ones get a linked successor, closed ones follow their policy. ' +
    'To read the report without starting anything use boot_report; to look at a session use get_session_state. ' +
    'Durable when it answers; repeating it rejoins and writes nothing new.',
  input: () =>
    z.strictObject({
      project: projectName
        .optional()
        .describe(
          'Project name or id; default: the repository or folder the server runs in. A new name makes a new project.',
        ),
      title: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .describe('What this sitting is about, for people who look it up later.'),
      kind: z
        .enum(SESSION_KINDS)
        .optional()
        .describe("work or game; default: the project's kind, work for a new one."),
      resume: z
        .boolean()
        .optional()
        .describe('false starts a new session even if one could be rejoined; default true.'),
      session_id: sessionId
        .optional()
        .describe(
          "Rejoin exactly this one: our id or the client's. The only way to a lost one of another client.",
        ),
      predecessor_id: sessionId
        .optional()
        .describe('Start a session that continues this one; not together with session_id.'),
      agent: z.string().min(1).max(200).optional().describe('Stable name of the caller, such as "reviewer".'),
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
    return reply({ ...started, gaps: started.gaps.map(gapView) }, 'report');
  },
});

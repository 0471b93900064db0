import * as z from 'zod';
import { endedView } from '../../app/views/ended-view.ts';
import { SESSION_STATUSES } from '../../domain/session/session.ts';
import { defineTool, reply } from '../define-tool.ts';
import { currentSession, filePath, nullableText, projectName, redacted, text, texts } from '../fields.ts';

const decision = z.union(
  [
    text,
    z.strictObject({
      text: text.describe('Decision and reason.'),
      subject: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .describe('Topic; replaces the decision on the same subject.'),
      supersedes: z.array(z.string()).max(100).optional().describe('Ids of records that it replaces.'),
    }),
  ],
  { error: 'must be a text, or an object with text and, if needed, subject and supersedes' },
);

type Decision = z.output<typeof decision>;

const decisionContent = (decision: Decision) =>
  typeof decision === 'string'
    ? { text: decision, subject: null, supersedes: [] }
    : { text: decision.text, subject: decision.subject ?? null, supersedes: decision.supersedes ?? [] };

export const endSession = defineTool({
  name: 'end_session',
  title: 'End or pause a session with a handoff',
  toolset: 'session',
  effect: 'write',
  isEntry: true,
  description:
    'Ends or pauses the session and stores a handoff for the next one; call it when the work is done or passes to someone else (mode end), or stops for a break (mode pause). ' +
    'Do not end because the context is full: use store_memory with type checkpoint, or nothing if a hook opened the session. ' +
    'Instead: add_session_note to log without ending; close_session to forbid or require a successor. ' +
    'An identical handoff is stored once, also after the end; a different one adds its records and replaces checkpoint and focus. ' +
    'Starts a session if you had none in the project. ' +
    'Fails if work ends with neither checkpoint nor summary_notes, the session is closed, session_id is of another project, or idempotency_key was used for other content.',
  input: () =>
    z.strictObject({
      checkpoint: text.optional().describe('Where the work stands and what is next.'),
      decisions: z
        .array(decision)
        .max(25_000)
        .optional()
        .describe('What was decided and why; an object names its subject.'),
      open_loops: texts.optional().describe('Open tasks and questions; earlier ones stay open.'),
      preferences: texts.optional().describe('What the person prefers here.'),
      constraints: texts.optional().describe('Rules for all later sessions of this project.'),
      warnings: texts.optional().describe('Hazards for the next session.'),
      lessons: texts.optional().describe('What was learned, also what failed.'),
      relational_delta: text.optional().describe('What changed in the working relationship.'),
      next_session_focus: text.optional().describe('Where to resume instead.'),
      resolved_loops: texts
        .optional()
        .describe('Loops that are done, by id or exact text; unknown ones become notices.'),
      project: projectName
        .optional()
        .describe(
          "Name or id. Another project gets its own session; the current one stays open. Default: the current session's.",
        ),
      transcript_path: filePath.optional().describe('Stored, not opened.'),
      session_id: currentSession,
      mode: z
        .enum(['end', 'pause'])
        .optional()
        .describe('pause: resumed later, needs no checkpoint. Default: end for work, pause for a game.'),
      summary_notes: text.optional().describe('Prose, stored as a note; a checkpoint if there is none.'),
      campaign_path: filePath.optional().describe('Games: folder in the project for a readable copy.'),
      idempotency_key: z
        .string()
        .min(1)
        .max(500)
        .optional()
        .describe('Retry key: the same call with it returns the first result.'),
    }),
  output: () =>
    z.object({
      session_id: z.string(),
      status: z.enum(SESSION_STATUSES).describe('ended or paused; for a repeated call, the present status.'),
      project: z.string(),
      handoff_id: nullableText.describe('Read it as the resource throughline://handoff/{id}.'),
      stored_count: z.int(),
      stored: z.record(z.string(), z.int()).describe('Records by type.'),
      superseded_ids: z.array(z.string()).describe('At most 100.'),
      superseded_count: z.int(),
      resolved_loop_ids: z.array(z.string()),
      note_id: nullableText,
      summary: z.string().describe('The checkpoint, then counts.'),
      stats: z.object({
        turn_count: z.int(),
        duration_minutes: z.number(),
        started_at: z.string(),
        paused_at: nullableText,
        ended_at: nullableText,
      }),
      orientation_score: z.number().nullable().describe('Score that the next session starts with.'),
      gap_count: z.int().nullable(),
      capture_warning: nullableText.describe('Captures of this session that nobody has read.'),
      redacted,
      save_path: nullableText.describe('Where the readable copy is.'),
      message: z.string(),
    }),
  handle: async ({ services, caller }, input) => {
    const ended = await services.endSession(caller, {
      session_id: input.session_id,
      project: input.project,
      mode: input.mode,
      transcript_path: input.transcript_path,
      campaign_path: input.campaign_path,
      idempotency_key: input.idempotency_key,
      content: {
        checkpoint: input.checkpoint ?? null,
        decisions: (input.decisions ?? []).map(decisionContent),
        openLoops: input.open_loops ?? [],
        preferences: input.preferences ?? [],
        constraints: input.constraints ?? [],
        warnings: input.warnings ?? [],
        lessons: input.lessons ?? [],
        relationalDelta: input.relational_delta ?? null,
        nextSessionFocus: input.next_session_focus ?? null,
        resolvedLoops: input.resolved_loops ?? [],
        summaryNotes: input.summary_notes ?? null,
      },
    });
    return reply(endedView(ended, caller.wording), 'message');
  },
});

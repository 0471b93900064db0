import * as z from 'zod';
import { endedView } from '../../app/views/ended-view.ts';
import { SESSION_STATUSES } from '../../domain/session/session.ts';
import { defineTool, reply } from '../define-tool.ts';
import { filePath, nullableText, projectName, redacted, sessionId, text, texts } from '../fields.ts';

const decision = z.union(
  [
    text,
    z.strictObject({
      text,
      subject: z.string().min(1).max(300).optional().describe('Replaces the decision you were told on it.'),
      supersedes: z
        .union([z.string(), z.array(z.string()).max(100)])
        .optional()
        .describe('Record ids it replaces.'),
    }),
  ],
  { error: 'must be a text, or an object with text and, if needed, subject and supersedes' },
);

type Decision = z.output<typeof decision>;

const supersededIds = (decision: Exclude<Decision, string>) => {
  const { supersedes = [] } = decision;
  return typeof supersedes === 'string' ? [supersedes] : supersedes;
};

const decisionContent = (decision: Decision) =>
  typeof decision === 'string'
    ? { text: decision, subject: null, supersedes: [] }
    : { text: decision.text, subject: decision.subject ?? null, supersedes: supersededIds(decision) };

export const endSession = defineTool({
  name: 'end_session',
  title: 'End or pause with a handoff',
  toolset: 'session',
  effect: 'write',
  isEntry: true,
  description:
    'Leave a handoff for whoever comes next and end the session, or pause it; call it before you stop, hand over or run out of context. ' +
    'One transaction, durable when it answers; the next session is told. Checkpoint and focus replace those it was given, the rest holds until resolved or superseded. ' +
    'A text the session already stored stays one record. The same call again changes nothing; another handoff adds to the first. ' +
    'Without ending use add_session_note or store_memory; to forbid or require a successor, close_session. ' +
    'Secrets are masked. With no session open it starts one and says so.',
  input: () =>
    z.strictObject({
      checkpoint: text
        .optional()
        .describe('Where we left off, what works, what is next; required to end work.'),
      decisions: z.array(decision).max(25_000).optional().describe('What was decided and why.'),
      open_loops: texts.optional().describe('Unresolved questions, tasks.'),
      preferences: texts.optional().describe('Learned about the person.'),
      constraints: texts.optional().describe('Rules nobody may break.'),
      warnings: texts.optional().describe('Hazards for the next session.'),
      lessons: texts.optional().describe('Learned, or tried in vain.'),
      relational_delta: text.optional().describe('Change in the working relationship.'),
      next_session_focus: text.optional().describe('Where to resume, if not at checkpoint.'),
      resolved_loops: texts.optional().describe('Ids or exact texts; an unknown one refuses the call.'),
      project: projectName
        .optional()
        .describe("Name or id; default: the current session's. Another starts a session there."),
      transcript_path: filePath.optional().describe('Recorded, not opened.'),
      session_id: sessionId
        .optional()
        .describe('Default: the current session; needed over HTTP, or project.'),
      mode: z
        .enum(['end', 'pause'])
        .optional()
        .describe('pause: resumable, needs no checkpoint; default end.'),
      summary_notes: text.optional().describe('Prose, kept as a note.'),
      campaign_path: filePath.optional().describe('Games: folder for a readable copy.'),
      idempotency_key: z.string().min(1).max(500).optional().describe('Names this one handoff for ever.'),
    }),
  output: () =>
    z.object({
      session_id: z.string(),
      status: z
        .enum(SESSION_STATUSES)
        .describe('ended or paused; what it is now where an old call is repeated.'),
      project: z.string(),
      handoff_id: nullableText,
      stored_count: z.int(),
      stored: z.record(z.string(), z.int()),
      superseded_ids: z.array(z.string()).describe('At most 100 of them.'),
      superseded_count: z.int(),
      resolved_loop_ids: z.array(z.string()),
      note_id: nullableText,
      summary: z.string(),
      stats: z.object({
        turn_count: z.int(),
        duration_minutes: z.number(),
        started_at: z.string(),
        paused_at: nullableText,
        ended_at: nullableText,
      }),
      orientation_score: z.number().nullable().describe('What the next session would start with.'),
      gap_count: z.int().nullable(),
      capture_warning: nullableText,
      redacted,
      save_path: nullableText,
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

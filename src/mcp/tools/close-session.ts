import * as z from 'zod';
import { MAX_EPITAPH, MAX_REASON } from '../../app/input-constraints.ts';
import { closedView, RESPONSE_PROFILES, type ResponseProfile } from '../../app/views/ended-view.ts';
import { type Notice, notice } from '../../domain/next-step.ts';
import { SUCCESSION_POLICIES } from '../../domain/session/session.ts';
import { defineTool, reply, replyWithJson } from '../define-tool.ts';
import { nullableText, redacted, someSession } from '../fields.ts';

/** `ritual_strip` decides, whatever the profile: callers that parse the answer rely on it. */
function profileOf(
  profile: ResponseProfile | undefined,
  isStripped = false,
): [ResponseProfile, readonly Notice[]] {
  if (!isStripped || profile === undefined || profile === 'machine')
    return [isStripped ? 'machine' : (profile ?? 'full'), []];
  return ['machine', [notice('`ritual_strip` is true, so the answer is of the profile machine.')]];
}

export const closeSession = defineTool({
  name: 'close_session',
  title: 'Close a session permanently',
  toolset: 'session',
  effect: 'destroy',
  description:
    'Closes one session irreversibly and sets whether another may continue it; use it only to make a session read-only, or to forbid or require a successor. ' +
    'To stop, pause or hand over, end_session is enough. Nothing can be added to a closed session, so call end_session first; its records can still be updated or deleted. ' +
    'It also stops other clients in that session. The same call again changes nothing. ' +
    'Fails if the id is unknown, the session was closed with another reason, epitaph or policy, or it has a successor that the policy forbids.',
  input: () =>
    z.strictObject({
      session_id: someSession,
      reason: z
        .string()
        .max(MAX_REASON, `is longer than ${MAX_REASON} characters`)
        .optional()
        .describe('Why it is closed.'),
      epitaph: z
        .string()
        .max(MAX_EPITAPH, `is longer than ${MAX_EPITAPH} characters`)
        .optional()
        .describe('Closing words.'),
      succession_policy: z
        .enum(SUCCESSION_POLICIES)
        .optional()
        .describe(
          'successor_allowed (default): a new session may continue the work. closed_without_successor: none may; new ones get only its constraints, warnings, lessons and preferences. successor_required: boot reports show a critical gap until one does.',
        ),
      allow_rebirth: z
        .boolean()
        .optional()
        .describe('Deprecated: use succession_policy. false: closed_without_successor.'),
      include_summary: z.boolean().optional().describe('false: counts without texts. Default true.'),
      response_profile: z
        .enum(RESPONSE_PROFILES)
        .optional()
        .describe('full (default): facts and message. compact: shorter message. machine: JSON, no message.'),
      response_mode: z
        .enum(['standard', 'model_safe'])
        .optional()
        .describe('model_safe: the message claims no feelings. Default standard.'),
      ritual_strip: z.boolean().optional().describe('Deprecated: use response_profile. true: machine.'),
    }),
  output: () =>
    z.object({
      status: z.enum(['closed', 'already_closed']),
      session_id: z.string(),
      project: z.string(),
      kind: z.string(),
      reason: nullableText,
      epitaph: nullableText,
      succession_policy: z.enum(SUCCESSION_POLICIES),
      started_at: z.string(),
      ended_at: nullableText,
      closed_at: nullableText,
      duration_minutes: z.number(),
      turn_count: z.int(),
      predecessor_id: nullableText,
      successor_id: nullableText,
      counts: z.record(z.string(), z.int()).describe('Records of the session, by type.'),
      work: z
        .object({
          checkpoint: nullableText,
          focus: nullableText,
          decisions: z.array(z.string()),
          open_loops: z.array(z.string()),
          constraints: z.array(z.string()),
          left_out: z.record(z.string(), z.int()),
          rest: z.string().describe('Call that returns what was left out.'),
        })
        .optional(),
      redacted,
      message: z.string().optional(),
    }),
  handle: async ({ services, caller }, input) => {
    const [profile, notices] = profileOf(input.response_profile, input.ritual_strip);
    const closed = await services.closeSession(caller, input);
    const view = closedView(closed, {
      profile,
      isModelSafe: input.response_mode === 'model_safe',
      hasWork: input.include_summary !== false,
    });
    const facts = { ...view, ...(notices.length === 0 ? {} : { notices }) };
    return profile === 'machine' ? replyWithJson(facts) : reply(facts, 'message');
  },
});

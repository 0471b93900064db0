import { invalid } from '../domain/error.ts';
import { JsonTooDeepError, parseJson, TOO_DEEP } from '../lib/json-depth.ts';

/** What the client's settings call our hooks, by its own names for the events. */
export const CLAUDE_CODE_EVENTS = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  Stop: 'stop',
  PreCompact: 'pre-compact',
  PostCompact: 'post-compact',
  SessionEnd: 'session-end',
} as const;
export type ClaudeCodeEvent = (typeof CLAUDE_CODE_EVENTS)[keyof typeof CLAUDE_CODE_EVENTS];

/** The client shows a model at most 10,000 characters, and of more only the beginning. */
export const CLAUDE_CODE_BUDGET = 9_500;

/** What the client says of an event, as far as it is any use; what is missing or of another type is null. */
export interface ClaudeCodePayload {
  readonly sessionId: string;
  readonly cwd: string | null;
  readonly transcriptPath: string | null;
  readonly source: string | null;
  readonly trigger: string | null;
  readonly customInstructions: string | null;
  readonly compactSummary: string | null;
  readonly lastAssistantMessage: string | null;
  readonly reason: string | null;
  /** Said by a subagent, which is no session. */
  readonly agentId: string | null;
}

const MAX_ID = 200;

const refuse = (what: string) =>
  invalid(
    'hook_input_invalid',
    `What the client said of this event ${what}.`,
    'Nothing was written; throughline doctor tells whether client and hooks fit together.',
  );

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw refuse(error instanceof JsonTooDeepError ? TOO_DEEP : 'is not JSON');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw refuse('is no JSON object');
  return value as Readonly<Record<string, unknown>>;
}

export function parseClaudeCodePayload(text: string): ClaudeCodePayload {
  const given = parseObject(text);
  const words = (name: string): string | null => {
    const value = given[name];
    return typeof value === 'string' && value !== '' && !value.includes('\u0000')
      ? value.toWellFormed()
      : null;
  };
  const sessionId = words('session_id');
  if (sessionId === null || sessionId.length > MAX_ID) throw refuse('names no session_id');
  return {
    sessionId,
    cwd: words('cwd'),
    transcriptPath: words('transcript_path'),
    source: words('source'),
    trigger: words('trigger'),
    customInstructions: words('custom_instructions'),
    compactSummary: words('compact_summary'),
    lastAssistantMessage: words('last_assistant_message'),
    reason: words('reason'),
    agentId: words('agent_id'),
  };
}

/** How the client wants to be told something that the model shall read. */
export const claudeCodeContext = (
  hookEventName: 'SessionStart' | 'UserPromptSubmit',
  additionalContext: string,
): string => JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } });

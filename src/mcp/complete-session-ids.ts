import { isSessionPrefix, MIN_PREFIX_TO_DESTROY } from '../domain/id.ts';
import { type Notice, notice } from '../domain/next-step.ts';
import type { Tool, ToolContext } from './define-tool.ts';

interface Call {
  readonly input: Record<string, unknown>;
  readonly notices: readonly Notice[];
}

const SESSION_FIELDS = ['session_id', 'predecessor_id'] as const;

/** Replaces the beginning of a session's id with the whole id, and reports it. */
export async function completeSessionIds(
  { services, caller }: ToolContext,
  { effect }: Pick<Tool, 'effect'>,
  { input, notices }: Call,
): Promise<Call> {
  const completed = { ...input };
  const added: Notice[] = [];
  const min = effect === 'destroy' ? MIN_PREFIX_TO_DESTROY : undefined;
  for (const field of SESSION_FIELDS) {
    const given = input[field];
    if (typeof given !== 'string' || !isSessionPrefix(given, min)) continue;
    const id = await services.getSessionId(caller, { session_id: given, field });
    if (id === given) continue;
    completed[field] = id;
    added.push(notice(`\`${field}\` was ${JSON.stringify(given)}, the beginning of ${id}.`));
  }
  return added.length === 0 ? { input, notices } : { input: completed, notices: [...notices, ...added] };
}

import type { HookEventName } from '../../app/ports/client-adapter.ts';

/** Our events by what the client calls them. */
export const EVENTS = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  Stop: 'stop',
  PreCompact: 'pre-compact',
  PostCompact: 'post-compact',
  SessionEnd: 'session-end',
} as const satisfies Readonly<Record<string, HookEventName>>;

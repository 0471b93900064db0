import type { HookEventName } from '../../app/ports/client-adapter.ts';

/** Our events by what the client calls them. There is none after a compaction, and none at the end of a conversation. */
export const EVENTS = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  Stop: 'stop',
  PreCompact: 'pre-compact',
} as const satisfies Readonly<Record<string, HookEventName>>;

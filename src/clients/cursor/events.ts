import type { HookEventName } from '../../app/ports/client-adapter.ts';

/** Our events by what the client calls them. There is none after a compaction, and none when a conversation is resumed. */
export const EVENTS = {
  sessionStart: 'session-start',
  beforeSubmitPrompt: 'prompt',
  stop: 'stop',
  preCompact: 'pre-compact',
  sessionEnd: 'session-end',
} as const satisfies Readonly<Record<string, HookEventName>>;

import type { HookEventName } from '../../app/ports/client-adapter.ts';

/** Our events by what the client calls them. There is none after a compaction. */
export const EVENTS = {
  sessionStart: 'session-start',
  userPromptSubmitted: 'prompt',
  agentStop: 'stop',
  preCompact: 'pre-compact',
  sessionEnd: 'session-end',
} as const satisfies Readonly<Record<string, HookEventName>>;

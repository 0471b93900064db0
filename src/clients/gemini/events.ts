import type { HookEventName } from '../../app/ports/client-adapter.ts';

/**
 * Our events by what the client calls them. SessionStart is not used, because the client drops its context when a
 * conversation is resumed: the first BeforeAgent opens the session. PreCompress fires before every request.
 */
export const EVENTS = {
  BeforeAgent: 'prompt',
  AfterAgent: 'stop',
  SessionEnd: 'session-end',
} as const satisfies Readonly<Record<string, HookEventName>>;

import type { HookEventName } from '../../app/ports/client-adapter.ts';

/**
 * Our events by the name of the plugin's hook or event. A session starts with its first message in a process, because
 * the client reports no event when a conversation is continued.
 */
export const EVENTS = {
  'session.created': 'session-start',
  'chat.message': 'prompt',
  'session.idle': 'stop',
  'experimental.session.compacting': 'pre-compact',
  'session.compacted': 'post-compact',
  dispose: 'session-end',
} as const satisfies Readonly<Record<string, HookEventName>>;

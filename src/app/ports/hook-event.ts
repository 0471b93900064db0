/** What the hooks of a client report, whatever the client calls it. `throughline hook CLIENT EVENT` takes these names. */
export const HOOK_EVENTS = [
  'session-start',
  'prompt',
  'stop',
  'pre-compact',
  'post-compact',
  'session-end',
] as const;
export type HookEventName = (typeof HOOK_EVENTS)[number];

/** The events that can be answered with text for the model. */
export type ContextEventName = Extract<HookEventName, 'session-start' | 'prompt'>;

export const START_SOURCES = ['startup', 'resume', 'clear', 'compact', 'fork'] as const;
/** Why a conversation starts. */
export type StartSource = (typeof START_SOURCES)[number];

export type HookEvent =
  | { readonly name: 'session-start'; readonly source: StartSource }
  | { readonly name: 'prompt' }
  | { readonly name: 'stop'; readonly lastWords: string | null }
  /** `note`: what set the compaction off, and what the person wants kept. */
  | { readonly name: 'pre-compact'; readonly note: string | null }
  | { readonly name: 'post-compact'; readonly summary: string | null }
  | { readonly name: 'session-end'; readonly why: string | null };

/** One event as a client reported it. What the client does not name is null. */
export interface ClientEvent {
  readonly event: HookEvent;
  /** The client's own id of the conversation. */
  readonly clientSessionId: string;
  /** The folder the client works in. */
  readonly folder: string | null;
  readonly transcriptPath: string | null;
}

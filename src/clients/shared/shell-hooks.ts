import type { HookEventName } from '../../app/ports/client-adapter.ts';
import type { ClientPlace, Scope } from '../../app/ports/client-settings.ts';
import type { Hook } from './hook-settings.ts';
import { hookLine } from './shell-line.ts';

/** Our hooks for a client that takes one line for a shell. `fields`: what a handler has besides its command. */
export const shellHooks = (
  client: string,
  events: Readonly<Record<string, HookEventName>>,
  fields: Readonly<Record<string, unknown>>,
  place: ClientPlace,
  scope: Scope,
): readonly Hook[] =>
  Object.entries(events).map(([event, name]) => ({
    event,
    handler: { ...fields, command: hookLine(place, scope, client, name) },
  }));

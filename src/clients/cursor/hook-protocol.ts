import { jsonProtocol } from '../shared/json-protocol.ts';
import { EVENTS } from './events.ts';

/** The payload also has the person's e-mail address. Nothing but named fields is read. */
export const protocol = jsonProtocol({
  events: EVENTS,
  id: 'conversation_id',
  // On Windows the client writes `/c:/Users/ada`.
  folderIn: (payload) => payload.firstOf('workspace_roots')?.replace(/^\/(?=[A-Za-z]:)/, '') ?? null,
  render: (_, report) => JSON.stringify({ additional_context: report }),
});

import { jsonProtocol } from '../shared/json-protocol.ts';
import { EVENTS } from './events.ts';

export const protocol = jsonProtocol({
  events: EVENTS,
  id: 'sessionId',
  transcript: 'transcriptPath',
  render: (_, report) => JSON.stringify({ additionalContext: report }),
});

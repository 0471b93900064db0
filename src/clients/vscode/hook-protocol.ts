import { contextOutput } from '../shared/json-payload.ts';
import { jsonProtocol } from '../shared/json-protocol.ts';
import { EVENTS } from './events.ts';

export const protocol = jsonProtocol({
  events: EVENTS,
  id: 'sessionId',
  // The format of the client's transcripts is not documented, so they are not read.
  transcript: null,
  // Another client reads the same file with hooks, and writes this field in another way.
  isIgnored: (_, payload) => payload.text('hookEventName') === null,
  render: contextOutput,
});

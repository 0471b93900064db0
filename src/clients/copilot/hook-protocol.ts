import { jsonProtocol } from '../shared/json-protocol.ts';
import { EVENTS } from './events.ts';

export const protocol = jsonProtocol({
  events: EVENTS,
  id: 'sessionId',
  transcript: 'transcriptPath',
  // A process has one conversation at a time. Another new one is what the person gets by clearing it.
  sources: { new: 'replace' },
  render: (_, report) => JSON.stringify({ additionalContext: report }),
});

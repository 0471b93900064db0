import { jsonProtocol } from '../shared/json-protocol.ts';
import { EVENTS } from './events.ts';

export const protocol = jsonProtocol({
  events: EVENTS,
  lastWords: 'prompt_response',
  render: (_, report) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: report } }),
});

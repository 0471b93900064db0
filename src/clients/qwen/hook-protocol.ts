import { contextOutput } from '../shared/json-payload.ts';
import { isOfSubagent, jsonProtocol } from '../shared/json-protocol.ts';
import { EVENTS } from './events.ts';

export const protocol = jsonProtocol({
  events: EVENTS,
  // The client reports a prompt without text after every batch of tools. Nobody typed it.
  isIgnored: (name, payload) =>
    (name === 'prompt' && payload.text('prompt') === null) || isOfSubagent(name, payload),
  render: contextOutput,
});

import {
  type HookEvent,
  type HookEventName,
  type HookProtocol,
  START_SOURCES,
} from '../../app/ports/client-adapter.ts';
import { isWholeJson, type JsonPayload, parsePayload } from '../shared/json-payload.ts';

function eventIn(name: HookEventName, payload: JsonPayload): HookEvent {
  switch (name) {
    case 'session-start': {
      const source = START_SOURCES.find((one) => one === payload.text('source'));
      return { name, source: source ?? 'startup' };
    }
    case 'prompt':
      return { name };
    case 'stop':
      return { name, lastWords: payload.text('lastWords') };
    case 'pre-compact':
      return { name, note: null };
    case 'post-compact':
      return { name, summary: payload.text('summary') };
    case 'session-end':
      return { name, why: null };
  }
}

/** What our plugin reports. It puts the output into the system prompt as it is. */
export const protocol: HookProtocol = {
  isWhole: isWholeJson,
  parse(name, input) {
    const payload = parsePayload(input);
    return {
      event: eventIn(name, payload),
      clientSessionId: payload.id('sessionID'),
      folder: payload.text('directory'),
      // The conversation is in the client's database.
      transcriptPath: null,
    };
  },
  render: (_, report) => report,
};

import {
  type HookEvent,
  type HookEventName,
  type HookProtocol,
  START_SOURCES,
  type StartSource,
} from '../../app/ports/client-adapter.ts';
import { isWholeJson, type JsonPayload, parsePayload } from '../shared/json-payload.ts';

const sourceIn = (payload: JsonPayload): StartSource =>
  START_SOURCES.find((known) => known === payload.text('source')) ?? 'startup';

const noteIn = (payload: JsonPayload): string | null =>
  [payload.text('trigger'), payload.text('custom_instructions')].filter((part) => part !== null).join(': ') ||
  null;

function eventIn(name: HookEventName, payload: JsonPayload): HookEvent {
  switch (name) {
    case 'session-start':
      return { name, source: sourceIn(payload) };
    case 'prompt':
      return { name };
    case 'stop':
      return { name, lastWords: payload.text('last_assistant_message') };
    case 'pre-compact':
      return { name, note: noteIn(payload) };
    case 'post-compact':
      return { name, summary: payload.text('compact_summary') };
    case 'session-end':
      return { name, why: payload.text('reason') };
  }
}

const NATIVE_NAMES = { 'session-start': 'SessionStart', prompt: 'UserPromptSubmit' } as const;

export const protocol: HookProtocol = {
  isWhole: isWholeJson,
  parse(name, input) {
    const payload = parsePayload(input);
    const clientSessionId = payload.id('session_id');
    // A subagent is no session.
    if (payload.text('agent_id') !== null) return null;
    return {
      event: eventIn(name, payload),
      clientSessionId,
      folder: payload.text('cwd'),
      transcriptPath: payload.text('transcript_path'),
    };
  },
  render: (event, report) =>
    JSON.stringify({
      hookSpecificOutput: { hookEventName: NATIVE_NAMES[event], additionalContext: report },
    }),
};

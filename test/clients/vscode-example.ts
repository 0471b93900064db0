import type { AdapterExample, Payload } from './clauses/adapter-example.ts';
import { TEXTS } from './settings-texts.ts';

const PROJECT = '/home/ada/lantern';
const ID = '5b1f0f9e-4b9b-4ad0-8c63-2f0e1a7d9c11';

const common = (hookEventName: string) => ({
  timestamp: '2026-11-17T10:30:00.000Z',
  cwd: PROJECT,
  sessionId: ID,
  hookEventName,
  transcript_path: '/home/ada/.config/Code/User/workspaceStorage/a/transcripts/t.json',
});
const payload = (event: Payload['means']['event'], hookEventName: string, fields: object): Payload => ({
  input: JSON.stringify({ ...common(hookEventName), ...fields }),
  means: { event, clientSessionId: ID, folder: PROJECT, transcriptPath: null },
});

/** Payloads as the client documents them: it was not driven here. */
export const vscodeExample: AdapterExample = {
  hooks: {
    payloads: {
      'session-start': payload({ name: 'session-start', source: 'startup' }, 'SessionStart', {
        source: 'new',
      }),
      prompt: payload({ name: 'prompt' }, 'UserPromptSubmit', { prompt: 'Go on' }),
      stop: payload({ name: 'stop', lastWords: null }, 'Stop', { stop_hook_active: false }),
      'pre-compact': payload({ name: 'pre-compact', note: 'auto' }, 'PreCompact', { trigger: 'auto' }),
    },
    ignored: [
      { event: 'session-end', input: JSON.stringify(common('SessionEnd')) },
      // The agent of the terminal runs hooks of the same folder.
      {
        event: 'session-start',
        input: JSON.stringify({ sessionId: ID, timestamp: 1794912868148, cwd: PROJECT, source: 'new' }),
      },
      {
        event: 'session-start',
        input: JSON.stringify({ session_id: ID, hook_event_name: 'SessionStart', cwd: PROJECT }),
      },
    ],
    readContext(event, output) {
      const { hookSpecificOutput } = JSON.parse(output);
      const native = { 'session-start': 'SessionStart', prompt: 'UserPromptSubmit' }[event];
      if (hookSpecificOutput.hookEventName !== native) throw new Error('of another event');
      return hookSpecificOutput.additionalContext;
    },
  },
  // The file of instructions is ours as a whole.
  settings: { '.json': TEXTS, '.instructions.md': { 'no text': '' } },
};

import type { AdapterExample, Payload } from './clauses/adapter-example.ts';
import { TEXTS } from './settings-texts.ts';

const PROJECT = '/home/ada/lantern';
const ID = '800a5552-2fad-4b7d-b0ca-6669dbb2d4a3';
const FILE = `-home-ada-lantern/chats/${ID}.jsonl`;
const TRANSCRIPT = `/home/ada/.qwen/projects/${FILE}`;
const AT = '2026-11-17T11:26:00.294Z';

const common = {
  session_id: ID,
  transcript_path: TRANSCRIPT,
  cwd: PROJECT,
  timestamp: AT,
  permission_mode: 'yolo',
};
const payload = (event: Payload['means']['event'], fields: object): Payload => ({
  input: JSON.stringify({ ...common, ...fields }),
  means: { event, clientSessionId: ID, folder: PROJECT, transcriptPath: TRANSCRIPT },
});

const line = (type: string, provenance: string, facts: object) =>
  JSON.stringify({
    uuid: 'u',
    parentUuid: null,
    sessionId: ID,
    timestamp: AT,
    type,
    provenance,
    cwd: PROJECT,
    ...facts,
  });
const person = (text: string) => line('user', 'real_user', { message: { role: 'user', parts: [{ text }] } });
const agent = (...parts: readonly object[]) =>
  line('assistant', 'assistant_output', { message: { role: 'model', parts } });
const telemetry = line('system', 'system', {
  subtype: 'ui_telemetry',
  systemPayload: { uiEvent: { response_text: 'Released.' } },
});
const firstTurn = [
  person('Release the lock'),
  telemetry,
  agent({ functionCall: { id: 'c1', name: 'write_file', args: { file_path: `${PROJECT}/a.txt` } } }),
  line('tool_result', 'tool_result', {
    message: {
      role: 'user',
      parts: [{ functionResponse: { id: 'c1', name: 'write_file', response: { output: 'Done' } } }],
    },
    toolCallResult: { callId: 'c1', status: 'success', resultDisplay: { fileDiff: '+x' } },
  }),
  agent({ text: 'I think', thought: true }, { text: 'Released.' }),
];
const secondTurn = [person('And test it'), agent({ text: 'All tests pass.' }), telemetry];
const fileOf = (lines: readonly string[]) => lines.map((one) => `${one}\n`).join('');

/** As Qwen Code 0.24.4 sent and wrote it. */
export const qwenExample: AdapterExample = {
  environment: {
    env: { QWEN_PROJECT_DIR: PROJECT, QWEN_CODE_SESSION_ID: ID },
    means: { projectDir: PROJECT, sessionId: ID, processId: null },
  },
  hooks: {
    payloads: {
      'session-start': payload(
        { name: 'session-start', source: 'startup' },
        { hook_event_name: 'SessionStart', source: 'startup', model: 'mock-model' },
      ),
      prompt: payload(
        { name: 'prompt' },
        { hook_event_name: 'UserPromptSubmit', prompt: 'Go on', submitted_prompt: 'Go on' },
      ),
      stop: payload(
        { name: 'stop', lastWords: 'Done.' },
        { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Done.' },
      ),
      'pre-compact': payload(
        { name: 'pre-compact', note: 'auto' },
        { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: '' },
      ),
      'post-compact': payload(
        { name: 'post-compact', summary: 'We released the lock.' },
        { hook_event_name: 'PostCompact', trigger: 'auto', compact_summary: 'We released the lock.' },
      ),
      'session-end': payload(
        { name: 'session-end', why: 'prompt_input_exit' },
        { hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' },
      ),
    },
    ignored: [
      {
        event: 'prompt',
        input: JSON.stringify({ ...common, hook_event_name: 'UserPromptSubmit', prompt: '' }),
      },
      { event: 'stop', input: JSON.stringify({ ...common, agent_id: 'a1' }) },
    ],
    readContext(event, output) {
      const { hookSpecificOutput } = JSON.parse(output);
      const native = { 'session-start': 'SessionStart', prompt: 'UserPromptSubmit' }[event];
      if (hookSpecificOutput.hookEventName !== native) throw new Error('of another event');
      return hookSpecificOutput.additionalContext;
    },
  },
  transcript: {
    file: fileOf([...firstTurn, ...secondTurn]),
    fileWithUnknown: fileOf([
      '{"of":"tomorrow"}',
      ...firstTurn,
      'half a li',
      '{"type":"user","message":7}',
      line('user', 'hook', { message: { role: 'user', parts: [{ text: 'Not typed' }] } }),
      '',
      ...secondTurn,
    ]),
    pauseAt: fileOf(firstTurn).length,
    texts: ['Release the lock', 'Released.', 'And test it', 'All tests pass.'],
    folder: PROJECT,
    isBelowRoot: '.qwen/projects',
    named: { path: FILE, sessionId: ID },
  },
  settings: { '.json': TEXTS },
};

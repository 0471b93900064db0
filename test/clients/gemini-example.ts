import type { AdapterExample, Payload } from './clauses/adapter-example.ts';
import { TEXTS } from './settings-texts.ts';

const PROJECT = '/home/ada/lantern';
const ID = '1e6e959a-9d19-42fe-a5c6-9bffa1954f0e';
const FILE = 'lantern/chats/session-2026-11-17T10-40-1e6e959a.jsonl';
const TRANSCRIPT = `/home/ada/.gemini/tmp/${FILE}`;
const AT = '2026-11-17T10:40:09.082Z';

const common = { session_id: ID, transcript_path: TRANSCRIPT, cwd: PROJECT, timestamp: AT };
const payload = (event: Payload['means']['event'], fields: object): Payload => ({
  input: JSON.stringify({ ...common, ...fields }),
  means: { event, clientSessionId: ID, folder: PROJECT, transcriptPath: TRANSCRIPT },
});

const line = (facts: object) => JSON.stringify(facts);
const context = `<session_context>\nThis is the Gemini CLI. We are setting up the context for our chat.\n- **Workspace Directories:**\n  - ${PROJECT}\n- **Directory Structure:**\n</session_context>`;
const touched = line({ $set: { lastUpdated: AT } });
const opening = [
  line({ sessionId: ID, projectHash: 'dd569c', startTime: AT, lastUpdated: AT, kind: 'main' }),
  line({ $set: { messages: [{ id: 'c', timestamp: AT, type: 'user', content: [{ text: context }] }] } }),
];
const person = (id: string, text: string) =>
  line({
    id,
    timestamp: AT,
    type: 'user',
    content: [{ text }, { text: '<hook_context>\n# Orientation\n</hook_context>' }],
  });
const agent = (id: string, content: string, facts: object = {}) =>
  line({ id, timestamp: AT, type: 'gemini', content, thoughts: [], ...facts });
const shell = {
  id: 'run_shell_command__1',
  name: 'run_shell_command',
  args: { command: 'cat a.ts' },
  status: 'success',
  result: [{ functionResponse: { response: { output: 'Output: x' } } }],
};
const firstTurn = [
  ...opening,
  person('p1', 'Release the lock'),
  touched,
  agent('g1', ''),
  agent('g1', '', { toolCalls: [shell] }),
  line({ id: 'r1', timestamp: AT, type: 'user', content: [{ functionResponse: { response: {} } }] }),
  agent('g2', 'Released.'),
  touched,
];
const secondTurn = [person('p2', 'And test it'), agent('g3', 'All tests pass.'), touched];
const fileOf = (lines: readonly string[]) => lines.map((one) => `${one}\n`).join('');

/** As Gemini CLI 0.61 sent and wrote it. */
export const geminiExample: AdapterExample = {
  hooks: {
    payloads: {
      prompt: payload({ name: 'prompt' }, { hook_event_name: 'BeforeAgent', prompt: 'Go on' }),
      stop: payload(
        { name: 'stop', lastWords: 'Done.' },
        { hook_event_name: 'AfterAgent', prompt: 'Go on', prompt_response: 'Done.', stop_hook_active: false },
      ),
      'session-end': payload(
        { name: 'session-end', why: 'exit' },
        { hook_event_name: 'SessionEnd', reason: 'exit' },
      ),
    },
    ignored: [
      { event: 'session-start', input: JSON.stringify({ ...common, source: 'startup' }) },
      { event: 'pre-compact', input: JSON.stringify({ ...common, trigger: 'auto' }) },
    ],
    readContext(_, output) {
      const { hookSpecificOutput } = JSON.parse(output);
      if (hookSpecificOutput.hookEventName !== 'BeforeAgent') throw new Error('of another event');
      return hookSpecificOutput.additionalContext;
    },
  },
  transcript: {
    file: fileOf([...firstTurn, ...secondTurn]),
    fileWithUnknown: fileOf([
      '{"of":"tomorrow"}',
      ...firstTurn,
      'half a li',
      '{"id":7,"type":"info","content":"Update available"}',
      '',
      ...secondTurn,
    ]),
    pauseAt: fileOf(firstTurn).length,
    texts: ['Release the lock', 'Released.', 'And test it', 'All tests pass.'],
    folder: PROJECT,
    isBelowRoot: '.gemini/tmp',
    named: { path: FILE, sessionId: ID },
  },
  settings: { '.json': TEXTS },
};

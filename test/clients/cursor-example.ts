import type { AdapterExample, Payload } from './clauses/adapter-example.ts';
import { TEXTS } from './settings-texts.ts';

const PROJECT = '/home/ada/lantern';
const ID = '668320d2-2fd8-4888-b33c-2a466fec86e7';
const FILE = `home-ada-lantern/agent-transcripts/${ID}/${ID}.jsonl`;
const TRANSCRIPT = `/home/ada/.cursor/projects/${FILE}`;

export const EMAIL = 'ada@example.com';

const common = {
  conversation_id: ID,
  generation_id: '490b90b7-a2ce-4c2c-bb76-cb77b125df2f',
  model: 'gpt-5',
  cursor_version: '2.4.1',
  workspace_roots: [PROJECT, '/home/ada/other'],
  user_email: EMAIL,
  transcript_path: TRANSCRIPT,
};
const payload = (event: Payload['means']['event'], fields: object): Payload => ({
  input: JSON.stringify({ ...common, ...fields }),
  means: { event, clientSessionId: ID, folder: PROJECT, transcriptPath: TRANSCRIPT },
});

const line = (role: string, ...texts: readonly string[]) =>
  JSON.stringify({ role, message: { content: texts.map((text) => ({ type: 'text', text })) } });
const person = (text: string) =>
  line(
    'user',
    `[Image]\n<image_files>\n1. /home/ada/a.png\n</image_files>\n<user_query>\n${text}\n</user_query>`,
  );
const firstTurn = [person('Release the lock'), line('assistant', 'Released.')];
const secondTurn = [person('And test it'), line('assistant', 'All tests pass.')];
const fileOf = (lines: readonly string[]) => lines.map((one) => `${one}\n`).join('');

/** Payloads as the client documents them: it was not driven here. The transcript is as version 2 wrote it. */
export const cursorExample: AdapterExample = {
  hooks: {
    payloads: {
      'session-start': payload(
        { name: 'session-start', source: 'startup' },
        {
          hook_event_name: 'sessionStart',
          session_id: ID,
          is_background_agent: false,
          composer_mode: 'agent',
        },
      ),
      prompt: payload(
        { name: 'prompt' },
        { hook_event_name: 'beforeSubmitPrompt', prompt: 'Go on', attachments: [] },
      ),
      stop: payload(
        { name: 'stop', lastWords: null },
        { hook_event_name: 'stop', status: 'completed', loop_count: 0 },
      ),
      'pre-compact': payload(
        { name: 'pre-compact', note: 'auto' },
        {
          hook_event_name: 'preCompact',
          trigger: 'auto',
          context_usage_percent: 85,
          is_first_compaction: true,
        },
      ),
      'session-end': payload(
        { name: 'session-end', why: 'user_close' },
        { hook_event_name: 'sessionEnd', session_id: ID, reason: 'user_close', duration_ms: 45_000 },
      ),
    },
    ignored: [{ event: 'post-compact', input: JSON.stringify(common) }],
    readContext: (_, output) => JSON.parse(output).additional_context,
  },
  transcript: {
    file: fileOf([...firstTurn, ...secondTurn]),
    fileWithUnknown: fileOf([
      '{"of":"tomorrow"}',
      ...firstTurn,
      'half a li',
      '{"role":"user","message":7}',
      '{"role":"assistant","message":{"content":[{"type":"tool_use","name":"Shell","input":{}}]}}',
      '',
      ...secondTurn,
    ]),
    pauseAt: fileOf(firstTurn).length,
    texts: ['Release the lock', 'Released.', 'And test it', 'All tests pass.'],
    folder: null,
    isBelowRoot: '.cursor/projects',
    named: { path: FILE, sessionId: ID },
  },
  settings: { '.json': TEXTS },
};

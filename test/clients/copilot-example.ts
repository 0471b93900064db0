import type { AdapterExample, Payload } from './clauses/adapter-example.ts';
import { TEXTS } from './settings-texts.ts';

const PROJECT = '/home/ada/lantern';
const ID = 'bed0b58b-a931-4251-95c0-97e8d3079af1';
const FILE = `${ID}/events.jsonl`;
const TRANSCRIPT = `/home/ada/.copilot/session-state/${FILE}`;

const common = { sessionId: ID, timestamp: 1794912868148, cwd: PROJECT };
const payload = (
  event: Payload['means']['event'],
  fields: object,
  transcriptPath: string | null = null,
): Payload => ({
  input: JSON.stringify({ ...common, ...fields }),
  means: { event, clientSessionId: ID, folder: PROJECT, transcriptPath },
});

const line = (type: string, data: object) =>
  JSON.stringify({ type, data, id: 'e', timestamp: '2026-11-17T10:54:27.487Z', parentId: null });
const person = (content: string) =>
  line('user.message', {
    content,
    transformedContent: `<current_datetime>x</current_datetime>\n\n${content}`,
  });
const agent = (content: string) => line('assistant.message', { content, toolRequests: [] });
const firstTurn = [
  line('session.start', { sessionId: ID, context: { cwd: PROJECT, branch: 'main' } }),
  line('hook.start', { hookType: 'sessionStart', input: { initialPrompt: 'Release the lock' } }),
  person('Release the lock'),
  agent(''),
  line('tool.execution_start', { toolCallId: 'c1', toolName: 'view', arguments: { path: 'a.ts' } }),
  line('tool.execution_complete', { toolCallId: 'c1', success: true, result: { content: 'x' } }),
  agent('Released.'),
];
const secondTurn = [person('And test it'), agent('All tests pass.'), line('session.shutdown', {})];
const fileOf = (lines: readonly string[]) => lines.map((one) => `${one}\n`).join('');

/** As Copilot CLI 1.0.102 sent and wrote it. */
export const copilotExample: AdapterExample = {
  environment: {
    env: { COPILOT_PROJECT_DIR: PROJECT, COPILOT_AGENT_SESSION_ID: ID },
    means: { projectDir: PROJECT, sessionId: ID, processId: null },
  },
  hooks: {
    payloads: {
      'session-start': payload(
        { name: 'session-start', source: 'replace' },
        { source: 'new', initialPrompt: 'Release the lock' },
      ),
      prompt: payload({ name: 'prompt' }, { prompt: 'Go on' }),
      stop: payload(
        { name: 'stop', lastWords: null },
        { transcriptPath: TRANSCRIPT, stopReason: 'end_turn', stop_hook_active: false },
        TRANSCRIPT,
      ),
      'pre-compact': payload(
        { name: 'pre-compact', note: 'auto' },
        { transcriptPath: TRANSCRIPT, trigger: 'auto' },
        TRANSCRIPT,
      ),
      'session-end': payload({ name: 'session-end', why: 'complete' }, { reason: 'complete' }),
    },
    ignored: [{ event: 'post-compact', input: JSON.stringify(common) }],
    readContext: (_, output) => JSON.parse(output).additionalContext,
  },
  transcript: {
    file: fileOf([...firstTurn, ...secondTurn]),
    fileWithUnknown: fileOf([
      line('of.tomorrow', { content: 'x' }),
      ...firstTurn,
      'half a li',
      '{"type":"user.message","data":7}',
      '',
      ...secondTurn,
    ]),
    pauseAt: fileOf(firstTurn).length,
    texts: ['Release the lock', 'Released.', 'And test it', 'All tests pass.'],
    folder: PROJECT,
    isBelowRoot: '.copilot/session-state',
    named: { path: FILE, sessionId: ID },
  },
  settings: { '.json': TEXTS },
};

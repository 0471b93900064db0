import { claudeScript } from '../transcripts/claude-script.ts';
import type { AdapterExample, Payload } from './clauses/adapter-example.ts';
import { codexExample } from './codex-example.ts';
import { copilotExample } from './copilot-example.ts';
import { cursorExample } from './cursor-example.ts';
import { geminiExample } from './gemini-example.ts';
import { MARKDOWN_TEXTS } from './markdown-texts.ts';
import { opencodeExample } from './opencode-example.ts';
import { qwenExample } from './qwen-example.ts';
import { TEXTS } from './settings-texts.ts';
import { vscodeExample } from './vscode-example.ts';

const PROJECT = '/home/ada/lantern';
const TRANSCRIPT = '/home/ada/.claude/projects/-home-ada-lantern/b1f0.jsonl';

const common = { session_id: 'b1f0', transcript_path: TRANSCRIPT, cwd: PROJECT, permission_mode: 'default' };
const payload = (event: Payload['means']['event'], fields: object): Payload => ({
  input: JSON.stringify({ ...common, ...fields }),
  means: { event, clientSessionId: 'b1f0', folder: PROJECT, transcriptPath: TRANSCRIPT },
});

const firstTurn = claudeScript().person('Release the lock').read('src/a.ts').agent('Released.').lines();
const secondTurn = claudeScript().person('And test it').agent('All tests pass.').lines();
const fileOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

const claudeCode: AdapterExample = {
  environment: {
    env: {
      CLAUDE_PROJECT_DIR: PROJECT,
      CLAUDE_CODE_SESSION_ID: 'b1f0',
      CLAUDE_CODE_MESSAGING_SOCKET: '/tmp/claude/4711.sock',
    },
    means: { projectDir: PROJECT, sessionId: 'b1f0', processId: 4711 },
  },
  hooks: {
    payloads: {
      'session-start': payload(
        { name: 'session-start', source: 'compact' },
        { hook_event_name: 'SessionStart', source: 'compact' },
      ),
      prompt: payload({ name: 'prompt' }, { hook_event_name: 'UserPromptSubmit', prompt: 'Go on' }),
      stop: payload(
        { name: 'stop', lastWords: 'Done.' },
        { hook_event_name: 'Stop', last_assistant_message: 'Done.' },
      ),
      'pre-compact': payload(
        { name: 'pre-compact', note: 'manual: keep the plan' },
        { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: 'keep the plan' },
      ),
      'post-compact': payload(
        { name: 'post-compact', summary: 'We released the lock.' },
        { hook_event_name: 'PostCompact', compact_summary: 'We released the lock.' },
      ),
      'session-end': payload(
        { name: 'session-end', why: 'clear' },
        { hook_event_name: 'SessionEnd', reason: 'clear' },
      ),
    },
    ignored: [{ event: 'stop', input: JSON.stringify({ ...common, agent_id: 'a1' }) }],
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
      '{"type":"queue-operation","content":"x"}',
      ...firstTurn,
      'half a li',
      '{"type":"user","message":7}',
      '',
      ...secondTurn,
      '{"type":"of-tomorrow","message":{"role":"user","content":"not this"}}',
    ]),
    pauseAt: fileOf(firstTurn).length,
    texts: ['Release the lock', 'Released.', 'And test it', 'All tests pass.'],
    folder: PROJECT,
    isBelowRoot: '.claude/projects',
    named: {
      path: '-home-ada-lantern/b1f0b6a0-7a53-4d1c-9d0b-2f6f0f1f9a11.jsonl',
      sessionId: 'b1f0b6a0-7a53-4d1c-9d0b-2f6f0f1f9a11',
    },
  },
  settings: { '.json': TEXTS },
};

/** One for each adapter, with an example of every part that it has. */
export const ADAPTER_EXAMPLES: Readonly<Record<string, AdapterExample>> = {
  'claude-code': claudeCode,
  codex: codexExample,
  gemini: geminiExample,
  copilot: copilotExample,
  qwen: qwenExample,
  cursor: cursorExample,
  vscode: vscodeExample,
  'claude-desktop': { settings: { '.json': TEXTS } },
  opencode: opencodeExample,
  'agents-md': { settings: { '.md': MARKDOWN_TEXTS } },
};

import { codexScript } from '../transcripts/codex-script.ts';
import type { AdapterExample, Payload } from './clauses/adapter-example.ts';
import { TEXTS } from './settings-texts.ts';
import { TOML_TEXTS } from './toml-texts.ts';

const PROJECT = '/home/ada/lantern';
const ID = '01a1e907-1d6f-7963-bf8b-7d519eed4192';
const FILE = `2026/11/17/rollout-2026-11-17T10-22-00-${ID}.jsonl`;
const TRANSCRIPT = `/home/ada/.codex/sessions/${FILE}`;

const common = {
  session_id: ID,
  transcript_path: TRANSCRIPT,
  cwd: PROJECT,
  model: 'gpt-5',
  permission_mode: 'bypassPermissions',
};
const payload = (event: Payload['means']['event'], fields: object): Payload => ({
  input: JSON.stringify({ ...common, ...fields }),
  means: { event, clientSessionId: ID, folder: PROJECT, transcriptPath: TRANSCRIPT },
});

const firstTurn = codexScript()
  .opening()
  .person('Release the lock')
  .exec('cat a.ts')
  .agent('Released.')
  .lines();
const secondTurn = codexScript().person('And test it').agent('All tests pass.').lines();
const fileOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** As Codex 0.166 sent and wrote it. */
export const codexExample: AdapterExample = {
  call: { meta: { sessionId: ID, threadId: ID }, sessionId: ID },
  hooks: {
    payloads: {
      'session-start': payload(
        { name: 'session-start', source: 'compact' },
        { hook_event_name: 'SessionStart', source: 'compact' },
      ),
      prompt: payload(
        { name: 'prompt' },
        { hook_event_name: 'UserPromptSubmit', turn_id: 't', prompt: 'Go on' },
      ),
      stop: payload(
        { name: 'stop', lastWords: 'Done.' },
        { hook_event_name: 'Stop', turn_id: 't', stop_hook_active: false, last_assistant_message: 'Done.' },
      ),
      'pre-compact': payload(
        { name: 'pre-compact', note: 'auto' },
        { hook_event_name: 'PreCompact', turn_id: 't', trigger: 'auto' },
      ),
      'post-compact': payload(
        { name: 'post-compact', summary: null },
        { hook_event_name: 'PostCompact', turn_id: 't', trigger: 'auto' },
      ),
      'session-end': payload(
        { name: 'session-end', why: 'other' },
        { hook_event_name: 'SessionEnd', reason: 'other' },
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
      '{"type":"event_msg","payload":{"type":"of_tomorrow","message":"x"}}',
      ...firstTurn,
      'half a li',
      '{"type":"response_item","payload":7}',
      '',
      ...secondTurn,
      '{"type":"of_tomorrow","payload":{"type":"user_message","message":"not this"}}',
    ]),
    pauseAt: fileOf(firstTurn).length,
    texts: ['Release the lock', 'Released.', 'And test it', 'All tests pass.'],
    folder: PROJECT,
    isBelowRoot: '.codex/sessions',
    named: { path: FILE, sessionId: ID },
  },
  settings: { '.json': TEXTS, '.toml': TOML_TEXTS },
};

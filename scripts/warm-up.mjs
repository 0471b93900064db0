// Runs the built program as people and clients do, in a home of its own: V8 compiles a function when it is first called,
// and only what is compiled is in the code cache.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const KEEP = join(dirname(fileURLToPath(import.meta.url)), 'keep-caches.cjs');

const line = (cwd, type, content) =>
  `${JSON.stringify({ type, isSidechain: false, cwd, timestamp: '2026-01-01T00:00:00.000Z', message: { role: type, content } })}\n`;

function writeTranscript(home) {
  const path = join(home, '.claude', 'projects', 'x', 'warm.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  const call = { type: 'tool_use', id: 't', name: 'Write', input: { file_path: join(home, 'a.ts') } };
  const messages = [
    ['user', 'Write a.ts'],
    ['assistant', [call]],
    ['user', [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }]],
    ['assistant', [{ type: 'text', text: 'Written. One test still fails.' }]],
  ];
  writeFileSync(path, messages.map(([type, content]) => line(home, type, content)).join(''));
  return path;
}

/** The same as another client writes it: its hooks and its format are loaded by the same part of the program. */
function writeRollout(home) {
  const path = join(home, '.codex', 'sessions', 'warm.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  const payloads = [
    ['session_meta', { id: 'warm', cwd: home }],
    ['event_msg', { type: 'user_message', message: 'Write a.ts' }],
    [
      'response_item',
      { type: 'function_call', name: 'exec_command', call_id: 'c', arguments: '{"cmd":"ls"}' },
    ],
    ['response_item', { type: 'function_call_output', call_id: 'c', output: 'a.ts' }],
    [
      'response_item',
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Written.' }] },
    ],
  ];
  const lines = payloads.map(([type, payload]) => ({ timestamp: '2026-01-01T00:00:00.000Z', type, payload }));
  writeFileSync(path, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return path;
}

const call = (name, args) => ({ method: 'tools/call', params: { name, arguments: args } });
/** More than fits into a report, so that what shortens and leaves out is compiled too. */
const many = (count, text) =>
  Array.from({ length: count }, (_, at) => `${at + 1}. ${text}${'. It was found in review.'.repeat(at % 4)}`);
const HANDOFF = {
  summary_notes: 'Written.',
  checkpoint: 'Half done: `a.ts` is written, the test of it fails.',
  decisions: [
    'SQLite, because it is one file',
    ...many(4, 'The parser stays as it is, because it is tested'),
  ],
  open_loops: ['A test still fails', ...many(50, 'Move the cache of the worker behind the queue')],
  constraints: ['Never touch src/generated', ...many(20, 'Do not change the schema of the ledger')],
  lessons: many(3, 'The socket of the driver is closed before the signal'),
};
const CLIENT = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'build', version: '1' },
};
const REQUESTS = [
  { method: 'initialize', params: CLIENT },
  { method: 'tools/list' },
  call('boot_report', {}),
  call('end_session', HANDOFF),
  call('boot_report', {}),
  call('search_memory', {
    query: 'Which database did we decide to use, and what test still fails since 2025?',
  }),
  call('search_memory', { query: 'srcgenerated SQLlite' }),
];
const EVENTS = [
  'session-start',
  'prompt',
  'stop',
  'pre-compact',
  'post-compact',
  'session-end',
  'session-start',
];

/** No run takes seconds; one that hangs must not block the build. */
const PATIENCE_MS = 60_000;

/** `talk` writes to the program, and ends its input. */
async function run(program, home, args, talk) {
  const child = spawn(process.execPath, ['--require', KEEP, program, ...args], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      THROUGHLINE_HOME: join(home, 'store'),
      // What is not compiled before a hook is stopped is missing in the code cache.
      THROUGHLINE_HOOK_TIMEOUT_MS: '60000',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: PATIENCE_MS,
  });
  // A program that ends too early is reported by its exit code.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'exit');
  await talk(child);
  const [code, signal] = await ended;
  if (code !== 0) throw new Error(`the program just built ended with ${signal ?? code}: ${args.join(' ')}`);
}

const saying = (text) => (child) => {
  child.stdout.resume();
  child.stdin.end(text);
};

async function asClient({ stdin, stdout }) {
  const answers = createInterface({ input: stdout })[Symbol.asyncIterator]();
  for (const [id, request] of REQUESTS.entries()) {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`);
    const { value, done } = await answers.next();
    if (done) break;
    const { error, result } = JSON.parse(value);
    if (error) throw new Error(`${request.method}: ${error.message}`);
    if (result.isError) throw new Error(`${request.params.name}: ${result.content[0].text}`);
  }
  stdin.end();
}

/** Sessions start in a repository. Where git is not installed, they start without. */
function makeRepository(home) {
  const identity = ['-c', 'user.name=build', '-c', 'user.email=build@localhost'];
  for (const words of [
    ['init', '-q'],
    [...identity, 'commit', '-q', '--allow-empty', '-m', 'first'],
  ])
    spawnSync('git', words, { cwd: home, stdio: 'ignore' });
}

/** In sequence, because each run adds to the caches of the one before. */
export async function warmUp(program) {
  const home = mkdtempSync(join(tmpdir(), 'throughline-build-'));
  try {
    makeRepository(home);
    await run(program, home, ['mcp'], asClient);
    const transcripts = { 'claude-code': writeTranscript(home), codex: writeRollout(home) };
    const hook = (client, event, transcript_path, session_id = client) => {
      const payload = { session_id, cwd: home, transcript_path, source: 'startup', prompt_id: event };
      return run(program, home, ['hook', client, event], saying(JSON.stringify(payload)));
    };
    for (const [client, path] of Object.entries(transcripts))
      for (const event of EVENTS) await hook(client, event, path);
    // Others are open then, which is what a person with several terminals has.
    for (const id of ['second', 'third']) await hook('claude-code', 'session-start', null, id);
    // A client without an event for the start of a conversation: the first prompt starts it.
    await hook('gemini', 'prompt', null);
    await run(program, home, ['boot', '--brief'], saying(''));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

// Plays a recorded session of Codex through the hooks of the built program, and prints what the next session gets:
// `node scripts/play-codex-transcript.mjs [--end] [--json] FILE.jsonl[.gz]`. The session is killed, or with --end ended.
// Everything happens in a home of its own, which is removed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { end: { type: 'boolean' }, json: { type: 'boolean' } },
});
const [file] = positionals;
if (file === undefined) {
  process.stderr.write('usage: node scripts/play-codex-transcript.mjs [--end] [--json] FILE.jsonl[.gz]\n');
  process.exit(2);
}

const PROGRAM = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'bin.js');
const top = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-play-')));
const [home, project] = ['home', 'project'].map((name) => join(top, name));
const folder = join(home, '.codex', 'sessions', '2026', '01', '01');
for (const path of [project, folder]) mkdirSync(path, { recursive: true });
spawnSync('git', ['init', '-q', '-b', 'main'], { cwd: project });

const bytes = readFileSync(file);
const recorded = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
const cwd = /"cwd":"([^"]+)"/.exec(recorded)?.[1];
const lines = (cwd === undefined ? recorded : recorded.replaceAll(cwd, project))
  .split('\n')
  .filter((line) => line.trim() !== '');
const sessionId = /"id":"([0-9a-f-]{36})"/.exec(recorded)?.[1] ?? '00000000-0000-7000-8000-000000000001';
const rolloutOf = (id) => join(folder, `rollout-2026-01-01T00-00-00-${id}.jsonl`);

/** Stands for the client: hooks are its children, and once it is killed, they find it gone. */
const CLIENT = `process.on('message', ({ command, args, ...options }) => {
  const { stdout, stderr } = require('node:child_process').spawnSync(command, args, { ...options, encoding: 'utf8' });
  process.send({ stdout, stderr });
});`;
const openClient = () =>
  spawn(process.execPath, ['-e', CLIENT], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

async function runHook(event, client, id, facts) {
  const common = { session_id: id, transcript_path: rolloutOf(id), cwd: project, permission_mode: 'default' };
  client.send({
    command: process.execPath,
    args: [PROGRAM, 'hook', 'codex', event],
    cwd: project,
    input: JSON.stringify({ ...common, ...facts }),
    env: {
      PATH: process.env.PATH,
      HOME: home,
      THROUGHLINE_HOME: join(top, 'store'),
      THROUGHLINE_HOOK_TIMEOUT_MS: '10000',
    },
  });
  const [{ stdout, stderr }] = await once(client, 'message');
  if (stderr !== '') process.stderr.write(stderr);
  return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

async function kill(client) {
  client.kill('SIGKILL');
  await once(client, 'exit');
}

const parse = (line) => {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
};
const isPrompt = ({ type, payload }) =>
  type === 'event_msg' &&
  (payload?.type === 'user_message' ||
    (payload?.type === 'item_completed' && payload.item?.type === 'UserMessage'));

/** Writes the transcript as the client does, and runs the hooks at the moments at which the client does. */
async function play(client) {
  let lastReply = '';
  let isTurnOpen = false;
  let turns = 0;
  const endTurn = async () => {
    if (isTurnOpen) await runHook('stop', client, sessionId, { last_assistant_message: lastReply });
    isTurnOpen = false;
  };
  const rollout = rolloutOf(sessionId);
  appendFileSync(rollout, `${lines[0]}\n`);
  await runHook('session-start', client, sessionId, { source: 'startup' });
  for (const line of lines.slice(1)) {
    const record = parse(line);
    if (isPrompt(record)) {
      await endTurn();
      await runHook('prompt', client, sessionId, { prompt: 'x' });
      isTurnOpen = true;
      turns++;
    }
    if (record.type === 'compacted') await runHook('pre-compact', client, sessionId, { trigger: 'auto' });
    appendFileSync(rollout, `${line}\n`);
    if (record.type === 'compacted') {
      await runHook('post-compact', client, sessionId, { trigger: 'auto' });
      const report = await runHook('session-start', client, sessionId, { source: 'compact' });
      if (!options.json)
        process.stdout.write(`--- after the compaction in line ${lines.indexOf(line) + 1}\n${report}\n\n`);
    }
    const { payload } = record;
    if (payload?.type === 'message' && payload.role === 'assistant')
      lastReply = payload.content?.map(({ text = '' }) => text).join('\n') ?? '';
  }
  return { turns, endTurn };
}

try {
  const client = openClient();
  const { turns, endTurn } = await play(client);
  if (options.end) {
    await endTurn();
    await runHook('session-end', client, sessionId, { reason: 'other' });
  }
  await kill(client);
  const next = openClient();
  const nextId = '00000000-0000-7000-8000-00000000000f';
  const report = await runHook('session-start', next, nextId, { source: 'startup' });
  await kill(next);
  if (options.json)
    process.stdout.write(
      `${JSON.stringify({ file: basename(file), turns, lines: lines.length, report }, null, 2)}\n`,
    );
  else
    process.stdout.write(
      `--- ${basename(file)}: ${turns} turns, ${lines.length} lines; the next session gets\n${report}\n`,
    );
} finally {
  rmSync(top, { recursive: true, force: true });
}

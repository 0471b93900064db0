// Runs a hook through its events in a home of its own, so that what they run through is compiled when the cache is made.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const EVENTS = ['session-start', 'prompt', 'stop', 'session-end', 'session-start'];

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

export async function warmHook({ runHook }, version) {
  const home = mkdtempSync(join(tmpdir(), 'throughline-build-'));
  const payload = {
    session_id: 'warm',
    cwd: home,
    transcript_path: writeTranscript(home),
    source: 'startup',
  };
  const env = { PATH: process.env.PATH };
  const machine = {
    env,
    homeDir: home,
    cwd: home,
    parentPid: process.ppid,
    kill: process.kill.bind(process),
    readStdin: async () => JSON.stringify(payload),
    print: () => undefined,
    log: (failure) => {
      throw new Error(failure);
    },
    giveUpAfter: () => undefined,
  };
  const input = { flags: {}, env, homeDir: home, cwd: home, readFile: () => undefined };
  for (const event of EVENTS) {
    payload.prompt_id = String(Math.random());
    await runHook(['claude-code', event], input, machine, version);
  }
  rmSync(home, { recursive: true, force: true });
}

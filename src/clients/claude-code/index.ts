import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { EVENTS } from './events.ts';

const SOCKET = /(\d+)\.sock$/;

export const claudeCode: ClientAdapter = {
  name: 'claude-code',
  title: 'Claude Code',
  environment: {
    projectDir: (env) => env.CLAUDE_PROJECT_DIR || null,
    sessionId: (env) => env.CLAUDE_CODE_SESSION_ID || null,
    // Hooks get the process id in a variable. A server finds it in the name of its socket, even behind a shim.
    processId: (env) =>
      Number(env.CLAUDE_PID) || Number(SOCKET.exec(env.CLAUDE_CODE_MESSAGING_SOCKET ?? '')?.[1]) || null,
  },
  hooks: {
    events: EVENTS,
    // The default budget, so that `throughline boot` shows what is sent. The client shows at most 10,000 characters.
    budget: { size: 8_000, unit: 'characters' },
    // The client kills all hooks of a session's end after a second and a half.
    timeShares: { 'session-end': 0.55 },
    protocol: async () => (await import('./hook-protocol.ts')).protocol,
  },
  transcripts: {
    roots: ({ homeDir, env }) => [join(env.CLAUDE_CONFIG_DIR || join(homeDir, '.claude'), 'projects')],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
  },
  connection: {
    overStdio: ({ shellLine }) => `claude mcp add throughline -- ${shellLine}`,
    overHttp: (url) => `claude mcp add --transport http throughline ${url}`,
  },
  snippets: async () => (await import('./settings.ts')).listSnippets,
  install: async () => (await import('./settings.ts')).listParts,
  installNotes: (scope) =>
    scope === 'project'
      ? ['Claude Code asks each of them once before it starts a server that a project brings.']
      : [],
  doctor: async () => (await import('./doctor.ts')).findConnected,
};

import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { COMMON_EVENTS, isOfSubagent, jsonHooks } from '../shared/adapter-parts.ts';

/** One folder for each project. Files of subagents begin with `agent-`, or lie deeper. */
const SESSION_FILE = /[/\\]projects[/\\][^/\\]+[/\\](?!agent-)([^/\\]+)\.jsonl$/;
const SOCKET = /(\d+)\.sock$/;

export const claudeCode = {
  name: 'claude-code',
  title: 'Claude Code',
  environment: {
    projectDir: (env) => env.CLAUDE_PROJECT_DIR || null,
    sessionId: (env) => env.CLAUDE_CODE_SESSION_ID || null,
    // Hooks get the process id in a variable. A server finds it in the name of its socket, even behind a shim.
    processId: (env) =>
      Number(env.CLAUDE_PID) || Number(SOCKET.exec(env.CLAUDE_CODE_MESSAGING_SOCKET ?? '')?.[1]) || null,
  },
  hooks: jsonHooks({
    events: COMMON_EVENTS,
    // The client shows at most 10,000 characters. It kills all hooks of a session's end after a second and a half.
    timeShares: { 'session-end': 0.55 },
    isIgnored: isOfSubagent,
  }),
  transcripts: {
    roots: ({ homeDir, env }) => [join(env.CLAUDE_CONFIG_DIR || join(homeDir, '.claude'), 'projects')],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    sessionIdOf: (path) => SESSION_FILE.exec(path)?.[1] ?? null,
  },
  httpConnection: (url) => `claude mcp add --transport http throughline ${url}`,
  settings: async () => (await import('./settings.ts')).settings,
  presence: {
    paths: ({ homeDir, env }) => [
      env.CLAUDE_CONFIG_DIR || join(homeDir, '.claude'),
      join(homeDir, '.claude.json'),
    ],
    programs: ['claude'],
  },
  installNotes: (scope) =>
    scope === 'project'
      ? ['Claude Code asks each user once before it starts a server from project settings.']
      : [],
} satisfies ClientAdapter;

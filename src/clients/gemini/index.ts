import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { jsonHooks } from '../shared/adapter-parts.ts';

const SESSION_FILE = /[\\/]chats[\\/]session-[^\\/]+-([0-9a-f]{8})\.jsonl$/;

export const gemini = {
  name: 'gemini',
  title: 'Gemini CLI',
  hooks: jsonHooks({
    // SessionStart is not used, because the client drops its context when a conversation is resumed: the first
    // BeforeAgent opens the session. PreCompress fires before every request.
    events: { BeforeAgent: 'prompt', AfterAgent: 'stop', SessionEnd: 'session-end' },
    lastWords: 'prompt_response',
    render: (_, report) =>
      JSON.stringify({ hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: report } }),
  }),
  transcripts: {
    roots: ({ homeDir }) => [join(homeDir, '.gemini', 'tmp')],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    // The beginning of the id; the first line of the file contains all of it.
    sessionIdOf: (path) => SESSION_FILE.exec(path)?.[1] ?? null,
  },
  httpConnection: (url) => `gemini mcp add --transport http throughline ${url}`,
  settings: async () => (await import('./settings.ts')).settings,
  presence: { paths: ({ homeDir }) => [join(homeDir, '.gemini')], programs: ['gemini'] },
  installNotes: (scope) =>
    scope === 'project' ? ['Gemini CLI reads hooks of a project only in folders that you trust.'] : [],
} satisfies ClientAdapter;

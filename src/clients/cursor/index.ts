import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { connectionLine, jsonHooks, UUID } from '../shared/adapter-parts.ts';

/** The editor has a folder for each conversation, in which files of subagents lie too. The terminal has none. */
const SESSION_FILE = new RegExp(
  String.raw`[/\\]agent-transcripts[/\\](?:(${UUID})[/\\]\1|(${UUID}))\.jsonl$`,
);
const FOLDER_SLUG = /[/\\]projects[/\\]([^/\\]+)[/\\]agent-transcripts[/\\]/;

export const cursor = {
  name: 'cursor',
  title: 'Cursor',
  hooks: jsonHooks({
    // There is no event after a compaction, and none when a conversation is resumed.
    events: {
      sessionStart: 'session-start',
      beforeSubmitPrompt: 'prompt',
      stop: 'stop',
      preCompact: 'pre-compact',
      sessionEnd: 'session-end',
    },
    // The payload also has the person's e-mail address. Nothing but named fields is read.
    id: 'conversation_id',
    // On Windows the client writes `/c:/Users/ada`.
    folderIn: (payload) => payload.firstOf('workspace_roots')?.replace(/^\/(?=[A-Za-z]:)/, '') ?? null,
    render: (_, report) => JSON.stringify({ additional_context: report }),
  }),
  transcripts: {
    roots: ({ homeDir }) => [join(homeDir, '.cursor', 'projects')],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    sessionIdOf(path) {
      const [, inFolder, alone] = SESSION_FILE.exec(path) ?? [];
      return inFolder ?? alone ?? null;
    },
    folderSlugOf: (path) => FOLDER_SLUG.exec(path)?.[1] ?? null,
  },
  httpConnection: (url) => connectionLine('~/.cursor/mcp.json', { mcpServers: { throughline: { url } } }),
  settings: async () => (await import('./settings.ts')).settings,
  presence: { paths: ({ homeDir }) => [join(homeDir, '.cursor')], programs: ['cursor', 'cursor-agent'] },
} satisfies ClientAdapter;

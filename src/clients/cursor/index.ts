import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { connectionLine } from '../shared/server-settings-file.ts';
import { EVENTS } from './events.ts';

const inSettings = (throughline: object) =>
  connectionLine('~/.cursor/mcp.json', { mcpServers: { throughline } });

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** The editor has a folder for each conversation, in which files of subagents lie too. The terminal has none. */
const SESSION_FILE = new RegExp(String.raw`[/\\]agent-transcripts[/\\](?:(${ID})[/\\]\1|(${ID}))\.jsonl$`);

export const cursor: ClientAdapter = {
  name: 'cursor',
  title: 'Cursor',
  hooks: {
    events: EVENTS,
    // The default budget: no limit of the client is documented.
    budget: { size: 8_000, unit: 'characters' },
    protocol: async () => (await import('./hook-protocol.ts')).protocol,
  },
  transcripts: {
    roots: ({ homeDir }) => [join(homeDir, '.cursor', 'projects')],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    sessionIdOf(path) {
      const [, inFolder, alone] = SESSION_FILE.exec(path) ?? [];
      return inFolder ?? alone ?? null;
    },
  },
  connection: {
    overStdio: ({ command, args }) => inSettings({ command, args }),
    overHttp: (url) => inSettings({ url }),
  },
  snippets: async () => (await import('./settings.ts')).listSnippets,
  install: async () => (await import('./settings.ts')).listParts,
  presence: { paths: ({ homeDir }) => [join(homeDir, '.cursor')], programs: ['cursor', 'cursor-agent'] },
  doctor: async () => (await import('./doctor.ts')).findConnected,
};

import { join } from 'node:path';
import type { ClientAdapter, HomePlace } from '../../app/ports/client-adapter.ts';
import { EVENTS } from './events.ts';

const folderOf = ({ homeDir, env }: HomePlace): string => env.CODEX_HOME || join(homeDir, '.codex');
const SESSION_FILE = /[/\\]rollout-[\dT-]{19}-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/;

export const codex: ClientAdapter = {
  name: 'codex',
  title: 'Codex',
  sessionInCall: ({ sessionId }) => (typeof sessionId === 'string' && sessionId !== '' ? sessionId : null),
  hooks: {
    events: EVENTS,
    // The client shows at most 10,000 bytes; of more it cuts out the middle.
    budget: { size: 9_000, unit: 'bytes' },
    protocol: async () => (await import('./hook-protocol.ts')).protocol,
  },
  transcripts: {
    roots: (place) => [join(folderOf(place), 'sessions'), join(folderOf(place), 'archived_sessions')],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    sessionIdOf: (path) => SESSION_FILE.exec(path)?.[1] ?? null,
  },
  connection: {
    overStdio: ({ shellLine }) => `codex mcp add throughline -- ${shellLine}`,
    overHttp: (url) => `codex mcp add throughline --url ${url}`,
  },
  snippets: async () => (await import('./settings.ts')).listSnippets,
  install: async () => (await import('./settings.ts')).listParts,
  presence: { paths: (place) => [folderOf(place)], programs: ['codex'] },
  installNotes: (scope) => [
    'Codex runs new hooks only after you trust them. It asks at its next start, and /hooks lists them.',
    ...(scope === 'project'
      ? ['Codex reads hooks and servers of a project only in folders that you trust.']
      : []),
  ],
  doctor: async () => (await import('./doctor.ts')).findConnected,
};

import { join } from 'node:path';
import type { ClientAdapter, HomePlace } from '../../app/ports/client-adapter.ts';
import { COMMON_EVENTS, isOfSubagent, jsonHooks, UUID } from '../shared/adapter-parts.ts';

const folderOf = ({ homeDir, env }: HomePlace): string => env.CODEX_HOME || join(homeDir, '.codex');
const SESSION_FILE = new RegExp(String.raw`[/\\]rollout-[\dT-]{19}-(${UUID})\.jsonl$`);

export const codex = {
  name: 'codex',
  title: 'Codex',
  sessionInCall: ({ sessionId }) => (typeof sessionId === 'string' && sessionId !== '' ? sessionId : null),
  hooks: jsonHooks({
    events: COMMON_EVENTS,
    // The client shows at most 10,000 bytes; of more it cuts out the middle.
    budget: { size: 9_300, unit: 'bytes' },
    isIgnored: isOfSubagent,
  }),
  transcripts: {
    roots: (place) => [join(folderOf(place), 'sessions'), join(folderOf(place), 'archived_sessions')],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    sessionIdOf: (path) => SESSION_FILE.exec(path)?.[1] ?? null,
  },
  httpConnection: (url) => `codex mcp add throughline --url ${url}`,
  settings: async () => (await import('./settings.ts')).settings,
  presence: { paths: (place) => [folderOf(place)], programs: ['codex'] },
  installNotes: (scope) => [
    'Codex runs new hooks only after you trust them. It asks at its next start, and /hooks lists them.',
    ...(scope === 'project'
      ? ['Codex reads hooks and servers of a project only in folders that you trust.']
      : []),
  ],
} satisfies ClientAdapter;

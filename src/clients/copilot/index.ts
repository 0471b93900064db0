import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { EVENTS } from './events.ts';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const SESSION_ID = new RegExp(`^${ID}$`);
const SESSION_FILE = new RegExp(String.raw`[/\\]session-state[/\\](${ID})[/\\]events\.jsonl$`);

export const copilot: ClientAdapter = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  environment: {
    projectDir: ({ COPILOT_PROJECT_DIR }) => COPILOT_PROJECT_DIR || null,
    sessionId: ({ COPILOT_AGENT_SESSION_ID }) => COPILOT_AGENT_SESSION_ID || null,
  },
  hooks: {
    events: EVENTS,
    // The default budget: no limit of the client was found.
    budget: { size: 8_000, unit: 'characters' },
    protocol: async () => (await import('./hook-protocol.ts')).protocol,
  },
  transcripts: {
    roots: ({ homeDir }) => [join(homeDir, '.copilot', 'session-state')],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    sessionIdOf: (path) => SESSION_FILE.exec(path)?.[1] ?? null,
    pathOf: ({ homeDir }, id) =>
      SESSION_ID.test(id) ? join(homeDir, '.copilot', 'session-state', id, 'events.jsonl') : null,
  },
  snippets: async () => (await import('./settings.ts')).listSnippets,
  install: async () => (await import('./settings.ts')).listParts,
  presence: { paths: ({ homeDir }) => [join(homeDir, '.copilot')], programs: ['copilot'] },
  installNotes: (scope) =>
    scope === 'project' ? ['Copilot reads hooks of a project only in folders that you trust.'] : [],
  doctor: async () => (await import('./doctor.ts')).findConnected,
};

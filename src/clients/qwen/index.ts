import { join } from 'node:path';
import type { ClientAdapter, HomePlace } from '../../app/ports/client-adapter.ts';
import { EVENTS } from './events.ts';

const SESSION_FILE = /[/\\]chats[/\\]([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/;

const projectsFolder = ({ homeDir, env }: HomePlace): string =>
  join(env.QWEN_RUNTIME_DIR || env.QWEN_HOME || join(homeDir, '.qwen'), 'projects');

export const qwen: ClientAdapter = {
  name: 'qwen',
  title: 'Qwen Code',
  environment: {
    projectDir: ({ QWEN_PROJECT_DIR }) => QWEN_PROJECT_DIR || null,
    sessionId: ({ QWEN_CODE_SESSION_ID }) => QWEN_CODE_SESSION_ID || null,
  },
  hooks: {
    events: EVENTS,
    // The default budget: no limit of the client was found.
    budget: { size: 8_000, unit: 'characters' },
    protocol: async () => (await import('./hook-protocol.ts')).protocol,
  },
  transcripts: {
    roots: (place) => [projectsFolder(place)],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    sessionIdOf: (path) => SESSION_FILE.exec(path)?.[1] ?? null,
  },
  connection: {
    overStdio: ({ shellLine }) => `qwen mcp add throughline ${shellLine}`,
    overHttp: (url) => `qwen mcp add --transport http throughline ${url}`,
  },
  snippets: async () => (await import('./settings.ts')).listSnippets,
  install: async () => (await import('./settings.ts')).listParts,
  presence: {
    paths: ({ homeDir, env }) => [env.QWEN_HOME || join(homeDir, '.qwen')],
    programs: ['qwen'],
  },
  installNotes: (scope) =>
    scope === 'project' ? ['Qwen Code reads hooks of a project only in folders that you trust.'] : [],
  doctor: async () => (await import('./doctor.ts')).findConnected,
};

import { join } from 'node:path';
import type { ClientAdapter, HomePlace } from '../../app/ports/client-adapter.ts';
import { COMMON_EVENTS, isOfSubagent, jsonHooks, UUID } from '../shared/adapter-parts.ts';

const SESSION_FILE = new RegExp(String.raw`[/\\]chats[/\\](${UUID})\.jsonl$`);

const projectsFolder = ({ homeDir, env }: HomePlace): string =>
  join(env.QWEN_RUNTIME_DIR || env.QWEN_HOME || join(homeDir, '.qwen'), 'projects');

export const qwen = {
  name: 'qwen',
  title: 'Qwen Code',
  environment: {
    projectDir: ({ QWEN_PROJECT_DIR }) => QWEN_PROJECT_DIR || null,
    sessionId: ({ QWEN_CODE_SESSION_ID }) => QWEN_CODE_SESSION_ID || null,
  },
  hooks: jsonHooks({
    // SessionEnd does not fire without a terminal.
    events: COMMON_EVENTS,
    // The client reports a prompt without text after every batch of tools. Nobody typed it.
    isIgnored: (name, payload) =>
      (name === 'prompt' && payload.text('prompt') === null) || isOfSubagent(name, payload),
  }),
  transcripts: {
    roots: (place) => [projectsFolder(place)],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    sessionIdOf: (path) => SESSION_FILE.exec(path)?.[1] ?? null,
  },
  httpConnection: (url) => `qwen mcp add --transport http throughline ${url}`,
  settings: async () => (await import('./settings.ts')).settings,
  presence: {
    paths: ({ homeDir, env }) => [env.QWEN_HOME || join(homeDir, '.qwen')],
    programs: ['qwen'],
  },
  installNotes: (scope) =>
    scope === 'project' ? ['Qwen Code reads hooks of a project only in folders that you trust.'] : [],
} satisfies ClientAdapter;

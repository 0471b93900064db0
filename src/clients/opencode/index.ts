import { join } from 'node:path';
import type { ClientAdapter, HomePlace } from '../../app/ports/client-adapter.ts';
import { EVENTS } from './events.ts';

const ID = 'ses_[0-9a-f]{12}[0-9A-Za-z]{14}';
const SESSION_ID = new RegExp(`^${ID}$`);
/** All conversations are in one database. The path of one is that of the database, and its id. */
const CONVERSATION = new RegExp(String.raw`^(.*[/\\]opencode\.db)(?:#(${ID}))?$`);

const dataFolder = ({ homeDir, env }: HomePlace): string =>
  join(env.XDG_DATA_HOME || join(homeDir, '.local', 'share'), 'opencode');

export const opencode: ClientAdapter = {
  name: 'opencode',
  title: 'OpenCode',
  isSessionId: (id) => SESSION_ID.test(id),
  hooks: {
    events: EVENTS,
    // The default budget: no limit of the client was found.
    budget: { size: 8_000, unit: 'characters' },
    protocol: async () => (await import('./hook-protocol.ts')).protocol,
  },
  transcripts: {
    roots: (place) => [dataFolder(place)],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    sessionIdOf: (path) => CONVERSATION.exec(path)?.[2] ?? null,
    databaseOf: (path) => CONVERSATION.exec(path)?.[1] ?? null,
    pathOf: (place, id) => (SESSION_ID.test(id) ? join(dataFolder(place), `opencode.db#${id}`) : null),
  },
  snippets: async () => (await import('./settings.ts')).listSnippets,
  install: async () => (await import('./settings.ts')).listParts,
  presence: {
    paths: (place) => [join(place.homeDir, '.config', 'opencode'), dataFolder(place)],
    programs: ['opencode'],
  },
  installNotes: () => [
    'OpenCode downloads the package @opencode-ai/plugin when it finds a plugin for the first time.',
  ],
  doctor: async () => (await import('./doctor.ts')).findConnected,
};

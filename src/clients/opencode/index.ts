import { join } from 'node:path';
import type { ClientAdapter, HomePlace } from '../../app/ports/client-adapter.ts';
import { DEFAULT_BUDGET } from '../shared/adapter-parts.ts';

const ID = 'ses_[0-9a-f]{12}[0-9A-Za-z]{14}';
const SESSION_ID = new RegExp(`^${ID}$`);
/** All conversations are in one database. The path of one is that of the database, and its id. */
const CONVERSATION = new RegExp(String.raw`^(.*[/\\]opencode\.db)(?:#(${ID}))?$`);

const dataFolder = ({ homeDir, env }: HomePlace): string =>
  join(env.XDG_DATA_HOME || join(homeDir, '.local', 'share'), 'opencode');

export const opencode = {
  name: 'opencode',
  title: 'OpenCode',
  isSessionId: (id) => SESSION_ID.test(id),
  hooks: {
    // A session starts with its first message in a process, because the client reports no event when a conversation is
    // continued.
    events: {
      'session.created': 'session-start',
      'chat.message': 'prompt',
      'session.idle': 'stop',
      'experimental.session.compacting': 'pre-compact',
      'session.compacted': 'post-compact',
      dispose: 'session-end',
    },
    budget: DEFAULT_BUDGET,
    protocol: async () => (await import('./hook-protocol.ts')).protocol,
  },
  transcripts: {
    roots: (place) => [dataFolder(place)],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    sessionIdOf: (path) => CONVERSATION.exec(path)?.[2] ?? null,
    databaseOf: (path) => CONVERSATION.exec(path)?.[1] ?? null,
    pathOf: (place, id) => (SESSION_ID.test(id) ? join(dataFolder(place), `opencode.db#${id}`) : null),
  },
  settings: async () => (await import('./settings.ts')).settings,
  presence: {
    paths: (place) => [join(place.homeDir, '.config', 'opencode'), dataFolder(place)],
    programs: ['opencode'],
  },
  installNotes: () => [
    'OpenCode downloads the package @opencode-ai/plugin when it finds a plugin for the first time.',
  ],
} satisfies ClientAdapter;

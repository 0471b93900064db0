import { type ClientAdapter, HOOK_EVENTS } from '../../app/ports/client-adapter.ts';
import type { ServingCommand } from '../define-command.ts';
import { importOffer, type PastConversations } from '../format.ts';

export const mcp: ServingCommand = {
  name: 'mcp',
  summary: 'Serve one MCP client over standard input and output.',
  effect: 'serve',
  examples: ['throughline mcp', 'claude mcp add throughline -- throughline mcp'],
  flags: [],
};

export const hook: ServingCommand = {
  name: 'hook',
  summary: 'Handle an event of an agent client. Its hooks run this with JSON on standard input.',
  effect: 'serve',
  examples: ['throughline hook claude-code session-start', 'throughline hook claude-code check'],
  flags: [],
  positionals: [
    { name: 'CLIENT', description: 'The agent client that sends the event.' },
    {
      name: 'EVENT',
      description: `${HOOK_EVENTS.join(', ')}. "check" only reports that the program runs.`,
    },
  ],
};

type GuideClient = Pick<ClientAdapter, 'name' | 'title' | 'httpConnection'>;

interface GuideFacts {
  readonly url: string;
  readonly store: string;
  readonly version: string;
  readonly program: string;
  readonly flags: readonly string[];
  readonly clients: readonly GuideClient[];
  /** What an empty store could import. */
  readonly past: readonly PastConversations[];
}

/** Quotes for a shell, with double quotes if possible, because every shell has them. */
const quote = (word: string) => {
  if (/^[\w./:=@-]+$/.test(word)) return word;
  return /[$`"\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : JSON.stringify(word);
};

/** A heading and one line per client; nothing without clients. */
function section(
  heading: string,
  clients: readonly GuideClient[],
  lineOf: (client: GuideClient) => string | undefined,
): readonly string[] {
  const lines = clients.flatMap((client) => {
    const line = lineOf(client);
    return line === undefined ? [] : [{ title: client.title, line }];
  });
  if (lines.length === 0) return [];
  const width = Math.max(...lines.map(({ title }) => title.length)) + 3;
  return [heading, ...lines.map(({ title, line }) => `  ${title.padEnd(width)}${line}`), ''];
}

/** The exact lines that connect each client, the most complete way first. HTTP is last, because it does not know the project. */
export function renderConnectionGuide(facts: GuideFacts): readonly string[] {
  const { url, store, version, program, flags, clients, past } = facts;
  const flagWords = flags.map((flag) => ` ${quote(flag)}`).join('');
  const ownProgram = `node ${JSON.stringify(program)}`;
  const mcpUrl = `${url}/mcp`;
  return [
    `Throughline ${version} is listening at ${mcpUrl} (health: ${url}/health).`,
    `Your data is in ${store}.`,
    '',
    ...section(
      'Connect a client, with hooks where it has them (shows the changes and asks first):',
      clients,
      ({ name }) => `${ownProgram} install ${name}${flagWords}`,
    ),
    ...section(
      'Connect over HTTP while this server runs (each call passes its project or session):',
      clients,
      ({ httpConnection }) => httpConnection?.(mcpUrl),
    ),
    ...past.flatMap((one) => [importOffer(one, ownProgram, flagWords), '']),
    'Press Ctrl+C to stop.',
  ];
}

export const serve: ServingCommand = {
  name: 'serve',
  summary: 'Serve MCP over HTTP on this machine and print how to connect clients.',
  effect: 'serve',
  examples: ['throughline serve', 'throughline serve --port 4748'],
  flags: [],
};

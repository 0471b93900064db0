import type { ConnectionLines } from '../../app/ports/client-adapter.ts';
import type { ServingCommand } from '../define-command.ts';

interface GuideFacts {
  readonly url: string;
  readonly store: string;
  readonly version: string;
  readonly program: string;
  /** The flags that open the same store. */
  readonly flags: readonly string[];
  readonly clients: readonly { readonly title: string; readonly connection?: ConnectionLines }[];
}

/** Quotes for a shell, with double quotes if possible, because every shell has them. */
const quote = (word: string) => {
  if (/^[\w./:=@-]+$/.test(word)) return word;
  return /[$`"\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : JSON.stringify(word);
};

function linesFor(clients: GuideFacts['clients'], lineOf: (connection: ConnectionLines) => string) {
  const connected = clients.flatMap(({ title, connection }) =>
    connection === undefined ? [] : [{ title, line: lineOf(connection) }],
  );
  const width = Math.max(0, ...connected.map(({ title }) => title.length)) + 3;
  return connected.map(({ title, line }) => `  ${title.padEnd(width)}${line}`);
}

/** The exact lines that connect each client. Stdio is first, because it knows the project by itself. */
export function renderConnectionGuide(facts: GuideFacts): readonly string[] {
  const { url, store, version, program, flags, clients } = facts;
  const start = {
    command: 'node',
    args: [program, 'mcp', ...flags],
    shellLine: `node ${JSON.stringify(program)} mcp${flags.map((flag) => ` ${quote(flag)}`).join('')}`,
  };
  const mcpUrl = `${url}/mcp`;
  return [
    `Throughline ${version} is listening at ${mcpUrl} (health: ${url}/health).`,
    `Your data is in ${store}.`,
    '',
    'Connect a client over stdio (recommended; the client starts and stops it):',
    ...linesFor(clients, ({ overStdio }) => overStdio(start)),
    '',
    'Or over HTTP, while this runs (calls then name their project or session):',
    ...linesFor(clients, ({ overHttp }) => overHttp(mcpUrl)),
    '',
    'Stop with Ctrl+C.',
  ];
}

export const serve: ServingCommand = {
  name: 'serve',
  summary: 'Serve MCP over HTTP on this machine, and show how to connect clients.',
  effect: 'serve',
  examples: ['throughline serve', 'throughline serve --port 4748'],
  flags: [],
};

import type { ConnectionLines } from '../app/ports/client-adapter.ts';

export interface GuideFacts {
  readonly url: string;
  readonly store: string;
  readonly version: string;
  /** Path of the program that serves stdio. */
  readonly program: string;
  /** What it takes to open the same store as here. */
  readonly flags: readonly string[];
  readonly clients: readonly { readonly title: string; readonly connection?: ConnectionLines }[];
}

/** For a shell; in double quotes, which every shell has, unless they would not keep it as it is. */
const quote = (word: string) => {
  if (/^[\w./:=@-]+$/.test(word)) return word;
  return /[$`"\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : JSON.stringify(word);
};

/** One line for each client that has one, behind its name. */
function linesFor(clients: GuideFacts['clients'], lineOf: (connection: ConnectionLines) => string) {
  const connected = clients.flatMap(({ title, connection }) =>
    connection === undefined ? [] : [{ title, line: lineOf(connection) }],
  );
  const width = Math.max(0, ...connected.map(({ title }) => title.length)) + 3;
  return connected.map(({ title, line }) => `  ${title.padEnd(width)}${line}`);
}

/** The exact lines that connect the clients people use; stdio first, since it knows the project by itself. */
export function connectionGuide(facts: GuideFacts): readonly string[] {
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

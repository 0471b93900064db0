export interface GuideFacts {
  readonly url: string;
  readonly store: string;
  readonly version: string;
  /** Path of the program that serves stdio. */
  readonly program: string;
  /** What it takes to open the same store as here. */
  readonly flags: readonly string[];
}

const json = (value: unknown) => JSON.stringify(value);

/** For a shell; in double quotes, which every shell has, unless they would not keep it as it is. */
const quote = (word: string) => {
  if (/^[\w./:=@-]+$/.test(word)) return word;
  return /[$`"\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : json(word);
};

/** The exact lines that connect the clients people use; stdio first, since it knows the project by itself. */
export function connectionGuide({ url, store, version, program, flags }: GuideFacts): readonly string[] {
  const args = [program, 'mcp', ...flags];
  const typed = `node ${json(program)} mcp${flags.map((flag) => ` ${quote(flag)}`).join('')}`;
  const mcpUrl = `${url}/mcp`;
  return [
    `Throughline ${version} is listening at ${mcpUrl} (health: ${url}/health).`,
    `Your data is in ${store}.`,
    '',
    'Connect a client over stdio (recommended; the client starts and stops it):',
    `  Claude Code   claude mcp add throughline -- ${typed}`,
    `  Codex         codex mcp add throughline -- ${typed}`,
    `  Gemini CLI    gemini mcp add throughline ${typed}`,
    `  Cursor        in ~/.cursor/mcp.json:   ${json({ mcpServers: { throughline: { command: 'node', args } } })}`,
    `  VS Code       in .vscode/mcp.json:     ${json({ servers: { throughline: { type: 'stdio', command: 'node', args } } })}`,
    '',
    'Or over HTTP, while this runs (calls then name their project or session):',
    `  Claude Code   claude mcp add --transport http throughline ${mcpUrl}`,
    `  Codex         codex mcp add throughline --url ${mcpUrl}`,
    `  Gemini CLI    gemini mcp add --transport http throughline ${mcpUrl}`,
    `  Cursor        in ~/.cursor/mcp.json:   ${json({ mcpServers: { throughline: { url: mcpUrl } } })}`,
    `  VS Code       in .vscode/mcp.json:     ${json({ servers: { throughline: { type: 'http', url: mcpUrl } } })}`,
    '',
    'Stop with Ctrl+C.',
  ];
}

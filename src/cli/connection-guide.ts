export interface GuideFacts {
  readonly url: string;
  readonly store: string;
  readonly version: string;
  /** Path of the program that serves stdio. */
  readonly program: string;
}

const json = (value: unknown) => JSON.stringify(value);

/** The exact lines that connect the clients people use; stdio first, since it knows the project by itself. */
export function connectionGuide({ url, store, version, program }: GuideFacts): readonly string[] {
  const args = [program, 'mcp'];
  const mcpUrl = `${url}/mcp`;
  return [
    `Throughline ${version} is listening at ${mcpUrl} (health: ${url}/health).`,
    `Your data is in ${store}.`,
    '',
    'Connect a client over stdio (recommended; the client starts and stops it):',
    `  Claude Code   claude mcp add throughline -- node ${json(program)} mcp`,
    `  Codex         codex mcp add throughline -- node ${json(program)} mcp`,
    `  Gemini CLI    gemini mcp add throughline node ${json(program)} mcp`,
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

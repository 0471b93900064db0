import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../src/clients/index.ts';
import { CLIENT_NAMES, PLACE, snippetsOf } from './client-place.ts';

const ARGS = ['/opt/throughline/dist/bin.js', 'mcp'];

const namesWith = (scope: 'user' | 'project') =>
  CLIENTS.adapters.filter(({ scopes }) => scopes?.includes(scope) ?? true).map(({ name }) => name);

describe('what to paste', () => {
  it.each(namesWith('user'))('%s gets a server, in a file of its own on each platform', async (name) => {
    const [snippet] = await snippetsOf(name);
    expect(snippet?.what).toBe('MCP server');
    const { linux, macos, windows } = snippet?.paths ?? {};
    expect(linux).toMatch(/^~\//);
    expect(macos).toMatch(/^~\//);
    expect(windows).toMatch(/^%\w+%\\/);
    expect(snippet?.path).toBe(linux?.replace('~', '/home/ada'));
    const words = snippet?.text.replaceAll(/\s+/g, ' ');
    for (const word of ['/usr/bin/node', ...ARGS]) expect(words).toContain(JSON.stringify(word));
  });

  it.each([
    ['claude-code', { mcpServers: { throughline: { type: 'stdio', command: '/usr/bin/node', args: ARGS } } }],
    ['gemini', { mcpServers: { throughline: { command: '/usr/bin/node', args: ARGS } } }],
    ['qwen', { mcpServers: { throughline: { command: '/usr/bin/node', args: ARGS } } }],
    ['cursor', { mcpServers: { throughline: { command: '/usr/bin/node', args: ARGS } } }],
    ['claude-desktop', { mcpServers: { throughline: { command: '/usr/bin/node', args: ARGS } } }],
    ['vscode', { servers: { throughline: { type: 'stdio', command: '/usr/bin/node', args: ARGS } } }],
    [
      'opencode',
      { mcp: { throughline: { type: 'local', command: ['/usr/bin/node', ...ARGS], enabled: true } } },
    ],
  ] as const)('%s takes it under its own key', async (name, wanted) => {
    expect(JSON.parse((await snippetsOf(name))[0]?.text ?? '')).toMatchObject(wanted);
  });

  it('Codex takes it in TOML, with every backslash and quote', async () => {
    const program = { command: 'C:\\Program Files\\node.exe', args: ['C:\\a "b"\\bin.js'], flags: [] };
    expect((await snippetsOf('codex', { ...PLACE, program }))[0]).toMatchObject({
      format: 'toml',
      text: '[mcp_servers.throughline]\ncommand = "C:\\\\Program Files\\\\node.exe"\nargs = ["C:\\\\a \\"b\\"\\\\bin.js", "mcp"]',
    });
  });

  it('hooks come for every client that has them', async () => {
    const all = await Promise.all(
      CLIENT_NAMES.map(async (name) => ({ name, snippets: await snippetsOf(name) })),
    );
    const withHooks = all.filter(({ snippets }) => snippets.some(({ what }) => what === 'hooks'));
    expect(withHooks.map(({ name }) => name)).toEqual(CLIENTS.namesWithHooks);
  });

  it('for a project nothing of this machine is named', async () => {
    for (const name of CLIENT_NAMES) {
      const snippets = await snippetsOf(name, PLACE, 'project');
      expect(snippets.length > 0).toBe(namesWith('project').includes(name));
      for (const { text, path, paths } of snippets) {
        expect(text).not.toMatch(/node|\/home|\/usr|\/opt/);
        expect(text).toContain('throughline');
        expect(path).toMatch(/^\/home\/ada\/lantern\//);
        expect(paths.windows).toMatch(/^<project>\\/);
      }
    }
  });

  it('uses the settings folder that the environment of the client names', async () => {
    const env = {
      CLAUDE_CONFIG_DIR: '/cfg',
      CODEX_HOME: '/cdx',
      QWEN_HOME: '/qwn',
      XDG_CONFIG_HOME: '/xdg',
    };
    const all = await Promise.all(CLIENT_NAMES.map((name) => snippetsOf(name, { ...PLACE, env })));
    const paths = new Set(all.flat().map(({ path }) => path));
    expect([...paths].sort()).toEqual([
      '/cdx/config.toml',
      '/cdx/hooks.json',
      '/cfg/.claude.json',
      '/cfg/settings.json',
      '/home/ada/.copilot/hooks/throughline.json',
      '/home/ada/.copilot/mcp-config.json',
      '/home/ada/.copilot/settings.json',
      '/home/ada/.cursor/hooks.json',
      '/home/ada/.cursor/mcp.json',
      '/home/ada/.gemini/settings.json',
      '/qwn/settings.json',
      '/xdg/Claude/claude_desktop_config.json',
      '/xdg/Code/User/mcp.json',
      '/xdg/Code/User/prompts/throughline.instructions.md',
      '/xdg/opencode/opencode.json',
      '/xdg/opencode/plugin/throughline.js',
    ]);
  });
});

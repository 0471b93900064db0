import { type AgentClient, CLIENT_NAMES, type Snippet } from '../../app/ports/client-settings.ts';
import { parseClient, parseScope, scopeFlag } from '../change-settings.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';

const ABOUT_HOOKS: Readonly<Record<AgentClient['hooks'], (title: string) => readonly string[]>> = {
  ours: () => [],
  'none of ours': (title) => [
    `Throughline has hooks for Claude Code only, so far: ${title} gets the MCP server, and its agent calls start_session by itself.`,
  ],
  'none at all': (title) => [`${title} has no hooks: its agent calls start_session by itself.`],
};

const PLATFORM_NAMES = { linux: 'Linux', macos: 'macOS', windows: 'Windows' } as const;

function elsewhere({ paths }: Snippet): readonly string[] {
  const rows = Object.entries(PLATFORM_NAMES).map(
    ([platform, name]) => `  ${name.padEnd(8)} ${paths[platform as keyof typeof paths]}`,
  );
  return ['By platform:', ...rows];
}

const linesOf = (snippet: Snippet, { style }: CommandContext): readonly string[] => [
  `${style.bold(snippet.what)}: put this into ${style.bold(snippet.path)}`,
  ...elsewhere(snippet),
  '',
  ...snippet.text.split('\n'),
  '',
];

export const printConfig = defineCommand({
  name: 'print-config',
  summary: 'Show what to paste into the settings of an agent client, and where.',
  effect: 'read',
  examples: [
    'throughline print-config codex',
    'throughline print-config vscode --scope project',
    'throughline print-config claude-desktop --json',
  ],
  positionals: [
    {
      name: 'CLIENT',
      description: `The agent client: ${CLIENT_NAMES.join(', ')}.`,
      choices: CLIENT_NAMES,
    },
  ],
  flags: [scopeFlag],
  parse: (flags, [client]) => ({ name: parseClient(client), scope: parseScope(flags) }),
  async act(context, { name, scope }) {
    const clients = await context.clients();
    const client = clients.findClient(name);
    const snippets = clients.listSnippets(name, scope);
    const notes = [
      'Where the file has other entries, keep them, and put ours beside them.',
      ...(client.hooks === 'ours' ? [`throughline install ${name} does this for you.`] : []),
      ...(scope === 'project' ? ['throughline must be on the PATH of everybody who shares it.'] : []),
      ...ABOUT_HOOKS[client.hooks](client.title),
    ];
    return {
      lines: [...snippets.flatMap((snippet) => linesOf(snippet, context)), ...notes],
      facts: { client: name, title: client.title, scope, parts: snippets, notes },
    };
  },
});

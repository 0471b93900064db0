import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import type { Snippet } from '../../app/ports/client-settings.ts';
import { type ClientChoice, parseClient, refuseProjectName, scopeFlag } from '../client-settings.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';

function renderHookNotes({ title, hooks, isWithoutHooks }: ClientAdapter, choices: readonly ClientChoice[]) {
  if (hooks !== undefined) return [];
  if (isWithoutHooks) return [`${title} has no hooks: its agent has to start a session itself.`];
  const hooked = choices.filter((one) => one.hooks !== undefined).map((one) => one.title);
  return [
    `Throughline has hooks for ${hooked.join(', ')} only: ${title} gets the MCP server, and its agent has to start a session itself.`,
  ];
}

const PLATFORM_NAMES = { linux: 'Linux', macos: 'macOS', windows: 'Windows' } as const;

function renderPathsByPlatform({ paths }: Snippet): readonly string[] {
  const rows = Object.entries(PLATFORM_NAMES).map(
    ([platform, name]) => `  ${name.padEnd(8)} ${paths[platform as keyof typeof paths]}`,
  );
  return ['By platform:', ...rows];
}

const linesOf = (snippet: Snippet, { style }: CommandContext): readonly string[] => [
  `${style.bold(snippet.what)}: put this into ${style.bold(snippet.path)}`,
  ...renderPathsByPlatform(snippet),
  '',
  ...snippet.text.split('\n'),
  '',
];

export const printConfig = (choices: readonly ClientChoice[]) =>
  defineCommand({
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
        description: `The agent client: ${choices.map(({ name }) => name).join(', ')}.`,
        choices: choices.map(({ name }) => name),
      },
    ],
    flags: { scope: scopeFlag },
    parse({ scope = 'user' }, [client], given) {
      refuseProjectName(given);
      return { name: parseClient(choices, client), scope };
    },
    async act(context, { name, scope }) {
      const clients = await context.clients();
      const client = clients.findClient(name);
      const snippets = await clients.listSnippets(name, scope);
      const notes = [
        'Where the file has other entries, keep them, and put ours beside them.',
        ...(client.install !== undefined ? [`throughline install ${name} does this for you.`] : []),
        ...(scope === 'project' ? ['throughline must be on the PATH of everybody who shares it.'] : []),
        ...renderHookNotes(client, choices),
      ];
      return {
        lines: [...snippets.flatMap((snippet) => linesOf(snippet, context)), ...notes],
        facts: { client: name, title: client.title, scope, parts: snippets, notes },
      };
    },
  });

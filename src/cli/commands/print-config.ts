import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { hasServer, type Snippet } from '../../app/ports/client-settings.ts';
import {
  type ClientChoice,
  defaultScope,
  parseClient,
  refuseProjectName,
  scopeFlag,
} from '../client-settings.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';

function renderHookNotes({ title, hooks, isWithoutHooks }: ClientAdapter, choices: readonly ClientChoice[]) {
  if (hooks !== undefined) return [];
  if (isWithoutHooks) return [`${title} has no hooks. Its agent must start a session itself.`];
  const hooked = choices.filter((one) => one.hooks !== undefined).map((one) => one.title);
  return [
    `Throughline has hooks for ${hooked.join(', ')} only: ${title} gets the MCP server, and its agent must start a session itself.`,
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
    summary: 'Print the settings that connect an agent client, to paste by hand.',
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
    parse({ scope }, [client], given) {
      refuseProjectName(given);
      const name = parseClient(choices, client);
      return { name, scope: scope ?? defaultScope(choices, name) };
    },
    async act(context, { name, scope }) {
      const clients = await context.clients();
      const client = clients.findClient(name);
      const snippets = await clients.listSnippets(name, scope);
      const isStarting = snippets.some(({ what }) => hasServer(what));
      const notes = [
        'If the file has other entries, keep them and add these.',
        `throughline install ${name} does this for you.`,
        ...(isStarting && scope === 'project'
          ? ['throughline must be on the PATH of everybody who shares it.']
          : []),
        ...(isStarting ? renderHookNotes(client, choices) : []),
      ];
      return {
        lines: [...snippets.flatMap((snippet) => linesOf(snippet, context)), ...notes],
        facts: { client: name, title: client.title, scope, parts: snippets, notes },
      };
    },
  });

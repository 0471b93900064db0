import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { hasServer, type Snippet } from '../../app/ports/client-settings.ts';
import { hasCode } from '../../domain/error.ts';
import {
  type ClientChoice,
  defaultScope,
  defineSettingsCommand,
  parseClient,
  refuseProjectName,
  scopeFlag,
  titlesOf,
} from '../client-settings.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { importOffer } from '../format.ts';

const SHARED =
  'These files contain no path of this machine. Everyone who shares them needs throughline on the PATH: run npm install -g . in a clone of Throughline.';

/** Files of one client are named. More would fill the screen. */
const MAX_NAMED = 3;

/** Before the first start of a client there is no store. */
async function isStoreEmpty({ services, caller }: CommandContext): Promise<boolean> {
  try {
    return (await services.listProjects(caller)).length === 0;
  } catch (error) {
    return hasCode(error, 'store_missing');
  }
}

export const install = (choices: readonly ClientChoice[]) =>
  defineSettingsCommand(choices, {
    name: 'install',
    summary: 'Connect agent clients: add the hooks and the MCP server to their settings.',
    withoutName: 'Default: all clients that are found on this machine.',
    plan: (clients, client, scope) => clients.planInstall(client, scope),
    planAll: (clients, scope) => clients.planInstallAll(scope),
    same({ clients, changes }) {
      const problems = changes.flatMap(({ notice }) => notice ?? []);
      if (problems.length > 0)
        return `No change, and ${titlesOf({ clients })} may not be fully connected: ${problems.join(' ')}`;
      const by =
        changes.length > MAX_NAMED ? '' : ` by ${changes.map(({ part }) => part.path).join(' and ')}`;
      return `No change: ${titlesOf({ clients })} ${clients.length === 1 ? 'is' : 'are'} already connected${by}.`;
    },
    after: ({ clients, scope, changes }) => [
      ...(scope === 'project' && changes.some(({ part }) => hasServer(part.what)) ? [SHARED] : []),
      ...clients.flatMap(({ installNotes }) => installNotes?.(scope) ?? []),
      `Restart ${titlesOf({ clients })} to use it. To undo it: throughline uninstall ${clients.length === 1 ? clients[0]?.name : ''}${scope === 'project' ? ' --scope project' : ''}`.trimEnd(),
    ],
    async offer(context, { clients }) {
      if (!(await isStoreEmpty(context))) return [];
      const past = await context.listPastConversations();
      return past
        .filter(({ name }) => clients.some((client) => client.name === name))
        .map((one) => importOffer(one, 'throughline'));
    },
  });

export const uninstall = (choices: readonly ClientChoice[]) =>
  defineSettingsCommand(choices, {
    name: 'uninstall',
    summary: 'Remove the hooks and the MCP server from the settings of agent clients.',
    withoutName: 'Default: all clients that are connected.',
    plan: (clients, client, scope) => clients.planUninstall(client, scope),
    planAll: (clients, scope) => clients.planUninstallAll(scope),
    same: ({ changes }) =>
      changes.length > MAX_NAMED
        ? 'Nothing to remove: no settings of a client have a Throughline entry.'
        : `Nothing to remove: there is no Throughline entry in ${changes.map(({ part }) => part.path).join(' and ')}.`,
    after: ({ clients }) => [`Restart ${titlesOf({ clients })} to apply this. Your data is kept.`],
  });

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

import {
  CHANGE_FLAGS,
  type ClientChoice,
  changeSettings,
  clientPositional,
  parseChange,
} from '../client-settings.ts';
import { defineCommand } from '../define-command.ts';

const SHARED =
  'These files name no path of this machine: everybody who shares them needs throughline on the PATH (npm install -g throughline).';

export const install = (choices: readonly ClientChoice[]) =>
  defineCommand({
    name: 'install',
    summary: 'Connect an agent client: its hooks and its MCP server, in its own settings.',
    // It does not write to the store, so it works with --read-only.
    effect: 'read',
    examples: [
      'throughline install claude-code',
      'throughline install claude-code --dry-run',
      'throughline install claude-code --scope project --yes',
    ],
    positionals: [clientPositional(choices)],
    flags: CHANGE_FLAGS,
    parse: parseChange(choices),
    async act(context, options) {
      const clients = await context.clients();
      const plan = await clients.planInstall(options.client, options.scope);
      return changeSettings(context, clients, plan, options, {
        same: ({ client, changes }) =>
          `No change: ${client.title} is connected already, by ${changes.map(({ part }) => part.path).join(' and ')}.`,
        after: ({ client, scope }) => [
          ...(scope === 'project' ? [SHARED] : []),
          ...(client.installNotes?.(scope) ?? []),
          `${client.title} takes this up when it is started next. To undo it: throughline uninstall ${client.name}${scope === 'project' ? ' --scope project' : ''}`,
        ],
      });
    },
  });

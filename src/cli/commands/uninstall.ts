import {
  CHANGE_FLAGS,
  type ClientChoice,
  changeSettings,
  clientPositional,
  parseChange,
} from '../client-settings.ts';
import { defineCommand } from '../define-command.ts';

export const uninstall = (choices: readonly ClientChoice[]) =>
  defineCommand({
    name: 'uninstall',
    summary: 'Take our hooks and our MCP server out of the settings of an agent client again.',
    // It does not write to the store, and must work with --read-only.
    effect: 'read',
    examples: [
      'throughline uninstall claude-code',
      'throughline uninstall claude-code --dry-run',
      'throughline uninstall claude-code --scope project --yes',
    ],
    positionals: [clientPositional(choices)],
    flags: CHANGE_FLAGS,
    parse: parseChange(choices),
    async act(context, options) {
      const clients = await context.clients();
      const plan = await clients.planUninstall(options.client, options.scope);
      return changeSettings(context, clients, plan, options, {
        same: ({ changes }) =>
          `Nothing to remove: nothing of ours is in ${changes.map(({ part }) => part.path).join(' and ')}.`,
        after: ({ client }) => [
          `${client.title} goes on without it when it is started next. Your data is kept.`,
        ],
      });
    },
  });

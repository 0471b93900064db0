import { type ClientChoice, defineSettingsCommand } from '../client-settings.ts';

export const uninstall = (choices: readonly ClientChoice[]) =>
  defineSettingsCommand(choices, {
    name: 'uninstall',
    summary: 'Take our hooks and our MCP server out of the settings of an agent client again.',
    plan: (clients, client, scope) => clients.planUninstall(client, scope),
    same: ({ changes }) =>
      `Nothing to remove: no entry of Throughline is in ${changes.map(({ part }) => part.path).join(' and ')}.`,
    after: ({ client }) => [`${client.title} goes on without it when it is started next. Your data is kept.`],
  });

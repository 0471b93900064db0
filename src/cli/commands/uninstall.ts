import { type ClientChoice, defineSettingsCommand, titlesOf } from '../client-settings.ts';

/** Of one client. More files would fill the screen. */
const MAX_NAMED = 3;

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

import { type ClientChoice, defineSettingsCommand } from '../client-settings.ts';

const SHARED =
  'These files name no path of this machine: everybody who shares them needs throughline on the PATH (npm install -g throughline).';

export const install = (choices: readonly ClientChoice[]) =>
  defineSettingsCommand(choices, {
    name: 'install',
    summary: 'Connect an agent client: its hooks and its MCP server, in its own settings.',
    plan: (clients, client, scope) => clients.planInstall(client, scope),
    same: ({ client, changes }) =>
      `No change: ${client.title} is connected already, by ${changes.map(({ part }) => part.path).join(' and ')}.`,
    after: ({ client, scope }) => [
      ...(scope === 'project' ? [SHARED] : []),
      ...(client.installNotes?.(scope) ?? []),
      `${client.title} takes this up when it is started next. To undo it: throughline uninstall ${client.name}${scope === 'project' ? ' --scope project' : ''}`,
    ],
  });

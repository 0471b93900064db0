import { hasServer } from '../../app/ports/client-settings.ts';
import { hasCode } from '../../domain/error.ts';
import { type ClientChoice, defineSettingsCommand, titlesOf } from '../client-settings.ts';
import type { CommandContext } from '../define-command.ts';
import { importOffer } from '../format.ts';

const SHARED =
  'These files contain no path of this machine. Everyone who shares them needs throughline on the PATH: run npm install -g . in a clone of Throughline.';

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
      return `No change: ${titlesOf({ clients })} ${clients.length === 1 ? 'is' : 'are'} already connected by ${changes.map(({ part }) => part.path).join(' and ')}.`;
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

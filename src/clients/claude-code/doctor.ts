import { getNodeValue } from 'jsonc-parser';
import { connectedBy, settingsAt } from '../shared/find-connected.ts';
import { listHooks } from '../shared/hook-settings.ts';
import { findMember, valueIn } from '../shared/jsonc/tree.ts';
import { readServer } from '../shared/server-settings.ts';
import { EVENTS } from './events.ts';
import { listLocalServers } from './local-servers.ts';
import { HOOKS, hasPlugin, SERVERS, settingsFiles } from './settings.ts';

/** Our hooks and server in the settings of the client, for each scope. */
export const findConnected = connectedBy(Object.keys(EVENTS), (place, scope, read) => {
  const files = settingsFiles(place, scope);
  const settings = settingsAt(files.hooks.path, read);
  const servers = settingsAt(files.server.path, read);
  const off = valueIn(findMember(settings.root, 'disableAllHooks'));
  const isOff = off !== undefined && getNodeValue(off) === true;
  return {
    hooks: {
      path: settings.path,
      found: listHooks(settings, HOOKS),
      offBecause: isOff ? 'disableAllHooks is set' : null,
    },
    server: {
      path: files.server.path,
      entry: readServer(servers, SERVERS),
    },
    hasPlugin: hasPlugin(settings),
    overriddenIn: scope === 'user' ? listLocalServers(servers).map(({ folder }) => folder) : [],
  };
});

import { connectedBy, settingsAt } from '../shared/find-connected.ts';
import { readServer } from '../shared/server-settings.ts';
import { EVENTS } from './events.ts';
import { commandsIn } from './plugin-text.ts';
import { SERVERS, settingsFiles } from './settings.ts';

/** Our plugin and server in the settings of the client, for each scope. */
export const findConnected = connectedBy(Object.keys(EVENTS), (place, scope, read) => {
  const { plugin, server } = settingsFiles(place, scope);
  const found = commandsIn(read(plugin.path)).map(([event, [command = '', ...args]]) => ({
    event,
    entry: { command, args },
  }));
  return {
    hooks: { path: plugin.path, found, offBecause: null },
    server: { path: server.path, entry: readServer(settingsAt(server.path, read), SERVERS) },
  };
});

import { connectedByFiles } from '../shared/find-connected.ts';
import { EVENTS } from './events.ts';
import { HOOKS, SERVERS, settingsFiles } from './settings.ts';

/** Our hooks and server in the settings of the client, for each scope. */
export const findConnected = connectedByFiles(
  Object.keys(EVENTS),
  { hooks: HOOKS, servers: SERVERS },
  settingsFiles,
);

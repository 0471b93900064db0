import { getNodeValue } from 'jsonc-parser';
import { connectedBy, settingsAt } from '../shared/find-connected.ts';
import { listHooks } from '../shared/hook-settings.ts';
import { findMember, valueIn } from '../shared/jsonc/tree.ts';
import { readServer } from '../shared/server-settings.ts';
import { EVENTS } from './events.ts';
import { HOOKS, SERVERS, settingsFile } from './settings.ts';

/** Our hooks and server in the settings of the client, for each scope. */
export const findConnected = connectedBy(Object.keys(EVENTS), (place, scope, read) => {
  const { path } = settingsFile(place, scope);
  const settings = settingsAt(path, read);
  const config = valueIn(findMember(settings.root, 'hooksConfig'));
  const enabled = valueIn(findMember(config, 'enabled'));
  const isOff = enabled !== undefined && getNodeValue(enabled) === false;
  return {
    hooks: {
      path,
      found: listHooks(settings, HOOKS),
      offBecause: isOff ? 'hooksConfig.enabled is false' : null,
    },
    server: { path, entry: readServer(settings, SERVERS) },
  };
});

import type { AgentClient, ClientName, Scope, SettingsPart } from '../../src/app/ports/client-settings.ts';
import { createClients } from '../../src/clients/index.ts';
import type { ClientPlace } from '../../src/clients/place.ts';

export const PLACE: ClientPlace = {
  platform: 'linux',
  homeDir: '/home/ada',
  projectDir: '/home/ada/lantern',
  env: {},
  program: { command: '/usr/bin/node', args: ['/opt/throughline/dist/bin.js'], flags: [] },
};

export function clientAt(name: ClientName, place: ClientPlace = PLACE): AgentClient {
  const client = createClients(place).find((one) => one.name === name);
  if (client === undefined) throw new Error(name);
  return client;
}

export function partAt(
  what: SettingsPart['what'],
  place: ClientPlace = PLACE,
  scope: Scope = 'user',
): SettingsPart {
  const part = clientAt('claude-code', place)
    .partsIn(scope)
    .find((one) => one.what === what);
  if (part === undefined) throw new Error(what);
  return part;
}

/** As an older version wrote it. */
export const OLD: ClientPlace = {
  ...PLACE,
  program: { command: '/old/node', args: ['/old/throughline/dist/bin.js'], flags: [] },
};

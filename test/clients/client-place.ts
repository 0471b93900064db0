import type { ClientAdapter } from '../../src/app/ports/client-adapter.ts';
import type { ClientPlace, Scope, SettingsPart, Snippet } from '../../src/app/ports/client-settings.ts';
import { CLIENTS } from '../../src/clients/index.ts';

export const PLACE: ClientPlace = {
  platform: 'linux',
  homeDir: '/home/ada',
  projectDir: '/home/ada/lantern',
  env: {},
  program: { command: '/usr/bin/node', args: ['/opt/throughline/dist/bin.js'], flags: [] },
  instructions: '## Throughline\n\nStart a session first.',
};

export const CLIENT_NAMES = CLIENTS.adapters.map(({ name }) => name);

function adapterOf(name: string): ClientAdapter {
  const adapter = CLIENTS.find(name);
  if (adapter === undefined) throw new Error(name);
  return adapter;
}

export const snippetsOf = async (
  name: string,
  place: ClientPlace = PLACE,
  scope: Scope = 'user',
): Promise<readonly Snippet[]> => (await adapterOf(name).settings()).listSnippets(place, scope);

/** What `install` edits for the client that has hooks. */
export async function partAt(
  what: SettingsPart['what'],
  place: ClientPlace = PLACE,
  scope: Scope = 'user',
): Promise<SettingsPart> {
  const { listParts } = await adapterOf('claude-code').settings();
  const part = listParts(place, scope).find((one) => one.what === what);
  if (part === undefined) throw new Error(what);
  return part;
}

/** As an older version wrote it. */
export const OLD: ClientPlace = {
  ...PLACE,
  program: { command: '/old/node', args: ['/old/throughline/dist/bin.js'], flags: [] },
};

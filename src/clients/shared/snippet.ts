import type { ClientPlace, Scope, Snippet, Start } from '../../app/ports/client-settings.ts';
import { type Paths, pathHere, startOf } from './place.ts';

/** What our server is called in the settings of every client. */
export const SERVER_NAME = 'throughline';

type Where = Pick<Snippet, 'path' | 'paths'>;

export const where = (paths: Paths, place: ClientPlace): Where => ({ path: pathHere(paths, place), paths });

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The server under the key of one client, as that client spells it. */
export const serverSnippet = (where: Where, key: string, entry: object, besides: object = {}): Snippet => ({
  what: 'MCP server',
  format: 'json',
  ...where,
  text: json({ ...besides, [key]: { [SERVER_NAME]: entry } }),
});

/** Its strings are those of JSON. */
export const tomlSnippet = (where: Where, { command, args }: Start): Snippet => ({
  what: 'MCP server',
  format: 'toml',
  ...where,
  text: [
    `[mcp_servers.${SERVER_NAME}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
  ].join('\n'),
});

export const hooksSnippet = (where: Where, hooks: object): Snippet => ({
  what: 'hooks',
  format: 'json',
  ...where,
  text: json({ hooks }),
});

export const serverStart = (place: ClientPlace, scope: Scope): Start => startOf(place, scope, ['mcp']);

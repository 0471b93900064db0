import { join, win32 } from 'node:path';
import type { ClientPlace, Platform, Scope, Snippet, Start } from '../../app/ports/client-settings.ts';

/** What is shared names no path of this machine: everybody has the program on the PATH. */
export const programStart = ({ program }: ClientPlace, scope: Scope, words: readonly string[]): Start =>
  scope === 'project'
    ? { command: 'throughline', args: words }
    : { command: program.command, args: [...program.args, ...words, ...program.flags] };

type Paths = Readonly<Record<Platform, string>>;

const everywhere = (unix: string, windows: string): Paths => ({ linux: unix, macos: unix, windows });

/** In the person's home folder. */
export const inHome = (...names: readonly string[]): Paths =>
  everywhere(['~', ...names].join('/'), win32.join('%USERPROFILE%', ...names));

/** Where each platform wants programs to keep their settings. */
export const inConfig = (...names: readonly string[]): Paths => ({
  linux: ['~/.config', ...names].join('/'),
  macos: ['~/Library/Application Support', ...names].join('/'),
  windows: win32.join('%APPDATA%', ...names),
});

export const inProject = (...names: readonly string[]): Paths =>
  everywhere(['<project>', ...names].join('/'), win32.join('<project>', ...names));

/** The path on this machine. */
function localPath(paths: Paths, { platform, homeDir, projectDir, env }: ClientPlace): string {
  const folders: readonly (readonly [string, string | undefined])[] = [
    ['<project>', projectDir],
    ['%APPDATA%', env.APPDATA || join(homeDir, 'AppData', 'Roaming')],
    ['%USERPROFILE%', homeDir],
    ['~/.config', platform === 'linux' ? env.XDG_CONFIG_HOME || undefined : undefined],
    ['~', homeDir],
  ];
  const path = paths[platform];
  const [name, folder] = folders.find(([start, real]) => real !== undefined && path.startsWith(start)) ?? [
    '',
    '',
  ];
  return join(folder ?? '', path.slice(name.length));
}

/** What our server is called in the settings of every client. */
export const SERVER_NAME = 'throughline';

type FileLocation = Pick<Snippet, 'path' | 'paths'>;

export const locateFile = (paths: Paths, place: ClientPlace): FileLocation => ({
  path: localPath(paths, place),
  paths,
});

export type LocateFiles<Name extends string> = (
  place: ClientPlace,
  scope: Scope,
) => Readonly<Record<Name, FileLocation>>;

/** Finds the settings files of a client. `folderVariable` names a variable with another folder for those of the user. */
export const locateFiles =
  <Name extends string>(
    files: Readonly<Record<Scope, Readonly<Record<Name, Paths>>>>,
    folderVariable = '',
  ): LocateFiles<Name> =>
  (place, scope) => {
    const folder = scope === 'user' ? place.env[folderVariable] : undefined;
    const locate = (paths: Paths) => {
      const location = locateFile(paths, place);
      return folder ? { ...location, path: join(folder, win32.basename(location.path)) } : location;
    };
    const located = Object.entries<Paths>(files[scope]).map(([name, paths]) => [name, locate(paths)]);
    return Object.fromEntries(located) as Record<Name, FileLocation>;
  };

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The server under the key of one client, as that client spells it. */
export const serverSnippet = (
  where: FileLocation,
  key: string,
  entry: object,
  besides: object = {},
): Snippet => ({
  what: 'MCP server',
  format: 'json',
  ...where,
  text: json({ ...besides, [key]: { [SERVER_NAME]: entry } }),
});

/** Strings of TOML are written like those of JSON. */
export const tomlSnippet = (where: FileLocation, { command, args }: Start): Snippet => ({
  what: 'MCP server',
  format: 'toml',
  ...where,
  text: [
    `[mcp_servers.${SERVER_NAME}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
  ].join('\n'),
});

export const hooksSnippet = (where: FileLocation, hooks: object, besides: object = {}): Snippet => ({
  what: 'hooks',
  format: 'json',
  ...where,
  text: json({ ...besides, hooks }),
});

export const serverStart = (place: ClientPlace, scope: Scope): Start => programStart(place, scope, ['mcp']);

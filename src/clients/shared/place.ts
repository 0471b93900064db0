import { join, win32 } from 'node:path';
import type { ClientPlace, Platform, Scope, Start } from '../../app/ports/client-settings.ts';

/** What is shared names no path of this machine: everybody has the program on the PATH. */
export const startOf = ({ program }: ClientPlace, scope: Scope, words: readonly string[]): Start =>
  scope === 'project'
    ? { command: 'throughline', args: words }
    : { command: program.command, args: [...program.args, ...words, ...program.flags] };

export type Paths = Readonly<Record<Platform, string>>;

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
export function pathHere(paths: Paths, { platform, homeDir, projectDir, env }: ClientPlace): string {
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

import { delimiter, join } from 'node:path';
import type { ClientPresence } from '../ports/client-adapter.ts';
import type { ClientPlace } from '../ports/client-settings.ts';

const EXTENSIONS: Readonly<Partial<Record<ClientPlace['platform'], readonly string[]>>> = {
  windows: ['.exe', '.cmd', '.bat'],
};

function isOnPath(
  program: string,
  { platform, env }: ClientPlace,
  exists: (path: string) => boolean,
): boolean {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '');
  const names = (EXTENSIONS[platform] ?? ['']).map((extension) => program + extension);
  return folders.some((folder) => names.some((name) => exists(join(folder, name))));
}

/** Whether the client was used or installed on this machine. */
export const isPresent = (
  { paths, programs = [] }: ClientPresence,
  place: ClientPlace,
  exists: (path: string) => boolean,
): boolean => paths(place).some(exists) || programs.some((program) => isOnPath(program, place, exists));

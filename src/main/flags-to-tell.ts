import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/schema.ts';

/** What a client must be told so that it opens the same data from elsewhere, where our flags and environment are not. */
export function flagsToTell(config: Config, input: ConfigInput): readonly string[] {
  const elsewhere = { ...input, flags: {}, env: {}, cwd: input.homeDir };
  const isOtherHome = loadConfig({ ...elsewhere, readFile: () => undefined }).home !== config.home;
  const { store, workspace } = loadConfig({ ...elsewhere, flags: { home: config.home } });
  return [
    ...(isOtherHome ? ['--home', config.home] : []),
    ...(store === config.store ? [] : ['--store', config.store]),
    ...(workspace === config.workspace ? [] : ['--workspace', config.workspace]),
  ];
}

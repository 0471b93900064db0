import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClientServices } from '../../src/app/clients/client-services.ts';
import type { ClientPlace, SettingsFiles } from '../../src/app/ports/client-settings.ts';
import { CLIENTS } from '../../src/clients/index.ts';
import { diffLines } from '../../src/clients/shared/diff-lines.ts';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { settingsFiles } from '../../src/system/settings/settings-files.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { PLACE } from './client-place.ts';

/** A person's home and project on a real disk, and a clock that stands still. */
export function sandbox(root = tempFolder()) {
  const [homeDir, projectDir] = [join(root, 'home'), join(root, 'lantern')];
  for (const folder of [homeDir, projectDir]) mkdirSync(folder, { recursive: true });
  const home = join(homeDir, '.throughline');
  const hooks = join(homeDir, '.claude', 'settings.json');
  const server = join(homeDir, '.claude.json');
  const services = ({
    files = settingsFiles,
    place = {},
    isPassing = false,
    clients = CLIENTS.adapters,
  }: {
    files?: SettingsFiles;
    place?: Partial<ClientPlace>;
    isPassing?: boolean;
    clients?: typeof CLIENTS.adapters;
  } = {}) =>
    createClientServices({
      clients,
      place: { ...PLACE, homeDir, projectDir, ...place },
      files,
      clock: { now: () => '2026-11-16T05:02:33.123Z' },
      diff: diffLines,
      redactor: createRedactor(),
      exists: existsSync,
      home,
      isTemporaryInstall: isPassing,
    });
  return {
    root,
    homeDir,
    projectDir,
    home,
    hooks,
    server,
    services,
    write(path: string, text: string) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    },
    read: (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    /** Every file there is, below home and project. */
    listFiles: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort(),
    install: async (options?: Parameters<typeof services>[0]) =>
      (await services(options).planInstall('claude-code', 'user')).apply(),
    uninstall: async (options?: Parameters<typeof services>[0]) =>
      (await services(options).planUninstall('claude-code', 'user')).apply(),
  };
}

export type Sandbox = ReturnType<typeof sandbox>;

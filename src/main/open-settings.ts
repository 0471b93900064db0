import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SettingsAccess } from '../cli/settings.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import { openFiles } from '../system/files/open-files.ts';

/** People keep config.json elsewhere and link to it: the file is written, not the link. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The home is known without config.json, which may be what has to be mended. */
export function openSettings(input: ConfigInput): SettingsAccess {
  const { home } = loadConfig({ ...input, readFile: () => undefined });
  const path = join(home, 'config.json');
  return {
    path,
    input,
    async write(text) {
      mkdirSync(home, { recursive: true, mode: 0o700 });
      const real = realPathOf(path);
      await openFiles({ roots: [dirname(real)] }).writeFileAtomically(real, text, { field: 'config.json' });
    },
  };
}

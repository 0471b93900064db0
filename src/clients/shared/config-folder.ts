import { join } from 'node:path';
import type { ClientPlace } from '../../app/ports/client-settings.ts';

/** Where programs keep their settings on this machine. */
export function configFolder({ platform, homeDir, env }: ClientPlace): string {
  if (platform === 'macos') return join(homeDir, 'Library', 'Application Support');
  if (platform === 'windows') return env.APPDATA || join(homeDir, 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME || join(homeDir, '.config');
}

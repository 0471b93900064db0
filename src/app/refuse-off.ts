import { denied } from '../domain/error.ts';
import type { Caller, World } from './world.ts';

/** A person may still look at what was kept; agents may not, and nothing more is kept. */
export function refuseOff({ settings: { off }, folders }: World, { door, folder }: Caller): void {
  if (off.length === 0 || door === 'cli' || folder === null) return;
  const anchor = folders.identify(folder)?.anchorPath;
  if (anchor === undefined || !off.includes(anchor)) return;
  throw denied(
    'project_off',
    'Throughline is switched off for this project: what happens here is not kept, and nothing is told.',
    'Work without it. A person can switch it on again with throughline on.',
  );
}

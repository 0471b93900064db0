import type { ClientPlace, Platform } from '../app/ports/client-settings.ts';
import { isPassing, lastingNode } from './name-program.ts';
import type { ProcessEnvironment } from './process-environment.ts';

declare const __VERSION__: string;

const PLATFORMS: Readonly<Record<string, Platform>> = { darwin: 'macos', win32: 'windows' };

const startOf = ({ node, path }: ProcessEnvironment['program']) =>
  isPassing(path)
    ? { command: 'npx', args: ['-y', `throughline@${__VERSION__}`] }
    : { command: lastingNode(node), args: [path] };

/** This machine as the clients on it see it. `flags`: what it takes to find the same data as now. */
export const clientPlace = (
  { platform, homeDir, env, program }: ProcessEnvironment,
  projectDir: string,
  flags: readonly string[],
): ClientPlace => ({
  platform: PLATFORMS[platform] ?? 'linux',
  homeDir,
  projectDir,
  env,
  program: { ...startOf(program), flags },
});

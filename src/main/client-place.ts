import { realpathSync } from 'node:fs';
import type { ClientPlace, Platform } from '../app/ports/client-settings.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/schema.ts';
import { AGENT_INSTRUCTIONS } from '../mcp/agent-instructions.ts';
import type { ProcessEnvironment } from './process-environment.ts';

const CELLAR = /\/Cellar\/([^/]+)\/[^/]+\//;

const isSameFile = (one: string, other: string): boolean => {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
};

/** Homebrew deletes the folder of a version with the next upgrade; its link to the newest version stays. */
export function stableNodePath(node: string): string {
  const link = node.replace(CELLAR, '/opt/$1/');
  return link !== node && isSameFile(link, node) ? link : node;
}

/** npm deletes the folder from which npx runs packages. */
export const isTemporaryInstall = (path: string): boolean => /[/\\]_npx[/\\]/.test(path);

declare const __VERSION__: string;

const PLATFORMS: Readonly<Record<string, Platform>> = { darwin: 'macos', win32: 'windows' };

const programCommand = ({ node, path }: ProcessEnvironment['program']) =>
  isTemporaryInstall(path)
    ? { command: 'npx', args: ['-y', `throughline@${__VERSION__}`] }
    : { command: stableNodePath(node), args: [path] };

/** `flags`: what makes the program open the same data as now. */
export const clientPlace = (
  { platform, homeDir, env, program }: ProcessEnvironment,
  projectDir: string,
  flags: readonly string[],
): ClientPlace => ({
  platform: PLATFORMS[platform] ?? 'linux',
  homeDir,
  projectDir,
  env,
  program: { ...programCommand(program), flags },
  instructions: AGENT_INSTRUCTIONS,
});

export function flagsForClients(config: Config, input: ConfigInput): readonly string[] {
  const elsewhere = { ...input, flags: {}, env: {}, cwd: input.homeDir };
  const isOtherHome = loadConfig({ ...elsewhere, readFile: () => undefined }).home !== config.home;
  const { store, workspace } = loadConfig({ ...elsewhere, flags: { home: config.home } });
  return [
    ...(isOtherHome ? ['--home', config.home] : []),
    ...(store === config.store ? [] : ['--store', config.store]),
    ...(workspace === config.workspace ? [] : ['--workspace', config.workspace]),
  ];
}

import { join } from 'node:path';
import { derivedId } from '../domain/id.ts';

/** The workspace if none is configured. Its files are in the home itself. */
export const DEFAULT_WORKSPACE = 'local';

/** Contains the folders of all other workspaces. */
export const WORKSPACES_FOLDER = 'workspaces';

/** Named by a digest, because a workspace may have any name, such as `..` or one that differs only in case. */
export const workspaceFolder = (home: string, workspace: string): string =>
  workspace === DEFAULT_WORKSPACE ? home : join(home, WORKSPACES_FOLDER, derivedId('wsp', workspace));

interface IdentityPlace {
  readonly home: string;
  readonly workspace: string;
  readonly identity: string;
}

const defaultIdentity = (home: string, workspace: string): string =>
  join(workspaceFolder(home, workspace), 'identity.md');

export const identityPath = (config: IdentityPlace, workspace: string): string =>
  config.identity === defaultIdentity(config.home, config.workspace)
    ? defaultIdentity(config.home, workspace)
    : config.identity;

const identitiesFolder = (home: string, workspace: string): string =>
  join(workspaceFolder(home, workspace), 'identities');

export const projectIdentityPath = (home: string, workspace: string, projectId: string): string =>
  join(identitiesFolder(home, workspace), `${projectId}.md`);

/** Where a workspace keeps its identity files: one file and one folder. */
export const identityPlaces = (config: IdentityPlace, workspace: string): readonly string[] => [
  identityPath(config, workspace),
  identitiesFolder(config.home, workspace),
];

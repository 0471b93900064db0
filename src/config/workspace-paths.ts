import { join } from 'node:path';
import { derivedId } from '../domain/id.ts';

/** The workspace if none is configured. Its files are in the home itself. */
export const DEFAULT_WORKSPACE = 'local';

/** Contains the folders of all other workspaces. */
export const WORKSPACES_FOLDER = 'workspaces';

/**
 * The folder for the files that one workspace has beside the store. It is named by a digest, because a workspace may have any
 * name: `..`, one with slashes, or one that differs from another only in its case.
 */
export const workspaceFolder = (home: string, workspace: string): string =>
  workspace === DEFAULT_WORKSPACE ? home : join(home, WORKSPACES_FOLDER, derivedId('wsp', workspace));

interface IdentityPlace {
  readonly home: string;
  readonly workspace: string;
  readonly identity: string;
}

const defaultIdentity = (home: string, workspace: string): string =>
  join(workspaceFolder(home, workspace), 'identity.md');

/** The identity file of a workspace. A configured path is used for every workspace. */
export const identityPath = (config: IdentityPlace, workspace: string): string =>
  config.identity === defaultIdentity(config.home, config.workspace)
    ? defaultIdentity(config.home, workspace)
    : config.identity;

export const projectIdentityPath = (home: string, workspace: string, projectId: string): string =>
  join(workspaceFolder(home, workspace), 'identities', `${projectId}.md`);

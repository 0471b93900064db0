import { join } from 'node:path';
import { derivedId } from '../domain/id.ts';

/** The workspace of a person who has set none. Its files lie in the home itself. */
export const DEFAULT_WORKSPACE = 'local';

/** In the home: the folders of all other workspaces. */
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

/** A person's identity file in this workspace. A path that the person configured holds for every workspace. */
export const identityPath = (config: IdentityPlace, workspace: string): string =>
  config.identity === defaultIdentity(config.home, config.workspace)
    ? defaultIdentity(config.home, workspace)
    : config.identity;

export const projectIdentityPath = (home: string, workspace: string, projectId: string): string =>
  join(workspaceFolder(home, workspace), 'identities', `${projectId}.md`);

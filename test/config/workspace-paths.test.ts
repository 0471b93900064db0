import { describe, expect, it } from 'vitest';
import { identityPath, workspaceFolder } from '../../src/config/workspace-paths.ts';
import { load } from './load.ts';

const HOME = '/home/ada/.throughline';

describe('the folder of a workspace', () => {
  it('is the home for the default workspace', () => {
    expect(workspaceFolder(HOME, 'local')).toBe(HOME);
  });

  it('is different for each other workspace, and never has the name of the workspace', () => {
    const folders = ['..', '/', 'red', 'Red', 'Local'].map((name) => workspaceFolder(HOME, name));
    expect(new Set(folders).size).toBe(folders.length);
    for (const folder of folders)
      expect(folder).toMatch(/^\/home\/ada\/\.throughline\/workspaces\/wsp_\w{26}$/);
  });
});

describe('the identity file', () => {
  it('is by default in the folder of the given workspace, whichever is configured', () => {
    for (const workspace of ['local', 'red']) {
      const config = load({ file: { workspace } });
      for (const asked of ['local', 'red', 'blue'])
        expect(identityPath(config, asked)).toBe(`${workspaceFolder(HOME, asked)}/identity.md`);
      expect(config.identity).toBe(identityPath(config, workspace));
    }
  });

  it('is the configured one in every workspace, even if that is the default of another', () => {
    expect(identityPath(load({ file: { identity: '/x/me.md' } }), 'red')).toBe('/x/me.md');
    const config = load({ file: { workspace: 'red', identity: 'identity.md' } });
    expect(identityPath(config, 'red')).toBe(`${HOME}/identity.md`);
  });
});

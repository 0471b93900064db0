import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandbox } from './settings-sandbox.ts';
import { TEXTS } from './settings-texts.ts';
import { TOML_TEXTS } from './toml-texts.ts';

const JSON_TEXTS = Object.values(TEXTS);

describe.each(Object.entries(TOML_TEXTS))('Codex with settings with %s', (_, toml) => {
  it('is installed once, then not again, and has the same bytes after uninstall', async () => {
    const here = sandbox();
    const services = here.services();
    const paths = ['hooks.json', 'config.toml'].map((name) => join(here.homeDir, '.codex', name));
    const index = Object.values(TOML_TEXTS).indexOf(toml);
    const texts = [JSON_TEXTS[index % JSON_TEXTS.length] ?? '', toml];
    paths.forEach((path, at) => {
      here.write(path, texts[at] ?? '');
    });
    const before = here.listFiles();
    const run = async (plan: 'planInstall' | 'planUninstall') =>
      (await (await services[plan]('codex', 'user')).apply()).map(({ action }) => action);
    expect(await run('planInstall')).toEqual(['update', 'update']);
    const after = paths.map(here.read);
    expect(await run('planInstall')).toEqual(['none', 'none']);
    expect(paths.map(here.read)).toEqual(after);
    expect(await run('planUninstall')).toEqual(['restore', 'restore']);
    expect(paths.map(here.read)).toEqual(texts);
    expect(here.listFiles()).toEqual(before);
  });
});

describe('Codex', () => {
  it('keeps its settings where CODEX_HOME says', async () => {
    const here = sandbox();
    const folder = join(here.root, 'elsewhere');
    const services = here.services({ place: { env: { CODEX_HOME: folder } } });
    const { changes } = await services.planInstall('codex', 'user');
    expect(changes.map(({ part }) => part.path)).toEqual([
      join(folder, 'hooks.json'),
      join(folder, 'config.toml'),
    ]);
  });

  it('changes nothing if one of its files is broken', async () => {
    const here = sandbox();
    here.write(join(here.homeDir, '.codex', 'config.toml'), 'a = \n');
    await expect(here.services().planInstall('codex', 'user')).rejects.toMatchObject({
      code: 'settings_not_toml',
      message: expect.stringContaining('line 1, column 5'),
    });
    expect(here.listFiles()).toEqual(['home/.codex/config.toml']);
  });
});

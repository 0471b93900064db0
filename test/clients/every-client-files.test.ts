import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCOPES, type Scope, type SettingsPart } from '../../src/app/ports/client-settings.ts';
import { CLIENTS } from '../../src/clients/index.ts';
import { ADAPTER_EXAMPLES } from './adapter-examples.ts';
import { OLD, PLACE } from './client-place.ts';
import { type Sandbox, sandbox } from './settings-sandbox.ts';

/** Every file that `install` edits, of every client and scope. */
const FILES = (
  await Promise.all(
    CLIENTS.adapters.map(async ({ name, settings }) => {
      const { listParts } = await settings();
      return SCOPES.flatMap((scope) =>
        listParts(PLACE, scope).map((part, nth) => ({
          title: `${name}, ${scope}, ${part.what}`,
          name,
          scope,
          nth,
        })),
      );
    }),
  )
).flat();

type File = (typeof FILES)[number];

async function partsIn(here: Sandbox, { name, scope }: File): Promise<readonly SettingsPart[]> {
  const settings = await CLIENTS.find(name)?.settings();
  return settings?.listParts({ ...PLACE, homeDir: here.homeDir, projectDir: here.projectDir }, scope) ?? [];
}

/** A text that the file may have before; a whole file of ours is not edited, so it has none. */
function usualText({ name }: File, path: string): string {
  const settings = ADAPTER_EXAMPLES[name]?.settings ?? {};
  const [, texts] = Object.entries(settings).find(([ending]) => path.endsWith(ending)) ?? [];
  return Object.values(texts ?? {})[0] ?? '';
}

async function open(file: File) {
  const here = sandbox();
  const parts = await partsIn(here, file);
  const path = parts[file.nth]?.path ?? '';
  mkdirSync(dirname(path), { recursive: true });
  const apply = async (how: 'planInstall' | 'planUninstall', options?: Parameters<Sandbox['services']>[0]) =>
    (await here.services(options)[how](file.name, file.scope as Scope)).apply();
  return { here, path, text: usualText(file, path), apply, ending: /\.\w+$/.exec(path)?.[0] ?? '' };
}

const bytesOf = ({ here }: { here: Sandbox }) =>
  Object.fromEntries(
    here.listFiles().map((name) => [name, readFileSync(join(here.root, name)).toString('latin1')]),
  );

describe.each(FILES)('$title', (file) => {
  it('behind a link: the link stays, and the file behind it is restored to the byte', async () => {
    const { here, path, text, apply } = await open(file);
    const real = join(here.root, 'dotfiles', basename(path));
    here.write(real, text);
    symlinkSync(real, path);
    await apply('planInstall');
    expect(readlinkSync(path)).toBe(real);
    expect(here.read(real)).not.toBe(text);
    await apply('planInstall');
    await apply('planUninstall');
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(here.read(real)).toBe(text);
  });

  it('that may not be written, is a folder or is no text: refused, and no file of the client changes', async () => {
    const damages: readonly (readonly [code: string, damage: (path: string, text: string) => void])[] = [
      ['settings_read_only', (path, text) => writeFileSync(path, text, { mode: 0o444 })],
      ['settings_not_a_file', (path) => mkdirSync(path)],
      ['settings_not_text', (path) => writeFileSync(path, Buffer.from([0x22, 0xe9, 0x22]))],
      ['settings_link_broken', (path) => symlinkSync('nowhere', path)],
    ];
    for (const [code, damage] of damages) {
      const opened = await open(file);
      damage(opened.path, opened.text);
      const before = opened.here.listFiles();
      await expect(opened.apply('planInstall')).rejects.toMatchObject({
        code,
        hint: expect.stringMatching(/\S/),
      });
      expect(opened.here.listFiles()).toEqual(before);
      if (code === 'settings_read_only') chmodSync(opened.path, 0o644);
    }
  });

  it('with invalid content: refused with the place, and no file of the client changes', async () => {
    const invalid: Readonly<Record<string, readonly string[]>> = {
      '.json': ['{', '{"a": }', '[]', '"text"', '{"hooks": {}} x', "{'a': 1}"],
      '.toml': ['a = ', '[a', 'a = 1\na = 2', '= 1', 'a = "x', '[mcp_servers]\n[mcp_servers]'],
    };
    for (const text of invalid[(await open(file)).ending] ?? []) {
      const opened = await open(file);
      writeFileSync(opened.path, text);
      const before = bytesOf(opened);
      await expect(opened.apply('planInstall'), text).rejects.toMatchObject({
        message: expect.stringContaining(opened.path),
      });
      expect(bytesOf(opened), text).toEqual(before);
    }
  });

  it('with the entries of an older installation elsewhere: updated, and undone to the byte', async () => {
    const opened = await open(file);
    writeFileSync(opened.path, opened.text);
    const before = bytesOf(opened);
    await opened.apply('planInstall', { place: { program: OLD.program } });
    await opened.apply('planInstall');
    const fresh = await open(file);
    writeFileSync(fresh.path, fresh.text);
    await fresh.apply('planInstall');
    const place =
      ({ here }: { here: Sandbox }) =>
      (text: string) =>
        text.replaceAll(here.root, '');
    expect(place(opened)(opened.here.read(opened.path) ?? '')).toBe(
      place(fresh)(fresh.here.read(fresh.path) ?? ''),
    );
    expect(opened.here.read(opened.path)).not.toContain('/old/');
    await opened.apply('planUninstall');
    const after = Object.entries(bytesOf(opened)).filter(([name]) => !name.includes('.throughline/'));
    expect(Object.fromEntries(after)).toEqual(before);
  });

  it('with our entries, but no record of them: uninstall leaves none', async () => {
    const { here, path, text, apply } = await open(file);
    writeFileSync(path, text);
    await apply('planInstall', { place: { program: OLD.program } });
    rmSync(here.home, { recursive: true });
    await apply('planUninstall');
    expect(here.read(path) ?? '').not.toContain('throughline');
  });

  it('with values of the person under the names that we use: kept, or refused without a change', async () => {
    const texts: Readonly<Record<string, readonly string[]>> = {
      '.json': [
        '{"hooks": "mine", "mcpServers": "mine", "servers": "mine", "mcp": "mine"}',
        '{"hooks": [], "mcpServers": [], "servers": [], "mcp": []}',
        '{"hooks": null, "mcpServers": null, "servers": null, "mcp": null, "version": "mine"}',
        JSON.stringify(
          Object.fromEntries(
            ['mcpServers', 'servers', 'mcp'].map((key) => [key, { throughline: { command: 'mine' } }]),
          ),
        ),
      ],
      '.toml': [
        'mcp_servers = "mine"\n',
        'mcp_servers = []\n',
        '[[mcp_servers]]\nname = "mine"\n',
        '[mcp_servers.throughline]\ncommand = "mine"\n',
        'mcp_servers = { throughline = { command = "mine" } }\n',
        'mcp_servers.throughline.command = "mine"\n',
      ],
    };
    for (const text of texts[(await open(file)).ending] ?? []) {
      const opened = await open(file);
      writeFileSync(opened.path, text);
      const before = bytesOf(opened);
      const isRefused = await opened.apply('planInstall').then(
        () => false,
        (error: { code?: string }) => error.code !== undefined,
      );
      if (isRefused) expect(bytesOf(opened), text).toEqual(before);
      else {
        expect(opened.here.read(opened.path), text).toContain('mine');
        await opened.apply('planUninstall');
        expect(opened.here.read(opened.path), text).toBe(text);
      }
    }
  });
});

it('covers every client', () => {
  expect(new Set(FILES.map(({ name }) => name))).toEqual(new Set(CLIENTS.adapters.map(({ name }) => name)));
});

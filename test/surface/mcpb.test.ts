import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../support/read-zip.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function pack(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-'));
  const { stdout, status } = spawnSync(process.execPath, [join(ROOT, 'scripts/pack-mcpb.mjs'), folder], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  const archive = readFileSync(stdout.trim());
  rmSync(folder, { recursive: true, force: true });
  return archive;
}

const request = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

/** Starts the server as the manifest says, in the root folder as desktop clients do, and returns its answers. */
async function ask(program: string, home: string, ...requests: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, 'mcp'], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', HOME: home },
  });
  const out: string[] = [];
  child.stdout.on('data', (chunk) => {
    out.push(String(chunk));
    if (out.join('').trimEnd().split('\n').length === requests.length) child.stdin.end();
  });
  child.stdin.write(requests.join(''));
  await once(child, 'close');
  return out.join('');
}

const open = (archive: Buffer) => {
  const files = readZip(archive);
  return { files, manifest: JSON.parse(files.get('manifest.json')?.toString('utf8') ?? '') };
};

describe('the bundle for desktop clients', () => {
  let archive: Buffer;
  beforeAll(() => {
    archive = pack();
  });

  it('has a manifest with the version of the package, and the program that it names', () => {
    const { files, manifest } = open(archive);
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      manifest_version: '0.3',
      name: 'throughline',
      version,
      server: { type: 'node', entry_point: 'server/dist/bin.js' },
    });
    expect(manifest.server.mcp_config.args).toEqual([`\${__dirname}/${manifest.server.entry_point}`, 'mcp']);
    expect(files.has(manifest.server.entry_point)).toBe(true);
    for (const platform of ['darwin-arm64', 'darwin-x64', 'linux-x64', 'win32-x64'])
      expect([...files.keys()].some((name) => name.includes(`prebuilds/${platform}/`))).toBe(true);
  });

  it('has nothing of this machine in it, so it is the same whenever it is made', () => {
    for (const [name, bytes] of open(archive).files) {
      expect(name).not.toMatch(/\.cache$|\.mcpb$|^\/|\.\./);
      expect(bytes.includes(ROOT), name).toBe(false);
    }
    expect(pack().equals(archive)).toBe(true);
  });

  it('starts without the rest of the repository, and takes the project by argument', async () => {
    const folder = tempFolder();
    const { files, manifest } = open(archive);
    for (const [name, bytes] of files) {
      const path = join(folder, 'installed', name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'desktop', version: '1' },
    };
    const answers = await ask(
      join(folder, 'installed', manifest.server.entry_point),
      join(folder, 'home'),
      request(1, 'initialize', params),
      request(2, 'tools/call', { name: 'start_session', arguments: { project: 'lantern' } }),
    );
    const [, started] = answers
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(started.result.isError ?? false).toBe(false);
    expect(started.result.structuredContent.report).toContain('# Orientation: lantern');
  });
});

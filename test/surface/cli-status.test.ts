import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Home, scene } from '../support/faults-home.ts';
import { runCommand } from '../support/faults-run.ts';
import { rowsOf } from '../support/faults-store.ts';
import { serverInProcess as serverIn } from '../support/server-in-process.ts';

const { home } = scene();

const json = async (place: Home, ...args: string[]) => {
  const { stdout, stderr, code } = await runCommand(place, ...args, '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
};

describe('status', () => {
  it('says that nothing is there yet, and creates nothing', async () => {
    const place = home();
    const { stdout, code } = await runCommand(place, 'status');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Clients +none connected\. To connect one: throughline install/m);
    expect(stdout).toContain('(not created yet)');
    expect(stdout).toMatch(/^Project +nothing stored yet$/m);
    expect(readdirSync(place.path)).toEqual([]);
  });

  it('shows clients, open loops, the last backup, and a project that is off', async () => {
    const place = home();
    await runCommand(place, 'end', '--checkpoint', 'Half way', '--open-loop', 'Call the printer');
    await runCommand(place, 'install', 'claude-code', '--yes');
    await runCommand(place, 'backup');
    expect(await json(place, 'status')).toMatchObject({
      has_store: true,
      project: { name: 'work', is_off: false, open_loop_count: 1 },
      connections: [{ client: 'claude-code', has_hooks: true, has_server: true }],
      last_failure: null,
      backups: [{ reason: 'manual' }],
    });
    await runCommand(place, 'off');
    const { stdout } = await runCommand(place, 'status');
    expect(stdout).toMatch(/^Project +work is off/m);
    expect(stdout).toMatch(/^Last backup +just now \(manual\)/m);
  });
});

describe('status of clients', () => {
  it('lists a client that was seen and is not connected apart from the connected ones', async () => {
    const place = home();
    await runCommand(place, 'session', 'start', '--agent', 'painter');
    expect((await runCommand(place, 'status')).stdout).not.toContain('Also seen');
    const server = await serverIn(
      { home: place.root, project: place.root },
      { env: { THROUGHLINE_HOME: place.path } },
    );
    await server.facts('store_memory', { content: 'The ledger is blue' });
    const { stdout } = await runCommand(place, 'status');
    expect(stdout).toMatch(/^Clients +none connected\./m);
    expect(stdout).toMatch(/^Also seen +test: just now$/m);
  });

  it('knows a client without hooks by the name that it gives itself over MCP', async () => {
    const place = home();
    await runCommand(place, 'install', 'claude-desktop', '--yes');
    const server = await serverIn(
      { home: place.root, project: place.root },
      { env: { THROUGHLINE_HOME: place.path }, clientName: 'claude-ai' },
    );
    await server.facts('start_session', { project: 'novel' });
    const { stdout } = await runCommand(place, 'status');
    expect(stdout).toMatch(/^Clients +Claude Desktop: server, seen just now$/m);
    expect(stdout).not.toContain('Also seen');
  });

  it('reports the hook of a client that does not exist as the last failure', async () => {
    const place = home();
    await runCommand(place, 'remember', 'The ledger is blue');
    expect((await runCommand(place, 'status')).stdout).toMatch(/^Last failure +none$/m);
    await runCommand(place, 'hook', 'nobody', 'stop');
    expect((await runCommand(place, 'status')).stdout).toMatch(/^Last failure +just now: nobody stop/m);
  });
});

describe('backup', () => {
  it('refuses to overwrite a file, and puts one for its owner alone into a folder', async () => {
    const place = home();
    await runCommand(place, 'remember', 'The ledger is blue');
    const file = join(place.root, 'mine.db');
    expect(await json(place, 'backup', file)).toMatchObject({ path: file, record_count: 1 });
    const before = statSync(file);
    expect(before.mode & 0o777).toBe(0o600);
    const again = await runCommand(place, 'backup', file);
    expect(again.stderr).toContain('(backup_exists)');
    expect(statSync(file)).toMatchObject({ mtimeMs: before.mtimeMs, size: before.size });
    const { path } = await json(place, 'backup', place.root);
    expect(path).toMatch(/store-.*-manual\.db$/);
    expect((await runCommand(place, 'backup', join(place.root, 'no/such/file'))).stderr).toContain(
      '(backup_not_writable)',
    );
    expect((await runCommand(place, 'backup', file, '--purge')).stderr).toContain('(arguments_contradict)');
  });

  it('is refused without a store', async () => {
    const place = home();
    expect((await runCommand(place, 'backup')).stderr).toContain('(store_missing)');
    expect(readdirSync(place.path)).toEqual([]);
  });

  it('keeps what was deleted, as forget says, until it is purged', async () => {
    const place = home();
    const { id } = await json(place, 'remember', 'A password that must go');
    await runCommand(place, 'backup');
    const { id: later } = await json(place, 'remember', 'Stored after the backup');
    expect((await json(place, 'forget', later, '--yes')).notices).toEqual([]);
    const { notices } = await json(place, 'forget', id, '--yes');
    expect(notices).toEqual(['1 earlier backup still contains the text. Run throughline backup --purge.']);
    const folder = join(place.path, 'backups');
    const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.db'));
    expect(rowsOf(join(folder, name), 'SELECT content FROM records')).toHaveLength(1);
    expect((await runCommand(place, 'backup', '--purge')).stderr).toContain('(confirmation_required)');
    expect((await json(place, 'backup', '--purge', '--yes')).deleted).toEqual([join(folder, name)]);
    expect(readdirSync(folder).filter((one) => one.endsWith('.db'))).toEqual([]);
  });
});

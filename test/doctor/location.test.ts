import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Home, homeIn } from '../support/faults-home.ts';
import { mountMemory, noMountReason, remountReadOnly, unlessMounted } from '../support/faults-mount.ts';
import { makeOldStore } from '../support/faults-old-store.ts';
import { PROGRAM } from '../support/program.ts';
import {
  type DoctorResult,
  damageIn,
  doctor,
  doctorScene,
  FAILED,
  imageOf,
  missingFrom,
  PAGE,
  problems,
  rowsIn,
} from './doctor-home.ts';

const NOBODY = 65_534;
const isRoot = userInfo().uid === 0;

const { home, after, filledHome } = doctorScene();

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('permissions', () => {
  it('that let others read are reported, and corrected by --repair', async () => {
    const place = filledHome();
    chmodSync(place.path, 0o755);
    chmodSync(place.store, 0o644);
    const report = await doctor(place);
    expect(report.code).toBe(0);
    expect(problems(report, 'permissions')).toMatchObject([
      { status: 'warning', found: expect.stringContaining('0755 instead of 0700') },
      {
        status: 'warning',
        found: expect.stringContaining('0644 instead of 0600'),
        fix: expect.stringContaining('chmod'),
      },
    ]);
    expect([modeOf(place.path), modeOf(place.store)]).toEqual([0o755, 0o644]);
    const repaired = await doctor(place, '--repair');
    expect(problems(repaired, 'permissions')).toEqual([]);
    expect(repaired.repairs).toHaveLength(2);
    expect([modeOf(place.path), modeOf(place.store)]).toEqual([0o700, 0o600]);
  });

  it.skipIf(!isRoot)(
    'of another owner are reported with a fix, and the owner is never changed (needs root)',
    async () => {
      const place = filledHome();
      chownSync(place.store, NOBODY, NOBODY);
      chmodSync(place.store, 0o666);
      const report = await doctor(place, '--repair');
      const found = problems(report, 'permissions');
      // While doctor reads the store, SQLite gives its log the owner of the store.
      const ofLog = found.filter((one) => /-(?:wal|shm) belongs/.test(one.found));
      expect(found.filter((one) => !ofLog.includes(one))).toMatchObject([
        {
          status: 'warning',
          found: expect.stringContaining(`${place.store} belongs to user ${NOBODY}`),
          fix: expect.stringContaining('chown'),
        },
      ]);
      expect(statSync(place.store)).toMatchObject({ uid: NOBODY });
      expect(modeOf(place.store)).toBe(0o600);
    },
  );
});

describe.skipIf(noMountReason !== undefined)(
  `a store on a disk that is mounted read-only${unlessMounted}`,
  () => {
    const readOnlyDisk = (fill: boolean) => {
      const [path, unmount] = mountMemory('size=30m');
      after(unmount);
      const place = fill ? filledHome(homeIn(path)) : homeIn(path);
      remountReadOnly(path);
      return place;
    };

    it('is reported with a fix, and opens for reading', async () => {
      const place = readOnlyDisk(true);
      const report = await doctor(place);
      expect(report.code).toBe(FAILED);
      expect(problems(report, 'store', 'integrity', 'checksums')).toEqual([]);
      expect(problems(report, 'writing')).toMatchObject([
        {
          status: 'error',
          found: `${place.store} is on a file system that is mounted read-only, so nothing can be stored.`,
          fix: expect.stringContaining('THROUGHLINE_HOME'),
        },
      ]);
    });

    it('is reported before there is a store', async () => {
      const [finding] = problems(await doctor(readOnlyDisk(false)), 'writing');
      expect(finding?.found).toContain('mounted read-only, so no store can be created');
    });
  },
);

it('reports a writable store as ok, and writes nothing', async () => {
  const place = filledHome();
  const image = imageOf(place.path);
  const { findings } = await doctor(place);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'writing', status: 'ok' }));
  expect(imageOf(place.path)).toEqual(image);
});

const runAs = (uid: number, { path, work }: Home, ...args: string[]) =>
  spawnSync(
    'setpriv',
    [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', process.execPath, PROGRAM, ...args],
    {
      cwd: work,
      env: { PATH: process.env.PATH ?? '', HOME: work, THROUGHLINE_HOME: path },
      encoding: 'utf8',
    },
  );

/** What the doctor says to somebody else than us. */
function doctorAs(uid: number, place: Home, ...flags: string[]): DoctorResult {
  const { status, stdout, stderr } = runAs(uid, place, 'doctor', '--json', ...flags);
  if (stdout === '') throw new Error(stderr);
  return { code: status, ...JSON.parse(stdout) };
}

/** Somebody else must be able to run Node and the program at all. */
const noStrangerReason = (() => {
  if (!isRoot) return 'needs root';
  const tried = spawnSync(
    'setpriv',
    [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', process.execPath, PROGRAM, '--version'],
    { cwd: '/' },
  );
  return tried.status === 0 ? undefined : 'needs setpriv, and a program that others may run';
})();

describe.skipIf(noStrangerReason !== undefined)(
  `to a user whom the home does not belong to${noStrangerReason === undefined ? '' : ` (${noStrangerReason})`}`,
  () => {
    const WORLD = 0o755;

    it('reports the folder, not its content', () => {
      const place = filledHome();
      chmodSync(place.root, WORLD);
      for (const flags of [[], ['--repair']]) {
        const report = doctorAs(NOBODY, place, ...flags);
        expect(report).toMatchObject({ code: FAILED, status: 'error', repairs: [] });
        expect(report.findings.filter(({ status }) => status === 'error')).toEqual([
          {
            check: 'permissions',
            status: 'error',
            found: expect.stringContaining(
              `${place.path} belongs to user 0, not to you, and you cannot open it`,
            ),
            fix: expect.stringContaining(`chown -R "$(id -u)" ${place.path}`),
          },
        ]);
        expect(JSON.stringify(report.findings)).not.toContain('config.json');
      }
    });

    it('a search reports that the store cannot be read, not that it cannot be written', () => {
      const place = filledHome();
      for (const path of [place.root, place.path, place.work]) chmodSync(path, WORLD);
      const { stderr } = runAs(NOBODY, place, 'search', 'anything');
      expect(stderr).toContain('(store_not_readable)');
      expect(stderr).toContain(`The store ${place.store} cannot be opened for reading.`);
    });

    it('names a folder above it that cannot be entered', () => {
      const place = filledHome();
      const report = doctorAs(NOBODY, { ...place, work: '/' });
      expect(problems(report, 'permissions')).toMatchObject([
        { status: 'error', found: expect.stringContaining(`${place.root} belongs to user 0`) },
      ]);
    });

    it('reports a home that can be entered with a command for its owner instead of --repair', () => {
      const place = filledHome();
      for (const path of [place.root, place.path]) chmodSync(path, WORLD);
      chmodSync(place.store, 0o644);
      const reported = problems(doctorAs(NOBODY, place), 'permissions');
      expect(reported.map(({ fix }) => fix).join()).not.toContain('--repair');
      expect(reported).toContainEqual(
        expect.objectContaining({ fix: expect.stringContaining(`chmod 0600 ${place.store}`) }),
      );
    });
  },
);

describe('leftover files', () => {
  const old = (path: string) => {
    writeFileSync(path, 'x'.repeat(3_000), { mode: 0o600 });
    utimesSync(path, new Date(Date.now() - 2 * 3_600_000), new Date(Date.now() - 2 * 3_600_000));
  };

  it('are reported with their size, and removed only once no process writes them', async () => {
    const place = filledHome();
    const names = [
      'store.db.new-0123456789abcdef',
      'store.db.v1-2026-01-02T03-04-05-678Z.bak',
      'store.db.damaged-2026-01-02T03-04-05-678Z',
      'notes.new-abc',
    ];
    for (const name of names) old(join(place.path, name));
    const made = openSync(`${place.store}.new-00ff00ff00ff00ff`, 'w', 0o600);
    writeSync(made, 'being made now');
    after(() => closeSync(made));
    writeFileSync(`${place.store}-shm`, Buffer.alloc(32_768, 7), { mode: 0o600 });
    const rows = rowsIn(place.store);
    const image = imageOf(place.path);
    const report = await doctor(place);
    expect(report).toMatchObject({ code: 0, status: 'note' });
    const reported = problems(report, 'leftovers')
      .map(({ found }) => found)
      .join('\n');
    expect(reported).toContain(`killed: ${names[0]} (3 KB, 2 hours old).`);
    for (const name of names.slice(1, 3)) expect(reported).toContain(`${name} (3 KB)`);
    expect(reported).toMatch(
      /possibly still in use: store\.db\.new-00ff00ff00ff00ff \(14 bytes, (?:\d+ minutes? old|written just now)\)/,
    );
    expect(imageOf(place.path)).toEqual(image);

    expect((await doctor(place, '--repair')).code).toBe(0);
    const left = readdirSync(place.path);
    expect(left).not.toContain(names[0]);
    expect(left).toEqual(
      expect.arrayContaining([...names.slice(1), 'store.db', 'store.db.new-00ff00ff00ff00ff']),
    );
    expect(rowsIn(place.store)).toEqual(rows);
  });
});

describe('the settings of clients', () => {
  it('are read and never written: which clients start the program, from where, and which paths are missing', async () => {
    const place = filledHome();
    const program = join(place.root, 'bin.js');
    writeFileSync(program, '');
    const write = (name: string, text: string) => {
      mkdirSync(join(place.path, name, '..'), { recursive: true, mode: 0o700 });
      writeFileSync(join(place.path, name), text, { mode: 0o600 });
    };
    write(
      '.claude.json',
      JSON.stringify({
        projects: { '/x': { mcpServers: { throughline: { command: 'node', args: [program, 'mcp'] } } } },
      }),
    );
    write(
      '.codex/config.toml',
      '[mcp_servers.other]\ncommand = "x"\n\n[mcp_servers.throughline]\ncommand = "node"\nargs = ["/gone/bin.js", "mcp"]\n\n[tools]\n',
    );
    write(
      '.gemini/settings.json',
      JSON.stringify({
        mcpServers: { throughline: { httpUrl: 'http://me:hush@127.0.0.1:4747/mcp?token=hush' } },
      }),
    );
    write('.cursor/mcp.json', '{ not json');
    const image = imageOf(place.path);
    const { findings } = await doctor(place, '--repair');
    expect(
      findings
        .filter(({ check }) => check === 'clients')
        .map(({ status, found }) => `${status}: ${found}`)
        .sort(),
    ).toEqual([
      'note: Cursor (~/.cursor/mcp.json): its settings cannot be read.',
      `ok: Claude Code (~/.claude.json) starts ${program}.`,
      'ok: Gemini CLI (~/.gemini/settings.json) connects to http://127.0.0.1:4747/mcp.',
      'warning: Codex (~/.codex/config.toml) starts /gone/bin.js, which does not exist.',
    ]);
    expect(JSON.stringify(findings)).not.toContain('hush');
    expect(imageOf(place.path)).toEqual(image);
  });
});

describe.skipIf(noMountReason !== undefined)(`a full disk${unlessMounted}`, () => {
  function fill(root: string): () => void {
    const path = join(root, 'ballast');
    const file = openSync(path, 'w');
    const { bavail, bsize } = statfsSync(root);
    for (let left = bavail * bsize - 200_000; left > 0; left -= PAGE) writeSync(file, Buffer.alloc(PAGE, 1));
    closeSync(file);
    return () => rmSync(path);
  }

  function smallDisk(size: string): Home {
    const [path, unmount] = mountMemory(size);
    after(unmount);
    return filledHome(homeIn(path));
  }

  it('is an error, a nearly full one a warning, and looking writes nothing', async () => {
    expect(problems(await doctor(smallDisk('size=100m')), 'disk')).toMatchObject([{ status: 'warning' }]);
    const place = smallDisk('size=12m');
    fill(place.root);
    const image = imageOf(place.path);
    const report = await doctor(place, '--full');
    expect(report.code).toBe(FAILED);
    expect(problems(report, 'disk', 'integrity', 'text_index')).toMatchObject([
      { check: 'disk', status: 'error', fix: expect.stringContaining('space') },
    ]);
    expect(imageOf(place.path)).toEqual(image);
  });

  it('recovers a damaged store only if there is enough free space', async () => {
    const place = smallDisk('size=30m');
    const before = rowsIn(place.store);
    const free = fill(place.root);
    const file = openSync(place.store, 'r+');
    writeSync(file, Buffer.alloc(PAGE), 0, PAGE, PAGE * 40);
    closeSync(file);
    const image = imageOf(place.path);
    const refused = await doctor(place, '--repair');
    expect(refused.code).toBe(FAILED);
    expect(refused.repairs).toMatchObject([
      { status: 'error', found: expect.stringContaining('needs about') },
    ]);
    expect(imageOf(place.path)).toEqual(image);
    free();
    const report = await doctor(place, '--repair');
    expect(report.repairs.at(-1)?.tables?.length).toBeGreaterThan(0);
    expect(problems(report, 'integrity')).toEqual([]);
    expect(damageIn(place.store)).toEqual([]);
    expect(missingFrom(rowsIn(place.store), before).length).toBeLessThan(60);
  });
});

describe('a store of an older version', () => {
  it('is reported as to be migrated, and is not migrated by the doctor', async () => {
    const place = home();
    await makeOldStore(place.store);
    const rows = rowsIn(place.store);
    const report = await doctor(place);
    expect(problems(report, 'schema')).toMatchObject([
      { status: 'note', fix: expect.stringContaining('migrates') },
    ]);
    expect(rowsIn(place.store)).toEqual(rows);
  });
});

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  mountMemory,
  noMountReason,
  remountReadOnly,
  remountWritable,
  unlessMounted,
} from '../support/faults-mount.ts';
import { rowsOf } from '../support/faults-store.ts';
import { holdLock } from '../support/held-lock.ts';
import { Conversation, type HookOptions } from '../support/hook.ts';
import { type Place, place, serverIn } from '../support/server.ts';

const CHECKPOINT = 'The parser is half rewritten.';
const NOT_STORED = 'This session is not stored yet';
const START = { source: 'startup' };

/** Leaves a checkpoint, and optionally the files that a killed process leaves beside the store. */
async function withCheckpoint(where: Place, isKilled = false): Promise<Place> {
  const server = await serverIn(where);
  await server.facts('end_session', { checkpoint: CHECKPOINT });
  if (isKilled) await server.kill();
  else await server.close();
  return where;
}

/** As they are on a store that was closed by the last process that had it open. */
const removeLog = ({ home }: Place) => {
  for (const part of ['-wal', '-shm']) rmSync(join(home, `store.db${part}`), { force: true });
};

function mountedPlace(options: string): { where: Place; root: string } {
  const [root, unmount] = mountMemory(options);
  onTestFinished(unmount);
  const where = { home: join(root, 'home'), project: join(root, 'lantern') };
  for (const path of [where.home, where.project]) mkdirSync(path);
  return { where, root };
}

const failuresIn = ({ home }: Place) =>
  readFileSync(join(home, 'hooks.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).code as string);

const sessionsOf = ({ home }: Place) =>
  rowsOf(join(home, 'store.db'), 'SELECT client_session_id FROM sessions').map(
    (row) => row.client_session_id,
  );

/** Returns the context of the session, which must be the orientation and a note that it is not stored. */
async function expectOriented(talk: Conversation, code: string | RegExp, options?: HookOptions) {
  const outcome = await talk.hook('session-start', START, options);
  expect(outcome.code).toBe(0);
  expect(outcome.context).toContain(CHECKPOINT);
  expect(outcome.context).toContain(NOT_STORED);
  expect(outcome.context).toContain('may lack the end of the last conversation');
  expect(outcome.context).toMatch(code);
  expect(outcome.context.length).toBeLessThanOrEqual(8_000);
}

describe('a session whose start cannot be stored is oriented all the same', () => {
  it('while another process holds the write lock; its next hook stores it', async () => {
    const where = await withCheckpoint(place());
    const release = holdLock(join(where.home, 'store.db'));
    onTestFinished(release);
    const talk = new Conversation(where, 'a').asks('Go on');
    await expectOriented(talk, 'store_busy', { env: { THROUGHLINE_BUSY_TIMEOUT_MS: '50' } });
    expect(failuresIn(where)).toEqual(['store_busy']);
    release();
    expect((await talk.hook('prompt')).context).toContain(CHECKPOINT);
    expect(sessionsOf(where)).toContain('a');
  });

  it('while the lock is held for all the time a hook has', async () => {
    const where = await withCheckpoint(place());
    const release = holdLock(join(where.home, 'store.db'));
    onTestFinished(release);
    const talk = new Conversation(where, 'a').asks('Go on');
    const options = { env: { THROUGHLINE_HOOK_TIMEOUT_MS: '200', THROUGHLINE_GIT_TIMEOUT_MS: '100' } };
    await expectOriented(talk, /store_busy|hook_late/, options);
  });

  it('says nothing more at a prompt while the lock is still held', async () => {
    const where = await withCheckpoint(place());
    const release = holdLock(join(where.home, 'store.db'));
    onTestFinished(release);
    const talk = new Conversation(where, 'a').asks('Go on');
    const options = { env: { THROUGHLINE_BUSY_TIMEOUT_MS: '50' } };
    await expectOriented(talk, 'store_busy', options);
    expect(await talk.hook('prompt', {}, options)).toMatchObject({ code: 0, stdout: '' });
  });

  it.skipIf(process.getuid?.() === 0)(
    'in a folder that may not be written (skipped for root, who may)',
    async () => {
      const where = await withCheckpoint(place());
      removeLog(where);
      const talk = new Conversation(where, 'a');
      chmodSync(join(where.home, 'store.db'), 0o400);
      chmodSync(where.home, 0o500);
      onTestFinished(() => chmodSync(where.home, 0o700));
      await expectOriented(talk, 'store_not_writable');
    },
  );

  const hasLimits = process.platform === 'linux' && readdirSync('/usr/bin').includes('prlimit');
  it.skipIf(!hasLimits).each([
    ['while a server has the store open', true],
    ['with nothing beside the store', false],
  ])('where the kernel refuses every write, %s (needs prlimit)', async (_, isOpen) => {
    const where = await withCheckpoint(place());
    if (isOpen) await serverIn(where);
    else removeLog(where);
    const talk = new Conversation(where, 'a').asks('Go on');
    const preload = join(where.home, 'no-writing.cjs');
    writeFileSync(
      preload,
      `process.on('SIGXFSZ', () => undefined);
require('node:child_process').execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=0:unlimited']);`,
    );
    await expectOriented(talk, /store_io_error|disk_full|store_not_writable/, {
      env: { NODE_OPTIONS: `--require ${preload}` },
    });
    expect(sessionsOf(where)).not.toContain('a');
    await talk.hook('stop', { last_assistant_message: 'Done.' });
    expect(sessionsOf(where)).toContain('a');
  });
});

describe.skipIf(noMountReason !== undefined)(`on a disk of its own${unlessMounted}`, () => {
  it.each([
    ['with the files a killed process left', true],
    ['with nothing beside the store', false],
  ])('a read-only mount, %s, is read for the orientation', async (_, isKilled) => {
    const { where, root } = mountedPlace('size=12m');
    await withCheckpoint(where, isKilled);
    if (!isKilled) removeLog(where);
    const talk = new Conversation(where, 'a');
    remountReadOnly(root);
    await expectOriented(talk, 'store_not_writable');
    const server = await serverIn(where);
    expect((await server.facts('boot_report')).report).toContain(CHECKPOINT);
    const refused = await server.call('store_memory', { type: 'decision', content: 'x' });
    expect(refused.structuredContent.code).toBe('store_not_writable');

    remountWritable(root);
    await talk.hook('stop', { last_assistant_message: 'Done.' });
    expect(sessionsOf(where)).toContain('a');
    // Where SQLite had to read the index of the log as it was, a process stays a reader until it is restarted.
    const writer = isKilled ? await serverIn(where) : server;
    await writer.facts('store_memory', { type: 'decision', content: 'Written after all.' });
    for (const each of [server, writer])
      expect((await each.facts('boot_report')).report).toContain('Written after all.');
  });

  it.each([
    ['with the files a killed process left', true],
    ['with nothing beside the store', false],
  ])('a full disk, %s, is read for the orientation', async (_, isKilled) => {
    const { where, root } = mountedPlace('size=4m');
    await withCheckpoint(where, isKilled);
    if (!isKilled) removeLog(where);
    const talk = new Conversation(where, 'a');
    const ballast = join(root, 'ballast');
    execFileSync('sh', ['-c', `dd if=/dev/zero of=${ballast} bs=4k 2>/dev/null || true`]);
    await expectOriented(talk, /disk_full|store_io_error/);
    rmSync(ballast);
    await talk.hook('stop', { last_assistant_message: 'Done.' });
    expect(sessionsOf(where)).toContain('a');
  });
});

it('orients a session whose client has sent everything and does not close the pipe', async () => {
  const where = await withCheckpoint(place());
  const talk = new Conversation(where, 'a');
  const outcome = await talk.hook('session-start', START, { isStdinOpen: true });
  expect(outcome.context).toContain(CHECKPOINT);
  expect(outcome.context).not.toContain(NOT_STORED);
});

it('orients each of fifty sessions that start at once', async () => {
  const where = await withCheckpoint(place());
  const talks = Array.from({ length: 50 }, (_, index) => new Conversation(where, `talk-${index}`));
  const outcomes = await Promise.all(talks.map((talk) => talk.hook('session-start', START)));
  expect(outcomes.filter(({ context }) => !context.includes(CHECKPOINT))).toEqual([]);
  const unstored = talks.filter((_, index) => outcomes[index]?.context.includes(NOT_STORED));
  const stored = sessionsOf(where);
  const missing = talks.filter(({ id }) => !stored.includes(id));
  expect(missing.map(({ id }) => id)).toEqual(unstored.map(({ id }) => id));
});

import { describe, expect, it, vi } from 'vitest';
import {
  type BackupDeps,
  compareStores,
  createBackupServices,
} from '../../src/app/backup/backup-services.ts';
import {
  isDailyBackupDue,
  keepDailyBackups,
  spentDailyBackups,
} from '../../src/app/backup/keep-daily-backups.ts';
import type { BackupFile, BackupReason, Backups, StoreSummary } from '../../src/app/ports/backups.ts';
import type { Config } from '../../src/config/schema.ts';
import { HOUR_MS, plusMs } from '../../src/domain/instant.ts';

import type { ProcessEnvironment } from '../../src/main/process-environment.ts';
import { startDailyBackups } from '../../src/main/start-daily-backups.ts';

const NOW = '2026-03-04T09:00:00.000Z';
const MEGABYTE = 1_048_576;

const backup = (hoursAgo: number, reason: BackupReason = 'daily'): BackupFile => {
  const madeAt = plusMs(NOW, -hoursAgo * HOUR_MS);
  return { path: `/backups/${madeAt}-${reason}.db`, reason, bytes: MEGABYTE, madeAt };
};

describe('a daily backup is due', () => {
  it.each([
    ['where there is none', [], true],
    ['the morning after', [backup(23.5)], true],
    ['not again on the same day', [backup(8)], false],
    ['not because of a backup that a person made', [backup(1, 'manual')], true],
    ['where a wrong clock dated one a month ahead', [backup(-720)], true],
  ])('%s', (_, backups, isDue) => {
    expect(isDailyBackupDue(backups, NOW)).toBe(isDue);
  });

  it('and the last 7 are kept, with all that were made for another reason', () => {
    const days = Array.from({ length: 9 }, (_, day) => backup(day * 24));
    const newestFirst = [...days, backup(300, 'manual'), backup(400, 'before-migration')];
    expect(spentDailyBackups(newestFirst)).toEqual(days.slice(7));
  });
});

const summary = (...projects: StoreSummary['projects']): StoreSummary => ({
  bytes: 1,
  version: 1,
  sessionCount: 0,
  recordCount: 0,
  newestAt: null,
  projects,
});

const project = (id: string, sessionCount: number, recordCount: number) => ({
  workspace: 'local',
  id,
  name: `Project ${id}`,
  sessionCount,
  recordCount,
  newestAt: NOW,
});

it('compares two stores by project: those that differ, come back or go', () => {
  const now = summary(project('same', 1, 1), project('less', 3, 9), project('gone', 1, 2));
  const after = summary(project('same', 1, 1), project('less', 2, 5), project('back', 4, 4));
  expect(
    compareStores(now, after)
      .map((one) => [one.id, one.now.recordCount, one.after.recordCount])
      .toSorted(),
  ).toEqual([
    ['back', 0, 4],
    ['gone', 2, 0],
    ['less', 9, 5],
  ]);
});

function servicesWith(freeBytes: number, backups: BackupFile[] = []) {
  const made: string[] = [];
  const removed: string[] = [];
  const port: Partial<Backups> = {
    folder: '/backups',
    list: () => backups,
    nameFor: (reason) => `/backups/new-${reason}.db`,
    neededBytes: () => 50 * MEGABYTE,
    make: (path) => void made.push(path),
    readBackup: () => summary(),
    remove: (path) => void removed.push(path),
    claimDaily: (work) => work(),
  };
  const deps: BackupDeps = {
    backups: port as Backups,
    machine: { freeBytes: () => freeBytes, attachedTo: () => [], isFolder: () => false },
    clock: { now: () => NOW },
    store: '/store.db',
    listLeftovers: () => [],
  };
  return { services: createBackupServices(deps), made, removed, deps };
}

describe('a backup', () => {
  it('is refused with its size and the free space where the disk is too small', () => {
    const { services, made } = servicesWith(49 * MEGABYTE);
    expect(() => services.make(undefined)).toThrow(/needs about 50 MB, but only 49 MB are free/);
    expect(made).toEqual([]);
  });

  it('that nobody asked for leaves more of the disk free', () => {
    const { services, made } = servicesWith(100 * MEGABYTE);
    expect(() => services.makeDaily()).toThrow(expect.objectContaining({ code: 'backup_no_space' }));
    expect(made).toEqual([]);
    expect(services.make(undefined).path).toBe('/backups/new-manual.db');
  });

  it('is refused by name where the store is in no file', () => {
    const { deps } = servicesWith(1e12);
    const services = createBackupServices({ ...deps, backups: undefined });
    expect(() => services.make(undefined)).toThrow(expect.objectContaining({ code: 'backup_unsupported' }));
    expect(services.list()).toEqual([]);
  });
});

describe('a server', () => {
  it.each([
    ['the setting is off', { dailyBackup: false, readOnly: false }, true],
    ['nothing may be written', { dailyBackup: true, readOnly: true }, true],
    ['the store is in no file', { dailyBackup: true, readOnly: false }, false],
  ])('makes none where %s', (_, config, hasFileBackups) => {
    const capabilities = { hasOtherWriters: true, hasFileBackups };
    const deps = { listBackups: () => [], clock };
    const environment = {} as ProcessEnvironment;
    expect(startDailyBackups(deps, capabilities, config as Config, environment, vi.fn())).toBeUndefined();
  });

  const clock = { now: () => NOW };

  it('has another process make a backup when one is due, and reports a failure once', async () => {
    vi.useFakeTimers();
    const log = vi.fn();
    const start = vi.fn(() => ({ ended: Promise.resolve('no space'), kill: () => undefined }));
    const daily = keepDailyBackups({ listBackups: () => [], clock, start, log });
    await vi.advanceTimersByTimeAsync(19_000);
    expect(start).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000 + 3 * HOUR_MS);
    expect(start).toHaveBeenCalledTimes(4);
    expect(log.mock.calls).toEqual([['daily backup: no space']]);
    daily.stop();
    vi.useRealTimers();
  });

  it('starts none while there is one of today, and kills a running one when it stops', async () => {
    vi.useFakeTimers();
    const kill = vi.fn();
    const start = vi.fn(() => ({ ended: new Promise<null>(() => undefined), kill }));
    const fresh = keepDailyBackups({ listBackups: () => [backup(1)], clock, start, log: vi.fn() });
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    expect(start).not.toHaveBeenCalled();
    fresh.stop();
    const running = keepDailyBackups({ listBackups: () => [], clock, start, log: vi.fn() });
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    running.stop();
    expect([start.mock.calls.length, kill.mock.calls.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(5 * HOUR_MS);
    expect(start).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
});

import { HOUR_MS, type Instant, msOf } from '../../domain/instant.ts';
import type { BackupFile } from '../ports/backups.ts';

/** Less than a day, so that a machine that is on from nine to five gets one each day at about the same time. */
const DUE_AFTER_MS = 20 * HOUR_MS;

const KEPT_COUNT = 7;

const isDaily = ({ reason }: BackupFile) => reason === 'daily';

/** Compares the distance, so that a backup dated in the future does not stop all others. */
export const isDailyBackupDue = (backups: readonly BackupFile[], now: Instant): boolean =>
  !backups.some((one) => isDaily(one) && Math.abs(msOf(now) - msOf(one.madeAt)) < DUE_AFTER_MS);

/** Daily backups beyond the number that is kept. Those of other reasons stay until a person deletes them. */
export const spentDailyBackups = (newestFirst: readonly BackupFile[]): readonly BackupFile[] =>
  newestFirst.filter(isDaily).slice(KEPT_COUNT);

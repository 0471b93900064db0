import { type BackupServices, createBackupServices } from '../app/backup/backup-services.ts';
import type { Config } from '../config/schema.ts';
import { openBackups } from '../storage/open-backups.ts';
import { listLeftovers } from '../storage/sqlite/backup/backup-files.ts';
import { followLinks } from '../storage/sqlite/file/follow-links.ts';
import { systemClock } from '../system/clock-and-random.ts';
import { machineFacts } from '../system/machine-facts.ts';

/** Opens nothing yet. */
export function openBackupServices(config: Pick<Config, 'store'>): BackupServices {
  const store = followLinks(config.store);
  return createBackupServices({
    backups: openBackups(store),
    machine: machineFacts,
    clock: systemClock,
    store,
    listLeftovers: () => listLeftovers(store),
  });
}

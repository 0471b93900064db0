import type { SettingsFiles } from '../../app/ports/settings-files.ts';
import { checkWritable, readSettings } from './locate-settings.ts';
import { whileLocked } from './while-locked.ts';
import { keepCopy, removeSettings, replaceSettings } from './write-settings.ts';

export const settingsFiles: SettingsFiles = {
  read: readSettings,
  checkWritable,
  keepCopy,
  replace: replaceSettings,
  remove: removeSettings,
  whileLocked,
};

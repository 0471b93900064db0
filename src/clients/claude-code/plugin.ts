import type { SettingsText } from '../shared/jsonc/settings-text.ts';
import { findMember, valueIn } from '../shared/jsonc/tree.ts';

export const PLUGIN_NOTICE =
  'The plugin throughline brings the same hooks, and both would run: keep one of them. /plugin in Claude Code switches it off.';

/** Whether our plugin is installed and switched on. */
export const hasPlugin = ({ root }: SettingsText): boolean =>
  valueIn(findMember(root, 'enabledPlugins'))?.children?.some(
    ({ children }) =>
      String(children?.[0]?.value).startsWith('throughline@') && children?.[1]?.value === true,
  ) ?? false;

import type { SettingsPart } from '../ports/client-settings.ts';
import type { Installed, InstalledFile } from './installed.ts';

/** What is to become of one settings file; the same whether it is shown or done. */
export interface SettingsChange {
  readonly part: SettingsPart;
  readonly action: 'create' | 'update' | 'restore' | 'delete' | 'none';
  /** null: there is no file. */
  readonly before: string | null;
  readonly after: string | null;
  /** Whether a copy is kept of what was there. */
  readonly keepsCopy: boolean;
  /** A copy of ours that nobody needs any more once this is done. */
  readonly spentCopy: { readonly path: string; readonly text: string } | null;
  readonly notice: string | null;
  /** What to remember, given the copy and the folder that came into being; null: nothing. */
  remember(copy: string | null, folder: string | null): InstalledFile | null;
}

/** Writes nothing. */
export type Decide = (part: SettingsPart, installed: Installed) => Promise<SettingsChange>;

export const noChange = (
  part: SettingsPart,
  before: string | null,
  known: InstalledFile | null,
  notice: string | null = null,
): SettingsChange => ({
  part,
  action: 'none',
  before,
  after: before,
  keepsCopy: false,
  spentCopy: null,
  notice,
  remember: () => known,
});

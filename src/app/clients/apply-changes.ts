import { hasCode, unavailable } from '../../domain/error.ts';
import type { Instant } from '../../domain/instant.ts';
import type { SettingsFiles, SettingsPart } from '../ports/client-settings.ts';
import type { Decide, SettingsChange } from './decide-changes.ts';
import { type Installed, openInstallRecord } from './install-record.ts';

export interface DoneChange extends SettingsChange {
  readonly copy: string | null;
}

interface ChangeContext {
  readonly files: SettingsFiles;
  readonly home: string;
  readonly now: Instant;
  readonly decide: Decide;
}

type Written = Pick<SettingsChange, 'part' | 'before' | 'after'>;

async function write(files: SettingsFiles, { part, before, after }: Written, topFolder: string | null) {
  if (after === before) return null;
  if (after !== null)
    return files.replace(part.path, { expected: before, text: after, isShared: part.isShared });
  if (before !== null) await files.remove(part.path, before, topFolder);
  return null;
}

async function applyChange({ files, now }: ChangeContext, change: SettingsChange, installed: Installed) {
  const { part, before, after, keepsCopy } = change;
  const copy = keepsCopy && before !== null ? await files.keepCopy(part.path, before, now) : null;
  const dropCopy = async () => {
    if (copy !== null && before !== null) await files.remove(copy, before, null);
  };
  try {
    const folder = await write(files, change, installed[part.path]?.folder ?? null);
    return {
      change: { ...change, copy } as DoneChange,
      record: change.remember(copy, folder),
      async undo() {
        await write(files, { part, before: after, after: before }, folder);
        await dropCopy();
      },
    };
  } catch (error) {
    await dropCopy();
    throw error;
  }
}

type Done = Awaited<ReturnType<typeof applyChange>>;

const ATTEMPTS = 3;

/** Decides again on the current text, because the client may have written since the change was shown. */
async function applyPart(context: ChangeContext, part: SettingsPart, installed: Installed): Promise<Done> {
  const { files, decide } = context;
  const work = async () => applyChange(context, await decide(part, installed), installed);
  for (let attempt = 1; ; attempt++) {
    try {
      return part.isLocked ? await files.whileLocked(part.path, work) : await work();
    } catch (error) {
      if (!hasCode(error, 'settings_changed') || attempt === ATTEMPTS) throw error;
    }
  }
}

async function undoAll(done: readonly Done[], cause: unknown): Promise<void> {
  const stuck: string[] = [];
  for (const { change, undo } of done.toReversed())
    await undo().catch(() => void stuck.push(change.part.path));
  if (stuck.length === 0) return;
  const why = cause instanceof Error ? cause.message : String(cause);
  throw unavailable(
    'settings_half_done',
    `${why} ${stuck.join(' and ')} had already been changed and could not be restored.`,
    'Fix the problem and run the command again. It is safe to run twice.',
    { cause },
  );
}

const remembered = (installed: Installed, done: readonly Done[]): Installed => {
  const files = new Map(Object.entries(installed));
  for (const { change, record } of done) {
    if (record === null) files.delete(change.part.path);
    else files.set(change.part.path, record);
  }
  return Object.fromEntries(files);
};

/** All of it or nothing: where one file cannot be changed, those before it are put back. */
export async function applyChanges(context: ChangeContext, parts: readonly SettingsPart[]) {
  const { files, home } = context;
  const installed = await openInstallRecord(files, home);
  const done: Done[] = [];
  try {
    for (const part of parts) done.push(await applyPart(context, part, installed.files));
    await installed.write(remembered(installed.files, done));
  } catch (error) {
    await undoAll(done, error);
    throw error;
  }
  for (const { change } of done)
    if (change.obsoleteCopy !== null)
      await files.remove(change.obsoleteCopy.path, change.obsoleteCopy.text, null).catch(() => undefined);
  return done.map(({ change }) => change);
}

import { resolve } from 'node:path';
import { sizeOf } from '../../app/doctor/finding.ts';
import { escapeInline } from '../../domain/quote-text.ts';
import { confirm } from '../confirm.ts';
import { type CommandContext, type CommandOutput, defineCommand } from '../define-command.ts';
import { contradiction, switchFlag, yesFlag } from '../flags.ts';
import { formatMinute, plural } from '../format.ts';

async function makeOne({ backups, style }: CommandContext, file: string | undefined): Promise<CommandOutput> {
  const { path, bytes, summary } = (await backups()).make(file);
  const { sessionCount, recordCount } = summary;
  return {
    lines: [
      `${style.good('Backed up')} ${plural(sessionCount, 'session')} and ${plural(recordCount, 'record')} (${sizeOf(bytes)}, verified):`,
      style.bold(escapeInline(path)),
      'To restore it, run:',
      `throughline restore ${escapeInline(path)}`,
    ],
    facts: { path, bytes, session_count: sessionCount, record_count: recordCount },
  };
}

async function makeDaily({ backups }: CommandContext): Promise<CommandOutput> {
  const made = (await backups()).makeDaily();
  if (made.outcome !== 'made') {
    const why =
      made.outcome === 'fresh' ? 'There is already one from today.' : 'Another process is making one.';
    return { lines: [`No backup was made. ${why}`], facts: made };
  }
  const removed =
    made.removed.length === 0 ? [] : [`Removed the oldest: ${made.removed.map(escapeInline).join(', ')}`];
  return { lines: [`Backed up: ${escapeInline(made.path)}`, ...removed], facts: made };
}

async function purge(context: CommandContext, isConfirmed: boolean): Promise<CommandOutput> {
  const services = await context.backups();
  const found = services.listPurgeable();
  const facts = { deleted: found.map(({ path }) => path) };
  if (found.length === 0)
    return { lines: [`There are no backups in ${escapeInline(services.folder)}.`], facts };
  if (!isConfirmed) {
    await confirm(context, {
      question: `Delete ${plural(found.length, 'backup')} permanently?`,
      notices: () =>
        found.map(
          ({ path, bytes, madeAt }) => `${formatMinute(madeAt)}  ${escapeInline(path)} (${sizeOf(bytes)})`,
        ),
      risk: 'Deleted backups cannot be recovered',
      hint: 'Pass --yes to confirm.',
      action: 'delete them',
      done: 'deleted',
    });
  }
  for (const { path } of found) services.remove(path);
  return {
    lines: [`${plural(found.length, 'backup')} deleted. Backups in other folders were not deleted.`],
    facts,
  };
}

export const backup = defineCommand({
  name: 'backup',
  summary: 'Back up the store to one verified file, or delete all backups.',
  effect: 'read',
  examples: ['throughline backup', 'throughline backup ~/throughline.db', 'throughline backup --purge'],
  positionals: [
    {
      name: 'FILE',
      description:
        'A new file, or a folder. Default: a file named after the current time in the backups folder.',
      isOptional: true,
    },
  ],
  flags: {
    daily: switchFlag('Make a backup only if there is none from today, and keep the last 7 daily backups.'),
    purge: switchFlag(
      'Delete all backups in the backups folder. They may contain text that was deleted from the store.',
    ),
    yes: yesFlag,
  },
  parse({ daily, purge: isPurge, yes }, [file]) {
    const given = [file !== undefined, daily, isPurge].filter(Boolean);
    if (given.length > 1) throw contradiction('FILE, --daily and --purge cannot be combined.');
    return { file, daily, isPurge, yes };
  },
  async act(context, { file, daily, isPurge, yes }) {
    if (isPurge) return purge(context, yes);
    if (daily) return makeDaily(context);
    return makeOne(context, file === undefined ? undefined : resolve(context.settings.input.cwd, file));
  },
});

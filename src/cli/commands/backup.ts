import { resolve } from 'node:path';
import type { ProjectDifference, Restored, RestorePlan } from '../../app/backup/backup-services.ts';
import { sizeOf } from '../../app/doctor/finding.ts';
import type { Instant } from '../../domain/instant.ts';
import { countOf } from '../../domain/orientation/wording.ts';
import { escapeInline } from '../../domain/quote-text.ts';
import { idShortener } from '../../domain/short-id.ts';
import { quoteForShell, snakeKeys } from '../command-wording.ts';
import { confirm } from '../confirm.ts';
import { type CommandContext, type CommandOutput, defineCommand } from '../define-command.ts';
import { contradiction, switchFlag, yesFlag } from '../flags.ts';
import { formatMinute } from '../format.ts';
import { type Column, renderTable } from '../render-table.ts';

const restoreCommand = (path: string): string => escapeInline(`throughline restore ${quoteForShell(path)}`);

async function makeOne({ backups, style }: CommandContext, file: string | undefined): Promise<CommandOutput> {
  const { path, bytes, summary } = (await backups()).make(file);
  const { sessionCount, recordCount } = summary;
  return {
    lines: [
      `${style.good('Backed up')} ${countOf(sessionCount, 'session')} and ${countOf(recordCount, 'record')} (${sizeOf(bytes)}, verified):`,
      style.bold(escapeInline(path)),
      'To restore it, run:',
      restoreCommand(path),
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
      question: `Delete ${countOf(found.length, 'backup')} permanently?`,
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
    lines: [`${countOf(found.length, 'backup')} deleted. Backups in other folders were not deleted.`],
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

const change = (now: string, after: string) => (now === after ? now : `${now} → ${after}`);
const minute = (instant: Instant | null) => (instant === null ? 'never' : formatMinute(instant));

const columnsOf = (count: number): readonly Column<ProjectDifference>[] => [
  {
    title: 'project',
    cell: ({ name, id }) => name ?? idShortener({ count, distinctLength: 0 })(id),
  },
  {
    title: 'sessions',
    cell: ({ now, after }) => change(`${now.sessionCount}`, `${after.sessionCount}`),
    isWhole: true,
  },
  {
    title: 'records',
    cell: ({ now, after }) => change(`${now.recordCount}`, `${after.recordCount}`),
    isWhole: true,
  },
  {
    title: 'last written (UTC)',
    cell: ({ now, after }) => change(minute(now.newestAt), minute(after.newestAt)),
    isWhole: true,
  },
];

const MAX_SHOWN = 20;

const totals = (label: string, { sessionCount, recordCount, newestAt, bytes }: RestorePlan['backup']) =>
  `${label} ${countOf(sessionCount, 'session')}, ${countOf(recordCount, 'record')}, last written ${minute(newestAt)} (${sizeOf(bytes)})`;

function renderPlan({ backup, store, differences }: RestorePlan, context: CommandContext): readonly string[] {
  const shown = differences.slice(0, MAX_SHOWN);
  const more = differences.length > shown.length ? [`and ${differences.length - shown.length} more`] : [];
  return [
    store === undefined ? 'Now:    there is no readable store' : totals('Now:   ', store),
    totals('Backup:', backup),
    '',
    ...(shown.length === 0
      ? ['There are no differences: every project has the same number of sessions and records.']
      : renderTable(columnsOf(differences.length), shown, context)),
    ...more,
  ];
}

function renderRestored({ aside, attached }: Restored, file: string, { style }: CommandContext) {
  const others = attached ?? [];
  const names = others.map(({ pid, name }) => `${pid} (${escapeInline(name)})`).join(', ');
  return [
    `${style.good('Restored')} ${escapeInline(file)}, and verified the store.`,
    ...(aside === null ? [] : ['The previous store is kept. To restore it, run:', restoreCommand(aside)]),
    ...(others.length === 0
      ? []
      : [
          `${countOf(others.length, 'process', 'processes')} had it open: ${names}. Restart these clients. Until then they cannot write.`,
        ]),
  ];
}

export const restore = defineCommand({
  name: 'restore',
  summary: 'Replace the store with a backup. Shows the differences first and keeps the current store.',
  effect: 'write',
  examples: ['throughline restore ~/.throughline/backups/store-….db', 'throughline restore FILE --yes'],
  positionals: [
    { name: 'FILE', description: 'A backup file. Run throughline status to see the backups folder.' },
  ],
  flags: { yes: yesFlag },
  async act(context, { yes, words: [file = ''] }) {
    const services = await context.backups();
    const plan = services.planRestore(resolve(context.settings.input.cwd, file));
    for (const line of renderPlan(plan, context)) context.printNotice(line);
    if (!yes) {
      await confirm(context, {
        question: 'Replace the store with this backup?',
        risk: 'This replaces everything in the store',
        hint: 'Pass --yes to confirm. The current store is kept in a separate file.',
        action: 'replace it',
        done: 'replaced',
      });
    }
    const restored = services.restore(plan);
    const { backup, store, differences } = plan;
    return {
      lines: renderRestored(restored, plan.file, context),
      facts: snakeKeys({
        restored: plan.file,
        kept: restored.aside,
        backup,
        store: store ?? null,
        differences,
      }),
    };
  },
});

import { resolve } from 'node:path';
import type { ProjectDifference, Restored, RestorePlan } from '../../app/backup/backup-services.ts';
import { sizeOf } from '../../app/doctor/finding.ts';
import type { Instant } from '../../domain/instant.ts';
import { escapeInline } from '../../domain/quote-text.ts';
import { idShortener } from '../../domain/short-id.ts';
import { snakeKeys } from '../command-wording.ts';
import { confirm } from '../confirm.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { yesFlag } from '../flags.ts';
import { formatMinute, plural } from '../format.ts';
import { type Column, renderTable } from '../render-table.ts';

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
  `${label} ${plural(sessionCount, 'session')}, ${plural(recordCount, 'record')}, last written ${minute(newestAt)} (${sizeOf(bytes)})`;

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
    ...(aside === null
      ? []
      : ['The previous store is kept. To restore it, run:', `throughline restore ${escapeInline(aside)}`]),
    ...(others.length === 0
      ? []
      : [
          `${plural(others.length, 'process', 'processes')} had it open: ${names}. Restart these clients. Until then they cannot write.`,
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

import type {
  ImportedSession,
  ImportedTranscripts,
  ImportProgress,
} from '../../app/import/import-transcripts.ts';
import { isImportable } from '../../app/ports/client-adapter.ts';
import { countOf } from '../../domain/orientation/wording.ts';
import { worktreeOf } from '../../domain/project/project.ts';
import { groupBy } from '../../lib/lists.ts';
import { type ClientChoice, parseClient } from '../client-settings.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { pastTimeFlag, switchFlag } from '../flags.ts';
import { formatMinute } from '../format.ts';
import { type Column, renderTable } from '../render-table.ts';

/** How many lines of progress are printed in all, about. */
const PROGRESS_STEPS = 10;
const MEGABYTE = 1_000_000;

function createProgress(printNotice: (line: string) => void) {
  let reported = 0;
  return ({ done, total, doneBytes, totalBytes }: ImportProgress) => {
    if (doneBytes - reported < totalBytes / PROGRESS_STEPS && done < total) return;
    reported = doneBytes;
    const size = (bytes: number) => Math.ceil(bytes / MEGABYTE);
    printNotice(`${done} of ${total} conversations, ${size(doneBytes)} of ${size(totalBytes)} MB`);
  };
}

interface ProjectLine {
  readonly project: string;
  readonly sessions: readonly ImportedSession[];
}

const newestOf = ({ sessions }: ProjectLine): ImportedSession | undefined =>
  sessions.toSorted((a, b) => ((a.ended_at ?? '') < (b.ended_at ?? '') ? 1 : -1))[0];

const COLUMNS: readonly Column<ProjectLine>[] = [
  { title: 'project', cell: ({ project }) => project },
  { title: 'sessions', isWhole: true, isNumber: true, cell: ({ sessions }) => `${sessions.length}` },
  {
    title: 'last (UTC)',
    isWhole: true,
    rank: 1,
    cell: (line) => formatMinute(newestOf(line)?.ended_at ?? ''),
  },
  { title: 'folder', isPath: true, rank: 3, cell: ({ sessions: [one] }) => worktreeOf(one?.folder ?? '') },
  { title: 'about', minWidth: 24, rank: 2, cell: (line) => newestOf(line)?.title ?? '' },
];

const SKIPPED: Readonly<Partial<Record<ImportedSession['outcome'], string>>> = {
  unchanged: 'imported before and unchanged',
  recorded: 'recorded already',
  other_file: 'with the id of a conversation in another file',
  empty: 'without a message of yours',
  older: 'older than --since',
  project_off: 'of projects that are switched off',
  unreadable: 'unreadable',
};

function skippedLine(transcripts: readonly ImportedSession[]): readonly string[] {
  const groups = [...groupBy(transcripts, ({ outcome }) => SKIPPED[outcome])];
  const parts = groups.flatMap(([why, all]) => (why === undefined ? [] : [`${all.length} ${why}`]));
  return parts.length === 0 ? [] : [`Skipped: ${parts.join(', ')}.`];
}

function linesOf(
  { is_dry_run, transcripts }: ImportedTranscripts,
  title: string,
  context: CommandContext,
): readonly string[] {
  if (transcripts.length === 0) return [`No past conversations of ${title} were found.`];
  const done = transcripts.filter(({ outcome }) => outcome === 'imported' || outcome === 'continued');
  if (done.length === 0) return ['There is nothing new to import.', ...skippedLine(transcripts)];
  const projects = [...groupBy(done, ({ project_id }) => project_id).values()];
  const lines = projects.map((sessions) => ({ project: sessions[0]?.project ?? '', sessions }));
  const what = `${countOf(done.length, 'conversation')} of ${title} in ${countOf(projects.length, 'project')}`;
  return [
    is_dry_run ? `Would import ${what}. Nothing was written.` : `Imported ${context.style.bold(what)}.`,
    '',
    ...renderTable(COLUMNS, lines, context),
    '',
    ...skippedLine(transcripts),
    is_dry_run
      ? 'Leave out --dry-run to import them.'
      : 'Run throughline boot in a project to see its boot report, or throughline search to find messages.',
  ];
}

export const importCommand = (choices: readonly ClientChoice[]) => {
  const importable = choices.filter(isImportable);
  const names = importable.map(({ name }) => name);
  return defineCommand({
    name: 'import',
    summary: 'Import the past conversations of an agent client from this machine.',
    effect: 'write',
    examples: ['', ' --dry-run', ' --since 90d --project api'].map(
      (flags) => `throughline import ${names[0]}${flags}`,
    ),
    positionals: [{ name: 'CLIENT', description: `${names.join(', ')}.`, choices: names }],
    flags: {
      since: pastTimeFlag('Only conversations that ended after this time: a date, or 90d, 12w, 6m, 1y.'),
      'dry-run': switchFlag('Only show what would be imported; nothing is written.'),
    },
    parse({ since, 'dry-run': dry_run }, [client], given) {
      return { client: parseClient(importable, client), since, dry_run, project: given.project?.[0] };
    },
    isDryRun: ({ dry_run }) => dry_run,
    async act(context, options) {
      const { services, caller, printNotice } = context;
      const facts = await services.importTranscripts(caller, {
        ...options,
        since: options.since?.(context.now),
        onProgress: createProgress(printNotice),
      });
      const title = choices.find(({ name }) => name === options.client)?.title ?? options.client;
      return { lines: linesOf(facts, title, context), facts };
    },
  });
};

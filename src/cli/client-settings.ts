import type { DoneChange } from '../app/clients/apply-changes.ts';
import type { ClientServices, SettingsPlan } from '../app/clients/client-services.ts';
import type { ClientAdapter } from '../app/ports/client-adapter.ts';
import { type DiffLine, SCOPES, type Scope } from '../app/ports/client-settings.ts';
import { denied, invalid } from '../domain/error.ts';
import { renderNotice } from '../domain/next-step.ts';
import { escapeInline } from '../domain/quote-text.ts';
import { commandWording } from './command-wording.ts';
import type {
  CommandContext,
  CommandOutput,
  FlagSpec,
  FlagValues,
  PositionalSpec,
} from './define-command.ts';
import { parseChoice } from './flags.ts';

interface ChangeOptions {
  readonly client: string;
  readonly scope: Scope;
  readonly isDryRun: boolean;
  readonly isConfirmed: boolean;
}

export type ClientChoice = Pick<ClientAdapter, 'name' | 'title' | 'hooks' | 'install'>;

export const clientPositional = (clients: readonly ClientChoice[]): PositionalSpec => {
  const choices = clients.filter(({ install }) => install !== undefined).map(({ name }) => name);
  return {
    name: 'CLIENT',
    description: `${choices.join(', ')}; throughline print-config shows what others take.`,
    choices,
  };
};

export const scopeFlag: FlagSpec = {
  name: 'scope',
  value: 'SCOPE',
  choices: SCOPES,
  description: 'user: your own settings, the default; project: those in this repository or folder.',
};

export const CHANGE_FLAGS: readonly FlagSpec[] = [
  scopeFlag,
  { name: 'dry-run', description: 'Only show what would change.' },
  { name: 'yes', description: 'Do not ask. Needed where there is no terminal.' },
];

/** With other commands --project names a project of the store; here people mean the settings files of a project. */
export function parseScope(flags: FlagValues): Scope {
  if (flags.project !== undefined) {
    throw invalid(
      'arguments_contradict',
      '--project names a project of the store, and settings files belong to a folder.',
      'For the settings of the project you are in, pass --scope project.',
    );
  }
  return parseChoice('--scope', flags.scope?.[0], SCOPES) ?? 'user';
}

/** Defaults to the first client that has hooks. */
export function parseClient(clients: readonly ClientChoice[], given: string | undefined): string {
  const names = clients.map(({ name }) => name);
  return parseChoice('CLIENT', given, names) ?? clients.find(({ hooks }) => hooks)?.name ?? '';
}

export const parseChange =
  (clients: readonly ClientChoice[]) =>
  (flags: FlagValues, [client]: readonly string[]): ChangeOptions => ({
    client: parseClient(clients, client),
    scope: parseScope(flags),
    isDryRun: flags['dry-run'] !== undefined,
    isConfirmed: flags.yes !== undefined,
  });

const renderDiffLine = ({ kind, text }: DiffLine, { style }: CommandContext): string => {
  const shown = escapeInline(text);
  if (kind === 'added') return style.good(shown);
  if (kind === 'removed') return style.bad(shown);
  return kind === 'place' ? style.bold(shown) : shown;
};

async function confirmChange(context: CommandContext, title: string): Promise<void> {
  if (!context.isTerminal) {
    throw invalid(
      'confirmation_required',
      `This changes the settings of ${title}, and there is nobody to ask.`,
      'Look at the change with --dry-run, and pass --yes to make it.',
    );
  }
  if (await context.ask('Change it so?')) return;
  throw denied('not_confirmed', 'Nothing was changed.', 'Answer y to change it.');
}

const DONE_LABELS: Readonly<Record<DoneChange['action'], string>> = {
  create: 'made',
  update: 'changed',
  restore: 'as it was before',
  delete: 'removed: nothing else was in it',
  none: 'no change',
};

const renderDoneChange = ({ part, action, copy }: DoneChange, { style }: CommandContext): string =>
  `${style.bold(escapeInline(part.path))} (${part.what}): ${DONE_LABELS[action]}${copy === null ? '' : `; copy of what it was: ${escapeInline(copy)}`}`;

const showChanges = async (clients: ClientServices, { changes }: SettingsPlan) =>
  Promise.all(changes.map((change) => (change.action === 'none' ? [] : clients.showChange(change))));

interface ChangeMessages {
  /** Shown if nothing changes. */
  readonly same: (plan: SettingsPlan) => string;
  /** Shown after the change. */
  readonly after: (plan: SettingsPlan) => readonly string[];
}

/** Shows the changes, asks for confirmation, applies them and reports the result. */
export async function changeSettings(
  context: CommandContext,
  clients: ClientServices,
  plan: SettingsPlan,
  { isDryRun, isConfirmed }: ChangeOptions,
  words: ChangeMessages,
): Promise<CommandOutput> {
  const diffs = await showChanges(clients, plan);
  const notices = plan.notices.map((one) => renderNotice(commandWording, one));
  const isChanging = diffs.some((lines) => lines.length > 0);
  const shown = diffs.flat().map((line) => renderDiffLine(line, context));
  const facts = (done: readonly Pick<DoneChange, 'copy'>[]) => ({
    client: plan.client.name,
    scope: plan.scope,
    is_changed: isChanging && !isDryRun,
    is_dry_run: isDryRun,
    files: plan.changes.map(({ part, action }, index) => ({
      path: part.path,
      what: part.what,
      action,
      copy: done[index]?.copy ?? null,
      diff: diffs[index]?.map(({ text }) => text) ?? [],
    })),
    notices,
  });
  if (isDryRun) {
    const lines = isChanging
      ? [...shown, '', 'Nothing was changed: this was a dry run.']
      : [escapeInline(words.same(plan))];
    return { lines: [...lines, ...notices.map(escapeInline)], facts: facts([]) };
  }
  for (const line of [...shown, ...notices.map(escapeInline)]) context.printNotice(line);
  if (isChanging && !isConfirmed) await confirmChange(context, plan.client.title);
  const done = await plan.apply();
  return {
    lines: isChanging
      ? [...done.map((one) => renderDoneChange(one, context)), ...words.after(plan).map(escapeInline)]
      : [escapeInline(words.same(plan))],
    facts: facts(done),
  };
}

const SCOPED_COMMANDS = ['install', 'uninstall', 'print-config'];

/** Reads `install CLIENT --project` without a name as `--scope project`. */
export function replaceBareProjectFlag(argv: readonly string[]): readonly string[] {
  if (!SCOPED_COMMANDS.includes(argv[0] ?? '')) return argv;
  return argv.flatMap((word, index) => {
    const next = argv[index + 1];
    const hasNoName = word === '--project' && (next === undefined || next.startsWith('-'));
    return hasNoName ? ['--scope', 'project'] : [word];
  });
}

import type { DoneChange } from '../app/clients/apply-changes.ts';
import type { ClientServices, SettingsPlan } from '../app/clients/client-services.ts';
import type { ClientAdapter } from '../app/ports/client-adapter.ts';
import { type DiffLine, SCOPES, type Scope } from '../app/ports/client-settings.ts';
import { unavailable } from '../domain/error.ts';
import { escapeInline } from '../domain/quote-text.ts';
import { confirm } from './confirm.ts';
import {
  type Command,
  type CommandContext,
  type CommandOutput,
  defineCommand,
  type FlagValues,
} from './define-command.ts';
import { choiceFlag, contradiction, parseChoice, switchFlag, yesFlag } from './flags.ts';
import { renderNotices } from './format.ts';

interface ChangeOptions {
  readonly isDryRun: boolean;
  readonly isConfirmed: boolean;
}

export type ClientChoice = Pick<ClientAdapter, 'name' | 'title' | 'hooks' | 'scopes' | 'transcripts'>;

/** The scope that a person means who names none. */
export const defaultScope = (clients: readonly ClientChoice[], name?: string): Scope =>
  clients.find((one) => one.name === name)?.scopes?.[0] ?? 'user';

export const scopeFlag = choiceFlag(
  'SCOPE',
  SCOPES,
  'user: your own settings, the default where the client has them. project: the settings in this repository or folder.',
);

/** With other commands --project names a project of the store; here people mean the settings files of a project. */
export function refuseProjectName(given: FlagValues): void {
  if (given.project === undefined) return;
  throw contradiction(
    '--project cannot be used here: settings files belong to a folder, not to a project of the store.',
    'To change the settings in the current folder, pass --scope project.',
  );
}

export const parseClient = (clients: readonly ClientChoice[], given = ''): string =>
  parseChoice(
    'CLIENT',
    given,
    clients.map(({ name }) => name),
  );

const renderDiffLine = ({ kind, text }: DiffLine, { style }: CommandContext): string => {
  const shown = escapeInline(text);
  if (kind === 'added') return style.good(shown);
  if (kind === 'removed') return style.bad(shown);
  return kind === 'place' ? style.bold(shown) : shown;
};

const DONE_LABELS: Readonly<Record<DoneChange['action'], string>> = {
  create: 'created',
  update: 'changed',
  restore: 'as it was before',
  delete: 'removed, because it had no other content',
  none: 'no change',
};

const renderDoneChange = ({ part, action, copy }: DoneChange, { style }: CommandContext): string =>
  `${style.bold(escapeInline(part.path))} (${part.what}): ${DONE_LABELS[action]}${copy === null ? '' : `; copy of what it was: ${escapeInline(copy)}`}`;

const showChanges = async (clients: ClientServices, { changes }: SettingsPlan) =>
  Promise.all(changes.map((change) => (change.action === 'none' ? [] : clients.showChange(change))));

interface SettingsCommand {
  readonly name: 'install' | 'uninstall';
  readonly summary: string;
  plan(clients: ClientServices, client: string, scope: Scope): Promise<SettingsPlan>;
  /** Without the name of a client. */
  planAll(clients: ClientServices, scope: Scope): Promise<SettingsPlan>;
  /** What happens without a name, for the help. */
  readonly withoutName: string;
  /** Shown if nothing changes. */
  same(plan: SettingsPlan): string;
  after(plan: SettingsPlan): readonly string[];
  /** What the person could do next, shown last. */
  offer?(context: CommandContext, plan: SettingsPlan): Promise<readonly string[]>;
}

/** As in "one, another and a third". */
export function titlesOf({ clients }: { readonly clients: readonly Pick<ClientChoice, 'title'>[] }): string {
  const titles = clients.map(({ title }) => title);
  return [titles.slice(0, -1).join(', '), ...titles.slice(-1)].filter((part) => part !== '').join(' and ');
}

/** An install that skips a client still connects the others. An uninstall that skips one may leave entries of ours. */
function refuseIncomplete({ name }: Pick<SettingsCommand, 'name'>, plan: SettingsPlan, done: string): void {
  const isComplete = plan.skipped.length === 0 || (name === 'install' && plan.clients.length > 0);
  if (isComplete) return;
  throw unavailable(
    'clients_skipped',
    `The settings of ${titlesOf({ clients: plan.skipped })} could not be edited, so they may ${name === 'install' ? 'lack' : 'still have'} Throughline entries. ${done}`,
    renderNotices(plan.notices).join(' '),
  );
}

/** Shows the changes, asks for confirmation, applies them and reports the result. */
async function changeSettings(
  context: CommandContext,
  clients: ClientServices,
  plan: SettingsPlan,
  { isDryRun, isConfirmed }: ChangeOptions,
  words: Pick<SettingsCommand, 'name' | 'same' | 'after' | 'offer'>,
): Promise<CommandOutput> {
  const diffs = await showChanges(clients, plan);
  const notices = renderNotices(plan.notices);
  const isChanging = diffs.some((lines) => lines.length > 0);
  const shown = diffs.flat().map((line) => renderDiffLine(line, context));
  if (!isChanging) refuseIncomplete(words, plan, 'Nothing was changed.');
  const facts = (done: readonly Pick<DoneChange, 'copy'>[]) => ({
    client: plan.clients.length === 1 ? plan.clients[0]?.name : null,
    clients: plan.clients.map(({ name }) => name),
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
  if (isChanging && !isConfirmed) {
    await confirm(context, {
      question: 'Make these changes?',
      risk: `This changes the settings of ${titlesOf(plan)}`,
      hint: 'Run it with --dry-run to see the changes, then with --yes to make them.',
      action: 'change it',
      done: 'changed',
    });
  }
  const done = await plan.apply();
  if (isChanging) refuseIncomplete(words, plan, `${titlesOf(plan)}: the entries were removed.`);
  const lines = isChanging
    ? [
        ...done.filter(({ action }) => action !== 'none').map((one) => renderDoneChange(one, context)),
        ...words.after(plan).map(escapeInline),
      ]
    : [escapeInline(words.same(plan))];
  return {
    lines: [...lines, ...((await words.offer?.(context, plan)) ?? []).map(escapeInline)],
    facts: facts(done),
  };
}

/** A command that changes the settings of a client. It does not write to the store, so it works with --read-only. */
export function defineSettingsCommand(
  choices: readonly ClientChoice[],
  { name, summary, plan, planAll, withoutName, ...messages }: SettingsCommand,
): Command {
  const clientNames = choices.map((one) => one.name);
  return defineCommand({
    name,
    summary,
    effect: 'read',
    examples: [
      `throughline ${name} --dry-run`,
      ...['', ' --scope project --yes'].map((flags) => `throughline ${name} ${clientNames[0]}${flags}`),
    ],
    positionals: [
      {
        name: 'CLIENT',
        description: `${clientNames.join(', ')}. ${withoutName}`,
        isOptional: true,
        choices: clientNames,
      },
    ],
    flags: { scope: scopeFlag, 'dry-run': switchFlag('Only show what would change.'), yes: yesFlag },
    parse({ scope, 'dry-run': isDryRun, yes }, [client], given) {
      refuseProjectName(given);
      const name = client === undefined ? undefined : parseClient(choices, client);
      return { client: name, scope: scope ?? defaultScope(choices, name), isDryRun, isConfirmed: yes };
    },
    async act(context, options) {
      const clients = await context.clients();
      const { client, scope } = options;
      const planned = await (client === undefined ? planAll(clients, scope) : plan(clients, client, scope));
      return changeSettings(context, clients, planned, options, { name, ...messages });
    },
  });
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

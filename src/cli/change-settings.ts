import type { DoneChange } from '../app/clients/apply-changes.ts';
import type { ClientServices, SettingsPlan } from '../app/clients/client-services.ts';
import type { ClientAdapter } from '../app/ports/client-adapter.ts';
import { SCOPES, type Scope } from '../app/ports/client-settings.ts';
import type { DiffLine } from '../app/ports/diff.ts';
import { denied, invalid } from '../domain/error.ts';
import { escapeInline } from '../domain/quote-text.ts';
import { renderNotice } from '../domain/surface-wording.ts';
import { commandWording } from './command-wording.ts';
import type {
  CommandContext,
  CommandOutput,
  FlagSpec,
  FlagValues,
  PositionalSpec,
} from './define-command.ts';
import { parseChoice } from './parse-choice.ts';

export interface ChangeOptions {
  readonly client: string;
  readonly scope: Scope;
  readonly isDryRun: boolean;
  readonly isSure: boolean;
}

/** What the command line offers of an agent client. */
export type ClientChoice = Pick<ClientAdapter, 'name' | 'title' | 'hooks' | 'install'>;

export const installablePlace = (clients: readonly ClientChoice[]): PositionalSpec => {
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

/** Elsewhere --project names a project to work in; somebody who types it here means the files of one. */
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

/** Without a name, the first client that has hooks. */
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
    isSure: flags.yes !== undefined,
  });

const paint = ({ kind, text }: DiffLine, { style }: CommandContext): string => {
  const shown = escapeInline(text);
  if (kind === 'added') return style.good(shown);
  if (kind === 'removed') return style.bad(shown);
  return kind === 'place' ? style.bold(shown) : shown;
};

async function makeSure(context: CommandContext, title: string): Promise<void> {
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

const DONE: Readonly<Record<DoneChange['action'], string>> = {
  create: 'made',
  update: 'changed',
  restore: 'as it was before',
  delete: 'removed: nothing else was in it',
  none: 'no change',
};

const sayDone = ({ part, action, copy }: DoneChange, { style }: CommandContext): string =>
  `${style.bold(escapeInline(part.path))} (${part.what}): ${DONE[action]}${copy === null ? '' : `; copy of what it was: ${escapeInline(copy)}`}`;

const diffsOf = async (clients: ClientServices, { changes }: SettingsPlan) =>
  Promise.all(changes.map((change) => (change.action === 'none' ? [] : clients.showChange(change))));

export interface ChangeWords {
  /** Where nothing is to be done. */
  readonly same: (plan: SettingsPlan) => string;
  /** What to know once it is done. */
  readonly after: (plan: SettingsPlan) => readonly string[];
}

/** Shows what would change, asks, changes it, and says what came of it. */
export async function changeSettings(
  context: CommandContext,
  clients: ClientServices,
  plan: SettingsPlan,
  { isDryRun, isSure }: ChangeOptions,
  words: ChangeWords,
): Promise<CommandOutput> {
  const diffs = await diffsOf(clients, plan);
  const notices = plan.notices.map((one) => renderNotice(commandWording, one));
  const isChanging = diffs.some((lines) => lines.length > 0);
  const shown = diffs.flat().map((line) => paint(line, context));
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
  for (const line of [...shown, ...notices.map(escapeInline)]) context.say(line);
  if (isChanging && !isSure) await makeSure(context, plan.client.title);
  const done = await plan.apply();
  return {
    lines: isChanging
      ? [...done.map((one) => sayDone(one, context)), ...words.after(plan).map(escapeInline)]
      : [escapeInline(words.same(plan))],
    facts: facts(done),
  };
}

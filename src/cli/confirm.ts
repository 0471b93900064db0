import { denied, invalid } from '../domain/error.ts';
import type { CommandContext } from './define-command.ts';

interface Confirmation {
  readonly question: string;
  readonly notices?: () => readonly string[] | Promise<readonly string[]>;
  readonly risk: string;
  readonly hint: string;
  /** What yes does, as in "delete it", and what was not done after a no, as in "deleted". */
  readonly action: string;
  readonly done: string;
}

export async function confirm(
  { isTerminal, ask, printNotice }: CommandContext,
  { question, notices = () => [], risk, hint, action, done }: Confirmation,
): Promise<void> {
  if (!isTerminal)
    throw invalid('confirmation_required', `${risk}, and there is no terminal to ask on.`, hint);
  for (const line of await notices()) printNotice(line);
  if (!(await ask(question))) throw denied('not_confirmed', `Nothing was ${done}.`, `Answer y to ${action}.`);
}

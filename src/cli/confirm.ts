import { denied, invalid } from '../domain/error.ts';
import type { CommandContext } from './define-command.ts';

interface Confirmation {
  readonly question: string;
  /** Printed before the question. */
  readonly notices?: () => readonly string[] | Promise<readonly string[]>;
  /** Why the person is asked. */
  readonly risk: string;
  /** What to do where there is nobody to ask. */
  readonly hint: string;
  /** What yes does, as in "delete it", and what was not done after a no, as in "deleted". */
  readonly action: string;
  readonly done: string;
}

/** Asks the person at the terminal. Throws unless the answer is yes. */
export async function confirm(
  { isTerminal, ask, printNotice }: CommandContext,
  { question, notices = () => [], risk, hint, action, done }: Confirmation,
): Promise<void> {
  if (!isTerminal) throw invalid('confirmation_required', `${risk}, and there is nobody to ask.`, hint);
  for (const line of await notices()) printNotice(line);
  if (!(await ask(question))) throw denied('not_confirmed', `Nothing was ${done}.`, `Answer y to ${action}.`);
}

import { denied, invalid } from '../domain/error.ts';
import type { CommandContext } from './define-command.ts';

interface Confirmation {
  readonly question: string;
  /** Printed before the question. */
  readonly notices?: () => readonly string[] | Promise<readonly string[]>;
  /** What is at stake, and what to do where there is nobody to ask. */
  readonly unasked: readonly [message: string, hint: string];
  readonly declined: readonly [message: string, hint: string];
}

/** Asks the person at the terminal. Throws unless the answer is yes. */
export async function confirm(
  { isTerminal, ask, printNotice }: CommandContext,
  { question, notices = () => [], unasked, declined }: Confirmation,
): Promise<void> {
  if (!isTerminal) throw invalid('confirmation_required', ...unasked);
  for (const line of await notices()) printNotice(line);
  if (!(await ask(question))) throw denied('not_confirmed', ...declined);
}

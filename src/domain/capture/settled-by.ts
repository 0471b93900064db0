import { lastingRuns } from './derive/tests.ts';
import { asCommand, quoted } from './derive/words.ts';
import type { Gist } from './gist.ts';

/** What became, in a later transcript, of a loop that was derived from an earlier one; null where it does not show. */
export function settledBy(gist: Gist, loop: string): string | null {
  const run = lastingRuns(gist).find(({ command }) => loop.startsWith(`Tests fail: ${asCommand(command)}: `));
  if (run !== undefined && run.ended !== 'unknown')
    return run.ended === 'passed' ? 'The same tests passed later.' : 'The same tests were run again later.';
  const isRun = gist.commands.some(
    ({ command, ended }) => ended === 'ok' && loop.startsWith(`${asCommand(command)} fails`),
  );
  if (isRun) return 'The same command went well later.';
  const isDone = gist.todos.some(
    ({ text, state }) =>
      state === 'done' && loop.startsWith('Todo, ') && loop.endsWith(`: ${quoted(text, 160)}`),
  );
  return isDone ? 'It was ticked off later.' : null;
}

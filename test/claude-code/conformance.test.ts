import { describe } from 'vitest';
import { describeConformance } from '../support/conformance.ts';
import { runProgram } from '../support/run-program.ts';
import { Sandbox, type Sitting } from './support/client-sandbox.ts';
import { installPlugin } from './support/install-plugin.ts';
import { asksForSummary, injectedReports } from './support/model-input.ts';
import { inOrder } from './support/script.ts';
import { listSessions } from './support/stored-items.ts';

const turnOf = ({ sessionId, requests }: Sitting, at = 0) => ({
  id: sessionId,
  report: injectedReports(requests.at(at)).at(-1) ?? null,
});

async function continued(
  sandbox: Sandbox,
  flags: readonly string[],
  ...[prompt, answer, next]: [prompt: string, answer: string, next: string]
) {
  sandbox.api.play(inOrder([answer]));
  const { sessionId } = await sandbox.ask(prompt);
  return turnOf(await sandbox.ask(next, '--resume', sessionId, ...flags));
}

describe('Claude Code', () => {
  describeConformance(
    'claude-code',
    ['start', 'resume', 'clear', 'compact', 'fork', 'end', 'killed'],
    async () => {
      const sandbox = await Sandbox.open(inOrder());
      await installPlugin(sandbox);
      return {
        async turn(prompt, answer) {
          sandbox.api.play(inOrder([answer]));
          return turnOf(await sandbox.ask(prompt));
        },
        resume: async (...words) => continued(sandbox, [], ...words),
        fork: async (...words) => continued(sandbox, ['--fork-session'], ...words),
        async kill(prompt) {
          await sandbox.askAndDie(prompt, inOrder('hang'));
          sandbox.api.play(inOrder());
        },
        async clear(prompt, answer, next) {
          sandbox.api.play(inOrder([answer]));
          return turnOf(await sandbox.converse([prompt, '/clear', next]), -1);
        },
        async compact(prompt) {
          const talk = await sandbox.converse([prompt, '/compact', 'And now?']);
          return turnOf(talk, talk.requests.findIndex(asksForSummary) + 1);
        },
        listSessions: () => listSessions(sandbox),
        async throughline(...args) {
          const { store: home, project } = sandbox;
          return (await runProgram(args, { home, project })).stdout;
        },
      };
    },
  );
});

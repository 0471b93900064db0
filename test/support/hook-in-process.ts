import { hook } from '../../src/cli/commands/serve.ts';
import { parseCommandLine } from '../../src/cli/parse-command-line.ts';
import { runHook as runHookCommand } from '../../src/main/run-hook.ts';
import { Conversation, contextIn, hookVariables, type RunHook } from './hook.ts';
import { environmentIn, inputOf } from './run-in-process.ts';
import type { Place } from './server.ts';

/** Like `runHook`, without a process of its own, and therefore without its time limit. */
export const runHookInProcess: RunHook = async (where, event, payload, options = {}) => {
  const { client = 'claude-code', stdin = JSON.stringify({ cwd: where.project, ...payload }) } = options;
  const [printed, logged]: [string[], string[]] = [[], []];
  const usual = environmentIn(where, 80, printed, stdin);
  const environment = {
    ...usual,
    env: { ...usual.env, ...hookVariables(where.project, options) },
    // The tests are the client that starts it.
    parentPid: process.pid,
    log: (line: string) => void logged.push(line),
  };
  const line = parseCommandLine(['hook', client, event], [hook]);
  if ('about' in line) throw new Error(`${event} is a question`);
  await runHookCommand(line.words, inputOf(environment, line.options), environment, '0.0.0-test');
  const stdout = printed.join('\n');
  return {
    code: 0,
    stdout,
    stderr: logged.join('\n'),
    elapsedMs: 0,
    context: contextIn(stdout),
    maxRssMb: 0,
  };
};

/** A conversation whose hooks run inside this process. */
export const conversationIn = (where: Place, id: string) => new Conversation(where, id, runHookInProcess);

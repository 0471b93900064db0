import { reduceEntries } from '../../../src/domain/capture/reduce/reduce-entries.ts';
import type { TranscriptDigest } from '../../../src/domain/capture/transcript-digest.ts';
import { EMPTY_DIGEST } from '../../../src/domain/capture/transcript-digest.ts';
import type {
  CallInput,
  ResultEntry,
  TranscriptEntry,
} from '../../../src/domain/capture/transcript-entry.ts';

/** A conversation in a few words, folded: each call a line of its own. */
export function converse(branch: string | null = null) {
  const entries: TranscriptEntry[] = [];
  let calls = 0;
  const place = () => ({ line: entries.length + 1, at: null });
  const put = (entry: TranscriptEntry) => {
    entries.push(entry);
    return talk;
  };
  const call = (tool: string, input: CallInput) => {
    const callId = `call_${++calls}`;
    put({ ...place(), kind: 'call', callId, tool, input, cwd: '/home/ada/x', branch, isBySubagent: false });
    return callId;
  };
  const result = (callId: string, over: Partial<ResultEntry>) =>
    put({
      ...place(),
      kind: 'result',
      callId,
      isError: false,
      isRefused: false,
      text: '',
      exitCode: null,
      todoId: null,
      answers: [],
      ...over,
    });
  const command = (text: string) =>
    ({ what: 'command', command: text, isInBackground: false }) satisfies CallInput;
  const talk = {
    person: (text: string) => put({ ...place(), kind: 'request', text }),
    agent: (text: string) => put({ ...place(), kind: 'reply', text }),
    writes: (path: string) => result(call('Write', { what: 'write', path: `/home/ada/x/${path}` }), {}),
    creates: (path: string) =>
      result(call('Write', { what: 'write', path: `/home/ada/x/${path}` }), {
        text: 'File created successfully',
      }),
    reads: (path: string) => result(call('Read', { what: 'read', path: `/home/ada/x/${path}` }), {}),
    runs: (text: string, output = '') => result(call('Bash', command(text)), { text: output }),
    fails: (text: string, output = 'Error: no') =>
      result(call('Bash', command(text)), { text: output, isError: true, exitCode: 1 }),
    runsInBackground: (text: string) =>
      result(call('Bash', { ...command(text), isInBackground: true }), { text: 'Running in background' }),
    begins: (text: string) => {
      call('Bash', command(text));
      return talk;
    },
    beginsToWrite: (path: string) => {
      call('Edit', { what: 'write', path: `/home/ada/x/${path}` });
      return talk;
    },
    uses: (tool: string, text: string) => result(call(tool, { what: 'other' }), { text }),
    refused: (text: string, said = '') =>
      result(call('Bash', command(text)), { text: said, isError: true, isRefused: true }),
    todos: (...todos: readonly (readonly ['open' | 'doing' | 'done', string])[]) =>
      result(
        call('TodoWrite', { what: 'todos', todos: todos.map(([state, text]) => ({ state, text })) }),
        {},
      ),
    writesBySubagent: (path: string) => {
      const callId = `call_${++calls}`;
      put({
        ...place(),
        kind: 'call',
        callId,
        tool: 'Write',
        input: { what: 'write', path: `/home/ada/x/${path}` },
        cwd: '/home/ada/x',
        isBySubagent: true,
      });
      return result(callId, {});
    },
    plans: (text: string, path: string | null, isApproved: boolean) =>
      result(call('ExitPlanMode', { what: 'plan', text, path }), {
        isError: !isApproved,
        isRefused: !isApproved,
      }),
    answers: (question: string, answer: string) =>
      result(call('AskUserQuestion', { what: 'ask', text: question }), { answers: [{ question, answer }] }),
    asks: (text: string) => {
      call('AskUserQuestion', { what: 'ask', text });
      return talk;
    },
    queues: (text: string) => put({ ...place(), kind: 'request', text, isQueued: true }),
    shell: (command: string, output = '') => put({ ...place(), kind: 'shell', command, output }),
    recap: (text: string) => put({ ...place(), kind: 'recap', text }),
    title: (text: string, isByPerson = false) => put({ ...place(), kind: 'title', text, isByPerson }),
    pullRequest: (url: string) => put({ ...place(), kind: 'pull_request', url }),
    task: (text: string, isFailed: boolean) => put({ ...place(), kind: 'task', id: 't', isFailed, text }),
    interrupted: () => put({ ...place(), kind: 'interruption', by: 'person', text: '' }),
    failed: (text: string) => put({ ...place(), kind: 'interruption', by: 'failure', text }),
    summary: (text: string) => put({ ...place(), kind: 'summary', text }),
    digest: (): TranscriptDigest => reduceEntries(EMPTY_DIGEST, entries),
  };
  return talk;
}

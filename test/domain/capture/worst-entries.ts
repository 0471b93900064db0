import type { CallInput, TranscriptEntry } from '../../../src/domain/capture/transcript-entry.ts';

/** Characters that JSON writes as two. */
const LONG = '"\\'.repeat(6_000);
const COUNT = 80;

const sentences = (number: number) =>
  [
    `We decided on ${number} ${'"'.repeat(500)}.`,
    `Never push ${number} ${'"'.repeat(500)}.`,
    `I prefer number${number} ${'"'.repeat(500)}.`,
    `Warning: ${number} ${'"'.repeat(500)}.`,
    `The root cause was ${number} ${'"'.repeat(500)}.`,
    `I gave up on ${number} ${'"'.repeat(100)} because ${'"'.repeat(300)}.`,
    `That did not work ${number} ${'"'.repeat(500)}.`,
    `Tomorrow we continue with ${number} ${'"'.repeat(500)}.`,
    `That's for friday ${number} ${'"'.repeat(500)}.`,
    LONG,
  ].join('\n');

/** Everything at once, each of it as long as it gets and never the same. */
export function worstEntries(): TranscriptEntry[] {
  const entries: TranscriptEntry[] = [];
  const at = '2026-11-16T09:00:00.000Z';
  const put = (entry: Omit<TranscriptEntry, 'line' | 'at'>) =>
    entries.push({ ...entry, line: 900_000_000 + entries.length, at } as TranscriptEntry);
  const call = (number: number, name: string, input: CallInput, result: Partial<TranscriptEntry> | null) => {
    const callId = `${name}${number}${'"'.repeat(200)}`;
    put({
      kind: 'call',
      callId,
      tool: `mcp__${number}${LONG}`,
      input,
      cwd: `/${LONG}`,
      isBySubagent: false,
    } as never);
    if (result === null) return;
    put({
      kind: 'result',
      callId,
      isError: false,
      isRefused: false,
      text: LONG,
      exitCode: 255,
      todoId: `${number}${LONG}`,
      answers: [{ question: `${number}${LONG}`, answer: LONG }],
      ...result,
    } as never);
  };
  for (let number = 0; number < COUNT; number++) {
    const command = (start: string): CallInput => ({
      what: 'command',
      command: `${start} ${number} ${LONG}`,
      isInBackground: false,
    });
    put({ kind: 'request', text: sentences(number) } as never);
    put({ kind: 'reply', text: sentences(number) } as never);
    call(number, 'write', { what: 'write', path: `/${number}${LONG}` }, {});
    call(number, 'read', { what: 'read', path: `/${number}${LONG}` }, {});
    call(number, 'refused', { what: 'write', path: `/${number}${LONG}` }, { isError: true, isRefused: true });
    call(number, 'test', command('npx jest'), {
      isError: true,
      text: Array.from({ length: 9 }, (_, index) => `  ● ${number} › ${index}${'"'.repeat(300)}`).join('\n'),
    });
    call(number, 'fail', command('make'), { isError: true, text: `error: ${LONG}` });
    call(number, 'commit', command('git commit'), {
      text: `[${'"'.repeat(100)} abcdef${number % 10}] ${'"'.repeat(190)}`,
    });
    call(
      number,
      'status',
      { what: 'command', command: 'git status --short', isInBackground: false },
      {
        text: Array.from(
          { length: 90 },
          (_, index) => `${['M ', ' M', '??'][index % 3]} ${index}${'"'.repeat(190)}`,
        ).join('\n'),
      },
    );
    put({ kind: 'origin', branch: LONG, commit: LONG, role: LONG } as never);
    put({ kind: 'background', text: LONG } as never);
    call(number, 'todo', { what: 'todo_added', text: `${number}${LONG}` }, {});
    call(
      number,
      'create_issue',
      { what: 'other' },
      { text: `"identifier":"A-${number}","title":"${'x'.repeat(200)}` },
    );
    call(number, 'ask', { what: 'other' }, {});
    put({ kind: 'request', text: `queued ${sentences(number)}`, isQueued: true } as never);
    put({ kind: 'shell', command: `${number}${LONG}`, output: LONG } as never);
    put({ kind: 'recap', text: `${number}${LONG}` } as never);
    put({ kind: 'title', text: `${number}${LONG}`, isByPerson: true } as never);
    put({ kind: 'pull_request', url: `https://${number}${LONG}` } as never);
    put({ kind: 'task', id: LONG, isFailed: true, text: `${number}${LONG}` } as never);
    call(number, 'plan', { what: 'plan', text: `${number}${LONG}`, path: LONG }, {});
    put({ kind: 'summary', text: `${number}${LONG}` } as never);
    put({ kind: 'interruption', by: 'failure', text: LONG } as never);
    call(number, 'pending', command('sleep'), null);
  }
  return entries;
}

import fc from 'fast-check';
import type { CallInput, TranscriptEntry } from '../../../src/domain/capture/transcript-entry.ts';

/** Sentences that every part of the fold has an ear for, and some that none has. */
const SENTENCES = [
  'We decided to use SQLite instead of Postgres because there is no server.',
  "On second thought, let's go with Postgres after all.",
  'Never push to main.',
  'I prefer tabs.',
  'Warning: this deletes the cache.',
  'The root cause was a missing lock.',
  'The problem was the cache.',
  'That did not work.',
  'I gave up on the cache because it is slow.',
  'Revert that.',
  'All changes have been reverted.',
  'Tomorrow we continue with the parser.',
  "That's for friday.",
  'Option 2 please.',
  '1. keep it\n2. drop it',
  'Remaining:\n- write the docs\n- ship it',
  'Shall I go on?',
  'ok thanks',
  '# Orientation',
  '千万不要修改 proto 文件。',
  '\u0000\ud800 "quoted" \\ and `code`',
];

const COMMANDS = [
  'npm test',
  'npx vitest run test/a.test.ts',
  'npm run build 2>&1 | tail -5',
  'git commit -m "x"',
  'git checkout -- src/a.ts',
  'git reset --hard',
  'rm src/b.ts',
  'grep -rn x src',
  "cat > notes.md <<'EOF'\nhello\nEOF",
  'npm install left-pad',
];

const OUTPUTS = [
  '',
  'Tests:       2 failed, 10 passed, 12 total',
  'Tests:       12 passed, 12 total',
  'Error: no such file',
  '[main 1234567] Do it',
  'Traceback (most recent call last):\nValueError: bad',
];

const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...SENTENCES), { maxLength: 4 }).map((all) => all.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
const path = fc.constantFrom(
  '/home/ada/x/src/a.ts',
  '/home/ada/x/src/b.ts',
  'src/c.ts',
  '/etc/hosts',
  'C:\\x\\d.ts',
);
const callId = fc.integer({ min: 0, max: 12 }).map((number) => `toolu_${number}`);
const todoState = fc.constantFrom('open' as const, 'doing' as const, 'done' as const);

const input: fc.Arbitrary<CallInput> = fc.oneof(
  fc.record({ what: fc.constant('write' as const), path }),
  fc.record({ what: fc.constant('read' as const), path }),
  fc.record({
    what: fc.constant('command' as const),
    command: fc.constantFrom(...COMMANDS),
    isInBackground: fc.boolean(),
  }),
  fc.record({ what: fc.constant('search' as const), query: text }),
  fc.record({ what: fc.constant('plan' as const), text, path: fc.option(path, { nil: null }) }),
  fc.record({
    what: fc.constant('todos' as const),
    todos: fc.array(fc.record({ text, state: todoState }), { maxLength: 4 }),
  }),
  fc.record({ what: fc.constant('todo_added' as const), text }),
  fc.record({
    what: fc.constant('todo_changed' as const),
    id: fc.constantFrom('1', '2'),
    state: fc.option(fc.oneof(todoState, fc.constant('gone' as const)), { nil: null }),
    text: fc.option(text, { nil: null }),
  }),
  fc.constant({ what: 'other' as const }),
);

type Body<T> = T extends unknown ? Omit<T, 'line' | 'at'> : never;

const body: fc.Arbitrary<Body<TranscriptEntry>> = fc.oneof(
  fc.record({ kind: fc.constant('request' as const), text, isQueued: fc.boolean() }),
  fc.record({ kind: fc.constant('request' as const), text, isByAgent: fc.constant(true as const) }),
  fc.record({
    kind: fc.constant('origin' as const),
    branch: fc.constantFrom(null, 'main'),
    commit: fc.constantFrom(null, '1234567'),
    role: fc.constantFrom(null, 'subagent (review)'),
  }),
  fc.record({ kind: fc.constant('background' as const), text }),
  fc.record({ kind: fc.constant('running' as const), callId, runsAs: callId }),
  fc.record({ kind: fc.constant('shell' as const), command: fc.constantFrom('', ...COMMANDS), output: text }),
  fc.record({ kind: fc.constant('recap' as const), text }),
  fc.record({ kind: fc.constant('title' as const), text, isByPerson: fc.boolean() }),
  fc.record({ kind: fc.constant('pull_request' as const), url: text }),
  fc.record({ kind: fc.constant('task' as const), id: callId, isFailed: fc.boolean(), text }),
  fc.record({ kind: fc.constant('reply' as const), text }),
  fc.record({
    kind: fc.constant('call' as const),
    callId,
    tool: fc.constantFrom('Bash', 'Edit', 'mcp__x__y'),
    input,
    cwd: fc.constantFrom('/home/ada/x', null),
    isBySubagent: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('result' as const),
    callId,
    isError: fc.boolean(),
    isRefused: fc.boolean(),
    text: fc.oneof(fc.constantFrom(...OUTPUTS), text),
    exitCode: fc.constantFrom(null, 1),
    todoId: fc.constantFrom(null, '1', '2'),
    answers: fc.array(fc.record({ question: text, answer: text }), { maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('summary' as const), text }),
  fc.record({ kind: fc.constant('boundary' as const), trigger: fc.constantFrom(null, 'auto') }),
  fc.record({
    kind: fc.constant('interruption' as const),
    by: fc.constantFrom('person' as const, 'failure' as const),
    text,
  }),
);

/** A transcript's entries, in the order of their lines. */
export const anyEntries = (maxLength = 60): fc.Arbitrary<TranscriptEntry[]> =>
  fc.array(body, { maxLength }).map((bodies) =>
    bodies.map((one, index) => ({
      ...one,
      line: index + 1,
      at: index % 3 === 0 ? null : '2026-11-16T09:00:00.000Z',
    })),
  );

import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesIn } from '../support/faults-bytes.ts';
import { rowsOf } from '../support/faults-store.ts';
import { conversationIn, runHookInProcess } from '../support/hook-in-process.ts';
import { runProgramInProcess } from '../support/run-in-process.ts';
import { type Place, place } from '../support/server.ts';
import { serverInProcess } from '../support/server-in-process.ts';
import { deadPid, LAST, type ListedSession, sessionIn, work } from '../support/unfinished-work.ts';

const listSessions = async (where: Place) =>
  (await runProgramInProcess(['session', 'list', '--json'], where)).stdout;

const sessionsOf = async (where: Place) =>
  JSON.parse(await listSessions(where)).sessions as readonly ListedSession[];

const sessionOf = async (where: Place, clientSessionId: string) =>
  sessionIn(await listSessions(where), clientSessionId);

const countIn = (text: string, words: string) => text.split(words).length - 1;

const withoutTimes = (report: string) => report.replaceAll(/\d\d:\d\d UTC/g, 'TIME');

describe('a session without an end', () => {
  it('that is killed: boot shows what the next session gets, and writes nothing', async () => {
    const where = place();
    const options = { clientPid: deadPid() };
    const talk = conversationIn(where, 'first');
    await talk.hook('session-start', { source: 'startup' }, options);
    work(talk, where.project);
    await talk.hook('stop', LAST, options);
    talk.asks('Then write the changelog entry').does('Write', {
      file_path: join(where.project, 'CHANGELOG.md'),
      content: 'x',
    });
    const receipts = () => runProgramInProcess(['receipts', '--json'], where);
    const before = (await receipts()).stdout;
    const boot = await runProgramInProcess(['boot', '--as-sent'], where);
    await runProgramInProcess(['boot', '--json'], where);
    expect((await sessionOf(where, 'first')).status).toBe('active');
    expect((await receipts()).stdout).toBe(before);
    const next = await conversationIn(where, 'second').hook('session-start', { source: 'startup' });
    expect(next.context).toContain('CHANGELOG.md');
    expect(next.context.split('\n')[1]).toMatch(/^\*\*Your session is already open\*\*/);
    expect(withoutTimes(boot.stdout.trimEnd())).toBe(withoutTimes(next.context));
  });

  it('says that the session is open, within the budget, at each start but not at each prompt', async () => {
    const where = place();
    const server = await serverInProcess(where);
    const many = (what: string) =>
      Array.from({ length: 100 }, (_, index) => `${what} ${index}: keep part ${index}.`);
    await server.facts('end_session', {
      checkpoint: 'Here.',
      constraints: many('rule'),
      decisions: many('decision'),
      open_loops: many('task'),
      lessons: many('lesson'),
    });
    const talk = conversationIn(where, 'first');
    for (const source of ['startup', 'compact', 'resume']) {
      const { context } = await talk.hook('session-start', { source });
      expect(context.split('\n')[1]).toBe(
        '**Your session is already open**: a hook of the client started it, and later calls use it. Do not start another one. When the work is done, leave a handoff. Call end_session.',
      );
      expect(context.length).toBeGreaterThan(7_000);
      expect(context.length).toBeLessThanOrEqual(9_500);
    }
    expect((await talk.hook('prompt', { prompt: 'go on' })).context).toBe('');
    const late = await conversationIn(where, 'late').hook('prompt', { prompt: 'hello' });
    expect(late.context).toContain('Your session is already open');
  });

  it('that let subagents write: their files are named, those after the last commit as not committed', async () => {
    const where = place();
    const options = { clientPid: deadPid() };
    const talk = conversationIn(where, 'first');
    await talk.hook('session-start', { source: 'startup' }, options);
    const subagent = conversationIn(where, 'first/subagents/agent-1');
    const writes = (name: string) =>
      subagent.sidechain(
        'Write',
        { file_path: join(where.project, name), content: 'x' },
        `File created successfully at: ${name}`,
      );
    talk.asks('Let others write both parts of the reader');
    /** Times in transcripts have milliseconds. */
    const laterMoment = () => new Promise((resolve) => setTimeout(resolve, 5));
    writes('src/early.ts');
    await laterMoment();
    talk.does('Bash', { command: 'git commit -m early' }, '[main abc1234] early');
    await laterMoment();
    writes('src/late.ts');
    talk.says('Both parts are written, one of them is committed.');
    await talk.hook('stop', { last_assistant_message: 'Both parts are written.' }, options);
    const next = await conversationIn(where, 'second').hook('session-start', { source: 'startup' });
    expect(next.context).toContain('Not committed (on branch main): src/late.ts.');
  });

  it('that was given a paste of many megabytes: both ends and a mark are left of it', async () => {
    const where = place();
    const options = { clientPid: deadPid() };
    const talk = conversationIn(where, 'first');
    await talk.hook('session-start', { source: 'startup' }, options);
    talk
      .asks(`Read this.\n${'x y '.repeat(375_000)}\nThen fix the parser.`)
      .says('That is the log of the night.');
    await talk.hook('stop', { last_assistant_message: 'That is the log of the night.' }, options);
    const next = await conversationIn(where, 'second').hook('session-start', { source: 'startup' });
    expect(next.context).toMatch(
      /> First request:\n {2}> {3}Read this\. \[… 1[45]\d{5} characters …\]\n {2}> {3}Then fix the parser\./,
    );
  });

  it('in the middle of a turn: the report includes what its transcript shows after the last heartbeat', async () => {
    const where = place();
    const options = { clientPid: deadPid() };
    const talk = conversationIn(where, 'first');
    await talk.hook('session-start', { source: 'startup' }, options);
    work(talk, where.project);
    await talk.hook('stop', LAST, options);
    talk
      .asks('Then write the changelog entry')
      .does('Write', { file_path: join(where.project, 'CHANGELOG.md'), content: 'x' });
    const next = await conversationIn(where, 'second').hook('session-start', { source: 'startup' });
    expect(next.context).toContain('CHANGELOG.md');
  });

  it('leaves a derived handoff with its capture at the end of the client; one written later takes its place', async () => {
    const where = place();
    const talk = conversationIn(where, 'first');
    await talk.hook('session-start', { source: 'startup' });
    work(talk, where.project);
    await talk.hook('stop', LAST);
    await talk.hook('session-end', { reason: 'prompt_input_exit' });
    const ended = await sessionOf(where, 'first');
    expect(ended).toMatchObject({ status: 'ended', turn_count: 1 });

    const server = await serverInProcess(where);
    const { captures } = await server.facts('list_captures');
    expect(captures).toHaveLength(1);
    expect(captures[0]).toMatchObject({
      reason: 'session_end',
      session_id: ended.session_id,
      reviewed_at: null,
    });
    const { memories } = await server.facts('list_memories', { session_id: ended.session_id });
    expect(memories.length).toBeGreaterThan(1);
    for (const { source, tags } of memories) {
      expect(source).toBe('derived');
      expect(tags.join(' ')).toContain(captures[0].id);
    }

    const own = 'Lock released in src/reader.ts; load test red, see #12.';
    await server.facts('end_session', { session_id: ended.session_id, checkpoint: own });
    const { report } = await server.facts('boot_report');
    expect(report).toContain(own);
    expect(report).not.toContain('Test the release under load');
    const later = await server.facts('list_memories', { session_id: ended.session_id });
    expect(later.memories.map(({ content }: { content: string }) => content)).toEqual([own]);
  });

  it('one after the other: the report shows the checkpoint of the last one only', async () => {
    const where = place();
    for (const name of ['one', 'two', 'three']) {
      const talk = conversationIn(where, name);
      await talk.hook('session-start', { source: 'startup' });
      talk
        .asks(`Write part ${name}`)
        .does('Write', { file_path: join(where.project, `src/${name}.ts`), content: 'x' })
        .says(`Part ${name} is written.`);
      await talk.hook('stop', { last_assistant_message: `Part ${name} is written.` });
      await talk.hook('session-end', { reason: 'other' });
    }
    const next = await conversationIn(where, 'next').hook('session-start', { source: 'startup' });
    expect(next.context).toContain('## Where we left off (1)');
    expect(next.context).toContain('src/three.ts');
    expect(next.context).not.toContain('> Not committed (on branch main): src/one.ts');
  });

  it('what one left undone is named once, and closed by the next that is seen to do it', async () => {
    const where = place();
    const first = conversationIn(where, 'first');
    await first.hook('session-start', { source: 'startup' });
    work(first, where.project);
    await first.hook('session-end', { reason: 'other' });
    const second = conversationIn(where, 'second');
    const started = await second.hook('session-start', { source: 'startup' });
    expect(countIn(started.context, 'Test the release under load')).toBe(1);
    second
      .asks('Finish the load test')
      .does('TodoWrite', { todos: [{ content: 'Test the release under load', status: 'in_progress' }] });
    await second.hook('session-end', { reason: 'other' });
    const again = conversationIn(where, 'again');
    const named = await again.hook('session-start', { source: 'startup' });
    expect(countIn(named.context, 'Todo: "Test the release under load"')).toBe(1);
    again
      .asks('Now finish it')
      .does('TodoWrite', { todos: [{ content: 'Test the release under load', status: 'completed' }] })
      .does('Write', { file_path: join(where.project, 'src/load.test.ts'), content: 'x' })
      .does('Bash', { command: 'npm test' }, ' 5 passed (5)')
      .says('All tests pass now.');
    await again.hook('session-end', { reason: 'other' });
    const third = await conversationIn(where, 'third').hook('session-start', { source: 'startup' });
    expect(third.context).not.toContain('Test the release under load');
  });

  it('that is short adds a line to the checkpoint before it, and does not replace it', async () => {
    const where = place();
    const first = conversationIn(where, 'first');
    await first.hook('session-start', { source: 'startup' });
    work(first, where.project);
    await first.hook('session-end', { reason: 'other' });
    for (const name of ['short', 'shorter']) {
      const talk = conversationIn(where, name);
      await talk.hook('session-start', { source: 'startup' });
      talk.asks(`where were we, ${name}?`).says('At the load test.');
      await talk.hook('session-end', { reason: 'other' });
    }
    const next = await conversationIn(where, 'next').hook('session-start', { source: 'startup' });
    expect(next.context).toContain('## Where we left off (1)');
    expect(next.context).toContain('Make the reader release its lock');
    expect(next.context).toMatch(
      /> Then a short session \([-\d]+\): "where were we, short\?"\. The agent: "At the load test\."/,
    );
    expect(next.context).toContain('"where were we, shorter?"');
  });

  it('that changed nothing is added to open work, however much was said', async () => {
    const where = place();
    const first = conversationIn(where, 'first');
    await first.hook('session-start', { source: 'startup' });
    first
      .asks('Add a retry to the payment worker')
      .does('Write', { file_path: join(where.project, 'src/pay.ts'), content: 'x' })
      .says('Added the retry. Next: the dead-letter queue.');
    await first.hook('session-end', { reason: 'other' });
    const other = conversationIn(where, 'other');
    await other.hook('session-start', { source: 'startup' });
    other
      .asks('Please help me draft a short birthday message for my colleague Anna, she turns 40 on Sunday.')
      .says('Happy birthday Anna!');
    await other.hook('session-end', { reason: 'other' });
    const next = await conversationIn(where, 'next').hook('session-start', { source: 'startup' });
    expect(next.context).toContain('## Where we left off (1)');
    expect(next.context).toContain('Next: the dead-letter queue.');
    expect(next.context).toMatch(
      /Then a session without changes \([-\d]+\): "Please help .* Sunday\."\. The agent: "Happy birthday Anna!"/,
    );
  });

  it('is found by what was said in it once, not again in what is derived from it', async () => {
    const where = place();
    const talk = conversationIn(where, 'first');
    await talk.hook('session-start', { source: 'startup' });
    work(talk, where.project);
    await talk.hook('session-end', { reason: 'other' });
    const server = await serverInProcess(where);
    const found = await server.facts('search_memory', { query: 'make the reader release its lock' });
    const kinds = found.results.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('capture');
    expect(kinds).not.toContain('record');
    const asked = await server.facts('search_memory', {
      query: 'reader release its lock',
      type: 'checkpoint',
    });
    expect(asked.results).toMatchObject([{ kind: 'record', record: { type: 'checkpoint' } }]);
  });

  it('that is short leaves a written checkpoint as it is', async () => {
    const where = place();
    const server = await serverInProcess(where);
    await server.facts('end_session', { checkpoint: 'The written one stands.' });
    const talk = conversationIn(where, 'short');
    await talk.hook('session-start', { source: 'startup' });
    talk.asks('where were we?').does('Read', { file_path: 'a.md' }, 'x').says('At the load test.');
    await talk.hook('session-end', { reason: 'other' });
    const next = await conversationIn(where, 'next').hook('session-start', { source: 'startup' });
    expect(next.context).toContain('## Where we left off (1)');
    expect(next.context).toContain('> The written one stands.');
    expect(next.context).toMatch(
      /- Last session ses_\w+: ended today .*, titled "where were we\?", outcome: "At the load test\."/,
    );
  });

  it('is one of the earlier sessions later: with its title, when it was, and its outcome', async () => {
    const where = place();
    for (const [name, title] of [
      ['one', 'Part one of the reader'],
      ['two', null],
      ['three', null],
    ] as const) {
      const options = { clientPid: deadPid() };
      const talk = conversationIn(where, name);
      await talk.hook('session-start', { source: 'startup' }, options);
      if (title !== null) talk.line({ type: 'ai-title', aiTitle: title, sessionId: name });
      talk
        .asks(`Write part ${name} of the reader, with its tests`)
        .does('Write', { file_path: join(where.project, `src/${name}.ts`), content: 'x' })
        .says(`Part ${name} is written.`);
      await talk.hook('stop', { last_assistant_message: `Part ${name} is written.` }, options);
    }
    const { context } = await conversationIn(where, 'next').hook('session-start', { source: 'startup' });
    expect(context).toMatch(
      /- Before: ses_\w+, lost: last seen today [^\n]*, titled "Part one of the reader", outcome: changed without a commit: src\/one\.ts\n/,
    );
    expect(context).toMatch(/titled "Write part two of the reader, with its tests", outcome: changed /);
    // The checkpoint of the last one quotes what its title repeats.
    expect(context).toMatch(
      /- Last session ses_\w+: lost, not ended\. Read what it did, or resume it\. [^\n]* Transcript: /,
    );
    expect(context.match(/Write part three of the reader/g)).toHaveLength(1);
  });

  it('ignores a conversation without content, and keeps the last checkpoint visible', async () => {
    const where = place();
    const server = await serverInProcess(where);
    await server.facts('end_session', { checkpoint: 'The written one stands.' });
    const talk = conversationIn(where, 'idle');
    await talk.hook('session-start', { source: 'startup' });
    talk.asks('thanks!').says("You're welcome.");
    await talk.hook('stop', { last_assistant_message: "You're welcome." });
    await talk.hook('session-end', { reason: 'other' });
    const next = await conversationIn(where, 'next').hook('session-start', { source: 'startup' });
    expect(next.context).toContain('> The written one stands.');
    expect(next.context).not.toContain('welcome');
  });
});

describe('clear, resume, compact', () => {
  it('clear starts a new session that continues the one before, also if its end was not reported', async () => {
    const where = place();
    const other = conversationIn(where, 'other');
    await other.hook('session-start', { source: 'startup' }, { clientPid: process.ppid });
    const talk = conversationIn(where, 'first');
    await talk.hook('session-start', { source: 'startup' });
    work(talk, where.project);
    await talk.hook('stop', LAST);
    const cleared = await conversationIn(where, 'second').hook('session-start', { source: 'clear' });
    expect(cleared.context).toContain(LAST.last_assistant_message);
    const first = await sessionOf(where, 'first');
    expect(first.status).toBe('ended');
    expect((await sessionOf(where, 'other')).status).toBe('active');
    expect((await sessionOf(where, 'second')).predecessor_id).toBe(first.session_id);
  });

  it('a new conversation in a process of Copilot takes the place of the one before, and in another process it does not', async () => {
    const where = place();
    const start = (sessionId: string) =>
      runHookInProcess(where, 'session-start', { sessionId, source: 'new' }, { client: 'copilot' });
    await start('first');
    await runHookInProcess(where, 'prompt', { sessionId: 'first', prompt: 'Go on' }, { client: 'copilot' });
    const other = conversationIn(where, 'other');
    await other.hook('session-start', { source: 'startup' }, { clientPid: process.ppid });
    await start('second');
    const [first, second] = await Promise.all([sessionOf(where, 'first'), sessionOf(where, 'second')]);
    expect(first.status).toBe('ended');
    expect(second.predecessor_id).toBe(first.session_id);
    expect((await sessionOf(where, 'other')).status).toBe('active');
  });

  it('a copy of a conversation, which Copilot reports as resumed, follows the one that it was made from', async () => {
    const where = place();
    const start = (sessionId: string, source: string) =>
      runHookInProcess(where, 'session-start', { sessionId, source }, { client: 'copilot' });
    await start('first', 'new');
    const copy = await start('copy', 'resume');
    expect(copy.stdout).toContain('Orientation');
    const [first, second] = await Promise.all([sessionOf(where, 'first'), sessionOf(where, 'copy')]);
    expect(second.predecessor_id).toBe(first.session_id);
    expect(first.status).toBe('active');
    await start('first', 'resume');
    expect((await sessionsOf(where)).map(({ client_session_id }) => client_session_id).sort()).toEqual([
      'copy',
      'first',
    ]);
  });

  it('a conversation that is resumed after its end gets what is new, not everything again', async () => {
    const where = place();
    const server = await serverInProcess(where);
    await server.facts('store_memory', { content: 'Never touch src/generated.', type: 'constraint' });
    await server.facts('store_memory', { content: 'Old news of the writer.', type: 'lesson' });
    const talk = conversationIn(where, 'first');
    await talk.hook('session-start', { source: 'startup' });
    work(talk, where.project);
    await talk.hook('stop', LAST);
    await talk.hook('session-end', { reason: 'other' });
    await server.facts('store_memory', { content: 'News from elsewhere.', type: 'warning' });
    const resumed = await talk.hook('session-start', { source: 'resume' });
    expect(resumed.context).toContain('## Changed by others');
    expect(countIn(resumed.context, 'News from elsewhere.')).toBeGreaterThan(0);
    const both = (await sessionsOf(where)).filter(({ client_session_id }) => client_session_id === 'first');
    expect(both.map(({ status }) => status)).toEqual(['active', 'ended']);
    expect(both[0]?.predecessor_id).toBe(both[1]?.session_id);
    // An agent that continued the first one meanwhile is in another conversation.
    const beside = conversationIn(where, 'beside');
    await beside.hook('session-start', { source: 'startup' }, { clientPid: process.ppid });
    expect((await sessionOf(where, 'beside')).session_id).not.toBe(both[0]?.session_id);
    // What it did before was handed over by the session that did it.
    talk.asks('And the docs').does('Write', { file_path: join(where.project, 'docs/lock.md'), content: 'x' });
    await talk.hook('stop', { last_assistant_message: 'Docs written.' });
    await talk.hook('session-end', { reason: 'other' });
    const { memories } = await server.facts('list_memories', { session_id: both[0]?.session_id });
    const text = memories.map(({ content }: { content: string }) => content).join('\n');
    expect(text).toContain('docs/lock.md');
    expect(text).not.toContain('src/reader.ts');
  });

  it('before a compaction a capture is kept, the summary joins it, and the packet after it is the delta, once', async () => {
    const where = place();
    const talk = conversationIn(where, 'first');
    await talk.hook('session-start', { source: 'startup' });
    const server = await serverInProcess(where, { env: { CLAUDE_CODE_SESSION_ID: 'first' } });
    await server.facts('store_memory', { content: 'Retries are bounded at five.', type: 'decision' });
    work(talk, where.project);
    await talk.hook('stop', LAST);
    await talk.hook('pre-compact', { trigger: 'manual', custom_instructions: 'keep the names' });
    const after = await talk.hook('session-start', { source: 'compact' });
    await talk.hook('post-compact', { trigger: 'manual', compact_summary: 'SUMMARY: the lock is released.' });
    expect(after.context).toContain('## This session before the compaction');
    expect(after.context).toContain('Make the reader release its lock, and test it');
    expect(after.context).not.toContain('The session stopped');
    expect(after.context).toContain('## Yours, from this session');
    expect(countIn(after.context, 'Retries are bounded at five.')).toBe(1);
    const { captures } = await server.facts('list_captures', { unreviewed_only: true });
    expect(captures).toHaveLength(1);
    expect(captures[0]).toMatchObject({
      reason: 'compaction',
      note: 'manual: keep the names',
      has_client_summary: true,
    });
    const ended = await server.facts('end_session', { mode: 'pause' });
    expect(ended.capture_warning).toContain(captures[0].id);
    const summary = await server.facts('read_capture', { id: captures[0].id, mode: 'summary' });
    expect(summary.capture.reviewed_at).toBeNull();
    const read = await server.facts('read_capture', { id: captures[0].id });
    expect(read.content).toContain('> SUMMARY: the lock is released.');
    expect(read.content).toContain('src/reader.ts');
    expect(read.capture.reviewed_at).not.toBeNull();
    const raw = await server.facts('read_capture', { id: captures[0].id, mode: 'raw' });
    expect(raw.messages.map(({ text }: { text: string }) => text).join('\n')).toContain('npm test');
    expect((await server.facts('list_captures', { unreviewed_only: true })).captures).toEqual([]);
  });
});

describe('hooks and connection', () => {
  it('are one session, also after a clear, while the server lives on with its old environment', async () => {
    const where = place();
    const server = await serverInProcess(where, { env: { CLAUDE_CODE_SESSION_ID: 'first' } });
    await conversationIn(where, 'first').hook('session-start', { source: 'startup' });
    const one = await server.facts('store_memory', { content: 'said in the first' });
    expect(one.memory?.session_id ?? one.session_id).toBe((await sessionOf(where, 'first')).session_id);
    await conversationIn(where, 'first').hook('session-end', { reason: 'clear' });
    await conversationIn(where, 'second').hook('session-start', { source: 'clear' });
    const two = await server.facts('store_memory', { content: 'said in the second' });
    expect(two.memory?.session_id ?? two.session_id).toBe((await sessionOf(where, 'second')).session_id);
  });

  it('count turns by their ends; what is written in between is no turn', async () => {
    const where = place();
    const talk = conversationIn(where, 'first');
    await talk.hook('session-start', { source: 'startup' });
    const server = await serverInProcess(where, { env: { CLAUDE_CODE_SESSION_ID: 'first' } });
    for (const words of ['one', 'two', 'three']) await server.facts('store_memory', { content: words });
    await talk.hook('stop', { last_assistant_message: 'first turn' });
    await talk.hook('prompt', { prompt: 'go on' });
    await talk.hook('stop', { last_assistant_message: 'second turn' });
    expect((await sessionOf(where, 'first')).turn_count).toBe(2);
  });

  it('know no subagents', async () => {
    const where = place();
    await conversationIn(where, 'first').hook('stop', { agent_id: 'a6b2', last_assistant_message: 'sub' });
    expect(existsSync(join(where.home, 'store.db'))).toBe(false);
  });

  it('a conversation that continues after its handoff is a new session with that predecessor', async () => {
    const where = place();
    const talk = conversationIn(where, 'first');
    await talk.hook('session-start', { source: 'startup' });
    const server = await serverInProcess(where, { env: { CLAUDE_CODE_SESSION_ID: 'first' } });
    work(talk, where.project);
    await server.facts('end_session', { checkpoint: 'All said.' });
    await talk.hook('stop', LAST);
    expect(await sessionsOf(where)).toHaveLength(1);
    await talk.hook('prompt', { prompt: 'one more thing' });
    const [second, first] = await sessionsOf(where);
    expect(second).toMatchObject({ status: 'active', predecessor_id: first?.session_id });
  });
});

describe('a handoff that is repeated after a hook opened a successor', () => {
  it('by the client’s id is stored once', async () => {
    const where = place();
    const id = '6f1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b';
    const named = { session_id: id };
    const talk = conversationIn(where, id);
    await talk.hook('session-start', { source: 'startup' });
    const server = await serverInProcess(where, { env: { CLAUDE_CODE_SESSION_ID: id } });
    work(talk, where.project);
    const handoff = { ...named, checkpoint: 'All said.' };
    const first = await server.facts('end_session', handoff);
    await talk.hook('stop', LAST);
    await talk.hook('prompt', { prompt: 'one more thing' });
    expect(await sessionsOf(where)).toHaveLength(2);
    const again = await server.facts('end_session', handoff);
    expect(again.handoff_id).toBe(first.handoff_id);
    expect((await sessionsOf(where))[0]).toMatchObject({ status: 'active' });
    await server.facts('end_session', { ...named, checkpoint: 'One more thing is done too.' });
    expect((await sessionsOf(where))[0]).toMatchObject({ status: 'ended' });
  });
});

describe('what was read', () => {
  it('is complete, although only the end of the first turn was reported, or the clock was set back', async () => {
    const where = place();
    const before = await serverInProcess(where);
    await before.facts('end_session', { checkpoint: 'An earlier one.' });
    const talk = conversationIn(where, 'late');
    work(talk, where.project);
    await talk.hook('stop', LAST);
    await talk.hook('session-end', { reason: 'other' });
    const next = await conversationIn(where, 'next').hook('session-start', { source: 'startup' });
    expect(next.context).toContain('src/reader.ts');
  });

  it('of a fork contains its own messages, not those that it repeats', async () => {
    const where = place();
    const talk = conversationIn(where, 'first');
    await talk.hook('session-start', { source: 'startup' });
    work(talk, where.project);
    await talk.hook('session-end', { reason: 'other' });
    const fork = conversationIn(where, 'fork');
    copyFileSync(talk.path, fork.path);
    await fork.hook('session-start', { source: 'fork' });
    fork
      .asks('Try it another way')
      .does('Write', { file_path: join(where.project, 'src/other.ts'), content: 'x' })
      .says('Tried.');
    await fork.hook('session-end', { reason: 'other' });
    const server = await serverInProcess(where);
    const { session_id } = await sessionOf(where, 'fork');
    const { memories } = await server.facts('list_memories', { session_id });
    const text = memories.map(({ content }: { content: string }) => content).join('\n');
    expect(text).toContain('src/other.ts');
    expect(text).not.toContain('src/reader.ts');
  });

  it('is never that of another project, for any path', async () => {
    const where = place();
    const sibling = { home: where.home, project: `${where.project}-internal` };
    mkdirSync(sibling.project);
    const other = conversationIn(sibling, 'theirs').asks('The OTHERWORD is ours').says('Yes.');
    const link = conversationIn(where, 'link');
    symlinkSync(other.path, link.path);
    const talk = conversationIn(where, 'mine');
    await talk.hook('session-start', { source: 'startup' });
    for (const transcript_path of [other.path, link.path]) {
      await talk.hook('stop', { transcript_path, last_assistant_message: 'Done.' });
      await talk.hook('pre-compact', { transcript_path });
    }
    await talk.hook('session-end', { transcript_path: other.path });
    const server = await serverInProcess(where);
    expect((await server.facts('list_captures')).captures).toEqual([]);
    const refused = await server.call('capture_now', { transcript_path: other.path });
    expect(refused.structuredContent).toMatchObject({ code: 'transcript_of_other_project', kind: 'denied' });
    expect(bytesIn(join(where.home)).includes('OTHERWORD')).toBe(true);
    expect(rowsOf(join(where.home, 'store.db'), 'SELECT content FROM transcript_readings')).toEqual([]);
  });

  it('is answered as it is kept: another piece is another capture, the same one the same', async () => {
    const where = place();
    const talk = conversationIn(where, 'first');
    for (let turn = 0; turn < 10; turn += 1) talk.asks(`Question ${turn}`).says(`Answer ${turn}`);
    await talk.hook('session-start', { source: 'startup' });
    await talk.hook('stop', { last_assistant_message: 'Answer 9' });
    const server = await serverInProcess(where, { env: { CLAUDE_CODE_SESSION_ID: 'first' } });
    const few = await server.facts('capture_now', { last_messages: 2 });
    const more = await server.facts('capture_now', { last_messages: 10 });
    const again = await server.facts('capture_now', { last_messages: 10 });
    expect([few.message_count, more.message_count]).toEqual([2, 10]);
    expect(more.id).not.toBe(few.id);
    expect(again).toEqual(more);
    const raw = await server.facts('read_capture', { id: more.id, mode: 'raw' });
    expect(raw.messages).toHaveLength(10);
    const bad = await server.call('read_capture', { id: more.id, cursor: 'bad' });
    expect(bad.structuredContent).toMatchObject({ code: 'cursor_invalid' });
  });

  it('does not reach the terminal with its escapes', async () => {
    const where = place();
    const talk = conversationIn(where, 'first').asks('Go \u001b]0;owned\u0007 on').says('Done.');
    await talk.hook('session-start', { source: 'startup' });
    await talk.hook('pre-compact', { trigger: 'manual' });
    await talk.hook('post-compact', { compact_summary: 'all \u001b[2J gone' });
    const { captures } = JSON.parse((await runProgramInProcess(['captures', '--json'], where)).stdout);
    for (const mode of [[], ['--raw']]) {
      const { stdout } = await runProgramInProcess(['capture', 'show', captures[0].id, ...mode], where);
      expect(stdout).not.toContain('\u001b');
    }
  });
});

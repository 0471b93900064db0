import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { DAMAGES } from '../support/faults-damage.ts';
import { mountMemory, noMountReason, unlessMounted } from '../support/faults-mount.ts';
import { makeOldStore } from '../support/faults-old-store.ts';
import { Conversation, type HookOutcome, type RunHook, runHook } from '../support/hook.ts';
import { conversationIn, runHookInProcess } from '../support/hook-in-process.ts';
import { PROGRAM } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';
import { type Place, place, serverIn } from '../support/server.ts';

const failureLines = ({ home }: Place) =>
  existsSync(join(home, 'hooks.log'))
    ? readFileSync(join(home, 'hooks.log'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly code: string })
    : [];

const failuresIn = (where: Place) => failureLines(where).map(({ code }) => code);

function expectOpen(outcome: HookOutcome): void {
  // How long it takes is measured by the benchmark; a hook that hung would run into the timeout of the test.
  expect(outcome.code).toBe(0);
}

const EVENTS = ['session-start', 'prompt', 'stop', 'pre-compact', 'post-compact', 'session-end'];

describe('a hook that cannot do its work lets the agent go on', () => {
  // How a process reads its stdin depends on where that ends; what was read is judged alike in any process.
  it.each<[string, string, RunHook]>([
    ['nothing', '', runHook],
    ['no JSON', 'garbage \u0000 {', runHookInProcess],
    ['half of it', '{"session_id":"a"', runHookInProcess],
    ['a list', '[1,2,3]', runHookInProcess],
    ['no session', '{"cwd":"/"}', runHookInProcess],
    ['a session that is no text', '{"session_id":{"a":1}}', runHookInProcess],
    ['megabytes', `{"session_id":"a","x":"${'x'.repeat(5_000_000)}`, runHook],
  ])('when stdin is %s', async (_, stdin, run) => {
    const where = place();
    for (const event of EVENTS) {
      const outcome = await run(where, event, {}, { stdin, isInTime: true });
      expectOpen(outcome);
      expect(outcome.context === '' || outcome.context.includes('no orientation')).toBe(true);
    }
    // Megabytes take longer to write on a busy machine than a hook waits.
    const codes = stdin.length < 1_000_000 ? ['hook_input_invalid'] : ['hook_input_invalid', 'hook_late'];
    expect(failuresIn(where)).toHaveLength(EVENTS.length);
    expect(failuresIn(where).filter((code) => !codes.includes(code))).toEqual([]);
    expect(existsSync(join(where.home, 'store.db'))).toBe(false);
  });

  it('and works where stdin begins with a byte order mark', async () => {
    const where = place();
    const stdin = `\ufeff\ufeff${JSON.stringify({ session_id: 'a', cwd: where.project, source: 'startup' })}`;
    const { stdout } = await runHook(where, 'session-start', {}, { stdin });
    expect(stdout).toContain('Orientation');
    expect(failuresIn(where)).toEqual([]);
  });

  it('when stdin never ends', async () => {
    const where = place();
    const open = { stdin: '{"session_id":', isStdinOpen: true, isInTime: true };
    expectOpen(await runHook(where, 'stop', {}, open));
    const started = await runHook(where, 'session-start', {}, open);
    expectOpen(started);
    expect(started.context).toContain('no orientation (hook_late)');
    expect(failuresIn(where)).toEqual(['hook_late', 'hook_late']);
  });

  it.each(EVENTS)('when nothing is ever written to stdin: %s', async (event) => {
    const where = place();
    const silent = { stdin: '', isStdinOpen: true, isInTime: true };
    const outcome = await runHook(where, event, {}, silent);
    expectOpen(outcome);
    expect(outcome.stdout).toBe('');
    expect(failuresIn(where)).toEqual(['hook_late']);
  });

  it.each(['session-start', 'stop'])(
    'when stdin is a pipe to which nothing is ever written: %s',
    async (event) => {
      const where = place();
      const env = { ...process.env, HOME: where.home, THROUGHLINE_HOME: where.home };
      const words = `sleep 60 | { "$0" "$1" hook claude-code "$2"; echo "code $?"; kill 0; }`;
      const child = spawn('sh', ['-c', words, process.execPath, PROGRAM, event], { env, detached: true });
      const out: string[] = [];
      child.stdout.on('data', (chunk) => out.push(String(chunk)));
      await once(child, 'close');
      expect(out.join('')).toBe('code 0\n');
      expect(failuresIn(where)).toEqual(['hook_late']);
    },
  );

  it('when there is no such hook', async () => {
    const where = place();
    expectOpen(await runHook(where, 'no-such-event', { session_id: 'a' }));
    expect(failuresIn(where)).toEqual(['hook_unknown']);
  });

  it.each([
    ['no client', ['hook'], 'invalid_arguments', '', ''],
    ['no event', ['hook', 'claude-code'], 'invalid_arguments', 'claude-code', ''],
    [
      'a flag that does not exist',
      ['hook', 'claude-code', 'stop', '--bogus'],
      'unknown_flag',
      'claude-code',
      'stop',
    ],
    ['a word too many', ['hook', 'claude-code', 'stop', 'now'], 'invalid_arguments', 'claude-code', 'stop'],
    ['a client that has no hooks', ['hook', 'nobody', 'stop'], 'hook_unknown', 'nobody', 'stop'],
  ])('when it is called with %s, which is logged', async (_, words, code, client, event) => {
    const where = place();
    const outcome = await runProgram(words, where);
    expect(outcome).toMatchObject({ exitCode: 0, stdout: '' });
    expect(outcome.stderr).toContain(code);
    expect(failureLines(where)).toEqual([
      expect.objectContaining({ code, client, event, message: expect.stringMatching(/hook/) }),
    ]);
  });

  it.each(DAMAGES.filter((_, index) => index % 5 === 0).map((damage) => [damage.name, damage] as const))(
    'when the store is damaged: %s',
    async (_, damage) => {
      const where = place();
      const before = await serverIn(where);
      await before.facts('end_session', { checkpoint: 'kept before' });
      await before.close();
      damage.inflict(join(where.home, 'store.db'));
      const talk = new Conversation(where, 'a').asks('Go on');
      const started = await talk.hook('session-start', { source: 'startup' });
      expectOpen(started);
      expect(started.context).toContain(`no orientation (${damage.code})`);
      expectOpen(await talk.hook('stop', { last_assistant_message: 'done' }));
      expect(failuresIn(where)).toEqual([damage.code, damage.code]);
    },
  );

  it('when another process holds the store, and the next report to an agent says so, once', async () => {
    const where = place();
    const talk = new Conversation(where, 'a').asks('Go on');
    await talk.hook('session-start', { source: 'startup' });
    const holder = openDatabase(join(where.home, 'store.db'));
    try {
      holder.exec('BEGIN IMMEDIATE');
      // Shorter than the hook's own limit on any machine: this test is about the message.
      const options = { env: { THROUGHLINE_BUSY_TIMEOUT_MS: '300' } };
      expectOpen(await talk.hook('stop', { last_assistant_message: 'x' }, options));
      expectOpen(await talk.hook('session-end', {}, options));
    } finally {
      holder.close();
    }
    expect(failuresIn(where)).toEqual(['store_busy', 'store_busy']);
    // A person who looks at the report does not take it from the agent.
    for (let look = 0; look < 2; look += 1) {
      const { stdout } = await runProgram(['boot'], where);
      expect(stdout).toContain('hooks_failed: 2 hooks failed');
      expect(stdout).toContain('store_busy');
    }
    const agent = await serverIn(where);
    expect((await agent.facts('boot_report')).report).toContain('hooks_failed: 2 hooks failed');
    expect((await agent.facts('boot_report')).report).not.toContain('hooks_failed');
    expect((await runProgram(['boot'], where)).stdout).not.toContain('hooks_failed');
  });

  it('when another process holds the store, within its usual time', async () => {
    const where = place();
    const talk = new Conversation(where, 'a').asks('Go on');
    await talk.hook('session-start', { source: 'startup' });
    const holder = openDatabase(join(where.home, 'store.db'));
    try {
      holder.exec('BEGIN IMMEDIATE');
      for (const event of EVENTS) {
        const outcome = await talk.hook(
          event,
          { source: 'compact', compact_summary: 'x' },
          { isInTime: true },
        );
        expectOpen(outcome);
      }
    } finally {
      holder.close();
    }
    expect(failuresIn(where)).toHaveLength(EVENTS.length);
  });

  it('when the configuration is broken', async () => {
    const where = place();
    writeFileSync(join(where.home, 'config.json'), '{ broken');
    expectOpen(await runHook(where, 'stop', { session_id: 'a' }));
    expect(failuresIn(where)).toHaveLength(1);
  });

  it('when the transcript is missing, a folder, or no text', async () => {
    const where = place();
    const talk = new Conversation(where, 'a');
    for (const event of EVENTS) expectOpen(await talk.hook(event, { source: 'startup' }));
    const folder = conversationIn(where, 'b');
    mkdirSync(folder.path);
    for (const event of EVENTS) expectOpen(await folder.hook(event, { source: 'startup' }));
    const noise = conversationIn(where, 'c');
    appendFileSync(noise.path, Buffer.from([0xff, 0xfe, 0, 0, 0x0a, 0x7b, 0x22]));
    for (const event of EVENTS) expectOpen(await noise.hook(event, { source: 'startup' }));
    expect(failuresIn(where)).toEqual([]);
  });
});

describe.skipIf(noMountReason !== undefined)(`a hook on a full disk${unlessMounted}`, () => {
  it('lets the agent go on', async () => {
    const [root, unmount] = mountMemory('size=2m');
    try {
      const where = { home: join(root, 'home'), project: join(root, 'work') };
      for (const path of [where.home, where.project]) mkdirSync(path);
      const talk = new Conversation(where, 'a').asks('Go on');
      await talk.hook('session-start', { source: 'startup' });
      const filler = openSync(join(root, 'filler'), 'w');
      expect(() => {
        for (;;) writeSync(filler, Buffer.alloc(64_000));
      }).toThrow(/ENOSPC/);
      for (const event of EVENTS) expectOpen(await talk.hook(event, { source: 'startup' }));
    } finally {
      unmount();
    }
  });
});

describe('many hooks at once', () => {
  it('ten on a new store: every one is answered, and every session is there', async () => {
    const where = place();
    const talks = Array.from({ length: 10 }, (_, index) => new Conversation(where, `talk-${index}`));
    const outcomes = await Promise.all(
      talks.map((talk) => talk.hook('session-start', { source: 'startup' })),
    );
    expect(outcomes.map(({ code }) => code)).toEqual(talks.map(() => 0));
    expect(failuresIn(where)).toEqual([]);
    const { stdout } = await runProgram(['session', 'list', '--json'], where);
    expect(JSON.parse(stdout).sessions).toHaveLength(10);
  });

  it('ten on a store that has to be migrated: one migrates, none is blocked', async () => {
    const where = place();
    await makeOldStore(join(where.home, 'store.db'));
    const talks = Array.from({ length: 10 }, (_, index) => new Conversation(where, `talk-${index}`));
    const outcomes = await Promise.all(
      talks.map((talk) => talk.hook('session-start', { source: 'startup' })),
    );
    expect(outcomes.filter(({ code }) => code !== 0)).toEqual([]);
    for (const { id } of talks) {
      const late = new Conversation(where, id);
      await late.hook('stop', { last_assistant_message: `words of ${id}` });
    }
    const { stdout } = await runProgram(['session', 'list', '--json'], where);
    const own = JSON.parse(stdout).sessions.filter(
      ({ turn_count }: { turn_count: number }) => turn_count === 1,
    );
    expect(own).toHaveLength(10);
  });

  it('the turns of one session are all counted', async () => {
    const where = place();
    const talk = new Conversation(where, 'a');
    await talk.hook('session-start', { source: 'startup' });
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        talk.hook('stop', { last_assistant_message: `words ${index}` }),
      ),
    );
    expect(outcomes.filter(({ code }) => code !== 0)).toEqual([]);
    expect(failuresIn(where)).toEqual([]);
    const { stdout } = await runProgram(['session', 'show', 'a', '--json'], where);
    expect(JSON.parse(stdout).session_info.turn_count).toBe(10);
  });
});

describe('a transcript of 200 MB', () => {
  it('is read in time and in little memory, and keeps the last messages', async () => {
    const where = place();
    const talk = new Conversation(where, 'a').asks('Rebuild the reader');
    const filler = `${JSON.stringify({
      type: 'assistant',
      isSidechain: false,
      message: { role: 'assistant', content: [{ type: 'text', text: 'x'.repeat(100_000) }] },
      timestamp: new Date().toISOString(),
      sessionId: 'a',
    })}\n`.repeat(20);
    for (let size = 0; size < 200_000_000; size += filler.length) appendFileSync(talk.path, filler);
    talk.asks('Now write the tests').says('The tests are written.');
    await talk.hook('session-start', { source: 'resume' });
    for (const event of ['stop', 'pre-compact', 'session-end']) {
      const outcome = await talk.hook(
        event,
        { last_assistant_message: 'The tests are written.' },
        { isWeighed: true },
      );
      expectOpen(outcome);
      expect(outcome.maxRssMb, event).toBeLessThan(150);
    }
    expect(failuresIn(where)).toEqual([]);
    const { stdout } = await runProgram(['capture', 'list', '--json'], where);
    const [capture] = JSON.parse(stdout).captures;
    expect(capture.skipped_bytes).toBeGreaterThan(0);
    const shown = await runProgram(['capture', 'show', capture.id], where);
    expect(shown.stdout).toContain('Now write the tests');
  });
});

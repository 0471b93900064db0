import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { runProgramInProcess as runProgram, shellInProcess as shellIn } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';
import { serverInProcess as serverIn } from '../support/server-in-process.ts';
import { shortId } from '../support/short-id.ts';

describe('throughline boot --explain', () => {
  it('shows why each item is included, what it cost, and the parts of the score', async () => {
    const { run, facts } = shellIn(place());
    await run(
      'end',
      '--checkpoint',
      'printer half done',
      '--open-loop',
      'who deploys?',
      '--constraint',
      'no force',
    );
    const output = await run('boot', '--explain');
    expect(output).toMatch(/constraints +rec_\w+ +\d+ +whole +active constraints come first/);
    expect(output).toMatch(/checkpoint +rec_\w+ +\d+ +whole +the newest checkpoint/);
    expect(output).toMatch(/checkpoint +35 of 35 +The checkpoint is from today/);
    expect(output).toMatch(/info identity_missing: /);
    const { items, report } = await facts('boot', '--explain');
    const cost = items.reduce((sum: number, item: { cost: number }) => sum + item.cost, 0);
    expect(cost).toBeGreaterThan(100);
    expect(cost).toBeLessThan(report.length);
  });

  it('shows what was left out', async () => {
    const { run } = shellIn(place());
    for (let index = 0; index < 12; index++) {
      await run('remember', '--type', 'lesson', `lesson ${index}: ${'words '.repeat(30)}`);
    }
    expect(await run('boot', '--explain', '--budget', '900')).toMatch(/lessons +rec_\w+ +0 +left out/);
  });
});

describe('one store, read by an agent and by a person', () => {
  interface GapFacts {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly next_step: string;
    readonly next: readonly { readonly action: string; readonly args: object; readonly command?: string }[];
  }
  const neutral = (gaps: readonly GapFacts[]) =>
    gaps.map(({ code, severity, message }) => ({ code, severity, message }));
  const gapIn = (gaps: readonly GapFacts[], code: string) => gaps.find((gap) => gap.code === code);

  const fillStore = async (server: Awaited<ReturnType<typeof serverIn>>) => {
    const { session } = await server.facts('start_session', {});
    await server.facts('end_session', {
      checkpoint: `printer half done, ${'word '.repeat(60)}`,
      constraints: Array.from({ length: 4 }, (_, at) => `Rule ${at}: ${'word '.repeat(40)}`),
      open_loops: Array.from({ length: 9 }, (_, at) => `Question ${at}: ${'word '.repeat(20)}`),
      lessons: Array.from({ length: 9 }, (_, at) => `Lesson ${at}: ${'word '.repeat(20)}`),
    });
    const closing = { reason: 'Moved.', succession_policy: 'successor_required' };
    await server.facts('close_session', { session_id: session.session_id, ...closing });
    return session.session_id;
  };

  it('shows both the same sections, score and gaps at every budget, to each in its own words', async () => {
    const here = place();
    const closed = await fillStore(await serverIn(here));
    const server = await serverIn(here);
    const { facts } = shellIn(here);
    for (const budget of [500, 1_100, 1_600, 3_000, 8_000]) {
      const agent = await server.facts('boot_report', { budget_chars: budget });
      const person = await facts('boot', '--budget', String(budget));
      expect(person.score).toBe(agent.score);
      expect(person.score_parts).toEqual(agent.score_parts);
      expect(person.sections).toEqual(agent.sections);
      expect(neutral(person.gaps)).toEqual(neutral(agent.gaps));
      for (const { report } of [agent, person]) expect(report.length).toBeLessThanOrEqual(budget);
      expect(person.report).not.toMatch(/list_memories|boot_report|start_session|end_session/);
      expect(agent.report.replaceAll(/Ask the person to run .*/g, '')).not.toContain('throughline ');
    }
    const agent = await server.facts('boot_report', {});
    const person = await facts('boot');
    expect(gapIn(agent.gaps, 'pending_succession')).toMatchObject({
      next_step: `Continue it in a new session. Call start_session predecessor_id=${closed}.`,
      next: [{ action: 'start_session', args: { predecessor_id: closed } }],
    });
    expect(gapIn(person.gaps, 'pending_succession')).toMatchObject({
      next_step: `Continue it in a new session. Run throughline session start --after ${closed}.`,
      next: [
        {
          action: 'session.start',
          args: { predecessor: closed },
          command: `throughline session start --after ${closed}`,
        },
      ],
    });
    expect(gapIn(agent.gaps, 'identity_missing')).toBeUndefined();
    expect(gapIn(person.person_gaps, 'identity_missing')?.next_step).toContain('Run throughline identity.');
  });

  it('names the commands in every other report on the command line', async () => {
    const here = place();
    await fillStore(await serverIn(here));
    const { run, facts } = shellIn(here);
    expect(await run('boot', '--explain')).toMatch(
      /pending_succession: .* Next: .* Run throughline session start --after ses_/,
    );
    const { gaps } = await facts('boot');
    const { report } = await facts('session', 'start', '--brief');
    expect(report).toContain('throughline recall rec_');
    expect(report).not.toContain('list_memories');
    expect(gaps[0].next[0]).toMatchObject({ command: expect.stringMatching(/^throughline /) });
  });
});

describe('throughline identity', () => {
  it('takes the file from a pipe, shows it, and every report ends with it; the project has its own', async () => {
    const here = place();
    const { run, facts } = shellIn(here);
    await run('end', '--checkpoint', 'x');
    expect(await run('identity', '--show')).toContain('identity.md (does not exist yet)');
    await runProgram(['identity', '-'], here, { stdin: 'Ada 🦉, short answers.\n' });
    await runProgram(['identity', '-', '--here'], here, { stdin: 'Here: German.\n' });
    expect(await run('identity', '--show')).toContain('Ada 🦉, short answers.');
    const report = await run('boot');
    expect(report).toMatch(/## Identity\n- > Here: German\.[\s\S]*- > Ada 🦉, short answers\./);
    expect(report).not.toContain('identity_missing');
    expect((await facts('identity', '--show')).path).toBe(join(here.home, 'identity.md'));
  });

  it.each([
    ['--show', ['identity', '--show']],
    ['--show --here', ['identity', '--show', '--here']],
    ['no editor to open', ['identity']],
  ])('only reads with %s: it makes no store, and --read-only allows it', async (_, words) => {
    const here = place();
    const { run } = shellIn(here);
    for (const flags of [[], ['--read-only']]) {
      expect(await run(...words, ...flags)).toContain('.md (does not exist yet)');
      expect(readdirSync(here.home)).toEqual([]);
    }
    const refused = await runProgram(['identity', '-', '--read-only'], here, { stdin: 'x' });
    expect(refused.stderr).toContain('(read_only)');
  });

  it('counts an untouched template as missing, and writes none by itself', async () => {
    const here = place();
    const { run, facts } = shellIn(here);
    await run('end', '--checkpoint', 'x');
    const { text, path, exists } = await facts('identity', '--show');
    expect(exists).toBe(false);
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, text);
    expect(await run('boot')).toContain('For you: The identity file is not filled in.');
    expect(await run('boot')).not.toContain('## Identity');
    writeFileSync(path, `${text}\nI am Ada.\n`);
    expect(await run('boot')).toContain('I am Ada.');
    expect(readFileSync(path, 'utf8')).toBe(`${text}\nI am Ada.\n`);
  });

  it('refuses what is too long, and leaves what was there', async () => {
    const here = place();
    await runProgram(['identity', '-'], here, { stdin: 'short\n' });
    const { exitCode, stderr } = await runProgram(['identity', '-'], here, { stdin: 'x'.repeat(9_000) });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('text_too_long');
    expect(readFileSync(join(here.home, 'identity.md'), 'utf8')).toContain('short');
  });
});

describe('an identity file', () => {
  it('is read through a link, and one that cannot be read is a gap of its own', async () => {
    const here = place();
    const { run } = shellIn(here);
    await run('end', '--checkpoint', 'x');
    const dotfiles = join(here.project, 'me.md');
    writeFileSync(dotfiles, 'Linked: Ada.');
    symlinkSync(dotfiles, join(here.home, 'identity.md'));
    expect(await run('boot')).toContain('Linked: Ada.');
    writeFileSync(dotfiles, Buffer.from([0xff, 0xfe, 0x00]));
    expect(await run('boot')).toContain('warning identity_unreadable');
  });
});

describe('throughline boot --as-sent', () => {
  it('prints the exact text that a tool returns to an agent', async () => {
    const here = place();
    const server = await serverIn(here);
    await server.facts('end_session', { checkpoint: 'printer half done', open_loops: ['who deploys?'] });
    const { run } = shellIn(here);
    const sent = (await (await serverIn(here)).facts('boot_report', {})).report;
    expect((await run('boot', '--as-sent')).trimEnd()).toBe(sent);
    expect(await run('boot')).toContain('The next agent that starts in this project gets this report.');
    const both = await runProgram(['boot', '--as-sent', '--explain'], here);
    expect(both).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('arguments_contradict') });
  });
});

describe('a report', () => {
  it('does not wait for a writer to note that it was sent', async () => {
    const here = place();
    await shellIn(here).run('end', '--checkpoint', 'x');
    const server = await serverIn(here);
    const writer = openDatabase(join(here.home, 'store.db'));
    writer.exec('BEGIN IMMEDIATE');
    const { report, receipt_id } = await server.facts('boot_report', {});
    writer.exec('ROLLBACK');
    writer.close();
    expect(report).toContain('> x');
    expect(receipt_id).toBeNull();
    expect((await server.facts('boot_report', {})).receipt_id).toMatch(/^rcp_/);
  });

  it('that a person reads is no delivery: it leaves no receipt', async () => {
    const { run, facts } = shellIn(place());
    await run('end', '--checkpoint', 'x');
    for (const flags of [[], ['--as-sent'], ['--explain'], ['--brief']]) {
      expect((await facts('boot', ...flags)).receipt_id).toBeNull();
    }
    expect((await facts('receipts')).receipts).toEqual([]);
  });
});

describe('throughline loops', () => {
  it('shows a loop that was opened twice once, and resolves both', async () => {
    const { run, facts } = shellIn(place());
    await run('end', '--checkpoint', 'x', '--open-loop', 'who deploys?');
    await run('end', '--checkpoint', 'y', '--open-loop', 'Who deploys');
    const { loops } = await facts('loops');
    expect(loops).toHaveLength(1);
    expect(loops[0].also_said_as).toHaveLength(1);
    expect(await run('loops')).toContain('(said 2 times)');
    await run('resolve', loops[0].id);
    expect((await facts('loops')).loops).toEqual([]);
  });
});

describe('throughline receipts', () => {
  it('lists what was sent to whom, newest first', async () => {
    const here = place();
    const client = await serverIn(here);
    const { session } = await client.facts('start_session', { agent: 'claude' });
    await client.facts('boot_report', { budget_chars: 600 });
    await client.close();
    const { run, facts } = shellIn(here);
    const { receipts } = await facts('receipts');
    expect(receipts).toHaveLength(2);
    expect(receipts[0]).toMatchObject({ session_id: session.session_id, budget_chars: 600 });
    expect(await run('receipts', '--session', session.session_id)).toContain(shortId(session.session_id));
    expect((await facts('session', 'show', session.session_id, '--full')).receipts ?? receipts).toHaveLength(
      2,
    );
  });
});

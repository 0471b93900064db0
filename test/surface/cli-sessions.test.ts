import { describe, expect, it } from 'vitest';
import { runProgramInProcess as runProgram, shellInProcess as shellIn } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';
import { serverInProcess as serverIn } from '../support/server-in-process.ts';
import { shortId } from '../support/short-id.ts';

describe('a session on the command line', () => {
  it('accepts a note while it is paused, stays paused, and can be resumed and ended', async () => {
    const { run, facts } = shellIn(place());
    const { session } = await facts('session', 'start', '--title', 'by hand');
    await run('session', 'pause');
    expect(await run('note', 'thought of something')).toContain(
      `added to the paused session ${shortId(session.session_id)}`,
    );
    const { sessions } = await facts('sessions');
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ session_id: session.session_id, status: 'paused' });
    await run('session', 'resume');
    expect(await facts('end', '--checkpoint', 'all of it')).toMatchObject({
      session_id: session.session_id,
      status: 'ended',
    });
  });

  it('can be ended while it is paused, and adds to its earlier handoff', async () => {
    const { run, facts } = shellIn(place());
    const { session } = await facts('session', 'start');
    await run('session', 'pause');
    const ended = await facts('end', '--checkpoint', 'after all');
    expect(ended).toMatchObject({ session_id: session.session_id, status: 'ended' });
    const next = await facts('session', 'start');
    await run('session', 'pause', '--checkpoint', 'lunch');
    const added = await facts('end', '--checkpoint', 'something else');
    expect(added).toMatchObject({ session_id: next.session.session_id, status: 'ended' });
    expect(added.superseded_ids).toHaveLength(1);
    const report = await run('boot');
    expect(report).toContain('> something else');
    expect(report).not.toContain('lunch');
  });

  it('a note starts a new one if several are paused', async () => {
    const here = place();
    const { run, facts } = shellIn(here);
    for (const agent of ['one', 'two']) {
      const client = await serverIn(here);
      await client.facts('start_session', { agent, resume: false });
      await client.facts('end_session', { mode: 'pause' });
    }
    expect(await run('note', 'whose is this?')).toMatch(/added to session ses_\w+\nNo session was open/);
    expect((await facts('sessions')).sessions).toHaveLength(3);
  });

  it('is described so that a person can choose between several', async () => {
    const here = place();
    const started = [];
    for (const agent of ['builder', 'painter']) {
      const client = await serverIn(here);
      started.push(
        await client.facts('start_session', { agent, title: `work of the ${agent}`, resume: false }),
      );
    }
    const { stderr, exitCode } = await runProgram(['end', '--checkpoint', 'which?'], here);
    expect(stderr).toContain('(session_ambiguous)');
    expect(exitCode).toBe(4);
    for (const { session } of started) {
      const line = stderr.split('\n').find((one) => one.includes(shortId(session.session_id)));
      expect(line).toContain(`"work of the ${session.agent}" by ${session.agent} started 20`);
    }
  });

  it('keeps its title and reports it, when it is resumed with another one', async () => {
    const { run, facts } = shellIn(place());
    await run('session', 'start', '--title', 'first');
    const words = 'It keeps its title "first". To use --title, start a new session with --new.';
    expect(await run('session', 'start', '--title', 'other')).toContain(words);
    expect(await run('session', 'start', '--title', 'first')).not.toContain('keeps its title');
    await run('session', 'pause');
    const resumed = await facts('session', 'start', '--title', 'other');
    expect(resumed).toMatchObject({ session: { title: 'first' }, notices: [words] });
    expect((await runProgram(['session', 'start', '--kind', 'game'], place())).exitCode).toBe(0);
  });

  it('refuses another kind instead of ignoring it', async () => {
    const here = place();
    await shellIn(here).run('session', 'start');
    const { exitCode } = await runProgram(['session', 'start', '--kind', 'game'], here);
    expect(exitCode).not.toBe(0);
  });

  it('shows every kind of thing it left', async () => {
    const { run, facts } = shellIn(place());
    const left = {
      decision: 'oil, not gas',
      constraint: 'never dark',
      warning: 'the stairs are wet',
      lesson: 'wicks burn faster in wind',
      preference: 'short reports',
      delta: 'she trusts us with the key',
      focus: 'the lens',
      'open-loop': 'who has the key?',
    };
    await run('session', 'start');
    await run('remember', 'the lamp was made in 1904');
    const flags = Object.entries(left).flatMap(([flag, text]) => [`--${flag}`, text]);
    await run('end', '--checkpoint', 'lit', ...flags);
    const shown = await run('session', 'show');
    for (const text of ['lit', 'the lamp was made in 1904', ...Object.values(left)]) {
      expect(shown, text).toContain(text);
    }
    for (const heading of ['Warnings', 'Lessons', 'Preferences', 'Relationship']) {
      expect(shown.split('\n'), heading).toContain(heading);
    }
    expect((await facts('session', 'show')).left[0]).toMatchObject({
      type: 'warning',
      records: [{ content: left.warning }],
    });
  });

  it('describes what it stored in English', async () => {
    const { run } = shellIn(place());
    await run('session', 'start');
    await run('remember', '--type', 'open_loop', 'who?');
    expect(await run('session', 'show')).toContain('Stored an open_loop');
  });
});

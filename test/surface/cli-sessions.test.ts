import { describe, expect, it } from 'vitest';
import { shellIn } from '../cli/at-the-shell.ts';
import { runProgram } from '../support/run-program.ts';
import { place, serverIn } from '../support/server.ts';

describe('a session on the command line', () => {
  it('takes a note while it is paused, stays paused, and can be resumed and ended', async () => {
    const { say, facts } = shellIn(place());
    const { session } = await facts('session', 'start', '--title', 'by hand');
    await say('session', 'pause');
    expect(await say('note', 'thought of something')).toContain(
      `added to the paused session ${session.session_id}`,
    );
    const { sessions } = await facts('sessions');
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ session_id: session.session_id, status: 'paused' });
    await say('session', 'resume');
    expect(await facts('end', '--checkpoint', 'all of it')).toMatchObject({
      session_id: session.session_id,
      status: 'ended',
    });
  });

  it('ends while it is paused, and adds to what it said when it was paused', async () => {
    const { say, facts } = shellIn(place());
    const { session } = await facts('session', 'start');
    await say('session', 'pause');
    const ended = await facts('end', '--checkpoint', 'after all');
    expect(ended).toMatchObject({ session_id: session.session_id, status: 'ended' });
    const next = await facts('session', 'start');
    await say('session', 'pause', '--checkpoint', 'lunch');
    const added = await facts('end', '--checkpoint', 'something else');
    expect(added).toMatchObject({ session_id: next.session.session_id, status: 'ended' });
    expect(added.superseded_ids).toHaveLength(1);
    const report = await say('boot');
    expect(report).toContain('> something else');
    expect(report).not.toContain('lunch');
  });

  it('a note begins a new one where several are paused', async () => {
    const here = place();
    const { say, facts } = shellIn(here);
    for (const agent of ['one', 'two']) {
      const client = await serverIn(here);
      await client.facts('start_session', { agent, resume: false });
      await client.facts('end_session', { mode: 'pause' });
    }
    expect(await say('note', 'whose is this?')).toContain('noted in');
    expect((await facts('sessions')).sessions).toHaveLength(3);
  });

  it('is told from the others when one has to choose', async () => {
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
      const line = stderr.split('\n').find((one) => one.includes(session.session_id));
      expect(line).toContain(`"work of the ${session.agent}" by ${session.agent} started 20`);
    }
  });

  it('keeps its title and says so, when it is taken up under another', async () => {
    const { say, facts } = shellIn(place());
    await say('session', 'start', '--title', 'first');
    const words = 'It keeps its title "first": --title is for a new session, which --new begins.';
    expect(await say('session', 'start', '--title', 'other')).toContain(words);
    expect(await say('session', 'start', '--title', 'first')).not.toContain('keeps its title');
    await say('session', 'pause');
    const resumed = await facts('session', 'start', '--title', 'other');
    expect(resumed).toMatchObject({ session: { title: 'first' }, notices: [words] });
    expect((await runProgram(['session', 'start', '--kind', 'game'], place())).exitCode).toBe(0);
  });

  it('refuses another kind than its own instead of passing over it', async () => {
    const here = place();
    await shellIn(here).say('session', 'start');
    const { exitCode } = await runProgram(['session', 'start', '--kind', 'game'], here);
    expect(exitCode).not.toBe(0);
  });

  it('shows every kind of thing it left', async () => {
    const { say, facts } = shellIn(place());
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
    await say('session', 'start');
    await say('remember', 'the lamp was made in 1904');
    const flags = Object.entries(left).flatMap(([flag, text]) => [`--${flag}`, text]);
    await say('end', '--checkpoint', 'lit', ...flags);
    const shown = await say('session', 'show');
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

  it('speaks of what it stored in English', async () => {
    const { say } = shellIn(place());
    await say('session', 'start');
    await say('remember', '--type', 'open_loop', 'who?');
    expect(await say('session', 'show')).toContain('Stored an open_loop');
  });
});

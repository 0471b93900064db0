import { describe, expect, it } from 'vitest';
import { runProgramInProcess as runProgram, shellInProcess as shellIn } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';
import { serverInProcess as serverIn } from '../support/server-in-process.ts';
import { clockAhead, shellIn as shellOfProgram } from '../support/shell.ts';
import { shortId } from '../support/short-id.ts';

const HOUR_MS = 3_600_000;

describe('an everyday task on the command line', () => {
  it('1: sees where things stand in a project, and what is still open', async () => {
    const { run } = shellIn(place());
    await run('end', '--checkpoint', 'printer half done', '--open-loop', 'who deploys?');
    expect(await run('boot', '--brief')).toContain('printer half done');
    expect(await run('loops')).toMatch(/rec_\w+ +just now +who deploys\?/);
  });

  it('2: notes something from a pipe, without its last newline', async () => {
    const here = place();
    const { facts } = shellIn(here);
    const { exitCode } = await runProgram(['note', '-'], here, { stdin: 'first 🦜\n  第二行\n' });
    expect(exitCode).toBe(0);
    expect((await facts('session', 'show')).notes[0].summary).toBe('first 🦜\n  第二行');
  });

  it('3: keeps a thought without a session, several things in one, and the handoff ends that one', async () => {
    const { run, facts } = shellIn(place());
    const loose = await facts('remember', 'staging is rebuilt on Mondays');
    expect(loose).toMatchObject({ session_id: null, notices: [], record: { type: 'memory' } });
    const checkpoint = await facts('checkpoint', 'half way');
    expect(checkpoint).toMatchObject({ session_id: null, notices: [] });
    expect((await facts('checkpoint', 'further')).record.project).toBe(loose.record.project);
    expect((await facts('sessions')).sessions).toEqual([]);
    expect(await run('boot')).toContain('further');
    expect(await run('boot')).not.toContain('half way');
    const first = await facts('note', 'one');
    expect(first.notices).toHaveLength(1);
    for (const words of ['two', 'three']) {
      const next = await facts('remember', words);
      expect(next).toMatchObject({ session_id: first.session_id, notices: [] });
    }
    expect((await facts('note', 'four')).session_id).toBe(first.session_id);
    expect(await run('session', 'start', '--brief')).toContain(`${shortId(first.session_id)} rejoined`);
    expect((await facts('end', '--checkpoint', 'five')).session_id).toBe(first.session_id);
    expect((await facts('sessions')).sessions).toHaveLength(1);
  });

  it('4: accepts words quoted or unquoted, and stores the same text once', async () => {
    const { facts, run } = shellIn(place());
    const { id } = await facts('remember', 'never', 'deploy', 'on', 'Fridays', '--type', 'constraint');
    expect(await facts('remember', '--type', 'constraint', 'never deploy on Fridays')).toMatchObject({
      id,
      is_new: false,
    });
    expect(await run('recall', id)).toContain('never deploy on Fridays');
    expect(await run('search', '--type', 'constraint')).toContain(`${shortId(id)} `);
  });

  it('5: resolves a loop by a few of its words, and asks which when two have them', async () => {
    const here = place();
    const { run, facts } = shellIn(here);
    for (const loop of ['Who owns the release?', 'Who owns the keys?', 'Why is it slow?']) {
      await run('remember', '--type', 'open_loop', loop);
    }
    const unclear = await runProgram(['resolve', 'who', 'owns'], here);
    expect(unclear.stderr).toContain('open_loop_ambiguous');
    expect(unclear.exitCode).toBe(4);
    expect(await run('resolve', 'owns', 'the', 'KEYS', '--because', 'Ada')).toContain('Who owns the keys?');
    const left = (await facts('loops')).loops;
    expect(left.map(({ content }: { content: string }) => content)).toEqual([
      'Who owns the release?',
      'Why is it slow?',
    ]);
    const both = await facts('resolve', left[0].id, 'why is it slow');
    expect(both.resolved).toHaveLength(2);
    expect((await facts('resolve', left[0].id)).resolved[0].is_changed).toBe(false);
  });

  it('6: keeps something for every project, without a session anywhere', async () => {
    const here = place();
    const elsewhere = { ...here, project: here.home };
    const { facts } = shellIn(here);
    expect(await facts('remember', '--global', '--type', 'preference', 'short answers')).toMatchObject({
      session_id: null,
      record: { project: null },
    });
    expect(await shellIn(elsewhere).run('search', 'answers')).toContain('short answers');
    expect((await facts('sessions', '--all-projects')).sessions).toEqual([]);
  });

  it('7: keeps something for two days, and not for three', async () => {
    const here = place();
    const { run, facts } = shellIn(here);
    await run('remember', '--ttl-hours', '48', 'the API is down');
    expect(await run('search', 'API')).toContain('the API is down');
    const later = shellOfProgram(here, clockAhead(49 * HOUR_MS));
    expect(await later.run('search', 'API')).not.toContain('the API is down');
    const [hit] = (await later.facts('search', 'API', '--status', 'all')).results;
    expect(hit.record.status).toBe('expired');
    expect((await facts('search', 'API')).results).toHaveLength(1);
  });

  it('8: finds something of another project', async () => {
    const { run } = shellIn(place());
    await run('remember', '--project', 'harbour', 'the gate is shut at night');
    await run('remember', '--project', 'lighthouse', 'the lamp is lit');
    expect(await run('search', 'gate', '--project', 'lighthouse')).toContain('There are no matches');
    expect(await run('search', 'gate', '--all-projects')).toContain('the gate is shut at night');
    for (const name of ['harbour', 'lighthouse']) await run('session', 'start', '--project', name);
    expect(await run('sessions', '--all-projects')).toMatch(
      /harbour[\s\S]*lighthouse|lighthouse[\s\S]*harbour/,
    );
  });

  it('9: writes into the session of an agent that works here, and leaves it active', async () => {
    const here = place();
    const agent = await serverIn(here);
    const { session } = await agent.facts('start_session', { agent: 'builder' });
    const { run, facts } = shellIn(here);
    expect((await facts('note', 'from the shell')).session_id).toBe(session.session_id);
    await agent.facts('add_session_note', { summary: 'from the agent' });
    expect(await run('session', 'show')).toMatch(/from the shell[\s\S]*from the agent/);
    const mine = (await facts('session', 'start', '--new')).session.session_id;
    expect((await facts('note', 'mine')).session_id).toBe(mine);
    expect((await facts('end', '--checkpoint', 'mine too')).session_id).toBe(mine);
    expect((await facts('session', 'show', session.session_id)).session_info.status).toBe('active');
  });

  it('10: resumes what was paused, or starts a new session after it', async () => {
    const here = place();
    const { run, facts } = shellIn(here);
    const { session } = await facts('session', 'start', '--title', 'by hand');
    expect(await run('session', 'pause', '--checkpoint', 'lunch')).toContain('throughline session resume');
    expect((await facts('session', 'pause')).session_id).toBe(session.session_id);
    expect((await facts('session', 'resume', '--brief')).session.session_id).toBe(session.session_id);
    await run('end', '--checkpoint', 'done');
    const next = await facts('session', 'start', '--after', session.session_id);
    expect(next.session.predecessor_id).toBe(session.session_id);
    await run('session', 'close', next.session.session_id, '--policy', 'closed_without_successor');
    const barred = await runProgram(['session', 'resume', next.session.session_id], here);
    expect(barred.stderr).toContain('session_closed_without_successor');
    expect(barred.stderr).toContain('throughline session start');
    expect(barred.exitCode).toBe(5);
  });
});

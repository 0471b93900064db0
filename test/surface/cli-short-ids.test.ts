import { describe, expect, it } from 'vitest';
import { runProgramInProcess as runProgram, shellInProcess as shellIn } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';
import { shortId } from '../support/short-id.ts';

describe('ids on the command line', () => {
  it('are short where a command names one record, note or session, and whole in --json', async () => {
    const { run, facts } = shellIn(place());
    const { session } = await facts('session', 'start');
    const stored = await facts('remember', '--type', 'open_loop', 'Who owns the release?');
    const lines = {
      remember: await run('remember', '--type', 'decision', '--supersedes', stored.id, 'Ana owns it'),
      note: await run('note', 'The release moved to Tuesday'),
      checkpoint: await run('checkpoint', 'The release is next'),
      show: await run('session', 'show', session.session_id, '--full'),
      start: await run('session', 'start', '--brief'),
      end: (await run('end', '--checkpoint', 'Released')).split('\n', 1).join(''),
    };
    for (const [name, text] of Object.entries(lines)) {
      expect(text, name).toMatch(/\b(?:rec|not|ses)_[0-9a-z]{6}\b/);
      expect(text, name).not.toMatch(/\b(?:rec|not|ses)_[0-9a-z]{26}\b/);
    }
    expect(lines.remember).toContain(`replacing ${shortId(stored.id)}`);
    expect(stored.id).toMatch(/^rec_[0-9a-z]{26}$/);
  });

  it('that are too short for a deletion are refused before the person is asked', async () => {
    const here = place();
    const { facts, run } = shellIn(here);
    const { id } = await facts('remember', 'The staging database is rebuilt every Monday');
    const prefix = id.slice(0, 'rec_'.length + 4);
    expect(await run('recall', prefix)).toContain('rebuilt every Monday');
    for (const flags of [[], ['--yes']]) {
      const { stderr, exitCode } = await runProgram(['forget', prefix, ...flags], here);
      expect(stderr).toContain('id_too_short');
      expect(exitCode).toBe(2);
    }
    expect(await run('forget', shortId(id), '--yes')).toContain(`${shortId(id)} deleted`);
  });

  it('stay whole in stored text, wherever a command shows it', async () => {
    const here = place();
    const { run, facts } = shellIn(here);
    const { session } = await facts('session', 'start', '--title', 'Tides');
    const id = session.session_id;
    const loop = await facts('remember', '--type', 'open_loop', `see ${id} now`);
    await run('note', `after ${id} ended`);
    for (const [text, ...args] of [
      [`see ${id} now`, 'loops'],
      [`after ${id} ended`, 'session', 'show'],
      [`see ${id} now`, 'search', 'see'],
    ])
      expect((await runProgram(args, here, { env: { COLUMNS: '200' } })).stdout, args.join(' ')).toContain(
        text,
      );
    await run('resolve', loop.id, '--because', `done in ${id}`);
    expect(await run('recall', loop.id)).toContain(`Resolved: done in ${id}`);
    expect(await run('session', 'list')).toContain(shortId(id));
  });
});

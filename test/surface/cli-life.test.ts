import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_COMMANDS } from '../../src/main/command-list.ts';
import { runProgramInProcess as runProgram } from '../support/run-in-process.ts';
import { type Place, place } from '../support/server.ts';

const rawBytes = ({ home }: Place) =>
  Buffer.concat(readdirSync(home).map((file) => readFileSync(join(home, file)))).toString('latin1');

const speaker = (here: Place) => {
  const say = async (...args: string[]) => {
    const ran = await runProgram(args, here);
    if (ran.exitCode !== 0) throw new Error(`${args.join(' ')}: ${ran.stderr}`);
    return ran.stdout;
  };
  const facts = async (...args: string[]) =>
    JSON.parse(await say(...args, '--json')) as Record<string, never>;
  return { say, facts };
};

describe('a record, on the command line alone', () => {
  it('is stored, found, superseded, resolved and deleted, and then in no byte of the store', async () => {
    const here = place();
    const { say, facts } = speaker(here);
    const old = String(
      (await facts('remember', 'deploy with the Ultramarine script', '--type', 'decision')).id,
    );
    expect(await say('search', 'deploying')).toContain('Ultramarine');
    await facts('remember', 'deploy with the green script', '--type', 'decision', '--supersedes', old);
    const found = await say('search', 'deploy');
    expect(found).toContain('green');
    expect(found).not.toContain('Ultramarine');
    expect(await say('search', 'deploy', '--status', 'all')).toContain('Ultramarine');
    await say('remember', 'who owns the keys?', '--type', 'open_loop');
    expect(await say('loops')).toContain('who owns the keys?');
    await say('resolve', 'who owns the keys?', '--because', 'Ada does');
    expect(await say('loops')).not.toContain('who owns the keys?');
    const refused = await runProgram(['forget', old], here);
    expect(refused.exitCode).not.toBe(0);
    await say('forget', old, '--yes');
    expect(await say('search', 'deploy', '--status', 'all')).not.toContain('Ultramarine');
    expect(rawBytes(here).toLowerCase()).not.toContain('ultramarine');
    expect(rawBytes(here)).toContain(old);
  });
});

describe('a session, on the command line alone', () => {
  it('is started, noted, paused, resumed, ended and closed', async () => {
    const { say, facts } = speaker(place());
    await say('session', 'start', '--title', 'by hand');
    await say('note', 'the parser is done');
    await say('checkpoint', 'half way');
    await say('session', 'pause');
    expect(await say('session', 'list')).toContain('paused');
    await say('session', 'resume');
    await say('end', '--checkpoint', 'all of it', '--constraint', 'never on Fridays');
    const { sessions } = (await facts('session', 'list')) as unknown as {
      sessions: { session_id: string; status: string }[];
    };
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.status).toBe('ended');
    const id = sessions[0]?.session_id ?? '';
    expect(await say('session', 'show', id)).toContain('the parser is done');
    await say('session', 'close', id, '--reason', 'done');
    expect(await say('session', 'list')).toContain('closed');
    expect(await say('boot')).toContain('never on Fridays');
  });
});

describe('every command', () => {
  it('has help with an example', async () => {
    const here = place();
    for (const { name, examples } of ALL_COMMANDS) {
      const { stdout, exitCode } = await runProgram(['help', ...name.split(' ')], here);
      expect(exitCode, name).toBe(0);
      expect(stdout, name).toContain(examples[0] ?? '');
    }
  });

  it('is completed by scripts that the shells accept', async () => {
    const here = place();
    const { say } = speaker(here);
    const script = join(here.home, 'completion.bash');
    writeFileSync(script, await say('completion', 'bash'));
    expect(() => execFileSync('bash', ['-n', script], { stdio: 'pipe' })).not.toThrow();
    for (const shell of ['zsh', 'fish']) expect(await say('completion', shell)).toContain('throughline');
  });

  it('is configured through config.json, by name, and refuses what does not exist', async () => {
    const here = place();
    const { say } = speaker(here);
    await say('config', 'set', 'old_loop_days', '3');
    expect((await say('config', 'get', 'old_loop_days')).trim()).toContain('3');
    expect(JSON.parse(readFileSync(join(here.home, 'config.json'), 'utf8'))).toEqual({ old_loop_days: 3 });
    for (const args of [
      ['config', 'set', 'old_lop_days', '3'],
      ['config', 'set', 'old_loop_days', 'soon'],
      ['config', 'get', 'nothing'],
    ]) {
      expect((await runProgram(args, here)).exitCode, args.join(' ')).toBe(2);
    }
    await say('remember', 'x', '--project', 'one');
    await say('project', 'rename', 'one', 'uno');
    expect(await say('project', 'list')).toContain('uno');
    expect(await say('tools')).toContain('start_session');
  });
});

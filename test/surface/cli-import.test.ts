import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pastConversation } from '../support/past-conversation.ts';
import { runProgramInProcess as runProgram } from '../support/run-in-process.ts';
import { type Place, place } from '../support/server.ts';

/** Two conversations in the project of the place, and one in a folder that is gone. */
function machine(): Place {
  const here = place();
  const talked = (id: string, cwd: string, date: string, words: string) =>
    pastConversation(here.home, id, { cwd, startedAt: `${date}T09:00:00.000Z` }, (talk) =>
      talk.person(words).write('a.ts').agent(`Done: ${words}`),
    );
  talked('c1', here.project, '2026-03-01', 'Build the engine of the boat');
  talked('c2', here.project, '2026-03-02', 'Paint the boat in bright red');
  talked('c3', '/gone/house', '2026-03-03', 'Repair the roof of the house');
  return here;
}

const today = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe('throughline import', () => {
  it('shows what it imported by project, with progress on stderr, and what to do next', async () => {
    const here = machine();
    const { stdout, stderr, exitCode } = await runProgram(['import', 'claude-code'], here);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Imported 3 conversations of Claude Code in 2 projects.');
    expect(stdout).toMatch(/lantern +2 +2026-03-02 09:00 +\S+lantern +Paint the boat in bright red/);
    expect(stdout).toMatch(/house +1 +2026-03-03 09:00/);
    expect(stderr).toContain('3 of 3 conversations, 1 of 1 MB');
    expect((await runProgram(['boot'], here)).stdout).toContain('Done: Paint the boat in bright red');
    const status = (await runProgram(['status'], here)).stdout;
    expect(status).toMatch(/^Clients +none connected\./m);
    expect(status).not.toContain('Also seen');
    const again = await runProgram(['import', 'claude-code'], here);
    expect(again.stdout).toBe('There is nothing new to import.\nSkipped: 3 imported before and unchanged.\n');
  });

  it('creates no store in a dry run, and works with --read-only then', async () => {
    const here = machine();
    const { stdout } = await runProgram(['import', 'claude-code', '--dry-run', '--read-only'], here);
    expect(stdout).toContain(
      'Would import 3 conversations of Claude Code in 2 projects. Nothing was written.',
    );
    expect((await runProgram(['project', 'list'], here)).exitCode).not.toBe(0);
    expect((await runProgram(['import', 'claude-code', '--read-only'], here)).stderr).toContain('read-only');
  });

  it('answers as JSON, and takes a project and a time span', async () => {
    const here = machine();
    pastConversation(here.home, 'c4', { cwd: here.project, startedAt: `${today(3)}T09:00:00.000Z` }, (talk) =>
      talk.person('Wash the boat').agent('Clean.'),
    );
    const listed = async (...flags: string[]) => {
      const { stdout } = await runProgram(['import', 'claude-code', '--dry-run', '--json', ...flags], here);
      const facts = JSON.parse(stdout);
      expect(facts).toMatchObject({ client: 'claude-code', is_dry_run: true });
      return facts.transcripts.map(({ title }: { title: string }) => title);
    };
    expect(await listed('--project', 'house')).toEqual(['Repair the roof of the house']);
    expect(await listed('--since', '90d')).toEqual(['Wash the boat']);
    expect(await listed('--since', '2026-03-02', '--project', 'lantern')).toHaveLength(2);
  });

  it.each([
    [['import'], 'CLIENT'],
    [['import', 'claude-desktop'], 'claude-code'],
    [['import', 'claude-code', '--since', 'soon'], '90d for ninety days ago'],
  ])('refuses %j', async (args, named) => {
    const { stderr, exitCode } = await runProgram(args, machine());
    expect(exitCode).toBe(2);
    expect(stderr).toContain(named);
  });

  it('says so when there is nothing to import', async () => {
    const { stdout } = await runProgram(['import', 'claude-code'], place());
    expect(stdout).toBe('No past conversations of Claude Code were found.\n');
  });

  it('is offered by install while the store is empty, and nothing is imported by that', async () => {
    const here = machine();
    const install = ['install', 'claude-code', '--yes'];
    expect((await runProgram(install, here)).stdout).toContain(
      'This machine has 3 past conversations of Claude Code. To import them: throughline import claude-code',
    );
    expect((await runProgram(['project', 'list'], here)).exitCode).not.toBe(0);
    await runProgram(['import', 'claude-code'], here);
    expect((await runProgram(install, here)).stdout).not.toContain('past conversation');
  });

  it('finds the project of a Cursor conversation by the name of its folder, because the file names none', async () => {
    const here = place();
    const talked = (slug: string, id: string, words: string) => {
      const folder = join(here.home, '.cursor', 'projects', slug, 'agent-transcripts', id);
      mkdirSync(folder, { recursive: true });
      const line = (role: string, text: string) =>
        `${JSON.stringify({ role, message: { content: [{ type: 'text', text }] } })}\n`;
      writeFileSync(join(folder, `${id}.jsonl`), line('user', words) + line('assistant', `Done: ${words}`));
    };
    const slug = here.project.slice(1).replace(/[^A-Za-z0-9]+/g, '-');
    talked(slug, '668320d2-2fd8-4888-b33c-2a466fec86e7', 'Paint the boat');
    talked('gone-house', '668320d2-2fd8-4888-b33c-2a466fec86e8', 'Repair the roof');
    const { stdout } = await runProgram(['import', 'cursor'], here);
    expect(stdout).toContain('Imported 2 conversations of Cursor in 2 projects.');
    expect((await runProgram(['boot'], here)).stdout).toContain('Done: Paint the boat');
    const gone = await runProgram(['boot', '--project', 'gone-house'], here);
    expect(gone.stdout).toContain('Done: Repair the roof');
  });
});

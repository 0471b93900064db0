import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CAMPAIGN_SECTIONS } from '../../../src/campaign/domain/entity.ts';
import { textWidth } from '../../../src/cli/terminal-text.ts';
import { lazy } from '../../../src/lib/lazy.ts';
import { openTestApp } from '../../app/test-app.ts';
import { runProgramInProcess, shellInProcess } from '../../support/run-in-process.ts';
import { runProgram } from '../../support/run-program.ts';
import { type Place, place } from '../../support/server.ts';
import { hasTerminal, runOnTerminal, shellIn } from '../../support/shell.ts';
import { aCampaign, exportIn, NAME, SECRETS } from '../app/create-campaign.ts';

/** A campaign that came from elsewhere, as its file has it. */
const exported = lazy(async () => {
  const app = openTestApp();
  await aCampaign(app.services);
  return readFileSync((await exportIn(app)).made.json_path, 'utf8');
});

/** A home of its own with that campaign in it. */
async function table(): Promise<Place & ReturnType<typeof shellInProcess> & { readonly file: string }> {
  const here = place();
  const file = join(here.project, 'given.json');
  writeFileSync(file, await exported());
  const shell = shellInProcess(here);
  await shell.run('campaign', 'import', file);
  return { ...here, ...shell, file };
}

describe('a campaign on the command line', () => {
  it('is listed and shown, the only one without being named', async () => {
    const { run, facts } = await table();
    expect(await run('campaign', 'list')).toContain(NAME);
    expect((await facts('campaigns')).campaigns).toMatchObject([{ name: NAME, turn: 4 }]);
    const shown = await run('campaign', 'show');
    for (const words of [NAME, 'Turn 4', 'Mira', 'Find the map', 'Who rang the bell?', 'Game master: Ada'])
      expect(shown).toContain(words);
    expect(await run('campaign', 'show', NAME, '--section', 'npcs')).toContain('Orsk is the traitor');
    const found = await facts('campaign', 'show', '--section', 'npcs', '--query', 'guide');
    expect(found.entities.map((one: { name: string }) => one.name)).toEqual(['Orsk']);
    expect((await facts('campaign', 'show', '--section', 'branches')).branches).toHaveLength(2);
    expect(await run('campaign', 'party')).toMatch(/Mira +Rogue +3 +12\/12/);
    expect((await facts('campaign', 'quests', '--status', 'active')).quests).toMatchObject([
      { title: 'Find the map', objectives: [{ text: 'Ask Orsk', is_done: true }] },
    ]);
  });

  it('has events that recall reads by the ids that the log and search have', async () => {
    const { run, facts, home, project } = await table();
    const { events } = await facts('campaign', 'log');
    const [event] = events;
    expect(event.id).toMatch(/^evt_/);
    expect(await run('recall', event.id)).toContain(event.description.slice(0, 20));
    expect((await facts('recall', event.id)).events).toMatchObject([{ id: event.id }]);
    const [printed = ''] = (await run('search', event.description, '--all-projects')).match(/evt_\w+/) ?? [];
    expect(printed).toMatch(/^evt_\w{6}$/);
    expect(await run('recall', printed)).toMatch(new RegExp(`^${printed}\n`));
    const unknown = await runProgramInProcess(['recall', 'evt_unknown'], { home, project });
    expect(unknown).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('event_not_found') });
  });

  it.runIf(hasTerminal)('fits its tables to the terminal', async () => {
    const here = await table();
    for (const columns of [40, 80, 120]) {
      for (const section of CAMPAIGN_SECTIONS) {
        const { screen } = await runOnTerminal(
          ['campaign', 'show', '--section', section, '--no-color'],
          here,
          {
            columns,
          },
        );
        const widest = Math.max(...screen.split('\n').map(textWidth));
        expect(widest, `${section} at ${columns}`).toBeLessThanOrEqual(columns);
      }
    }
  });

  it('keeps its secrets from players', async () => {
    const { run } = await table();
    const shown = [
      await run('campaign', 'show', '--as-player'),
      await run('campaign', 'show', '--section', 'npcs', '--as', 'Mira', '--json'),
      await run('campaign', 'show', '--section', 'quests', '--as-player', '--json'),
      await run('campaign', 'log', '--as-player', '--limit', '500', '--json'),
      await run('campaign', 'recap', '--player-safe', '--length', 'detailed', '--json'),
    ].join('\n');
    for (const secret of SECRETS) expect(shown).not.toContain(secret);
    expect(shown).toContain('I turn back.');
  });

  it('is shown event by event or as a recap', async () => {
    const { run, facts } = await table();
    const log = await run('campaign', 'log', '--limit', '3');
    expect(log.indexOf('I go on, 3.')).toBeLessThan(log.indexOf('I turn back.'));
    expect(log).toContain('Earlier: --cursor');
    expect(log).toContain('→ Thread A new sail: open');
    const all = await facts('campaign', 'log', '--limit', '100');
    expect(all.events.map((one: { turn: number }) => one.turn)).toEqual([1, 2, 3, 3, 4]);
    const few = await facts('campaign', 'log', '--who', 'borin', '--query', 'road bends');
    expect(few.events).toHaveLength(1);
    expect(await run('campaign', 'recap', '--length', 'brief')).toContain('Salt Roads');
    expect(await facts('campaign', 'recap', '--for', 'Borin')).toMatchObject({
      campaign: NAME,
      session_id: null,
      events_left_out: expect.any(Number),
    });
  });

  it('goes back and comes again, and asks before', async () => {
    const here = await table();
    const refused = await runProgramInProcess(['campaign', 'rewind', '-1'], here);
    expect(refused.stderr).toContain('(confirmation_required)');
    expect(refused.exitCode).toBe(2);
    const back = await here.facts('campaign', 'rewind', '-1', '--reason', 'again', '--yes');
    expect(back).toMatchObject({ turn: 3, branch: { reason: 'again', forked_at: 3 } });
    const again = back.come_back.split(' ').slice(1);
    expect(await here.facts(...again, '--yes')).toMatchObject({
      turn: 4,
      branch: { id: back.left_branch.id },
    });
    expect(await here.run('campaign', 'rewind', '0', '--branch', 'main', '--yes')).toContain('at turn 8');
    const beyond = await runProgramInProcess(['campaign', 'rewind', '99', '--yes'], here);
    expect(beyond.stderr).toContain('(turn_out_of_range)');
    const unknown = await runProgramInProcess(
      ['campaign', 'rewind', '0', '--branch', 'brn_x', '--yes'],
      here,
    );
    expect(unknown.stderr).toMatch(/Run throughline campaign show prj_\w+ --section branches\.\n/);
    expect(unknown.stderr).toContain('(branch_not_found)');
    const odd = await runProgramInProcess(['campaign', 'rewind', 'back', '--yes'], here);
    expect(odd.stderr).toContain('TURN must be a whole number');
  });

  it.runIf(hasTerminal)('goes nowhere when the person says no', async () => {
    const here = await table();
    const { screen } = await runOnTerminal(['campaign', 'rewind', '1'], here, {
      answer: { to: 'Go back?', with: 'n\n' },
    });
    expect(screen).toContain('from turn 4 to turn 1');
    expect(screen).toContain('Nothing was changed.');
    expect((await here.facts('campaigns')).campaigns).toMatchObject([{ turn: 4 }]);
  });

  it('is exported and taken in again, byte for byte', async () => {
    const here = await table();
    const made = await here.facts('campaign', 'export', join(here.project, 'out'));
    const text = (path: string) => readFileSync(path, 'utf8').replace(/"exported_at": "[^"]*"/, '');
    expect(text(made.json_path)).toBe(text(here.file));
    expect(readFileSync(made.markdown_path, 'utf8')).toContain('## Log');
    expect(await here.run('campaign', 'export', join(here.project, 'out'), '--as', 'Mira')).toContain(
      'cannot be imported',
    );
    expect(readdirSync(join(here.project, 'out'))).toHaveLength(4);
    const other = shellInProcess({ ...place(), project: here.project });
    expect(await other.facts('campaign', 'import', made.json_path)).toMatchObject({ outcome: 'imported' });
  });

  it('is only reported by a dry run, which creates no store and may be read-only', async () => {
    const { file } = await table();
    const here = place();
    copyFileSync(file, join(here.project, 'given.json'));
    const shell = shellIn(here);
    const rehearse = (...more: string[]) =>
      shell.facts('campaign', 'import', 'given.json', '--dry-run', ...more);
    for (const more of [[], ['--read-only']])
      expect(await rehearse(...more)).toMatchObject({
        outcome: 'would_import',
        name: NAME,
        are_ids_kept: true,
        counts: { sessions: 1 },
      });
    expect(readdirSync(here.home)).toEqual([]);
    expect(readdirSync(here.project)).toEqual(['given.json']);
    writeFileSync(
      join(here.project, 'given.json'),
      readFileSync(file, 'utf8').replace('"turn":1,', '"turn":9,'),
    );
    const bad = await runProgram(['campaign', 'import', 'given.json', '--dry-run'], here);
    expect(bad.stderr).toContain('(campaign_file_invalid)');
    expect(readdirSync(here.home)).toEqual([]);
    copyFileSync(file, join(here.project, 'given.json'));
    expect(await shell.run('campaign', 'import', 'given.json')).toMatch(/1 session, 0 notes\./);
    expect(await rehearse('--on-conflict', 'skip')).toMatchObject({ outcome: 'would_skip', name: NAME });
  });

  it('leaves a store in which the doctor finds no problem, sessions included', async () => {
    const here = await table();
    await here.run('campaign', 'import', here.file, '--on-conflict', 'rename');
    const { findings } = await here.facts('doctor');
    const statuses = new Map(
      findings.map(({ check, status }: { check: string; status: string }) => [check, status]),
    );
    for (const check of ['integrity', 'text_index', 'counters', 'journal'])
      expect(statuses.get(check), check).toBe('ok');
    const { sessions } = await here.facts('session', 'list', '--all-projects');
    expect(sessions.map(({ status }: { status: string }) => status)).toEqual(['ended', 'ended']);
  });

  it('is not taken in over another, nor from a damaged file, nor from outside', async () => {
    const here = await table();
    const taken = await runProgramInProcess(['campaign', 'import', here.file], here);
    expect(taken.stderr).toContain('(campaign_name_taken)');
    expect(taken.stderr).toContain('Pass --on-conflict rename to import it under another name');
    expect(taken.exitCode).toBe(4);
    const planned = await here.facts('campaign', 'import', here.file, '--dry-run', '--on-conflict', 'rename');
    expect(planned).toMatchObject({ outcome: 'would_import', name: `${NAME} (2)` });
    expect((await here.facts('campaigns')).campaigns).toHaveLength(1);
    await here.run('campaign', 'import', here.file, '--on-conflict', 'rename');
    const which = await runProgramInProcess(['campaign', 'show'], here);
    expect(which.stderr).toContain('(campaign_required)');
    expect(which.stderr).toContain('Run throughline campaign list.');
    expect(which.stderr).toContain(`${NAME} (2)`);
    writeFileSync(here.file, readFileSync(here.file, 'utf8').replace('"turn":1,', '"turn":-1,'));
    const bad = await runProgramInProcess(['campaign', 'import', here.file, '--on-conflict', 'rename'], here);
    expect(bad.stderr).toMatch(/patches\[\d+\]\.turn|events\[\d+\]\.turn/);
    expect(bad.stderr).toContain('Run throughline campaign export FOLDER.');
    expect(bad.stderr).toContain('(campaign_file_invalid)');
    const outside = await runProgramInProcess(['campaign', 'export', '/etc'], here);
    expect(outside.exitCode).not.toBe(0);
    const outsideRoots = (await runProgramInProcess(['campaign', 'export', '/etc', NAME], here)).stderr;
    expect(outsideRoots).toContain('(path_outside_roots)');
    expect(outsideRoots).toContain('Run throughline config set allowed_roots VALUE.');
    expect(outsideRoots).not.toContain('person');
    const home = await runProgramInProcess(['campaign', 'export', '~/out', NAME], here);
    expect(home.stderr).toContain('(path_not_absolute)');
    expect(existsSync(join(here.project, '~'))).toBe(false);
  });

  it('says what to do where there is none, and what may have been meant', async () => {
    const here = place();
    await shellInProcess(here).run('note', 'a store to look into');
    const none = await runProgramInProcess(['campaign', 'party'], here);
    expect(none.stderr).toContain('(no_campaigns)');
    expect(none.stderr).toContain(
      'Run throughline campaign import FILE. An agent in a session can create the campaign.',
    );
    const nowhere = await runProgramInProcess(['campaign', 'show', 'Nowhere'], here);
    expect(nowhere.stderr).toContain(
      'Run throughline campaign list. An agent in a session can create the campaign.',
    );
    expect(await shellInProcess(here).run('campaign', 'list')).toContain('There are no campaigns yet.');
    const there = await table();
    const near = await runProgramInProcess(['campaign', 'show', 'The Salt Road'], there);
    expect(near.stderr).toContain(`Did you mean "${NAME}"?`);
    expect(near.exitCode).toBe(3);
    const nobody = await runProgramInProcess(['campaign', 'show', '--as', 'Nobody'], there);
    expect(nobody.stderr).toContain('(entity_not_found)');
    expect(nobody.stderr).toMatch(/Run throughline campaign show prj_\w+ --section characters\.\n/);
    const { campaigns } = JSON.parse((await runProgramInProcess(['campaigns', '--json'], there)).stdout);
    const shown = await runProgramInProcess(
      ['campaign', 'show', campaigns[0].campaign_id, '--section', 'characters'],
      there,
    );
    expect(shown.exitCode).toBe(0);
  });
});

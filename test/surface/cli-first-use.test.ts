import { describe, expect, it } from 'vitest';
import { runProgramInProcess as runProgram, shellInProcess as shellIn } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';
import { shortId } from '../support/short-id.ts';

describe('what a new user tries', () => {
  it('recalls records, notes and sessions by the short ids that search prints', async () => {
    const { run, facts } = shellIn(place());
    const { id } = await facts('remember', 'the lamp is amber');
    const { session_id } = await facts('end', '--checkpoint', 'the lamp is lit');
    await run('session', 'start');
    const { note } = { note: await facts('note', 'the lamp was heavy') };
    const noteId = JSON.stringify(note).match(/not_\w+/)?.[0] ?? '';
    expect(await run('search', 'lamp')).toContain(`${shortId(id)} `);
    expect(await run('recall', shortId(id))).toContain('> the lamp is amber');
    expect(await run('recall', shortId(noteId))).toContain('> the lamp was heavy');
    const both = await run('recall', shortId(id), shortId(session_id));
    expect(both).toContain('> the lamp is amber');
    expect(both).toContain('the lamp is lit');
  });

  it('is told once why a search without words found something', async () => {
    const { run } = shellIn(place());
    await run('remember', 'one');
    await run('remember', 'two');
    const lines = (await run('search')).split('\n');
    expect(lines.filter((line) => /newest first/i.test(line))).toEqual(['Newest first.']);
  });

  it('may call an open loop a loop, and list those of all projects', async () => {
    const here = place();
    const { run, facts } = shellIn(here);
    await facts('remember', '--type', 'loop', '--project', 'elsewhere', 'who deploys?');
    expect(await run('search', '--type', 'loop', '--all-projects')).toContain('who deploys?');
    expect(await run('loops')).not.toContain('who deploys?');
    expect(await run('loops', '--all')).toContain('who deploys?');
  });

  it('learns whether the next boot shows what was stored', async () => {
    const { run } = shellIn(place());
    expect(await run('remember', 'x')).toContain('The next boot report only counts it');
    expect(await run('remember', '--type', 'warning', 'y')).toContain('The next boot report shows it.');
    expect(await run('boot')).toContain('> y');
  });

  it('is not told to pass the id of a session that has ended', async () => {
    const { run, facts } = shellIn(place());
    const { session_id } = await facts('end', '--checkpoint', 'first');
    const again = await run('end', '--checkpoint', 'second');
    expect(again).not.toContain(`--session ${session_id}`);
    expect(again).not.toMatch(/Run throughline (?:note|session end)/);
  });

  it('sees in boot and doctor that the project is off', async () => {
    const here = place();
    const { run } = shellIn(here);
    await run('remember', '--type', 'warning', 'y');
    await run('off');
    expect(await run('boot')).toContain('Throughline is off in this project');
    expect((await runProgram(['doctor'], here)).stdout).toContain('Throughline is off in this project');
    await run('on');
    expect(await run('boot')).not.toContain('Throughline is off');
  });
});

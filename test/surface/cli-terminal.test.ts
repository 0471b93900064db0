import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Place, place } from '../support/server.ts';
import { hasTerminal, runOnTerminal, shellIn } from '../support/shell.ts';

/** An editor that keeps what it was given, and writes this in its place. */
function editorIn({ home }: Place, written: string) {
  const [script, text, seen] = ['editor.sh', 'written.md', 'seen.md'].map((name) => join(home, '..', name));
  writeFileSync(text ?? '', written);
  writeFileSync(
    script ?? '',
    `#!/bin/sh\nstat -c %a "$1" > "${seen}.mode"\necho "$1" > "${seen}.path"\ncp "$1" "${seen}"\ncp "${text}" "$1"\n`,
  );
  chmodSync(script ?? '', 0o700);
  const read = (suffix: string) => readFileSync(`${seen}${suffix}`, 'utf8').trim();
  return {
    EDITOR: script ?? '',
    template: () => read(''),
    mode: () => read('.mode'),
    path: () => read('.path'),
  };
}

const BOLD = '\u001b[1m';
const MARK = '\u001b[33m';

describe.skipIf(!hasTerminal)('on a terminal', () => {
  it('tables and found words are coloured, and not with --no-color, NO_COLOR or a dumb terminal', async () => {
    const here = place();
    await shellIn(here).run('remember', 'the lamp is lit at night');
    const { screen } = await runOnTerminal(['search', 'lamps'], here);
    expect(screen).toContain(`${MARK}lamp`);
    expect((await runOnTerminal(['config', 'list'], here)).screen).toContain(BOLD);
    for (const [args, env] of [
      [['search', 'lamps', '--no-color'], {}],
      [['search', 'lamps'], { NO_COLOR: '1' }],
      [['search', 'lamps'], { TERM: 'dumb' }],
    ] as const) {
      expect((await runOnTerminal(args, here, { env })).screen).not.toContain('\u001b');
    }
  });

  it("the width is the terminal's", async () => {
    const here = place();
    await shellIn(here).run('remember', '--type', 'open_loop', `who ${'really '.repeat(30)}deploys?`);
    const narrow = await runOnTerminal(['loops', '--no-color'], here, { columns: 50 });
    expect(
      Math.max(
        ...narrow.screen
          .split('\n')
          .slice(0, 2)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(50);
    expect(narrow.screen).toContain('…');
  });

  it('prints a table on a terminal that reports no columns', async () => {
    const here = place();
    await shellIn(here).run('remember', '--type', 'open_loop', 'who deploys?');
    const { screen } = await runOnTerminal(['loops', '--no-color'], here, { columns: 0 });
    expect(screen.split('\n')[0]).toMatch(/^id +age +open loop$/);
    expect(screen).toContain('who deploys?');
  });

  it('forget shows the record and asks; only yes deletes it', async () => {
    const here = place();
    const { facts } = shellIn(here);
    const { id } = await facts('remember', 'the lamp is lit');
    for (const no of ['n\n', '\n', '\u0003', '\u0004']) {
      const kept = await runOnTerminal(['forget', id], here, { answer: { to: '[y/N]', with: no } });
      expect(kept.screen).toContain('the lamp is lit');
      expect(kept.screen).toContain('not_confirmed');
      expect(kept.exitCode).toBe(5);
    }
    expect((await facts('recall', id)).records).toHaveLength(1);
    const gone = await runOnTerminal(['forget', id], here, { answer: { to: '[y/N]', with: 'y\n' } });
    expect(gone.screen).toContain('deleted');
    expect(gone.exitCode).toBe(0);
    expect((await facts('search', 'lamp', '--status', 'all')).results).toEqual([]);
  });

  it('end opens the editor on a template, and stores the handoff', async () => {
    const here = place();
    const { facts, run } = shellIn(here);
    const { id } = await facts('remember', '--type', 'open_loop', 'who deploys?');
    const editor = editorIn(
      here,
      `# Checkpoint\nDone in the editor.\n\nWith two paragraphs.\n# decisions\n- one\n- two\n  and more\n# Resolved\n- ${id}\n`,
    );
    const { screen, exitCode } = await runOnTerminal(['end'], here, { env: { EDITOR: editor.EDITOR } });
    expect(screen).toContain('1 checkpoint, 2 decisions');
    expect(exitCode).toBe(0);
    expect(editor.template()).toContain(`<!-- ${id} who deploys? -->`);
    expect(editor.mode()).toBe('600');
    expect(existsSync(editor.path())).toBe(false);
    const boot = await run('boot');
    for (const text of ['Done in the editor.', 'With two paragraphs.', 'and more'])
      expect(boot).toContain(text);
    expect((await facts('loops')).loops).toEqual([]);
  });

  it('end writes nothing when the handoff is left empty or the editor fails, and says so', async () => {
    const here = place();
    await shellIn(here).run('note', 'there is a store');
    for (const [editor, code] of [
      ['true', 'handoff_empty'],
      ['false', 'editor_failed'],
    ] as const) {
      const { screen, exitCode } = await runOnTerminal(['session', 'end'], here, { env: { EDITOR: editor } });
      expect(screen).toContain(code);
      expect(exitCode).not.toBe(0);
    }
    expect((await shellIn(here).facts('sessions')).sessions[0].status).toBe('active');
    expect(
      readdirSync(tmpdir()).filter(
        (name) => /^throughline-\w{6}$/.test(name) && existsSync(join(tmpdir(), name, 'handoff.md')),
      ),
    ).toEqual([]);
  });

  it('end prints what was typed in the editor if it cannot be stored', async () => {
    const here = place();
    await shellIn(here).run('note', 'there is a store');
    const tooLong = 'x'.repeat(100_001);
    const { EDITOR } = editorIn(here, `# Checkpoint\nHours of thought.\n# Focus\n${tooLong}\n`);
    const { screen, exitCode } = await runOnTerminal(['end'], here, { env: { EDITOR } });
    expect(screen).toContain('text_too_long');
    expect(screen).toContain('Hours of thought.');
    expect(exitCode).toBe(2);
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { denied, invalid } from '../domain/error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

function editorIn({ VISUAL, EDITOR }: Environment): string {
  const editor = VISUAL || EDITOR;
  if (editor !== undefined && editor !== '') return editor;
  throw invalid(
    'editor_missing',
    'Neither VISUAL nor EDITOR names your editor.',
    'Set EDITOR, or say it here: throughline end --checkpoint "…".',
  );
}

/** Opens the person's editor on a file with mode 0600, and deletes the file afterwards. */
export function editText(text: string, env: Environment): string {
  const editor = editorIn(env);
  const folder = mkdtempSync(join(tmpdir(), 'throughline-'));
  const path = join(folder, 'handoff.md');
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
    // Run in a shell, because EDITOR may contain arguments, as in "code --wait".
    const { status, error } = spawnSync(`${editor} "${path}"`, { shell: true, stdio: 'inherit' });
    if (error === undefined && status === 0) return readFileSync(path, 'utf8');
    throw denied(
      'editor_failed',
      `The editor (${editor}) ended with ${error?.message ?? `exit code ${status}`}; nothing was written.`,
      'Run it again, or say it here: throughline end --checkpoint "…".',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

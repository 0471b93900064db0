import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { denied } from '../domain/error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What POSIX has everywhere, where the person chose nothing. */
const editorIn = ({ VISUAL, EDITOR }: Environment): string => VISUAL || EDITOR || 'vi';

/**
 * Opens the person's editor on a file with mode 0600, and deletes the file afterwards. `otherWay` is a command that needs no
 * editor.
 */
export function editText(text: string, otherWay: string, env: Environment): string {
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
      `Set EDITOR to another editor, or run: ${otherWay}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

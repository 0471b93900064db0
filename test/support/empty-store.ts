import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { T0 } from '../domain/session/session-fixtures.ts';
import { openWorkspace } from './open-workspace.ts';

let template: string | undefined;

function createTemplate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'store.db');
  // A store is put in place whole before it is opened, so that it can be copied while this closes.
  void openWorkspace({ path, busyTimeoutMs: 5_000, now: T0 }).close();
  return path;
}

/** Puts a new store at `path`: a copy of one that this process created once. Creating each one takes ten times as long. */
export function copyEmptyStore(path: string): void {
  template ??= createTemplate();
  copyFileSync(template, path);
}

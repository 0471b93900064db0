import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editText } from '../../src/main/edit-text.ts';
import { tempFolder } from '../support/temp-folder.ts';

const INSTEAD = 'throughline identity -';

describe('editText', () => {
  it('opens the editor on a temporary file, and deletes the file afterwards', () => {
    const seen = join(tempFolder(), 'seen');
    const editor = `sh -c 'stat -c %a "$1" > ${seen}; echo "$1" >> ${seen}; printf " and after" >> "$1"' sh`;
    expect(editText('before', INSTEAD, { EDITOR: editor })).toBe('before and after');
    const [mode, path = ''] = readFileSync(seen, 'utf8').split('\n');
    expect(mode).toBe('600');
    expect(existsSync(path)).toBe(false);
    expect(existsSync(dirname(path))).toBe(false);
    expect(statSync(dirname(dirname(path))).isDirectory()).toBe(true);
  });

  it('prefers VISUAL, and refuses when the editor fails, with the command that needs none', () => {
    expect(editText('x', INSTEAD, { VISUAL: 'true', EDITOR: 'false' })).toBe('x');
    expect(() => editText('x', INSTEAD, { EDITOR: 'false' })).toThrow(
      expect.objectContaining({ code: 'editor_failed', hint: expect.stringContaining(INSTEAD) }),
    );
  });

  it('opens vi where no editor is set', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'vi'), '#!/bin/sh\nprintf " by vi" >> "$1"\n', { mode: 0o755 });
    const path = process.env.PATH;
    process.env.PATH = `${folder}:${path}`;
    try {
      expect(editText('written', INSTEAD, { VISUAL: '', EDITOR: '' })).toBe('written by vi');
    } finally {
      process.env.PATH = path;
    }
  });
});

import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editText } from '../../src/main/edit-text.ts';
import { tempFolder } from '../support/temp-folder.ts';

describe('editText', () => {
  it('opens the editor on a temporary file, and deletes the file afterwards', () => {
    const seen = join(tempFolder(), 'seen');
    const editor = `sh -c 'stat -c %a "$1" > ${seen}; echo "$1" >> ${seen}; printf " and after" >> "$1"' sh`;
    expect(editText('before', { EDITOR: editor })).toBe('before and after');
    const [mode, path = ''] = readFileSync(seen, 'utf8').split('\n');
    expect(mode).toBe('600');
    expect(existsSync(path)).toBe(false);
    expect(existsSync(dirname(path))).toBe(false);
    expect(statSync(dirname(dirname(path))).isDirectory()).toBe(true);
  });

  it('prefers VISUAL, and refuses without either or when the editor fails', () => {
    expect(editText('x', { VISUAL: 'true', EDITOR: 'false' })).toBe('x');
    expect(() => editText('x', { VISUAL: '' })).toThrow(expect.objectContaining({ code: 'editor_missing' }));
    expect(() => editText('x', { EDITOR: 'false' })).toThrow(
      expect.objectContaining({ code: 'editor_failed' }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { handoffTemplate, parseHandoff } from '../../src/cli/commands/session-end.ts';
import { handoffContent, isEmptyTexts } from '../../src/cli/end-or-pause.ts';

describe('the handoff in the editor', () => {
  it('is empty until something is written', () => {
    expect(isEmptyTexts(parseHandoff(handoffTemplate([])))).toBe(true);
    expect(isEmptyTexts(parseHandoff(''))).toBe(true);
    const loops = [{ id: 'rec_1', content: 'who?\n# Checkpoint\nme --> you' }];
    expect(isEmptyTexts(parseHandoff(handoffTemplate(loops)))).toBe(true);
  });

  it('is parsed by its headings, case-insensitively, with items of several lines', () => {
    const text = [
      'Before any heading.',
      '# Checkpoint',
      'Two paragraphs,',
      '',
      '    indented; and <!-- no comment -->.',
      '# OPEN LOOPS',
      '- one',
      '  goes on',
      '* two',
      '',
      'three',
      '# Focus',
      '<!-- a comment -->',
      'the printer',
      '',
    ].join('\r\n');
    const content = handoffContent(parseHandoff(text));
    expect(content).toMatchObject({
      checkpoint: 'Before any heading.\nTwo paragraphs,\n\n    indented; and <!-- no comment -->.',
      openLoops: ['one\ngoes on', 'two', 'three'],
      nextSessionFocus: 'the printer',
      decisions: [],
    });
  });

  it('refuses a mistyped heading, and accepts headings inside a text', () => {
    expect(() => parseHandoff('# Decison\n- x')).toThrow(
      expect.objectContaining({ code: 'unknown_heading' }),
    );
    expect(parseHandoff('# Checkpoint\n# install everything\nx').checkpoint).toEqual([
      '# install everything\nx',
    ]);
  });
});

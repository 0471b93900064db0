import { expect, it } from 'vitest';
import { deriveHandoff, type SessionEvidence } from '../../../src/domain/handoff/derive-handoff.ts';
import * as s from '../session/session-fixtures.ts';

const turnsOf = (...words: readonly string[]): SessionEvidence['turns'] =>
  words.map((what, index) => ({ number: index + 1, at: s.T0, what }));

const derive = (turns: SessionEvidence['turns']) =>
  deriveHandoff({ session: s.given(), notes: [], turns, records: [], files: [], digest: null });

it('never gives a turn without words for the last that was seen', () => {
  const text = derive(turnsOf('Fixed the parser.', 'A turn without words.'))?.items[0]?.text;
  expect(text).toContain('Last seen: "Fixed the parser."');
  expect(text).not.toContain('without words');
  expect(derive(turnsOf('A turn without words.'))).toBeNull();
});

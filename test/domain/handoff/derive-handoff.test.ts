import { expect, it } from 'vitest';
import { deriveHandoff, type SessionEvidence } from '../../../src/domain/handoff/derive-handoff.ts';
import { converse } from '../capture/entries.ts';
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

const LATER = '2026-11-15T15:00:00.000Z';

const lastWordsAfter = (talk: ReturnType<typeof converse>, ...words: readonly string[]) => {
  const turns = words.map((what, index) => ({ number: index + 1, at: LATER, what }));
  const evidence = { session: s.given(), notes: [], turns, records: [], files: [], digest: talk.digest() };
  return deriveHandoff(evidence)?.items.find(({ type }) => type === 'checkpoint')?.text ?? '';
};

it('shows the last message that the client reported if the transcript does not have it yet', () => {
  const talk = converse().person('Read the tides, and never round them').writes('tide.ts');
  expect(lastWordsAfter(talk)).toContain('The session stopped while the agent was at work.');
  const text = lastWordsAfter(talk, 'The tides are read. Shall I draw them?');
  expect(text).not.toContain('stopped while');
  expect(text).toContain(
    "The agent's last message (nobody has answered its question):\n  The tides are read. Shall I draw them?",
  );
});

it('shows a reported message once, and none that later work overtook', () => {
  const talk = converse().person('Read the tides').agent('The tides are read.');
  expect(lastWordsAfter(talk, 'The tides are read.').split('The tides are read.')).toHaveLength(2);
  const digest = talk.person('and draw them').writes('draw.ts').digest();
  const evidence = { session: s.given(), notes: [], records: [], files: [] };
  const last = { line: 9, at: '2026-11-15T16:00:00.000Z', kind: 'result' as const };
  const turns = [{ number: 1, at: LATER, what: 'The moons are read.' }];
  const text = deriveHandoff({ ...evidence, turns, digest: { ...digest, last } })?.items[0]?.text;
  expect(text).toContain('stopped while the agent was at work');
  expect(text).not.toContain('moons');
});

it('does not take a notice of the client for the last message of the agent', () => {
  const notice = "You've hit your session limit · resets 6pm";
  const talk = converse()
    .person('Read the tides')
    .agent('I read the tides first.')
    .writes('tide.ts')
    .failed(notice);
  const text = lastWordsAfter(talk, notice);
  expect(text).toContain(`The client failed: "${notice}".`);
  expect(text.split(notice)).toHaveLength(2);
});

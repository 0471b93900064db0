import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/app/ports/ledger.ts';
import type { SearchScope } from '../../../src/app/ports/search-index.ts';
import type { TranscriptEntry } from '../../../src/domain/capture/transcript-entry.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as g from './campaign-changes.ts';
import { capture, dropped } from './capture-changes.ts';
import * as c from './changes.ts';
import { EVERYTHING, foundIn, keysIn, readKeys, word } from './found.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const transcriptLine = (line: number, text: string): TranscriptEntry => ({
  line,
  at: s.after(line),
  kind: 'request',
  text,
});
const replied = (line: number, text: string): TranscriptEntry => ({ line, at: null, kind: 'reply', text });

const turnWithWords = (number: number, what: string, sessionId = 'ses_1'): Change => ({
  kind: 'turn',
  turn: { sessionId, number, at: s.after(number), who: 'ada', what, isSaid: true },
});

export function searchTextClauses(newFixture: NewFixture): void {
  describe('search of notes, turns, events and captures', () => {
    const opened = useFixture(newFixture);
    const found = (text: string, scope: SearchScope = {}) =>
      foundIn(opened().store, 'texts', word(text), scope);
    const commit = (...changes: readonly Change[]) => opened().store.ledger.commit(changes);
    const readAll = async (scope: SearchScope = {}) => {
      const { store } = opened();
      return readKeys(store, await keysIn(store, 'texts', EVERYTHING, scope), scope);
    };
    const begin = () =>
      commit(
        c.project(),
        c.session([s.started({ title: null })]),
        c.session([s.started({ id: 'ses_2', title: null })]),
      );

    it('finds notes by all of their text, each once', async () => {
      await commit(
        c.project(),
        c.note({
          npcsEncountered: ['Grimbold'],
          notes: 'parseLedgerRow failed',
          combatEncounters: ['ogres'],
        }),
      );
      for (const name of ['dragon', 'lair', 'flight', 'Ada', 'Grimbold', 'found', 'ogre', 'scales', 'ledger'])
        expect(await found(name), name).toEqual(['not_1']);
      expect(await found('dm_only')).toEqual([]);
      expect(await readAll()).toMatchObject([
        {
          kind: 'note',
          id: 'not_1',
          part: 0,
          projectId: 'prj_1',
          sessionId: 'ses_1',
          speaker: null,
          at: s.T0,
        },
      ]);
    });

    it('finds a changed note by its current text', async () => {
      await commit(c.project(), c.note({ summary: 'We fed the wyvern', occurredAt: s.after(9) }));
      await commit(c.note({ summary: 'We fled', version: 2, visibility: 'public' }));
      expect(await found('wyvern')).toEqual([]);
      expect(await found('fled')).toEqual(['not_1']);
      expect(await readAll()).toMatchObject([{ at: s.T0, isSecret: false }]);
    });

    it("finds the agent's words at the end of a turn, not the name of the turn", async () => {
      await begin();
      await commit(turnWithWords(1, 'The wyvern is fed.'), c.turn(2, 'the wyvern sleeps'));
      await commit(turnWithWords(1, 'A wyvern again.', 'ses_2'));
      expect(await found('wyvern')).toEqual(['ses_2:1', 'ses_1:1']);
      expect(await readAll({ until: s.after(1) })).toMatchObject([
        { kind: 'turn', id: 'ses_2', part: 1, sessionId: 'ses_2', projectId: 'prj_1', speaker: 'agent' },
        { kind: 'turn', id: 'ses_1', part: 1, sessionId: 'ses_1', at: s.after(1), isSecret: false },
      ]);
    });

    it('finds events of games by their public text, not by the context of the game master', async () => {
      const event = g.anEvent({
        title: 'The mill',
        narration: 'A wyvern lands.',
        context: 'It is a griffon in truth.',
        location: 'Saltmarsh',
        sessionId: 'ses_1',
        occurredAt: s.after(3),
      });
      await commit(c.project({ kind: 'game' }), g.begun({ events: [event] }));
      for (const name of ['mill', 'look', 'wyvern', 'Mira', 'saltmarsh', 'dark'])
        expect(await found(name), name).toEqual([event.id]);
      expect(await found('griffon')).toEqual([]);
      expect(await readAll()).toMatchObject([
        { kind: 'event', id: event.id, sessionId: 'ses_1', speaker: 'Mira', at: s.after(3), isSecret: true },
      ]);
    });

    it('marks what is not public', async () => {
      await commit(
        c.project({ kind: 'game' }),
        c.note({ id: 'open', visibility: 'public' }),
        c.note({ id: 'kept', visibility: 'dm_only' }),
        g.begun({
          events: [
            g.anEvent({ id: 'evt_open', visibility: 'public' }),
            g.anEvent({ id: 'evt_kept', visibility: 'dm_only' }),
          ],
        }),
      );
      const secrets = (await readAll()).filter(({ isSecret }) => isSecret).map(({ id }) => id);
      expect(secrets.toSorted()).toEqual(['evt_kept', 'kept']);
    });

    it('finds each line of a capture with its speaker', async () => {
      await begin();
      const messages: readonly TranscriptEntry[] = [
        transcriptLine(3, 'Where does the wyvern nest?'),
        replied(4, 'In the ledger.'),
        replied(4, 'And in 東京都.'),
        { line: 5, at: null, kind: 'summary', text: 'a griffon' },
      ];
      await commit(capture(messages, { at: s.after(60) }));
      expect(await found('wyvern')).toEqual(['ses_1:3']);
      expect(await found('ledger')).toEqual(['ses_1:4']);
      expect(await found('京都')).toEqual(['ses_1:4']);
      expect(await found('griffon')).toEqual([]);
      expect(await readAll()).toMatchObject([
        {
          kind: 'capture',
          part: 4,
          speaker: 'agent',
          at: s.after(60),
          text: 'In the ledger.\nAnd in 東京都.',
        },
        { kind: 'capture', part: 3, speaker: 'user', at: s.after(3) },
      ]);
    });

    it('keeps each line once where captures overlap, and as long as one of them is there', async () => {
      await begin();
      const lines = ['alpaca', 'bison', 'caribou', 'dingo'].map((text, index) =>
        transcriptLine(index + 1, text),
      );
      await commit(capture(lines.slice(0, 3), { id: 'cap_1' }));
      await commit(capture(lines.slice(1), { id: 'cap_2' }));
      await commit(capture([transcriptLine(2, 'bison')], { id: 'cap_9', sessionId: 'ses_2' }));
      expect(await found('bison')).toEqual(['ses_2:2', 'ses_1:2']);
      await commit(dropped('cap_1'));
      expect(await found('alpaca')).toEqual([]);
      for (const name of ['caribou', 'dingo']) expect(await found(name), name).toHaveLength(1);
      expect(await found('bison')).toEqual(['ses_2:2', 'ses_1:2']);
      await commit(dropped('cap_2'));
      expect((await readAll()).map(({ sessionId, part }) => `${sessionId}:${part}`)).toEqual(['ses_2:2']);
      await commit(dropped('cap_9'), dropped('cap_9'));
      expect(await readAll()).toEqual([]);
    });

    it('keeps the lines of two transcripts of one session apart', async () => {
      await begin();
      await commit(capture([transcriptLine(3, 'alpaca')], { id: 'cap_1' }));
      await commit(capture([transcriptLine(3, 'bison')], { id: 'cap_2', transcriptPath: '/t/b.jsonl' }));
      await commit(capture([], { id: 'cap_3', firstLine: 0, lastLine: 9, messageCount: 0 }));
      for (const name of ['alpaca', 'bison']) expect(await found(name), name).toEqual(['ses_1:3']);
      await commit(dropped('cap_2'));
      expect(await found('bison')).toEqual([]);
      await commit(dropped('cap_1'));
      expect(await found('alpaca')).toEqual([]);
    });

    it('keeps what a note, a turn and an event say when a capture of their session is dropped', async () => {
      await begin();
      await commit(
        turnWithWords(1, 'a wyvern'),
        c.note({ summary: 'a wyvern' }),
        capture([transcriptLine(1, 'a wyvern')]),
      );
      await commit(dropped('cap_1'));
      expect(await found('wyvern')).toEqual(['not_1', 'ses_1:1']);
    });

    it('is narrowed by project, and by no type, category or state of records', async () => {
      await commit(c.project(), c.note({ id: 'here' }), c.note({ id: 'there', projectId: 'prj_2' }));
      expect(await found('dragon', { projectIds: ['prj_1', null] })).toEqual(['here']);
      expect(await found('dragon', { projectIds: ['prj_2'] })).toEqual(['there']);
      expect(
        await found('dragon', { isLiveAt: s.after(9), types: ['memory'], categories: ['general'] }),
      ).toEqual(['there', 'here']);
    });

    it('takes nothing from a commit that failed', async () => {
      await begin();
      const failing = [
        c.note(),
        turnWithWords(1, 'dragon'),
        capture([transcriptLine(1, 'dragon')]),
        c.record({ version: 5 }),
      ];
      expect(await c.outcome(commit(...failing))).toBe(c.CONFLICT);
      expect(await readAll()).toEqual([]);
    });
  });
}

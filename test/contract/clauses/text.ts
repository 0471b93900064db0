import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/app/ports/store.ts';
import { aRecord } from '../../domain/record/a-record.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const TEXTS: readonly (readonly [string, string])[] = [
  ['emoji', '👩‍👩‍👧‍👦 🏳️‍🌈 🇪🇺 😀'],
  ['Chinese, Japanese and Korean', '漢字 ひらがな カタカナ 한국어 𠮷'],
  ['right to left', 'שלום עולם \u202Bمرحبا\u202C ‏'],
  ['100 KB', 'Zeile äöü 😀\n'.repeat(7_700)],
  ['SQL', '\'; DROP TABLE records; -- " ` ? ?1 :a $b @c %s'],
  ['a path upwards', '../../../../etc/passwd\\..\\..'],
  ['every kind of line end', '\na\r\nb\rc\u2028d\u2029e\u0085\n\n'],
  ['combining marks', 'e\u0301 é Z\u0351\u036B\u0343 ﬁ Å Å'],
  ['blanks around', '  \t x \u00a0\u3000 '],
  ['JSON', '{"a":[null,"\\u0000","\\"]}'],
  ['control characters', '\u0001\u0008\u001b[31m\u007f\ufeff\ufffe'],
];

/** Writes the text wherever people's words are kept, and reads it back from all these places. */
async function roundTrip(store: Store, text: string) {
  const { ledger, projects, sessions, records, notes } = store;
  const quests = JSON.parse(`{"__proto__":"x",${JSON.stringify(text)}:${JSON.stringify(text)}}`);
  await ledger.commit([
    c.project({ name: text, anchorPath: text }, [text]),
    c.session([
      s.started({
        title: text,
        agent: text,
        client: text,
        clientSessionId: text,
        worktree: text,
        branch: text,
      }),
      { type: 'transcript.recorded', at: s.T0, path: text },
      { type: 'session.closed', at: s.T0, reason: text, epitaph: text, policy: 'successor_allowed' },
    ]),
    c.record({ content: text, subject: text, tags: [text], aliases: [text], resolution: text }),
    c.note({ summary: text, title: text, events: [text], questUpdates: quests, notes: text }),
    c.turn(1, text),
    c.files([text]),
  ]);
  const session = await sessions.find(text);
  const [record] = await records.findAll(['rec_1']);
  const note = await notes.find('not_1');
  return [
    (await projects.findByKey(text))?.name,
    (await projects.listNamed(text))[0]?.anchorPath,
    session?.title,
    session?.agent,
    session?.worktree,
    session?.transcriptPath,
    session?.closing?.reason,
    session?.closing?.epitaph,
    record?.content,
    record?.subject,
    record?.tags[0],
    record?.aliases[0],
    record?.resolution,
    note?.summary,
    note?.title,
    note?.events[0],
    Object.entries(note?.questUpdates ?? {}).find(([quest]) => quest === text)?.[1],
    note?.notes,
    (await sessions.listTurns('ses_1', 1, null))[0]?.what,
    (await sessions.listFiles('ses_1', 5))[0],
  ];
}

export function textClauses(newFixture: NewFixture): void {
  describe('text', () => {
    const opened = useFixture(newFixture);

    it.each(TEXTS)('with %s comes back byte for byte, wherever it is kept', async (_, text) => {
      const found = await roundTrip(opened().store, text);
      expect(found.map((one) => one === text)).toEqual(found.map(() => true));
      expect(await opened().store.records.findAll(['rec_1'])).toMatchObject([{ digest: c.sha(text) }]);
    });

    it('of any characters comes back byte for byte', async () => {
      const { store } = opened();
      await store.ledger.commit([c.project()]);
      let count = 0;
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), async (content) => {
          fc.pre(!content.includes('\u0000') && content.isWellFormed());
          count += 1;
          const record = aRecord({ id: `rec_${count}`, content });
          await store.ledger.commit([c.record(record)]);
          expect(await store.records.findAll([record.id])).toEqual([record]);
        }),
        { numRuns: 100 },
      );
    });

    it('that differs in form only is not the same text', async () => {
      const { ledger, records } = opened().store;
      const [composed, decomposed] = ['é', 'e\u0301'];
      await ledger.commit([c.project(), c.record({ content: composed })]);
      expect(await records.listActiveByDigest('prj_1', 'open_loop', [c.sha(decomposed)])).toEqual([]);
      expect(await records.listActiveByDigest('prj_1', 'open_loop', [c.sha(composed)])).toHaveLength(1);
    });

    it('of a quest named __proto__ is stored like any other', async () => {
      const { ledger, notes } = opened().store;
      const questUpdates = JSON.parse('{"__proto__":"found","constructor":"lost"}');
      await ledger.commit([c.project(), c.note({ questUpdates })]);
      expect(JSON.stringify((await notes.find('not_1'))?.questUpdates)).toBe(JSON.stringify(questUpdates));
    });
  });
}

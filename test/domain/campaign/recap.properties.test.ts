import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeRecap } from '../../../src/domain/campaign/recap/compose-recap.ts';
import {
  PROSE_LIMITS,
  RECAP_LENGTHS,
  type Recap,
  type RecapFacts,
  type RecapOptions,
} from '../../../src/domain/campaign/recap/recap.ts';
import type { Audience } from '../../../src/domain/campaign/visible.ts';
import { anyFacts } from './any-campaign.ts';
import { plantSecrets, withoutHidden } from './plant-secrets.ts';
import { markedSentences, proseIn } from './read-recap.ts';

const RUNS = { numRuns: 200 };
const MARKER = 'ZQXSECRETXQZ';

const anyAudience = fc.constantFrom<Audience>(
  { kind: 'dm' },
  { kind: 'party' },
  { kind: 'character', id: 'chr_1', name: 'Borin' },
);
const anyOptions: fc.Arbitrary<RecapOptions> = fc.record({
  length: fc.constantFrom(...RECAP_LENGTHS),
  audience: anyAudience,
  absentCharacter: fc.option(fc.constantFrom('Mira Vane', 'borin', 'nobody'), { nil: undefined }),
});

const always = (check: (facts: RecapFacts, options: RecapOptions, recap: Recap) => void) =>
  fc.assert(
    fc.property(anyFacts, anyOptions, (facts, options) =>
      check(facts, options, composeRecap(facts, options)),
    ),
    RUNS,
  );

const flat = (text: string) =>
  text
    .replace(/[“”„‟"]/g, "'")
    .replace(/[‘’]/g, "'")
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
    .replace(/[\s\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ');

/** Without the end that a sentence is given. */
const unended = (words: string) => words.replace(/[\s.。…,;:、，；：]+$/u, '');
const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

describe('whatever happened, whoever listens', { timeout: 120_000 }, () => {
  it('the same facts give the same recap', () =>
    always((facts, options, recap) => {
      expect(composeRecap(structuredClone(facts), options)).toEqual(recap);
    }));

  it('every sentence comes from events that exist and may be seen; only how things stand may come from none', () =>
    always((facts, { audience }, { sentences }) => {
      const ids = new Set(withoutHidden(facts, audience).events.map(({ id }) => id));
      for (const { text, events, isState } of sentences) {
        expect(text.trim()).not.toBe('');
        expect(events.length > 0 || isState).toBe(true);
        if (audience.kind !== 'dm') for (const id of events) expect(ids.has(id)).toBe(true);
      }
    }));

  it('every sentence has an end', () =>
    always((_, __, { sentences: [opening, ...others] }) => {
      expect(opening?.text).toMatch(/[:.]$/);
      for (const { text } of others) expect(text).toMatch(/(?:[.!?]['’"”]?|”)$/);
    }));

  it('it is told in the order of play', () =>
    always((facts, _, { sentences }) => {
      const order = new Map(facts.events.map(({ id }, at) => [id, at]));
      for (const isAside of [false, true]) {
        const told = sentences.filter((each) => !each.isState && each.isAside === isAside);
        const ends = told.map(({ events }) => Math.max(...events.map((id) => order.get(id) ?? 0)));
        expect(ends).toEqual(ends.toSorted((a, b) => a - b));
      }
    }));

  it('a narration is told whole, or it is marked that it goes on', () =>
    fc.assert(
      fc.property(anyFacts, anyOptions, (facts, options) => {
        const told = (id: string, narration: string | null) =>
          narration === null ? null : `${id} tells: ${narration}`;
        const events = facts.events.map((event) => ({
          ...event,
          narration: told(event.id, event.narration),
        }));
        const text = flat(composeRecap({ ...facts, events }, options).text);
        for (const { id, narration } of events) {
          const at = text.indexOf(`'${id} tells:`);
          if (at < 0) continue;
          const words = unended(flat(narration ?? '').trim());
          const shown = text.slice(at + 1, at + 4 + words.length);
          expect(shown.startsWith(words) || shown.includes('…')).toBe(true);
        }
      }),
      RUNS,
    ));

  it('with more room less is left out', () =>
    always((facts, options, { leftOut }) => {
      if (options.length !== 'standard') return;
      expect(composeRecap(facts, { ...options, length: 'detailed' }).leftOut).toBeLessThanOrEqual(leftOut);
    }));

  it('the marks in the text lead to the same events', () =>
    always((_, { length }, { text, sentences }) => {
      if (length === 'brief') return;
      const cited = sentences.map(({ events }) => events).filter((events) => events.length > 0);
      expect(markedSentences(text).map(({ events }) => events)).toEqual(cited);
    }));

  it('the prose stays within its bounds, and what is left out is counted', () =>
    always((facts, { length, audience, absentCharacter }, { text, sentences, leftOut }) => {
      expect(proseIn(text).length).toBeLessThanOrEqual(PROSE_LIMITS[length]);
      if (audience.kind !== 'dm' || absentCharacter !== undefined) return;
      const told = new Set(sentences.filter(({ isState }) => !isState).flatMap(({ events }) => events));
      expect(leftOut + told.size).toBe(facts.events.length);
      expect(text.includes('not told here')).toBe(leftOut > 0);
    }));

  it('what stands in quotation marks is what somebody wrote', () =>
    always((facts, _, { sentences }) => {
      const stored = flat(
        JSON.stringify(facts, (_key, each) => (typeof each === 'string' ? flat(each) : each)),
      );
      for (const { text } of sentences)
        for (const [, words = ''] of text.matchAll(/“([^“”]*)”/g))
          expect(stored).toContain(JSON.stringify(unended(flat(words))).slice(1, -1));
    }));

  it('no word of a secret is in any part of it', () =>
    fc.assert(
      fc.property(anyFacts, anyOptions, (facts, options) => {
        if (options.audience.kind === 'dm') return;
        const planted = plantSecrets(facts, options.audience, MARKER);
        expect(JSON.stringify(composeRecap(planted, options))).not.toContain(MARKER);
      }),
      RUNS,
    ));

  it('hidden events leave no trace, not even in a count', () =>
    always((facts, options, recap) => {
      if (options.audience.kind === 'dm') return;
      expect(composeRecap(withoutHidden(facts, options.audience), options)).toEqual(recap);
    }));

  it('how things stood after a past sitting comes from its events, and from nothing that became of it', () =>
    fc.assert(
      fc.property(anyFacts, anyFacts, anyOptions, (facts, later, options) => {
        const past = { ...facts, isPast: true };
        const closing = (of: RecapFacts) =>
          composeRecap(of, options)
            .sentences.slice(1)
            .filter(({ isState }) => isState);
        for (const { text, events } of closing(past)) expect(events, text).not.toEqual([]);
        const { state } = later.campaign;
        expect(closing({ ...past, campaign: { ...past.campaign, state } })).toEqual(closing(past));
      }),
      RUNS,
    ));

  it('what somebody missed is nothing they did, are named in, or were in the initiative of', () =>
    always((facts, { absentCharacter }, { sentences }) => {
      if (absentCharacter === undefined) return;
      const cited = new Set(sentences.filter(({ isState }) => !isState).flatMap(({ events }) => events));
      const lineUpAt = (turn: number) =>
        facts.lineUps?.findLast((lineUp) => lineUp.turn <= turn)?.after ?? [];
      for (const event of facts.events.filter(({ id }) => cited.has(id))) {
        const fought = event.visibility === 'public' ? lineUpAt(event.turn) : [];
        const names = [event.actor ?? '', ...event.characters, ...fought];
        expect(names.some((name) => isSame(name, absentCharacter))).toBe(false);
      }
    }));
});

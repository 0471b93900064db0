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
    .replace(/[\s\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ');

describe('whatever happened, whoever listens', { timeout: 120_000 }, () => {
  it('the same facts give the same recap', () =>
    always((facts, options, recap) => {
      expect(composeRecap(structuredClone(facts), options)).toEqual(recap);
    }));

  it('every sentence comes from events that exist, or tells how things stand', () =>
    always((facts, _, { sentences }) => {
      const ids = new Set(facts.events.map(({ id }) => id));
      for (const { text, events, isState } of sentences) {
        expect(text.trim()).not.toBe('');
        expect(events.length > 0).toBe(!isState);
        for (const id of events) expect(ids.has(id)).toBe(true);
      }
    }));

  it('the marks in the text lead to the same events', () =>
    always((_, { length }, { text, sentences }) => {
      if (length === 'brief') return;
      const cited = sentences.filter(({ isState }) => !isState).map(({ events }) => events);
      expect(markedSentences(text).map(({ events }) => events)).toEqual(cited);
    }));

  it('the prose stays within its bounds, and what is left out is counted', () =>
    always((facts, { length, audience, absentCharacter }, { text, sentences, leftOut }) => {
      expect(proseIn(text).length).toBeLessThanOrEqual(PROSE_LIMITS[length]);
      if (audience.kind !== 'dm' || absentCharacter !== undefined) return;
      const told = new Set(sentences.flatMap(({ events }) => events));
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
          expect(stored).toContain(JSON.stringify(flat(words.replace(/…$/, ''))).slice(1, -1));
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

  it('what somebody missed is nothing they did or are named in', () =>
    always((facts, { absentCharacter }, { sentences }) => {
      if (absentCharacter === undefined) return;
      const cited = new Set(sentences.flatMap(({ events }) => events));
      for (const event of facts.events.filter(({ id }) => cited.has(id))) {
        const names = [event.actor ?? '', ...event.characters].map((name) => name.toLowerCase());
        expect(names).not.toContain(absentCharacter.toLowerCase());
      }
    }));
});

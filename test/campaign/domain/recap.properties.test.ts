import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeRecap, type Recap } from '../../../src/campaign/domain/recap/compose-recap.ts';
import {
  RECAP_LENGTHS,
  type RecapFacts,
  type RecapOptions,
  TEXT_LIMITS,
} from '../../../src/campaign/domain/recap/recap.ts';
import type { Audience } from '../../../src/campaign/domain/visibility.ts';
import { anyFacts } from './any-campaign.ts';
import { plantSecrets, withoutHidden } from './plant-secrets.ts';
import { citedIn, shownIn, withoutIds } from './read-recap.ts';

const RUNS = { numRuns: 50 };
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

const flat = (text: string) => text.replace(/[\s\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ').trim();
/** Names are shown without quotation marks and brackets of their own. */
const flatName = (text: string) => flat(text).replace(/["`]/g, "'").replace(/\[/g, '(').replace(/\]/g, ')');
const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const isBlank = (text: string | null) => text === null || flat(text) === '';

describe('a recap of any events for any audience', { timeout: 300_000 }, () => {
  it('is the same for the same facts', () =>
    always((facts, options, recap) => {
      expect(composeRecap(structuredClone(facts), options)).toEqual(recap);
    }));

  it('has beats that cite events the audience may see, and that are not empty', () =>
    always((facts, { audience }, { beats }) => {
      const ids = new Set(withoutHidden(facts, audience).events.map(({ id }) => id));
      for (const { events, action, narration, changes } of beats) {
        expect(events).not.toEqual([]);
        expect([action, narration, ...changes].some((text) => !isBlank(text ?? null))).toBe(true);
        if (audience.kind !== 'dm') for (const id of events) expect(ids.has(id)).toBe(true);
      }
    }));

  it('is in the order of play', () =>
    always((facts, _, { beats }) => {
      const order = new Map(facts.events.map(({ id }, at) => [id, at]));
      for (const isAside of [false, true]) {
        const shown = beats.filter((each) => each.isAside === isAside);
        const positions = shown.flatMap(({ events }) => events.map((id) => order.get(id) ?? -1));
        expect(positions).toEqual(positions.toSorted((a, b) => a - b));
      }
    }));

  it('repeats action and narration as they were written, whole or up to a mark', () =>
    always((facts, _, { beats }) => {
      const byId = new Map(facts.events.map((event) => [event.id, event]));
      const isPartOf = (shown: string | null, written: string | null | undefined) => {
        if (shown === null) return true;
        const whole = flat((written ?? '').toWellFormed());
        return shown === whole || (shown.endsWith('…') && whole.startsWith(shown.slice(0, -1).trimEnd()));
      };
      for (const { events, action, narration } of beats) {
        const event = byId.get(events[0] ?? '');
        const written = isBlank(event?.description ?? null) ? event?.title : event?.description;
        expect(isPartOf(action, written), `${action}`).toBe(true);
        expect(isPartOf(narration, event?.narration), `${narration}`).toBe(true);
      }
    }));

  it('names the actor of the event, or nobody', () =>
    always((facts, _, { beats }) => {
      const actors = new Map(facts.events.map(({ id, actor }) => [id, actor]));
      for (const { who, events } of beats)
        if (who !== null) expect(isSame(who, actors.get(events[0] ?? '') ?? '')).toBe(true);
    }));

  it('includes the last turn the audience may see, unless there is nothing to show of it', () =>
    always((facts, { audience, absentCharacter }, recap) => {
      if (absentCharacter !== undefined) return;
      const seen = audience.kind === 'dm' ? facts.events : withoutHidden(facts, audience).events;
      const turns = seen.filter(({ isTurn }) => isTurn);
      const last = turns.findLastIndex(({ description }) => !isBlank(description));
      if (last === -1) return;
      const shown = new Set(shownIn(recap));
      expect(turns.slice(last).some(({ id }) => shown.has(id))).toBe(true);
    }));

  it('leaves out less with more room', () =>
    always((facts, options, { leftOut }) => {
      if (options.length !== 'standard') return;
      expect(composeRecap(facts, { ...options, length: 'detailed' }).leftOut).toBeLessThanOrEqual(leftOut);
    }));

  it('cites the same events in its text as in its beats and its state', () =>
    always((_, __, { text, beats, state }) => {
      const cited = [
        ...beats.filter(({ isAside }) => !isAside),
        ...state,
        ...beats.filter(({ isAside }) => isAside),
      ];
      expect(citedIn(text)).toEqual(cited.map(({ events }) => events).filter((events) => events.length > 0));
    }));

  it('has a text within its limit, and counts what is left out', () =>
    always((facts, { length, audience, absentCharacter }, recap) => {
      expect(withoutIds(recap.text).length).toBeLessThanOrEqual(TEXT_LIMITS[length]);
      if (audience.kind !== 'dm' || absentCharacter !== undefined) return;
      expect(recap.leftOut + shownIn(recap).length).toBe(facts.events.length);
      expect(/\n[\d,]+ events? not shown\.$/.test(recap.text)).toBe(recap.leftOut > 0);
    }));

  it('starts every line of its text with words of its own', () =>
    always((_, __, { text }) => {
      const own =
        /^(?:- |What |Nothing has |.+ missed nothing in |$|Now:$|At the end:$|Not known to |[\d,]+ events? not shown\.$)/;
      for (const line of text.split('\n')) expect(line).toMatch(own);
    }));

  it('has in quotation marks what somebody wrote, and nothing else', () =>
    always((facts, _, { text }) => {
      const stored: string[] = [];
      JSON.stringify(facts, (_key, each) => {
        if (typeof each === 'string') stored.push(flat(each.toWellFormed()), flatName(each.toWellFormed()));
        return each;
      });
      for (const [quoted] of text.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
        const words = flat((JSON.parse(quoted) as string).replace(/…$/, ''));
        expect(
          stored.some((each) => each.startsWith(words)),
          quoted,
        ).toBe(true);
      }
    }));

  it('has no word of a secret in any part', () =>
    fc.assert(
      fc.property(anyFacts, anyOptions, (facts, options) => {
        if (options.audience.kind === 'dm') return;
        const planted = plantSecrets(facts, options.audience, MARKER);
        expect(JSON.stringify(composeRecap(planted, options))).not.toContain(MARKER);
      }),
      RUNS,
    ));

  it('shows no trace of hidden events, not even in a count', () =>
    always((facts, options, recap) => {
      if (options.audience.kind === 'dm') return;
      expect(composeRecap(withoutHidden(facts, options.audience), options)).toEqual(recap);
    }));

  it('takes the state at the end of a past session from its events only', () =>
    fc.assert(
      fc.property(anyFacts, anyFacts, anyOptions, (facts, later, options) => {
        const past = { ...facts, isPast: true };
        const { state } = composeRecap(past, options);
        for (const { text, events } of state)
          if (!/^\d+ more$/.test(text)) expect(events, text).not.toEqual([]);
        const since = { ...past, campaign: { ...past.campaign, state: later.campaign.state } };
        expect(composeRecap(since, options).state).toEqual(state);
      }),
      RUNS,
    ));

  it('shows of what somebody missed nothing they did, are named in, or were in the initiative of', () =>
    always((facts, { absentCharacter }, recap) => {
      if (absentCharacter === undefined) return;
      const shown = new Set(shownIn(recap));
      const lineUpAt = (turn: number) =>
        facts.initiativeChanges?.findLast((lineUp) => lineUp.turn <= turn)?.after ?? [];
      for (const event of facts.events.filter(({ id }) => shown.has(id))) {
        const fought = event.visibility === 'public' ? lineUpAt(event.turn) : [];
        const names = [event.actor ?? '', ...event.characters, ...fought];
        expect(names.some((name) => isSame(name, absentCharacter))).toBe(false);
      }
    }));
});

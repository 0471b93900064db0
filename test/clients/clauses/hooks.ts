import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ClientHooks, HOOK_EVENTS, type HookEventName } from '../../../src/app/ports/client-adapter.ts';
import { ThroughlineError } from '../../../src/domain/error.ts';
import { sizeIn } from '../../../src/domain/orientation/fit-budget.ts';
import { MAX_BUDGET, MIN_BUDGET } from '../../../src/domain/orientation/orientation.ts';
import type { AdapterExample } from './adapter-example.ts';

const MAX_BYTES_OF_CHARACTER = 3;
const CONTEXT_EVENTS = ['session-start', 'prompt'] as const;

const anyReport = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 });

/** Anything at all, and real payloads with something cut out, put in or exchanged. */
const anyInput = (payloads: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .tuple(fc.constantFrom(...payloads), fc.nat(), fc.nat(40), fc.string({ unit: 'binary', maxLength: 30 }))
      .map(([text, at, length, put]) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + put + text.slice(from + length);
      }),
    fc
      .tuple(fc.constantFrom(...payloads), fc.jsonValue())
      .map(([text, value]) => text.replace(/"[^"]*"(?=[,}])/, JSON.stringify(value))),
  );

/** The text that fills the budget exactly, in characters of one byte and of three. */
const fillers = ({ size, unit }: ClientHooks['budget']) => [
  'x'.repeat(size),
  '語'.repeat(unit === 'bytes' ? Math.floor(size / MAX_BYTES_OF_CHARACTER) : size),
];

export function hookClauses(hooks: ClientHooks, example: NonNullable<AdapterExample['hooks']>): void {
  const events = [...new Set(Object.values(hooks.events))];
  const payloads = Object.entries(example.payloads);
  const inputs = payloads.map(([, { input }]) => input);

  it('maps every native event to one of our events, and has an example of each', () => {
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(HOOK_EVENTS).toContain(event);
    expect(payloads.map(([event]) => event).toSorted()).toEqual(events.toSorted());
  });

  it('can start a session with context', () => {
    expect(CONTEXT_EVENTS.some((event) => events.includes(event))).toBe(true);
  });

  it.each(payloads)('reads the payload of %s', async (event, { input, means }) => {
    const { parse } = await hooks.protocol();
    expect(parse(event as HookEventName, input)).toEqual(means);
    expect(means.event.name).toBe(event);
  });

  it('leaves out what is none of our business', async () => {
    const { parse } = await hooks.protocol();
    for (const { event, input } of example.ignored ?? []) expect(parse(event, input)).toBeNull();
  });

  it('knows when a payload is complete, if it says so at all', async () => {
    const { isWhole } = await hooks.protocol();
    if (isWhole === undefined) return;
    for (const input of inputs) {
      const bytes = Buffer.from(input);
      expect(isWhole([bytes])).toBe(true);
      expect(isWhole([bytes.subarray(0, 7), bytes.subarray(7)])).toBe(true);
      expect(isWhole([bytes.subarray(0, bytes.length - 1)])).toBe(false);
      expect(isWhole([])).toBe(false);
    }
  });

  it('refuses garbage with hook_input_invalid, and throws nothing else', async () => {
    const { parse } = await hooks.protocol();
    fc.assert(
      fc.property(fc.constantFrom(...events), anyInput(inputs), (event, input) => {
        try {
          const parsed = parse(event, input);
          if (parsed === null) return;
          expect(parsed.event.name).toBe(event);
          expect(parsed.clientSessionId).not.toBe('');
        } catch (error) {
          if (!(error instanceof ThroughlineError)) throw error;
          expect(error.code).toBe('hook_input_invalid');
        }
      }),
      { numRuns: 200 },
    );
  });

  it('renders context in the format of the client, with the report as it is', async () => {
    const { render } = await hooks.protocol();
    for (const event of CONTEXT_EVENTS)
      fc.assert(
        fc.property(anyReport, (report) => {
          expect(example.readContext(event, render(event, report))).toBe(report);
        }),
      );
  });

  it('has a budget in which a report of that size stays whole', async () => {
    const { render } = await hooks.protocol();
    const { budget } = hooks;
    for (const report of fillers(budget)) {
      const shown = example.readContext('session-start', render('session-start', report));
      expect(shown).toBe(report);
      expect(sizeIn(budget.unit, shown)).toBeLessThanOrEqual(budget.size);
    }
  });

  it('has a budget that the shortest report fits into, whatever is in it', () => {
    const { size, unit } = hooks.budget;
    expect(size).toBeGreaterThanOrEqual(unit === 'bytes' ? MIN_BUDGET * MAX_BYTES_OF_CHARACTER : MIN_BUDGET);
    expect(size).toBeLessThanOrEqual(MAX_BUDGET);
  });

  it('has shares of the time limit that shorten it', () => {
    for (const [event, share] of Object.entries(hooks.timeShares ?? {})) {
      expect(HOOK_EVENTS).toContain(event);
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThanOrEqual(1);
    }
  });
}

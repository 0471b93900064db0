import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/app/ports/store.ts';
import type { HandoffContent } from '../../src/domain/handoff/handoff.ts';
import { allServices } from '../../src/main/compose.ts';
import { client, decision, handoffContent, openTestApp, statelessCaller } from './test-app.ts';

/** The store, and how often it was asked or written to. */
function counted(store: Store): { readonly store: Store; readonly calls: () => number } {
  let calls = 0;
  const window = <Window extends object>(given: Window): Window =>
    new Proxy(given, {
      get(target, name, receiver) {
        const found: unknown = Reflect.get(target, name, receiver);
        if (typeof found !== 'function') return found;
        return (...args: unknown[]) => {
          calls += 1;
          return Reflect.apply(found, target, args);
        };
      },
    });
  const windows = Object.entries(store).map(([name, value]) => [
    name,
    typeof value === 'object' ? window(value) : value,
  ]);
  return { store: Object.fromEntries(windows) as Store, calls: () => calls };
}

const texts = (count: number, what: string) =>
  Array.from({ length: count }, (_, index) => `${what} ${index}`);
const loops = (count: number) => texts(count, 'Loop');

interface Scene {
  readonly before?: (count: number) => Partial<HandoffContent>;
  readonly between?: (count: number, ids: readonly string[]) => Partial<HandoffContent>;
  readonly handoff: (count: number, ids: readonly string[]) => Partial<HandoffContent>;
}

const SCENES: Readonly<Record<string, Scene>> = {
  'resolves loops by their text': {
    before: (count) => ({ openLoops: loops(count) }),
    handoff: (count) => ({ resolvedLoops: loops(count) }),
  },
  'resolves loops by their id': {
    before: (count) => ({ openLoops: loops(count) }),
    handoff: (_, ids) => ({ resolvedLoops: ids }),
  },
  'stores decisions': {
    handoff: (count) => ({ decisions: texts(count, 'Decision').map((text) => decision(text)) }),
  },
  'supersedes a record with each decision': {
    before: (count) => ({ lessons: texts(count, 'Lesson') }),
    handoff: (_, ids) => ({ decisions: ids.map((id, index) => decision(`Decision ${index}`, [id])) }),
  },
  'stores texts again that its session stored before and that no longer hold': {
    before: (count) => ({ openLoops: loops(count) }),
    between: (count) => ({ resolvedLoops: loops(count) }),
    handoff: (count) => ({ openLoops: loops(count) }),
  },
};

/** How often the store was called for the handoff of a scene. */
async function callsOf({ before, between, handoff }: Scene, count: number): Promise<number> {
  const { deps } = openTestApp();
  const { store, calls } = counted(deps.store);
  const services = allServices(() => ({ ...deps, store }));
  const agent = client();
  const leave = (content: Partial<HandoffContent>) =>
    services.endSession(agent, { mode: 'pause', content: handoffContent(content) });
  const { session } = await services.startSession(agent, {});
  if (before !== undefined) await leave(before(count));
  const { items } = await store.records.list({ sessionId: session.session_id }, 5_000, null);
  const ids = items.filter(({ type }) => type !== 'checkpoint').map(({ id }) => id);
  if (between !== undefined) await leave(between(count, ids));
  const from = calls();
  await leave(handoff(count, ids));
  return calls() - from;
}

describe('a large handoff', () => {
  it.each(Object.entries(SCENES))(
    'asks the store no more often than one of 500 records when it %s',
    // A smaller one is asked about less: its report shows everything, so that no ids are measured.
    async (_, scene) => {
      const calls = await callsOf(scene, 500);
      expect(await callsOf(scene, 1_500)).toBe(calls);
      expect(await callsOf(scene, 15)).toBeLessThanOrEqual(calls);
    },
  );

  it('lets a read that is asked behind it be answered first, with the state before it', async () => {
    const { services } = openTestApp();
    const agent = client();
    const { session } = await services.startSession(agent, {});
    const readState = () => services.getSessionState(statelessCaller(), { session_id: session.session_id });
    const readReport = () => services.bootReport(statelessCaller(), {});
    // Once before, so that their code is loaded.
    await readState();
    await readReport();
    const order: string[] = [];
    const decisions = texts(5_000, 'Decision').map((text) => decision(text));
    const write = services
      .endSession(agent, { mode: 'end', content: handoffContent({ checkpoint: 'Done.', decisions }) })
      .then(() => order.push('handoff'));
    const state = await readState();
    order.push('state');
    const report = await readReport();
    order.push('report');
    await write;
    expect(order).toEqual(['state', 'report', 'handoff']);
    expect(state.state.session_info.status).toBe('active');
    expect(JSON.stringify(report)).not.toContain('Decision 1');
  });
});

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import { ThroughlineError } from '../../src/domain/error.ts';
import { RECORD_TYPES } from '../../src/domain/record/record.ts';
import { SUCCESSION_POLICIES } from '../../src/domain/session/session.ts';
import { Conversation } from '../support/hook.ts';
import { tempFolder } from '../support/temp-folder.ts';
import {
  client,
  days,
  decision,
  handoffContent,
  hours,
  minutes,
  openTestApp,
  type TestApp,
} from './test-app.ts';

/** More of them with `NEXT_SCORE_RUNS`. */
const RUNS = Number(process.env.NEXT_SCORE_RUNS ?? 40);
const WORKTREES = ['/repos/ledger', '/repos/ledger+topic'] as const;
const LONG = 'A long sentence about the ledger, which takes its room in a report. '.repeat(40);
const TEXTS = ['Red kite flies.', 'Blue whale dives.', 'Grey heron waits.', 'x', LONG] as const;

const anyText = fc.constantFrom(...TEXTS);
const anyTexts = fc.array(anyText, { maxLength: 3 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 2 });
const anyWho = fc.nat(3);

/** What one of four clients does; two of them work in another worktree. */
const anyAction = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('start' as const), who: anyWho, isNew: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('store' as const),
      who: anyWho,
      type: fc.constantFrom(...RECORD_TYPES),
      content: anyText,
      isGlobal: fc.constantFrom(true, false, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('note' as const), who: anyWho, summary: anyText }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('capture' as const), who: anyWho, words: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read' as const), which: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      which: fc.nat(),
      policy: fc.constantFrom(...SUCCESSION_POLICIES),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(1_000, minutes(20), hours(2), hours(9), days(1), days(16), days(50)),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('leave' as const),
      who: anyWho,
      mode: fc.constantFrom('end' as const, 'pause' as const),
      /** An earlier session instead of the current one. */
      late: fc.option(fc.nat(), { nil: null, freq: 4 }),
      isEmpty: fc.constantFrom(true, false, false, false),
      checkpoint: anyText,
      openLoops: anyTexts,
      constraints: anyTexts,
      warnings: anyTexts,
      lessons: anyTexts,
      decisions: fc.array(fc.tuple(anyText, maybe(fc.constantFrom('birds', 'fish'))), { maxLength: 2 }),
      nextSessionFocus: maybe(anyText),
      resolvedLoops: anyTexts,
    }),
  },
);
type Action = typeof anyAction extends fc.Arbitrary<infer Value> ? Value : never;

class History {
  readonly #app: TestApp;
  readonly #callers: readonly Caller[];
  readonly #sessions = new Set<string>();
  readonly #captures = new Set<string>();
  checked = 0;

  constructor(app: TestApp) {
    this.#app = app;
    this.#callers = [0, 1, 2, 3].map((who) => client(WORKTREES[who % 2]));
  }

  #caller(who: number): Caller {
    return this.#callers[who] ?? expect.unreachable();
  }

  /** What is refused leaves no trace, and is no part of the property. */
  async take(action: Action): Promise<void> {
    await this.#do(action).catch((error: unknown) => {
      if (!(error instanceof ThroughlineError)) throw error;
    });
  }

  async #do(action: Action): Promise<void> {
    const { services, pass } = this.#app;
    switch (action.do) {
      case 'start': {
        const { session } = await services.startSession(this.#caller(action.who), { resume: !action.isNew });
        this.#sessions.add(session.session_id);
        return;
      }
      case 'store': {
        const { type, content, isGlobal } = action;
        const scope = isGlobal ? { project: null } : {};
        await services.storeMemory(this.#caller(action.who), { type, content, ...scope });
        return;
      }
      case 'note':
        await services.addSessionNote(this.#caller(action.who), { note: { summary: action.summary } });
        return;
      case 'capture':
        return this.#capture(action.who, action.words);
      case 'read': {
        const ids = [...this.#captures];
        if (ids.length > 0)
          await services.readCapture(client(), { id: ids[action.which % ids.length] ?? '' });
        return;
      }
      case 'close': {
        const session_id = this.#session(action.which);
        if (session_id !== undefined)
          await services.closeSession(client(), { session_id, succession_policy: action.policy });
        return;
      }
      case 'pass':
        return pass(action.ms);
      case 'leave':
        return this.#leave(action);
    }
  }

  #session(which: number): string | undefined {
    const ids = [...this.#sessions];
    return ids[which % Math.max(1, ids.length)];
  }

  async #capture(who: number, words: number): Promise<void> {
    const caller = this.#caller(who);
    const talk = new Conversation({ home: tempFolder(), project: caller.folder ?? '' }, `talk-${words}`).asks(
      'Go',
    );
    const path = join(this.#app.folder, `talk-${who}-${words}.jsonl`);
    copyFileSync(talk.path, path);
    const { capture } = await this.#app.services.captureNow(caller, { transcript_path: path });
    this.#captures.add(capture.id);
  }

  async #leave(action: Extract<Action, { do: 'leave' }>): Promise<void> {
    const { services, store } = this.#app;
    const { who, mode, late, isEmpty, decisions, do: _, ...content } = action;
    const caller = this.#caller(who);
    const before = await this.#app.journalLength();
    const { session } = await services.endSession(caller, {
      mode,
      session_id: late === null ? undefined : this.#session(late),
      content: isEmpty
        ? handoffContent({})
        : handoffContent({ ...content, decisions: decisions.map(([text, on]) => decision(text, [], on)) }),
    });
    this.#sessions.add(session.id);
    // A repeated call answers what the first one was answered.
    if ((await this.#app.journalLength()) === before) return;
    const row = await store.sessions.find(session.id);
    const { score, gaps } = await services.bootReport(client(session.worktree ?? undefined), {});
    const shown = { orientationScore: score, gapCount: gaps.length };
    expect(session).toMatchObject(shown);
    expect(row).toMatchObject(shown);
    this.checked += 1;
  }
}

it('equals what the next boot report in the same worktree shows, after any history', async () => {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 15, maxLength: 40, size: 'max' }), async (actions) => {
      const history = new History(openTestApp());
      for (const action of actions) await history.take(action);
      checked += history.checked;
    }),
    { numRuns: RUNS },
  );
  expect(checked).toBeGreaterThan(2 * RUNS);
});

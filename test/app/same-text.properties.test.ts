import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import { handoffItems } from '../../src/domain/handoff/handoff.ts';
import { loopKey } from '../../src/domain/orientation/merge-duplicates.ts';
import type { SectionTally } from '../../src/domain/orientation/orientation.ts';
import { RECORD_KINDS } from '../../src/domain/orientation/record-kinds.ts';
import type { RecordType, ThroughlineRecord } from '../../src/domain/record/record.ts';
import { anyWritings, TEXTS, type Writing } from './any-write-call.ts';
import { client, handoffContent, openTestApp, refusal, type TestApp } from './test-app.ts';

/** A call that was made, ready to be made again. */
type Call = () => Promise<readonly Said[]>;

/** What a call was acknowledged for. */
interface Said {
  readonly type: RecordType;
  readonly text: string;
}

const keyOf = ({ type, text }: Said) => `${type}: ${text}`;
const typeAndText = ({ type, content }: ThroughlineRecord) => ({ type, text: content });

class Story {
  readonly #world: TestApp;
  readonly #callers: Caller[] = [client(), client(), client()];
  readonly #sessions = new Set<string>();
  readonly #handoffs = new Set<string>();
  readonly #calls: Call[] = [];

  constructor(app: TestApp) {
    this.#world = app;
  }

  async records(): Promise<readonly ThroughlineRecord[]> {
    return (await this.#world.store.records.list({}, 10_000, null)).items;
  }

  async active(): Promise<readonly ThroughlineRecord[]> {
    return (await this.records()).filter(({ status }) => status === 'active');
  }

  /** Makes the call, and checks that it is not refused and that all it was acknowledged for is active. */
  async live(writing: Writing): Promise<void> {
    const call = await this.#callOf(writing);
    if (call === undefined) return;
    if (writing.do !== 'retry') this.#calls.push(call);
    const before = await this.active();
    const acknowledged = await call();
    const after = new Set((await this.active()).map((record) => keyOf(typeAndText(record))));
    for (const one of acknowledged) expect(after).toContain(keyOf(one));
    await this.#checkGone(before);
  }

  /** Nothing stops being active by the way: somebody took it back, or something took its place. */
  async #checkGone(before: readonly ThroughlineRecord[]): Promise<void> {
    const now = new Map((await this.records()).map((record) => [record.id, record]));
    for (const { id } of before) {
      const record = now.get(id);
      if (record?.status !== 'superseded' || record.supersededBy === null) continue;
      const by = now.get(record.supersededBy);
      const isReplaced = ['checkpoint', 'next_session_focus', 'decision'].includes(record.type);
      expect(by === undefined ? 'nothing' : isReplaced || by.digest === record.digest).toBe(true);
    }
  }

  async #callOf(writing: Writing): Promise<Call | undefined> {
    if (writing.do === 'retry') return this.#calls[writing.call % Math.max(1, this.#calls.length)];
    const caller = this.#callers[writing.who] ?? client();
    const { services } = this.#world;
    switch (writing.do) {
      case 'store': {
        const { type, text, subject, isGlobal } = writing;
        const project = isGlobal ? null : undefined;
        return async () => {
          await services.storeMemory(caller, { type, content: text, subject, project });
          return [{ type, text }];
        };
      }
      case 'update': {
        const records = await this.records();
        const record = records[writing.record % Math.max(1, records.length)];
        if (record === undefined) return undefined;
        return async () => {
          const updated = await services.updateMemory(caller, { id: record.id, ...writing.change });
          const { status, type, content } = updated.record;
          return status === 'active' ? [{ type, text: content }] : [];
        };
      }
      case 'note':
        return async () => {
          await services.addSessionNote(caller, { note: { summary: writing.text, title: writing.title } });
          return [];
        };
      case 'start':
        return async () => {
          const { session } = await services.startSession(caller, writing.isNew ? { resume: false } : {});
          this.#sessions.add(session.session_id);
          return [];
        };
      case 'leave':
        return this.#leave(writing, caller);
    }
  }

  async #leave(writing: Extract<Writing, { do: 'leave' }>, caller: Caller): Promise<Call> {
    const { mode, late, resolved, decisions, do: _, who: __, ...rest } = writing;
    const loops = (await this.records()).filter(({ type }) => type === 'open_loop');
    const loop = resolved === null ? undefined : loops[resolved % Math.max(1, loops.length)];
    const content = handoffContent({
      ...rest,
      checkpoint: rest.checkpoint ?? (mode === 'end' && rest.summaryNotes === null ? TEXTS[0] : null),
      decisions: decisions.map((one) => ({ ...one, supersedes: [] })),
      resolvedLoops: loop === undefined ? [] : [loop.content],
    });
    const sessions = [...this.#sessions];
    const session_id = late === null ? undefined : sessions[late % Math.max(1, sessions.length)];
    return async () => {
      const before = await this.#world.journalLength();
      const work = this.#world.services.endSession(caller, { mode, session_id, content });
      const outcome = await refusal(work);
      // A session that has ended is not paused.
      if (outcome !== 'accepted') {
        expect(outcome).toBe('conflict: session_ended');
        return [];
      }
      const { session, handoff } = await work;
      this.#sessions.add(session.id);
      const isRepeat = (await this.#world.journalLength()) === before;
      if (isRepeat && handoff !== null) expect(this.#handoffs).toContain(handoff.id);
      if (handoff !== null) this.#handoffs.add(handoff.id);
      // Notes are no checkpoint where the session has one.
      const hasCheckpoint = handoff?.stored.checkpoint !== undefined;
      const stored = hasCheckpoint ? content : { ...content, summaryNotes: null };
      return isRepeat ? [] : handoffItems(stored).map(({ type, text }) => ({ type, text }));
    };
  }

  /** Every active text is counted once in its section, and shown once if there is room for all. */
  async checkReport(budget_chars: number): Promise<void> {
    const report = await this.#world.services.bootReport(client(), { budget_chars });
    const active = await this.active();
    for (const { type, name } of RECORD_KINDS) {
      const texts = active.filter((record) => record.type === type).map(({ content }) => content);
      const distinct = new Set(type === 'open_loop' ? texts.map(loopKey) : texts);
      const tally = report.sections.find((section) => section.name === name) as SectionTally;
      expect({ type, total: tally.total }).toEqual({ type, total: distinct.size });
      expect(tally.shown + tally.leftOut).toBe(tally.total);
    }
    if (budget_chars < 40_000) return;
    const lines = report.report.split('\n');
    for (const text of TEXTS) {
      const types = RECORD_KINDS.filter(({ type }) =>
        active.some((record) => record.type === type && record.content === text),
      ).map(({ type }) => type);
      const shown = lines.filter((line) => line.includes(`> ${text}`) && !line.includes(`> ${text}.`));
      const isFolded = types.includes('open_loop') && loopKey(text) === loopKey(TEXTS[0]);
      expect([types.length, ...(isFolded ? [types.length - 1] : [])]).toContain(shown.length);
    }
  }
}

describe('over random calls with overlapping texts, from several sessions, with retries', () => {
  it(
    'every acknowledged text that is still active is counted exactly once in the next report',
    () =>
      fc.assert(
        fc.asyncProperty(anyWritings, async (writings) => {
          const app = openTestApp();
          const story = new Story(app);
          for (const { writing, seconds } of writings) {
            app.pass(seconds * 1_000);
            await story.live(writing);
          }
          await story.checkReport(40_000);
          await story.checkReport(8_000);
        }),
        { numRuns: 40 },
      ),
    300_000,
  );
});

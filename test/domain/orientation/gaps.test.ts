import { describe, expect, it } from 'vitest';
import { IDENTITY_TEMPLATE } from '../../../src/app/identity.ts';
import { commandWording } from '../../../src/cli/command-wording.ts';
import { nextStep, renderAdvice } from '../../../src/domain/next-step.ts';
import { DEFAULT_THRESHOLDS, type OrientationFacts } from '../../../src/domain/orientation/facts.ts';
import { findGaps, findPersonGaps } from '../../../src/domain/orientation/gaps.ts';
import { TOOLS } from '../../../src/main/mcp-definitions.ts';
import { toolWording } from '../../../src/mcp/tool-wording.ts';
import { composeReport } from './compose-report.ts';
import {
  busyFacts,
  daysAgo,
  emptyFacts,
  identity,
  idOf,
  item,
  list,
  many,
  NONE,
  session,
} from './fact-fixtures.ts';

/** The tools and commands that a sentence names. */
const namesIn = (text: string) =>
  text
    .match(/\b[a-z]+(?:_[a-z]+)+\b|\bthroughline \w+/g)
    ?.filter((name) => name.startsWith('throughline ') || TOOL_NAMES.includes(name)) ?? [];
const gapsOf = (facts: OrientationFacts) =>
  Object.fromEntries(findGaps(facts, DEFAULT_THRESHOLDS).map((gap) => [gap.code, gap]));
const TOOL_NAMES = TOOLS.map(({ name }) => name);

describe('findGaps', () => {
  it('finds none where nothing is missing', () => {
    expect(findGaps(busyFacts({ openLoops: NONE, decisions: NONE }), DEFAULT_THRESHOLDS)).toEqual([]);
  });

  it('takes a missing checkpoint seriously once the project has had sessions', () => {
    expect(gapsOf(emptyFacts()).no_checkpoint?.severity).toBe('info');
    expect(gapsOf(emptyFacts({ lastSession: session() })).no_checkpoint?.severity).toBe('critical');
    expect(gapsOf(emptyFacts({ lastSession: session({ status: 'closed' }) })).no_checkpoint?.severity).toBe(
      'warning',
    );
    const game = { id: 'prj_1', name: 'Ravenmoor', kind: 'game' as const };
    expect(gapsOf(emptyFacts({ project: game, lastSession: session() })).no_checkpoint?.severity).toBe(
      'info',
    );
  });

  it('calls a checkpoint stale when it is older than the threshold, not at it', () => {
    const at = (days: number) =>
      gapsOf(emptyFacts({ checkpoints: list('checkpoint', ['x'], { createdAt: daysAgo(days) }) }));
    expect(at(14).stale_checkpoint).toBeUndefined();
    expect(at(14.01).stale_checkpoint).toMatchObject({
      severity: 'warning',
      message: 'The checkpoint is 14 days old.',
    });
    const strict = { staleCheckpointDays: 1, oldLoopDays: 1 };
    expect(findGaps(busyFacts(), strict).map((gap) => gap.code)).toContain('stale_checkpoint');
  });

  it("judges this worktree's checkpoint, not a fresher one elsewhere", () => {
    const items = [
      item('checkpoint', 'x', { worktree: '/other', createdAt: daysAgo(1) }),
      item('checkpoint', 'y', { worktree: '/home/ada/lantern', createdAt: daysAgo(60) }, 1),
    ];
    expect(gapsOf(emptyFacts({ checkpoints: { items, total: 2 } })).stale_checkpoint).toBeDefined();
  });

  it('distinguishes a lost session, a derived handoff and a missing one', () => {
    const codesAfter = (over: Parameters<typeof session>[0]) =>
      Object.keys(gapsOf(busyFacts({ lastSession: session(over) })));
    expect(codesAfter({ status: 'lost', hasHandoff: false })).toContain('last_session_lost');
    expect(codesAfter({ status: 'lost', hasHandoff: false })).not.toContain('no_handoff');
    expect(codesAfter({ isHandoffDerived: true })).toContain('handoff_derived');
    expect(codesAfter({ hasHandoff: false })).toContain('no_handoff');
    expect(codesAfter({ status: 'paused', hasHandoff: false })).not.toContain('no_handoff');
  });

  it('counts old open loops, with "at least" when it has not seen them all', () => {
    const loops = many('open_loop', 3, (at) => `loop ${at}`, { createdAt: daysAgo(20) });
    expect(gapsOf(emptyFacts({ openLoops: loops })).old_open_loops?.message).toBe(
      '3 open loops are older than 14 days.',
    );
    const more = gapsOf(emptyFacts({ openLoops: { ...loops, total: 90 } })).old_open_loops;
    expect(more?.message).toBe('At least 3 open loops are older than 14 days.');
  });

  it('names two active decisions on one subject, however it is spelled', () => {
    const on = (subject: string | null, at: number) => item('decision', 'x', { subject }, at);
    const gap = (...subjects: (string | null)[]) =>
      gapsOf(emptyFacts({ decisions: { items: subjects.map(on), total: subjects.length } }))
        .conflicting_decisions;
    expect(gap('auth', ' Auth')?.message).toContain(
      `"auth" (${idOf('decision', 0)}, ${idOf('decision', 1)})`,
    );
    expect(gap('auth', 'cache')).toBeUndefined();
    expect(gap(null, null, '')).toBeUndefined();
    expect(gap('a', 'a', 'b', 'b', 'c', 'c', 'd', 'd')?.message).toContain('and 1 more subject.');
  });

  it('makes a pending succession critical, and first', () => {
    const [first] = findGaps(
      busyFacts({ awaitingSuccessor: [session({ id: 'ses_dead' })] }),
      DEFAULT_THRESHOLDS,
    );
    expect(first).toMatchObject({ code: 'pending_succession', severity: 'critical' });
    expect(first?.next).toEqual([nextStep('session.start', { predecessor: 'ses_dead' })]);
  });

  it('asks the person for an identity file, not the agent', () => {
    const codesFor = (identities: OrientationFacts['identities']) => {
      const facts = busyFacts({ identities });
      expect(Object.keys(gapsOf(facts)).filter((code) => code.startsWith('identity_'))).toEqual([]);
      return findPersonGaps(facts, DEFAULT_THRESHOLDS).map(({ code }) => code);
    };
    expect(codesFor([])).toEqual(['identity_missing']);
    expect(codesFor([identity(IDENTITY_TEMPLATE)])).toEqual(['identity_unfilled']);
    expect(codesFor([identity(`${IDENTITY_TEMPLATE}\nI am Ada.`)])).toEqual([]);
  });

  it('raises one gap for one killed session: its derived handoff and its capture are part of it', () => {
    const lastSession = session({ status: 'lost', isHandoffDerived: true });
    const own = { id: 'cap_1', sessionId: lastSession.id };
    const codesWith = (items: readonly { id: string; sessionId: string }[]) =>
      Object.keys(
        gapsOf(busyFacts({ lastSession, unreviewedCaptures: { items, total: items.length } })),
      ).filter((code) => ['last_session_lost', 'handoff_derived', 'unreviewed_captures'].includes(code));
    expect(codesWith([own])).toEqual(['last_session_lost']);
    expect(codesWith([own, { id: 'cap_2', sessionId: 'ses_other' }])).toEqual([
      'last_session_lost',
      'unreviewed_captures',
    ]);
  });

  it('counts captures in one place of the report', () => {
    const items = ['cap_1', 'cap_2', 'cap_3'].map((id) => ({ id, sessionId: 'ses_other' }));
    const { report } = composeReport(busyFacts({ unreviewedCaptures: { items, total: 3 } }), {
      budget: 8_000,
    });
    expect(report.match(/\d (?:\w+ )?captures?\b/g)).toHaveLength(1);
    expect(report).toContain('3 captures of transcripts were not reviewed.');
  });

  it('gives every gap a hint in neutral words and steps that every surface can name', () => {
    const facts = [
      emptyFacts({ lastSession: session({ hasHandoff: false }), awaitingSuccessor: [session()] }),
      busyFacts({ lastSession: session({ status: 'lost', isHandoffDerived: true }) }),
      emptyFacts({ checkpoints: list('checkpoint', ['x'], { createdAt: daysAgo(99) }) }),
    ];
    const gaps = facts.flatMap((each) => [
      ...findGaps(each, DEFAULT_THRESHOLDS),
      ...findPersonGaps(each, DEFAULT_THRESHOLDS),
    ]);
    expect(new Set(gaps.map((gap) => gap.code)).size).toBe(8);
    for (const { code, hint, next } of gaps) {
      expect(hint, code).toMatch(/^[A-Z].*\.$/);
      expect(namesIn(hint), code).toEqual([]);
      expect(next.length, code).toBeGreaterThan(0);
      expect(namesIn(renderAdvice(toolWording, hint, next)), code).not.toEqual([]);
      expect(renderAdvice(commandWording, hint, next), code).toContain(' Run throughline ');
    }
  });
});

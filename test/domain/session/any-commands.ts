import fc from 'fast-check';
import { ThroughlineError } from '../../../src/domain/error.ts';
import {
  checkLeaving,
  decideClose,
  decideLeave,
  decideLost,
  decideRejoin,
  decideSucceed,
  decideTurn,
  sessionTime,
} from '../../../src/domain/session/decide.ts';
import type { SessionEvent } from '../../../src/domain/session/events.ts';
import { evolve } from '../../../src/domain/session/events.ts';
import {
  type Closing,
  type Session,
  type SessionKind,
  SUCCESSION_POLICIES,
  type TimeContext,
} from '../../../src/domain/session/session.ts';
import * as s from './session-fixtures.ts';

interface LeaveCommand {
  readonly do: 'leave';
  readonly mode: 'end' | 'pause';
  readonly handoffDigest: string | null;
}

export type Command =
  | { readonly do: 'rejoin'; readonly isNewcomer: boolean }
  | { readonly do: 'turn'; readonly chars: number }
  | LeaveCommand
  | { readonly do: 'close'; readonly closing: Closing }
  | { readonly do: 'lose' }
  | { readonly do: 'succeed'; readonly by: string };

export interface Timed {
  readonly command: Command;
  /** How far the clock moves before it; clocks are also set back. */
  readonly stepMs: number;
}

const anyText = fc.option(fc.constantFrom('done', 'über', '終わり'), { nil: null });

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('rejoin' as const), isNewcomer: fc.boolean() }),
  fc.record({ do: fc.constant('turn' as const), chars: fc.nat(500) }),
  fc.record({
    do: fc.constant('leave' as const),
    mode: fc.constantFrom('end' as const, 'pause' as const),
    handoffDigest: fc.constantFrom('sha256:a', 'sha256:b', null),
  }),
  fc.record({
    do: fc.constant('close' as const),
    closing: fc.record({
      reason: anyText,
      epitaph: anyText,
      policy: fc.constantFrom(...SUCCESSION_POLICIES),
    }),
  }),
  fc.record({ do: fc.constant('lose' as const) }),
  fc.record({ do: fc.constant('succeed' as const), by: fc.constantFrom('ses_2', 'ses_3') }),
);

const anyStep = fc.oneof(
  fc.integer({ min: 0, max: s.minutes(20) }),
  fc.integer({ min: 0, max: s.days(30) }),
  fc.integer({ min: -s.days(2), max: 0 }),
  fc.constantFrom(0, s.minutes(30), s.hours(12)),
);

const anyTimed: fc.Arbitrary<Timed> = fc.record({ command: anyCommand, stepMs: anyStep });
export const anyCommands = fc.array(anyTimed, { maxLength: 25 });

/** As the use cases do it: a leaving call is a turn, writes its handoff and then leaves. */
function leave(
  session: Session,
  { mode, handoffDigest }: LeaveCommand,
  moment: TimeContext,
  known: ReadonlySet<string>,
): SessionEvent[] {
  const handoff = handoffDigest === null ? 'none' : known.has(handoffDigest) ? 'known' : 'new';
  if (checkLeaving(session, { mode, handoff }) === 'already_left') return [];
  const turn = decideTurn(session, 5, moment);
  const spoken = turn.reduce<Session>(evolve, session);
  const at = sessionTime(spoken, moment);
  const written: SessionEvent[] =
    handoffDigest === null
      ? []
      : [{ type: 'handoff.written', at, handoffId: 'hnd', digest: handoffDigest, isDerived: false }];
  return [...turn, ...written, ...decideLeave(spoken, mode, moment)];
}

function decide(
  session: Session,
  command: Command,
  moment: TimeContext,
  known: ReadonlySet<string>,
): SessionEvent[] {
  switch (command.do) {
    case 'rejoin':
      return decideRejoin(
        session,
        { clientSessionId: 'client-9', branch: null, head: 'fff' },
        moment,
        command.isNewcomer,
      );
    case 'turn':
      return decideTurn(session, command.chars, moment);
    case 'leave':
      return leave(session, command, moment, known);
    case 'close':
      return decideClose(session, command.closing, moment);
    case 'lose':
      return decideLost(session, moment);
    case 'succeed':
      return decideSucceed(session, command.by, moment);
  }
}

export interface Step {
  readonly before: Session;
  readonly session: Session;
  readonly events: readonly SessionEvent[];
  readonly refusedWith: string | null;
  readonly moment: TimeContext;
}

export interface Run {
  readonly session: Session;
  readonly journal: readonly SessionEvent[];
  readonly steps: readonly Step[];
}

function step(before: Session, command: Command, moment: TimeContext, known: ReadonlySet<string>): Step {
  try {
    const events = decide(before, command, moment, known);
    return { before, session: events.reduce<Session>(evolve, before), events, refusedWith: null, moment };
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error;
    return { before, session: before, events: [], refusedWith: error.code, moment };
  }
}

/** The furthest that a clock is set back without having been wrong before. */
const SET_BACK_MS = s.hours(26);

/** Sends every command `times` times at its moment. */
export function run(
  commands: readonly Timed[],
  times: (command: Command) => number = () => 1,
  kind: SessionKind = 'work',
  setBackMs = SET_BACK_MS,
): Run {
  let clock = 0;
  let latest = 0;
  const begun = s.started({ kind });
  let session = evolve(undefined, begun);
  const steps: Step[] = [];
  const known = new Set<string>();
  for (const { command, stepMs } of commands) {
    clock = Math.max(clock + stepMs, latest - setBackMs);
    latest = Math.max(latest, clock);
    for (let sent = 0; sent < times(command); sent += 1) {
      const taken = step(session, command, s.moment(clock), known);
      for (const event of taken.events) if (event.type === 'handoff.written') known.add(event.digest);
      steps.push(taken);
      session = taken.session;
    }
  }
  return { session, steps, journal: [begun, ...steps.flatMap(({ events }) => events)] };
}

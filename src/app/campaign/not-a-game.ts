import { invalid } from '../../domain/error.ts';
import type { NextStep } from '../../domain/next-step.ts';
import type { Session } from '../../domain/session/session.ts';

export const notAGame = ({ id }: Session, hint: string, ...next: readonly NextStep[]) =>
  invalid('session_not_a_game', `Session ${id} is of kind work.`, hint, {
    fields: [{ field: 'session_id', problem: 'is no session of a game' }],
    next,
  });

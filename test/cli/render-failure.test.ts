import { describe, expect, it } from 'vitest';
import { failureOf, renderFailure } from '../../src/cli/render-failure.ts';
import { checkText } from '../../src/domain/check-text.ts';
import { conflict, invalid, type ThroughlineError } from '../../src/domain/error.ts';
import { nextStep } from '../../src/domain/next-step.ts';
import {
  closingDiffers,
  sessionClosed,
  sessionClosedWithoutSuccessor,
  sessionEnded,
  sessionHasSuccessor,
  sessionNotFound,
} from '../../src/domain/session/errors.ts';
import { evolve } from '../../src/domain/session/events.ts';
import { started } from '../domain/session/session-fixtures.ts';

const thrownBy = (act: () => unknown): ThroughlineError => {
  try {
    act();
  } catch (error) {
    return error as ThroughlineError;
  }
  throw new Error('nothing was thrown');
};

describe('an error on the command line', () => {
  it('names the flag, where the error names the argument as a field', () => {
    expect(failureOf(thrownBy(() => checkText('open_loops[2]', '')))).toMatchObject({
      message: '--open-loop is empty.',
      hint: 'Pass some words as --open-loop, or leave it out; nothing was written.',
      fields: [{ field: '--open-loop', problem: 'is empty', limit: 1 }],
    });
    const nul = thrownBy(() => checkText('content', 'a\u0000b'));
    expect(failureOf(nul).message).toBe('TEXT contains a NUL character.');
  });

  it('keeps the names of the fields of a file', () => {
    for (const field of ['events[3].session_id', 'sessions[0].predecessor_id', 'campaign.name']) {
      const error = invalid('x', `${field} is unknown.`, `Correct \`${field}\`.`, {
        fields: [{ field, problem: 'is unknown' }],
      });
      expect(failureOf(error)).toMatchObject({
        message: `${field} is unknown.`,
        hint: `Correct ${field}.`,
        fields: [{ field }],
      });
    }
  });

  it('keeps plain words that equal the name of an argument', () => {
    const error = invalid('checkpoint_required', 'Ending needs a checkpoint.', 'Pass `checkpoint`.', {
      fields: [{ field: 'checkpoint', problem: 'is missing' }],
    });
    expect(failureOf(error)).toMatchObject({
      message: 'Ending needs a checkpoint.',
      hint: 'Pass --checkpoint.',
      fields: [{ field: '--checkpoint' }],
    });
  });

  it('keeps quoted text', () => {
    const error = conflict('x', 'No project is named "start_session `session_id`".', 'Start one.', {
      next: [nextStep('session.start')],
    });
    expect(failureOf(error)).toMatchObject({
      message: 'No project is named "start_session `session_id`".',
      hint: 'Start one. Run throughline session start.',
    });
  });

  it('recommends the command for each step', () => {
    const session = evolve(undefined, started({ id: 'ses_1', projectId: 'prj_1' }));
    const hintOf = (error: ThroughlineError) => failureOf(error).hint;
    expect(hintOf(sessionClosed(session))).toContain('Run throughline session start --after ses_1.');
    expect(hintOf(sessionEnded(session))).toContain('Run throughline session resume ses_1.');
    expect(hintOf(closingDiffers(session))).toContain('Run throughline session show ses_1.');
    expect(hintOf(sessionHasSuccessor({ ...session, successorId: 'ses_2' }))).toContain(
      'Run throughline session close ses_2 --policy closed_without_successor, or throughline session close ses_1 --policy successor_allowed.',
    );
    expect(hintOf(sessionClosedWithoutSuccessor(session))).toContain(
      'Run throughline session show ses_1, or throughline session start.',
    );
  });

  it('recommends commands for a game, too', () => {
    const game = evolve(undefined, started({ id: 'ses_2', projectId: 'prj_2', kind: 'game' }));
    for (const error of [sessionClosed(game), sessionEnded(game)])
      expect(failureOf(error).hint).toContain('Run throughline session resume ses_2.');
    expect(failureOf(sessionNotFound('x', 'session_id')).hint).not.toContain('claudmaster');
    expect(failureOf(sessionClosedWithoutSuccessor(game)).hint).toContain(
      'a new session that is not linked to it. Run throughline session show ses_2, or throughline session start --project prj_2.',
    );
  });

  it('is wrapped at the width of a terminal, with all lines after the first indented', () => {
    const error = invalid('x', 'The value is not a number.', 'Pass a number from 0 to 65535.', {
      allowed: ['first', 'second', 'third', 'fourth'],
    });
    expect(renderFailure(error, false, 30).text).toBe(
      [
        'throughline: The value is',
        '  not a number.',
        '  Pass a number from 0 to',
        '  65535.',
        '  Possible: first, second,',
        '  third, fourth',
        '  (x)',
        '',
      ].join('\n'),
    );
    expect(renderFailure(error, false).text.split('\n')).toHaveLength(5);
  });

  it('has its next steps as data and as commands in JSON', () => {
    const session = evolve(undefined, started({ id: 'ses_1' }));
    const { text } = renderFailure(sessionClosed(session), true);
    expect(JSON.parse(text)).toMatchObject({
      code: 'session_closed',
      next: [
        {
          action: 'session.start',
          args: { predecessor: 'ses_1' },
          command: 'throughline session start --after ses_1',
        },
      ],
    });
    expect(JSON.parse(renderFailure(invalid('x', 'No.', 'Stop.'), true).text)).not.toHaveProperty('next');
  });
});

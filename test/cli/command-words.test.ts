import { describe, expect, it } from 'vitest';
import { failureInCommandWords, inCommandWords } from '../../src/cli/command-words.ts';
import { conflict, invalid } from '../../src/domain/error.ts';
import {
  sessionClosed,
  sessionClosedWithoutSuccessor,
  sessionEnded,
  sessionNotFound,
} from '../../src/domain/session/errors.ts';
import { evolve } from '../../src/domain/session/evolve.ts';
import { checkText } from '../../src/domain/text.ts';
import { started } from '../domain/session/a-session.ts';

const failureOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return failureInCommandWords(error as Parameters<typeof failureInCommandWords>[0]);
  }
  throw new Error('nothing was thrown');
};

describe('errors in words of the command line', () => {
  it('name the flag for the argument, where the error names the argument as a field', () => {
    expect(failureOf(() => checkText('open_loops[2]', ''))).toMatchObject({
      message: '--open-loop is empty.',
      hint: 'Give --open-loop some words, or leave it out; nothing was written.',
      fields: [{ field: '--open-loop' }],
    });
    expect(failureOf(() => checkText('content', 'a\u0000b')).message).toBe('TEXT contains a NUL character.');
  });

  it('leave the fields of a file alone', () => {
    for (const field of ['events[3].session_id', 'sessions[0].predecessor_id', 'campaign.name']) {
      const error = invalid('x', `The file is wrong: ${field} is unknown.`, 'Mend that field.', {
        fields: [{ field, problem: 'is unknown' }],
      });
      expect(failureInCommandWords(error)).toMatchObject({
        message: `The file is wrong: ${field} is unknown.`,
        fields: [{ field }],
      });
    }
  });

  it('leave a word alone that is only a word', () => {
    const error = invalid(
      'checkpoint_required',
      'Ending needs a checkpoint.',
      'Pass checkpoint (or summary_notes), or mode "pause" to leave.',
      {
        fields: [{ field: 'checkpoint', problem: 'is missing' }],
      },
    );
    expect(failureInCommandWords(error)).toMatchObject({
      message: 'Ending needs a checkpoint.',
      hint: 'Pass --checkpoint "…", or --pause to leave.',
    });
  });

  it("leave what stands in quotes alone: it is somebody's own text", () => {
    const error = conflict(
      'x',
      'No project is named "start_session session_id".',
      'Call start_session first.',
    );
    expect(failureInCommandWords(error)).toMatchObject({
      message: 'No project is named "start_session session_id".',
      hint: 'Run throughline session start first.',
    });
  });

  it('turn a call into the command that does it', () => {
    const session = evolve(undefined, started({ id: 'ses_1' }));
    expect(failureInCommandWords(sessionClosed(session)).hint).toContain(
      'Run throughline session start --after ses_1',
    );
    expect(failureInCommandWords(sessionEnded(session)).hint).toContain(
      'Run throughline session resume ses_1',
    );
    const game = evolve(undefined, started({ id: 'ses_2', kind: 'game' }));
    for (const error of [sessionClosed(game), sessionEnded(game)])
      expect(failureInCommandWords(error).hint).toContain('Run throughline session resume ses_2');
    expect(failureInCommandWords(sessionNotFound('x', 'session_id')).hint).not.toContain('claudmaster');
    expect(failureInCommandWords(sessionClosedWithoutSuccessor(game)).hint).toContain(
      'run throughline session start: it starts an unlinked session',
    );
    expect(inCommandWords('[+5 characters: list_memories ids=["rec_1"]]')).toBe(
      '[+5 characters: throughline recall rec_1]',
    );
  });
});

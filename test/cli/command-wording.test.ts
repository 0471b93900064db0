import { describe, expect, it } from 'vitest';
import { commandStep, commandWording } from '../../src/cli/command-wording.ts';
import { nextStep, notice, renderNotice, renderParameters } from '../../src/domain/next-step.ts';

describe('arguments in the wording of the command line', () => {
  it.each([
    ['session_id', '--session'],
    ['predecessor_id', '--after'],
    ['open_loops[2]', '--open-loop'],
    ['decisions[0].text', '--decision'],
    ['transcript_path', '--transcript'],
    ['budget_chars', '--budget'],
    ['content', 'TEXT'],
    ['ids', 'ID'],
  ])('names %s by %s', (name, word) => {
    expect(commandWording.parameter(name)).toBe(word);
  });

  it.each(['events[3].session_id', 'sessions[0].predecessor_id', 'campaign.name', 'idempotency_key'])(
    'keeps %s, which no flag sets',
    (name) => {
      expect(commandWording.parameter(name)).toBe(name);
    },
  );

  it('replaces names in backticks, and leaves text in quotes and plain words', () => {
    const text =
      'Pass `session_id` or `open_loops[2]`. "Pass `session_id`" is quoted, session_id is a word, `throughline boot` a command.';
    expect(renderParameters(commandWording, text)).toBe(
      'Pass --session or --open-loop. "Pass `session_id`" is quoted, session_id is a word, `throughline boot` a command.',
    );
  });
});

describe('steps in the wording of the command line', () => {
  it.each([
    [nextStep('session.start', { predecessor: 'ses_1' }), 'throughline session start --after ses_1'],
    [
      nextStep('session.start', { kind: 'game', campaign: 'prj_1' }),
      'throughline session start --project prj_1',
    ],
    [nextStep('session.resume', { session: 'ses_1', kind: 'game' }), 'throughline session resume ses_1'],
    [nextStep('session.end', { mode: 'pause' }), 'throughline session pause'],
    [nextStep('session.end', { session: 'ses_1' }), 'throughline session end ses_1'],
    [nextStep('memory.read', { ids: ['rec_1', 'rec_2'] }), 'throughline recall rec_1 rec_2'],
    [
      nextStep('memory.list', { session: 'ses_1', type: 'checkpoint' }),
      'throughline session show ses_1 --full',
    ],
    [nextStep('memory.list', { type: 'open_loop' }), 'throughline loops'],
    [nextStep('memory.list', { type: 'decision' }), 'throughline search --type decision'],
    [
      nextStep('memory.store', { isGlobal: true, supersedes: ['rec_1'] }),
      'throughline remember --global --supersedes rec_1 TEXT',
    ],
    [nextStep('memory.update', { id: 'rec_1', status: 'resolved' }), 'throughline resolve rec_1'],
    [
      nextStep('session.start', { project: "Ana's shop" }),
      "throughline session start --project 'Ana'\\''s shop'",
    ],
  ])('%j is %s', (step, line) => {
    expect(commandWording.step(step)).toBe(line);
    expect(commandStep(step)).toMatchObject({ action: step.action, command: line });
  });

  it('names each command once, then what no command does', () => {
    const advice = notice(
      'It was kept.',
      nextStep('session.start'),
      nextStep('session.list'),
      nextStep('session.start', { kind: 'work' }),
      nextStep('memory.update', { id: 'rec_1', status: 'active' }),
    );
    expect(renderNotice(commandWording, advice)).toBe(
      'It was kept. Run throughline session start, or throughline session list. An agent in a session can make the record rec_1 active again.',
    );
  });

  it('has a null command in JSON for what no command does', () => {
    expect(commandStep(nextStep('memory.store', { isGlobal: true }))).toEqual({
      action: 'memory.store',
      args: { is_global: true },
      command: 'throughline remember --global TEXT',
    });
    expect(commandStep(nextStep('memory.update', { id: 'rec_1' }))).toMatchObject({ command: null });
  });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Sandbox } from './support/client-sandbox.ts';
import { installPlugin } from './support/install-plugin.ts';
import { answers, injectedReports, lastReport } from './support/model-input.ts';
import { edit, inOrder, plan, run, using, write } from './support/script.ts';

const REQUEST = 'Write a reader for tide tables in src/tide.ts.';
const FAILING = 'node --test test/rounding.test.mjs';
const LEFT = 'Mend the rounding of half tides';

/** A sandbox with the plugin, whose client offers the model a list of things to do. */
async function sandboxWithPlans(): Promise<Sandbox> {
  const sandbox = await Sandbox.open();
  await installPlugin(sandbox);
  Object.assign(sandbox.env, { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1', CLAUDE_CODE_ENABLE_TASKS: '0' });
  return sandbox;
}

const tideFile = ({ project }: Sandbox) => join(project, 'src', 'tide.ts');

/** What a session does that never calls end_session. */
const work = (sandbox: Sandbox) =>
  [
    ['The reader comes first.', write(tideFile(sandbox), 'export const step = 0.5;\n')],
    [run(FAILING)],
    [plan(['Write the reader', 'completed'], [LEFT, 'in_progress'], ['Name the units', 'pending'])],
  ] as const;

function expectWorkShown(packet: string): void {
  expect(packet).toContain(REQUEST);
  expect(packet).toContain('src/tide.ts');
  expect(packet).toContain(LEFT);
  expect(packet).toContain('Name the units');
  expect(packet).not.toContain('Write the reader');
  expect(packet).toContain('· derived]');
}

describe('a session without a handoff', () => {
  it('killed in its first turn: the next session gets a report of what it did and left undone', async () => {
    const sandbox = await sandboxWithPlans();
    const killed = await sandbox.askAndDie(REQUEST, inOrder(...work(sandbox), 'hang'));
    expect(killed.exitCode).toBeNull();
    expect(killed.requests).toHaveLength(4);

    sandbox.api.play(inOrder());
    const next = await sandbox.ask('What is left to do?');
    expect(injectedReports(next.requests[0])).toHaveLength(1);
    expectWorkShown(lastReport(next.requests[0]));
    expect(lastReport(next.requests[0])).toContain('Not reported as finished: the first request.');
    expect(lastReport(next.requests[0])).toContain('Not committed (on branch main): src/tide.ts.');
  });

  it('killed in a later turn: what it did after the last one that ended is not lost', async () => {
    const sandbox = await sandboxWithPlans();
    sandbox.api.play(inOrder(...work(sandbox), ['The reader stands, the rounding is wrong.']));
    const first = await sandbox.ask(REQUEST);
    const script = inOrder(
      [write(join(sandbox.project, 'src', 'harbour.ts'), 'export {};\n')],
      [edit(tideFile(sandbox), '0.5', '0.25')],
      'hang',
    );
    const killed = await sandbox.askAndDie('Now the harbours.', script, '--resume', first.sessionId);
    expect(killed.exitCode).toBeNull();

    sandbox.api.play(inOrder());
    const packet = lastReport((await sandbox.ask('What is left to do?')).requests[0]);
    expect(packet).toContain('Now the harbours.');
    expect(packet).toContain('src/harbour.ts');
    expect(packet).toContain(LEFT);
  });

  it('that the client ended leaves the same handoff', async () => {
    const sandbox = await sandboxWithPlans();
    sandbox.api.play(inOrder(...work(sandbox), ['The reader stands, the rounding is wrong.']));
    const first = await sandbox.ask(REQUEST);
    expect(first.exitCode).toBe(0);
    expect(first.stderr).toBe('');

    const next = await sandbox.ask('What is left to do?');
    expect(injectedReports(next.requests[0])).toHaveLength(1);
    expectWorkShown(lastReport(next.requests[0]));
    expect(lastReport(next.requests[0])).toContain('The reader stands, the rounding is wrong.');
  });

  it('with a handoff of its own leaves that, and nothing derived beside it', async () => {
    const sandbox = await sandboxWithPlans();
    const checkpoint = 'The reader stands; next is the rounding of half tides in step().';
    const constraint = 'Heights are whole centimetres, because the gauges are.';
    sandbox.api.play(
      inOrder(...work(sandbox), ...using('end_session', { checkpoint, constraints: [constraint] }), ['Bye.']),
    );
    const first = await sandbox.ask(REQUEST);
    expect(answers(first.requests.at(-1))).toContain('The session has ended.');

    const packet = lastReport((await sandbox.ask('Go on.')).requests[0]);
    expect(packet).toContain(checkpoint);
    expect(packet).toContain(constraint);
    expect(packet).not.toContain('derived');
    expect(packet).not.toContain(FAILING);
  });
});

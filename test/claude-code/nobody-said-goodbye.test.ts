import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Desk } from './support/desk.ts';
import { installPlugin } from './support/install-plugin.ts';
import { edit, inOrder, plan, run, using, write } from './support/script.ts';
import { answers, lastTold, told } from './support/told.ts';

const REQUEST = 'Write a reader for tide tables in src/tide.ts.';
const FAILING = 'node --test test/rounding.test.mjs';
const LEFT = 'Mend the rounding of half tides';

/** A desk with the plugin, whose client offers the model a list of things to do. */
async function deskWithPlans(): Promise<Desk> {
  const desk = await Desk.open();
  await installPlugin(desk);
  Object.assign(desk.env, { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1', CLAUDE_CODE_ENABLE_TASKS: '0' });
  return desk;
}

const tideFile = ({ project }: Desk) => join(project, 'src', 'tide.ts');

/** What a session does that never calls end_session. */
const work = (desk: Desk) =>
  [
    ['The reader comes first.', write(tideFile(desk), 'export const step = 0.5;\n')],
    [run(FAILING)],
    [plan(['Write the reader', 'completed'], [LEFT, 'in_progress'], ['Name the units', 'pending'])],
  ] as const;

function expectTheWork(packet: string): void {
  expect(packet).toContain(REQUEST);
  expect(packet).toContain('src/tide.ts');
  expect(packet).toContain(FAILING);
  expect(packet).toContain(LEFT);
  expect(packet).toContain('Name the units');
  expect(packet).not.toContain('Write the reader');
  expect(packet).toContain('handoff_derived');
}

describe('a session that nobody closed', () => {
  it('killed in its first turn, before any hook but the first two: the next one is told what it did and left undone', async () => {
    const desk = await deskWithPlans();
    const killed = await desk.askAndDie(REQUEST, inOrder(...work(desk), 'hang'));
    expect(killed.exitCode).toBeNull();
    expect(killed.requests).toHaveLength(4);

    desk.api.play(inOrder());
    const next = await desk.ask('What is left to do?');
    expect(told(next.requests[0])).toHaveLength(1);
    expectTheWork(lastTold(next.requests[0]));
  });

  it('killed in a later turn: what it did after the last one that ended is not lost', async () => {
    const desk = await deskWithPlans();
    desk.api.play(inOrder(...work(desk), ['The reader stands, the rounding is wrong.']));
    const first = await desk.ask(REQUEST);
    const script = inOrder(
      [write(join(desk.project, 'src', 'harbour.ts'), 'export {};\n')],
      [edit(tideFile(desk), '0.5', '0.25')],
      'hang',
    );
    const killed = await desk.askAndDie('Now the harbours.', script, '--resume', first.sessionId);
    expect(killed.exitCode).toBeNull();

    desk.api.play(inOrder());
    const packet = lastTold((await desk.ask('What is left to do?')).requests[0]);
    expect(packet).toContain('Now the harbours.');
    expect(packet).toContain('src/harbour.ts');
    expect(packet).toContain(LEFT);
  });

  it('that the client ended leaves the same handoff', async () => {
    const desk = await deskWithPlans();
    desk.api.play(inOrder(...work(desk), ['The reader stands, the rounding is wrong.']));
    const first = await desk.ask(REQUEST);
    expect(first.exitCode).toBe(0);
    expect(first.stderr).toBe('');

    const next = await desk.ask('What is left to do?');
    expect(told(next.requests[0])).toHaveLength(1);
    expectTheWork(lastTold(next.requests[0]));
    expect(lastTold(next.requests[0])).toContain('The reader stands, the rounding is wrong.');
  });

  it('with a handoff of its own leaves that, and nothing derived beside it', async () => {
    const desk = await deskWithPlans();
    const checkpoint = 'The reader stands; next is the rounding of half tides in step().';
    const constraint = 'Heights are whole centimetres, because the gauges are.';
    desk.api.play(
      inOrder(...work(desk), ...using('end_session', { checkpoint, constraints: [constraint] }), ['Bye.']),
    );
    const first = await desk.ask(REQUEST);
    expect(answers(first.requests.at(-1))).toContain('The session has ended.');

    const packet = lastTold((await desk.ask('Go on.')).requests[0]);
    expect(packet).toContain(checkpoint);
    expect(packet).toContain(constraint);
    expect(packet).not.toContain('derived');
    expect(packet).not.toContain(FAILING);
  });
});

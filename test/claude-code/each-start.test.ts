import { beforeEach, describe, expect, it } from 'vitest';
import { Desk } from './support/desk.ts';
import { installPlugin } from './support/install-plugin.ts';
import { keptReceipts, keptSessions } from './support/kept.ts';
import type { ModelRequest } from './support/messages-api.ts';
import { inOrder, run, SUMMARY, using } from './support/script.ts';
import { answers, asksForSummary, lastTold, opening, told, wire } from './support/told.ts';

const RULE = 'Heights are whole centimetres, because the gauges are.';
const OTHERS_RULE = 'Never publish a table before the harbour master signed it.';

const keep = (content: string) => using('store_memory', { type: 'constraint', content });

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.open(inOrder());
  await installPlugin(desk);
});

/** Each session is told once per start, and nothing is told twice. */
async function expectOneReceiptPerStart(starts: number): Promise<void> {
  expect(await keptReceipts(desk)).toHaveLength(starts);
}

describe('a client session that is taken up again', () => {
  it('with --resume is told once more, and of what others kept meanwhile', async () => {
    desk.api.play(inOrder(...keep(RULE), ['Noted.']));
    const first = await desk.ask('Keep the rule on heights.');
    desk.api.play(inOrder(...keep(OTHERS_RULE), ['Noted.']));
    await desk.ask('Keep the rule on publishing.');

    const again = await desk.ask('Where were we?', '--resume', first.sessionId);
    expect(again.sessionId).toBe(first.sessionId);
    expect(told(again.requests[0])).toHaveLength(2);
    expect(lastTold(again.requests[0])).toContain(OTHERS_RULE);
    await expectOneReceiptPerStart(3);

    const sessions = await keptSessions(desk);
    expect(sessions.map(({ status }) => status)).toEqual(['ended', 'ended', 'ended']);
    expect(sessions.at(-1)).toMatchObject({
      client_session_id: first.sessionId,
      predecessor_id: sessions[0]?.session_id,
      turn_count: 1,
    });
  });

  it('after its client was killed is the same session', async () => {
    const killed = await desk.askAndDie('Hello.', inOrder([run('echo hello')], 'hang'));
    desk.api.play(inOrder());
    await desk.ask('Where were we?', '--resume', killed.sessionId);
    expect(await keptSessions(desk)).toMatchObject([
      { client_session_id: killed.sessionId, status: 'ended', predecessor_id: null },
    ]);
    await expectOneReceiptPerStart(2);
  });

  it('with --continue writes into its own session, though the client gives the server another id', async () => {
    const first = await desk.ask('Hello.');
    desk.api.play(inOrder(...keep(RULE), ['Noted.']));
    const again = await desk.ask('Keep the rule on heights.', '--continue');
    expect(again.sessionId).toBe(first.sessionId);
    expect(answers(again.requests.at(-1))).toContain(RULE);

    const ids = new Set((await keptSessions(desk)).map(({ client_session_id }) => client_session_id));
    expect([...ids]).toEqual([first.sessionId]);
  });

  it('with --fork-session is a session of its own that is told once more', async () => {
    desk.api.play(inOrder(...keep(RULE), ['Noted.']));
    const first = await desk.ask('Keep the rule on heights.');
    const fork = await desk.ask('Try another way.', '--resume', first.sessionId, '--fork-session');
    expect(fork.sessionId).not.toBe(first.sessionId);
    expect(told(fork.requests[0])).toHaveLength(2);
    expect(lastTold(fork.requests[0])).toContain(RULE);
    await expectOneReceiptPerStart(2);

    const [one, other, ...more] = await keptSessions(desk);
    expect(more).toEqual([]);
    expect(other?.client_session_id).toBe(fork.sessionId);
    expect(other?.predecessor_id).toBe(one?.session_id);
  });
});

describe('/clear', () => {
  it('begins a session that follows the cleared one, is told what that did, and writes into itself', async () => {
    desk.api.play(
      inOrder(...keep(RULE), ['Noted: centimetres.'], ...keep(OTHERS_RULE), ['Noted: signatures.']),
    );
    const talk = await desk.converse(['Keep the rule on heights.', '/clear', 'Keep the rule on publishing.']);
    expect(talk.exitCode).toBe(0);

    const afterClear = talk.requests[3];
    expect(told(afterClear)).toHaveLength(1);
    expect(lastTold(afterClear)).toContain(RULE);
    expect(lastTold(afterClear)).toContain('Noted: centimetres.');
    await expectOneReceiptPerStart(2);

    const [cleared, next, ...more] = await keptSessions(desk);
    expect(more).toEqual([]);
    expect(next?.predecessor_id).toBe(cleared?.session_id);
    expect(next?.client_session_id).toBe(talk.sessionId);
    expect(answers(talk.requests.at(-1))).toContain(`${next?.session_id}`);
  });
});

describe('/compact', () => {
  it('keeps what it takes away; the packet after it tells first what the session itself did, and where the rest is', async () => {
    desk.api.play(inOrder(['Before: the pier is surveyed.']));
    await desk.ask('Survey the pier.');
    const decision = 'We take the median of three readings, because the gauge jumps.';
    desk.api.play(
      inOrder(
        ...using('store_memory', { type: 'decision', content: decision }),
        ['Noted.'],
        ...using('list_captures', {}),
        ['There it is.'],
      ),
    );
    const talk = await desk.converse(['Decide on the readings.', '/compact', 'What do we have?']);
    expect(talk.exitCode).toBe(0);
    const { requests } = talk;
    const at = requests.findIndex(asksForSummary);
    expect(at).toBeGreaterThan(0);
    // Whatever a hook prints here ends up in the summariser's instructions.
    expect(wire(requests[at])).not.toContain('hookSpecificOutput');

    const after = requests[at + 1];
    expect(wire(after)).toContain(SUMMARY);
    expect(told(after)).toHaveLength(1);
    const packet = lastTold(after);
    const places = [decision, 'Before: the pier is surveyed.'].map((text) => packet.indexOf(text));
    expect(places[0]).toBeGreaterThan(0);
    expect(places[1] === -1 || (places[0] ?? 0) < (places[1] ?? 0)).toBe(true);
    await expectOneReceiptPerStart(3);

    const [capture] = /cap_\w+/.exec(answers(requests.at(-1))) ?? [];
    expect(answers(requests.at(-1))).toContain('compaction');
    expect(packet).toContain(`${capture}`);
    expect(await keptSessions(desk)).toHaveLength(2);
  });

  it('that comes by itself in the middle of a turn keeps the same session, which goes on', async () => {
    const full = { contextTokens: 985_000 };
    desk.api.play(inOrder(['The gauge at the mole is broken.', full, run('echo measured')], ['Measured.']));
    const talk = await desk.ask('Measure the tide.');
    expect(talk.requests.map(asksForSummary)).toEqual([false, true, false]);
    expect(told(talk.requests.at(-1))).toHaveLength(1);
    await expectOneReceiptPerStart(2);
    expect(await keptSessions(desk)).toMatchObject([{ turn_count: 1 }]);
  });

  it('between two runs of the client is told of once per start', async () => {
    await desk.ask('Hello.');
    expect((await desk.ask('/compact keep the heights', '--continue')).exitCode).toBe(0);
    const after = await desk.ask('And now?', '--continue');
    const packets = told(after.requests[0]);
    expect(new Set(packets).size).toBe(packets.length);
    await expectOneReceiptPerStart(4);
  });
});

describe('two clients at once in one project', () => {
  it('each write into their own session', async () => {
    const rules = { heights: RULE, publishing: OTHERS_RULE };
    const subjects = Object.keys(rules);
    const isOn = (subject: string) => (request: ModelRequest) => opening(request).includes(`on ${subject}`);
    const scripts = Object.entries(rules).map(
      ([subject, rule]) => [isOn(subject), inOrder(...keep(rule), ['Noted.'])] as const,
    );
    desk.api.play((request) => scripts.find(([is]) => is(request))?.[1](request) ?? ['What?']);
    const sittings = await Promise.all(subjects.map((subject) => desk.ask(`Keep the rule on ${subject}.`)));

    const sessions = await keptSessions(desk);
    expect(sessions).toHaveLength(2);
    for (const [nth, subject] of subjects.entries()) {
      const own = sessions.find(({ client_session_id }) => client_session_id === sittings[nth]?.sessionId);
      const last = desk.api.requests.filter(isOn(subject)).at(-1);
      expect(answers(last)).toContain(`${own?.session_id}`);
    }
  });
});

describe('a subagent', () => {
  it('is no session: it is told nothing, and takes no turn', async () => {
    const isSub = (request: ModelRequest) => opening(request).includes('LOOK AROUND');
    let asked = 0;
    desk.api.play((request) => {
      if (isSub(request)) return ['I looked.'];
      asked += 1;
      return asked === 1
        ? [
            {
              tool: 'Agent',
              input: {
                description: 'look',
                prompt: 'LOOK AROUND',
                subagent_type: 'general-purpose',
                run_in_background: false,
              },
            },
          ]
        : ['It looked.'];
    });
    const talk = await desk.ask('Have someone look around.');
    const sub = talk.requests.filter(isSub);
    expect(sub.length).toBeGreaterThan(0);
    expect(sub.flatMap(told)).toEqual([]);
    const sessions = await keptSessions(desk);
    expect(sessions.map(({ turn_count }) => turn_count)).toEqual([1]);
  });
});

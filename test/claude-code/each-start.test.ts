import { beforeEach, describe, expect, it } from 'vitest';
import { shortId } from '../support/short-id.ts';
import { Sandbox } from './support/client-sandbox.ts';
import { installPlugin } from './support/install-plugin.ts';
import type { ModelRequest } from './support/messages-api.ts';
import {
  answers,
  asksForSummary,
  injectedReports,
  lastReport,
  opening,
  wire,
} from './support/model-input.ts';
import { inOrder, run, SUMMARY, using } from './support/script.ts';
import { listReceipts, listSessions } from './support/stored-items.ts';

const RULE = 'Heights are whole centimetres, because the gauges are.';
const OTHERS_RULE = 'Never publish a table before the harbour master signed it.';

const keep = (content: string) => using('store_memory', { type: 'constraint', content });

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.open(inOrder());
  await installPlugin(sandbox);
});

/** Each session gets one report per start, and nothing is reported twice. */
async function expectOneReceiptPerStart(starts: number): Promise<void> {
  expect(await listReceipts(sandbox)).toHaveLength(starts);
}

describe('a client session that is resumed', () => {
  it('with --resume gets another report, with what other sessions stored meanwhile', async () => {
    sandbox.api.play(inOrder(...keep(RULE), ['Noted.']));
    const first = await sandbox.ask('Keep the rule on heights.');
    sandbox.api.play(inOrder(...keep(OTHERS_RULE), ['Noted.']));
    await sandbox.ask('Keep the rule on publishing.');

    const again = await sandbox.ask('Where were we?', '--resume', first.sessionId);
    expect(again.sessionId).toBe(first.sessionId);
    expect(injectedReports(again.requests[0])).toHaveLength(2);
    expect(lastReport(again.requests[0])).toContain(OTHERS_RULE);
    await expectOneReceiptPerStart(3);

    const sessions = await listSessions(sandbox);
    expect(sessions.map(({ status }) => status)).toEqual(['ended', 'ended', 'ended']);
    expect(sessions.at(-1)).toMatchObject({
      client_session_id: first.sessionId,
      predecessor_id: sessions[0]?.session_id,
      turn_count: 1,
    });
  });

  it('after its client was killed is the same session', async () => {
    const killed = await sandbox.askAndDie('Hello.', inOrder([run('echo hello')], 'hang'));
    sandbox.api.play(inOrder());
    await sandbox.ask('Where were we?', '--resume', killed.sessionId);
    expect(await listSessions(sandbox)).toMatchObject([
      { client_session_id: killed.sessionId, status: 'ended', predecessor_id: null },
    ]);
    await expectOneReceiptPerStart(2);
  });

  it('with --continue writes into its own session, though the client gives the server another id', async () => {
    const first = await sandbox.ask('Hello.');
    sandbox.api.play(inOrder(...keep(RULE), ['Noted.']));
    const again = await sandbox.ask('Keep the rule on heights.', '--continue');
    expect(again.sessionId).toBe(first.sessionId);
    expect(answers(again.requests.at(-1))).toContain(RULE);

    const ids = new Set((await listSessions(sandbox)).map(({ client_session_id }) => client_session_id));
    expect([...ids]).toEqual([first.sessionId]);
  });

  it('with --fork-session is a new session that gets another report', async () => {
    sandbox.api.play(inOrder(...keep(RULE), ['Noted.']));
    const first = await sandbox.ask('Keep the rule on heights.');
    const fork = await sandbox.ask('Try another way.', '--resume', first.sessionId, '--fork-session');
    expect(fork.sessionId).not.toBe(first.sessionId);
    expect(injectedReports(fork.requests[0])).toHaveLength(2);
    expect(lastReport(fork.requests[0])).toContain(RULE);
    await expectOneReceiptPerStart(2);

    const [one, other, ...more] = await listSessions(sandbox);
    expect(more).toEqual([]);
    expect(other?.client_session_id).toBe(fork.sessionId);
    expect(other?.predecessor_id).toBe(one?.session_id);
  });
});

describe('/clear', () => {
  it('begins a successor of the cleared session, which gets a report of its work and has its own writes', async () => {
    sandbox.api.play(
      inOrder(...keep(RULE), ['Noted: centimetres.'], ...keep(OTHERS_RULE), ['Noted: signatures.']),
    );
    const talk = await sandbox.converse([
      'Keep the rule on heights.',
      '/clear',
      'Keep the rule on publishing.',
    ]);
    expect(talk.exitCode).toBe(0);

    const afterClear = talk.requests[3];
    expect(injectedReports(afterClear)).toHaveLength(1);
    expect(lastReport(afterClear)).toContain(RULE);
    expect(lastReport(afterClear)).toContain('Noted: centimetres.');
    await expectOneReceiptPerStart(2);

    const [cleared, next, ...more] = await listSessions(sandbox);
    expect(more).toEqual([]);
    expect(next?.predecessor_id).toBe(cleared?.session_id);
    expect(next?.client_session_id).toBe(talk.sessionId);
    expect(answers(talk.requests.at(-1))).toContain(`${next?.session_id}`);
  });
});

describe('/compact', () => {
  it('captures what it removes; the report after it begins with the work of the session and names the capture', async () => {
    sandbox.api.play(inOrder(['Before: the pier is surveyed.']));
    await sandbox.ask('Survey the pier.');
    const decision = 'We take the median of three readings, because the gauge jumps.';
    sandbox.api.play(
      inOrder(
        ...using('store_memory', { type: 'decision', content: decision }),
        ['Noted.'],
        ...using('list_captures', {}),
        ['There it is.'],
      ),
    );
    const talk = await sandbox.converse(['Decide on the readings.', '/compact', 'What do we have?']);
    expect(talk.exitCode).toBe(0);
    const { requests } = talk;
    const at = requests.findIndex(asksForSummary);
    expect(at).toBeGreaterThan(0);
    // Whatever a hook prints here ends up in the summariser's instructions.
    expect(wire(requests[at])).not.toContain('hookSpecificOutput');

    const after = requests[at + 1];
    expect(wire(after)).toContain(SUMMARY);
    expect(injectedReports(after)).toHaveLength(1);
    const packet = lastReport(after);
    const places = [decision, 'Before: the pier is surveyed.'].map((text) => packet.indexOf(text));
    expect(places[0]).toBeGreaterThan(0);
    expect(places[1] === -1 || (places[0] ?? 0) < (places[1] ?? 0)).toBe(true);
    await expectOneReceiptPerStart(3);

    const [capture = ''] = /cap_\w+/.exec(answers(requests.at(-1))) ?? [];
    expect(answers(requests.at(-1))).toContain('compaction');
    expect(packet).toContain(shortId(capture));
    expect(capture).not.toBe('');
    expect(packet).toContain('## This session before the compaction');
    expect(packet).toContain('Decide on the readings.');
    expect(await listSessions(sandbox)).toHaveLength(2);
  });

  it('that starts automatically in the middle of a turn continues the same session', async () => {
    const full = { contextTokens: 985_000 };
    sandbox.api.play(
      inOrder(['The gauge at the mole is broken.', full, run('echo measured')], ['Measured.']),
    );
    const talk = await sandbox.ask('Measure the tide.');
    expect(talk.requests.map(asksForSummary)).toEqual([false, true, false]);
    expect(injectedReports(talk.requests.at(-1))).toHaveLength(1);
    await expectOneReceiptPerStart(2);
    expect(await listSessions(sandbox)).toMatchObject([{ turn_count: 1 }]);
  });

  it('between two runs of the client is reported once per start', async () => {
    await sandbox.ask('Hello.');
    expect((await sandbox.ask('/compact keep the heights', '--continue')).exitCode).toBe(0);
    const after = await sandbox.ask('And now?', '--continue');
    const packets = injectedReports(after.requests[0]);
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
    sandbox.api.play((request) => scripts.find(([is]) => is(request))?.[1](request) ?? ['What?']);
    const runs = await Promise.all(subjects.map((subject) => sandbox.ask(`Keep the rule on ${subject}.`)));

    const sessions = await listSessions(sandbox);
    expect(sessions).toHaveLength(2);
    for (const [nth, subject] of subjects.entries()) {
      const own = sessions.find(({ client_session_id }) => client_session_id === runs[nth]?.sessionId);
      const last = sandbox.api.requests.filter(isOn(subject)).at(-1);
      expect(answers(last)).toContain(`${own?.session_id}`);
    }
  });
});

describe('a subagent', () => {
  it('is no session: it gets no report, and counts no turn', async () => {
    const isSub = (request: ModelRequest) => opening(request).includes('LOOK AROUND');
    let asked = 0;
    sandbox.api.play((request) => {
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
    const talk = await sandbox.ask('Have someone look around.');
    const sub = talk.requests.filter(isSub);
    expect(sub.length).toBeGreaterThan(0);
    expect(sub.flatMap(injectedReports)).toEqual([]);
    const sessions = await listSessions(sandbox);
    expect(sessions.map(({ turn_count }) => turn_count)).toEqual([1]);
  });
});

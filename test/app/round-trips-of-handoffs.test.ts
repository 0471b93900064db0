import { afterEach, describe, it, vi } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import { handedOver, stdio } from './remote-tools.ts';
import { days } from './test-app.ts';

const UNKNOWN_IDS = Array.from({ length: 30 }, (_, index) => `rec_${1_000_000 + index}`);
const CLIENT_ID = '7d3f1f6e-6c0e-4c7e-9a55-0a4a3a1f2b11';

interface Case {
  readonly title: string;
  /** By default the caller is bound to the session that it ends. */
  readonly caller?: Caller;
  /** Added to the handoff; what is undefined is left out. */
  readonly args?: object;
  readonly daysLater?: number;
}

const notesOnly = { checkpoint: undefined };
const unknown = { resolved_loops: UNKNOWN_IDS };
const key = { idempotency_key: 'key-1234' };
const fresh = stdio('fresh');
const newConversation = { ...fresh, clientSessionId: 'conversation-1' };

const CASES: readonly Case[] = [
  { title: 'a new conversation, 30 days later', caller: newConversation, daysLater: 30 },
  {
    title: 'a new conversation, 30 days later, and unknown ids',
    caller: newConversation,
    args: unknown,
    daysLater: 30,
  },
  { title: 'a bound session, notes only, a key and unknown ids', args: { ...notesOnly, ...key, ...unknown } },
  {
    title: 'a call that begins the session, notes only, a key and unknown ids',
    caller: fresh,
    args: { ...notesOnly, ...key, ...unknown },
  },
  {
    title: 'a new conversation in a named project',
    caller: newConversation,
    args: { ...notesOnly, ...key, ...unknown, project: 'ledger' },
    daysLater: 30,
  },
  {
    title: 'a bound session and another project, which is new',
    args: { ...notesOnly, ...key, ...unknown, project: 'another' },
  },
  {
    title: 'an id of the client that no session has',
    caller: fresh,
    args: { ...notesOnly, ...key, ...unknown, session_id: CLIENT_ID },
    daysLater: 30,
  },
];

async function countTrips({ caller, args = {}, daysLater = 0 }: Case): Promise<number> {
  const { trips, caller: bound, next, pass } = await handedOver(200);
  pass(days(daysLater));
  const connection = caller?.connection ? { ...caller.connection } : null;
  return trips(caller === undefined ? bound : { ...caller, connection }, 'end_session', { ...next, ...args });
}

afterEach(() => void vi.restoreAllMocks());

describe('end_session with 200 records waits at most 15 times for the store', () => {
  for (const given of CASES) {
    it(`with ${given.title}`, async () => {
      vi.spyOn(performance, 'now').mockReturnValue(0);
      await countTrips(given);
    });

    it(`with ${given.title}, on a machine so slow that all work pauses after every step`, async () => {
      let now = 0;
      vi.spyOn(performance, 'now').mockImplementation(() => {
        now += 20;
        return now;
      });
      await countTrips(given);
    });
  }
});

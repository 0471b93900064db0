import { join } from 'node:path';
import { expect, it } from 'vitest';
import { joinClient, keepBinding } from '../../src/app/join-client.ts';
import { holdLock } from '../support/held-lock.ts';
import { aWorld, client, leaving, passer } from './a-world.ts';

it('answers calls that write nothing while a writer waits for the store', async () => {
  const { services, folder } = aWorld();
  const agent = client();
  await services.endSession(agent, { mode: 'end', content: leaving() });
  const readAll = async () => {
    await services.getSessions(passer(), {});
    await services.ownIdentity(passer(), { isOfProject: true });
    await services.rollDice(passer(), { notation: '1d6' });
    await services.bootReport(passer(), {});
  };
  // Once before, so that their code is loaded.
  await readAll();
  const release = holdLock(join(folder, 'throughline.db'));
  const order: string[] = [];
  const write = services
    .storeMemory(agent, { type: 'decision', content: 'late' })
    .then(() => order.push('write'));
  await readAll();
  order.push('reads');
  release();
  await write;
  expect(order).toEqual(['reads', 'write']);
});

it('does not bind a connection to the session of a call that ends after its client moved on', async () => {
  const { world } = aWorld();
  const caller = { ...client('/repos/ledger', 'first'), process: 'pid-1' };
  const { connection } = await joinClient(world, caller);
  const first = { result: undefined, binding: { sessionId: 'ses_of_first' } };
  await keepBinding(await joinClient(world, caller), async () => first);
  expect(connection?.sessionId).toBe('ses_of_first');
  await keepBinding(await joinClient(world, caller), async () => {
    // Another call of the same connection finds that its client has turned to another conversation.
    await joinClient(world, { ...caller, clientSessionId: 'second' });
    return first;
  });
  expect(connection).toMatchObject({ clientSessionId: 'second', sessionId: null });
});

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { joinClient, updateBinding } from '../../src/app/connection-binding.ts';
import { holdLock } from '../support/held-lock.ts';
import { client, handoffContent, openTestApp, statelessCaller } from './test-app.ts';

it('answers calls that write nothing while a writer waits for the store', async () => {
  const { services, folder } = openTestApp();
  const agent = client();
  await services.endSession(agent, { mode: 'end', content: handoffContent() });
  const readAll = async () => {
    await services.getSessions(statelessCaller(), {});
    await services.ownIdentity(statelessCaller(), { isOfProject: true });
    await services.rollDice(statelessCaller(), { notation: '1d6' });
    await services.bootReport(statelessCaller(), {});
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

it('does not bind a connection to the session of a call that ends after its client changed the conversation', async () => {
  const { deps } = openTestApp();
  const caller = { ...client('/repos/ledger', 'first'), process: 'pid-1' };
  const { connection } = await joinClient(deps, caller);
  const first = { result: undefined, binding: { sessionId: 'ses_of_first' } };
  await updateBinding(await joinClient(deps, caller), async () => first);
  expect(connection?.sessionId).toBe('ses_of_first');
  await updateBinding(await joinClient(deps, caller), async () => {
    // Another call of the same connection finds that its client has turned to another conversation.
    await joinClient(deps, { ...caller, clientSessionId: 'second' });
    return first;
  });
  expect(connection).toMatchObject({ clientSessionId: 'second', sessionId: null });
});

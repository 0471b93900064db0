import { describe, expect, it } from 'vitest';
import { place, serverIn } from '../support/server.ts';

const LOOPS = 128;

describe('a process whose first write only changes stored records', () => {
  it('stores records afterwards', async () => {
    const here = place();
    const earlier = await serverIn(here);
    const { id } = await earlier.facts('store_memory', { content: 'The queue is named ledger.' });
    await earlier.close();
    const client = await serverIn(here);
    await client.facts('update_memory', { id, importance: 8 });
    const stored = await client.facts('store_memory', { content: 'The queue drops nothing.' });
    expect(stored.id).not.toBe(id);
    const ended = await client.facts('end_session', { checkpoint: 'Both facts are stored.' });
    expect(ended.stored).toEqual({ checkpoint: 1 });
  });

  it(`resolves ${LOOPS} open loops in one handoff`, async () => {
    const here = place();
    const loops = Array.from({ length: LOOPS }, (_, index) => `Loop ${index}`);
    const earlier = await serverIn(here);
    await earlier.facts('end_session', { checkpoint: 'Begun.', open_loops: loops });
    await earlier.close();
    const client = await serverIn(here);
    const ended = await client.facts('end_session', { checkpoint: 'Done.', resolved_loops: loops });
    expect(ended.summary).toContain(`Resolved: ${LOOPS} open loops.`);
  });
});

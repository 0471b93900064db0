import { describe, expect, it } from 'vitest';
import { place, serverIn } from '../support/server.ts';

describe('two servers on one store', () => {
  it('see at once what the other wrote, including the one that created the store', async () => {
    const here = place();
    const creator = await serverIn(here);
    await creator.facts('start_session', { title: 'first' });
    const other = await serverIn(here);
    for (let round = 1; round <= 3; round += 1) {
      await other.facts('start_session', { title: `round ${round}`, resume: false });
      await other.facts('end_session', {
        checkpoint: `checkpoint ${round}`,
        constraints: [`constraint ${round}`],
      });
      expect((await creator.facts('boot_report')).report).toContain(`constraint ${round}`);
      await creator.facts('add_session_note', { summary: `note ${round}` });
      const { sessions } = await other.facts('get_sessions', { query: `note` });
      expect(sessions[0].notes).toHaveLength(round);
    }
  });

  it('share the session of one client, and keep the sessions of two apart', async () => {
    const here = place();
    const env = { CLAUDE_CODE_SESSION_ID: 'client-1' };
    const [one, again, two] = await Promise.all([
      serverIn(here, { env }),
      serverIn(here, { env }),
      serverIn(here, { env: { CLAUDE_CODE_SESSION_ID: 'client-2' } }),
    ]);
    const started = await Promise.all([one, again, two].map((client) => client.facts('start_session')));
    const ids = started.map(({ session }) => session.session_id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
    const state = await two.facts('get_session_state', { session_id: 'client-1' });
    expect(state.session_info.session_id).toBe(ids[0]);
  });

  it('keep a text once that both store at the same moment', async () => {
    const here = place();
    const both = await Promise.all([serverIn(here), serverIn(here)]);
    for (const client of both) await client.facts('start_session', { resume: false });
    const texts = Array.from({ length: 30 }, (_, index) => `both of us learned lesson ${index}`);
    const stored = await Promise.all(
      both.map((client) => Promise.all(texts.map((content) => client.facts('store_memory', { content })))),
    );
    const idsOf = (answers: readonly { id: string }[]) => answers.map(({ id }) => id);
    expect(idsOf(stored[0] ?? [])).toEqual(idsOf(stored[1] ?? []));
    expect(stored.flat().filter(({ is_new }) => is_new)).toHaveLength(30);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await both[0]?.facts('list_memories', { project: '*', cursor });
      ids.push(...idsOf(page.memories));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(ids).toHaveLength(30);
  });

  it('keep apart what a client calls under two session ids of its own over one connection', async () => {
    const client = await serverIn(place());
    const call = (sessionId: string) => client.call('start_session', {}, { sessionId });
    const [first, second, firstAgain] = [
      await call('thread-1'),
      await call('thread-2'),
      await call('thread-1'),
    ];
    const idOf = (result: typeof first) => result.structuredContent.session.session_id;
    expect(idOf(first)).not.toBe(idOf(second));
    expect(idOf(firstAgain)).toBe(idOf(first));
  });
});

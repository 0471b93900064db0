import { describe, expect, it } from 'vitest';
import { allServices } from '../../src/main/compose.ts';
import { client, handoffContent, openTestApp, refusal, renderNotices, type TestApp } from './test-app.ts';

const UUID = '0b8f9c1e-7a44-4d0b-9f52-3c1d2e4f5a6b';
const OPENCODE = 'ses_6f1a2b3c4ffeAbCdEfGhIjKlMn';
/** Ours has 26 lower-case characters, without i, l, o and u. */
const OURS = 'ses_0123456789abcdefghjkmnpqrs';

/** Sessions with ids as in real life. */
function withIds(app: TestApp, ...ids: readonly string[]) {
  const rest = [...ids];
  const newSessionId = () => rest.shift() ?? 'ses_0000000000000000000000none';
  return allServices(() => ({ ...app.deps, ids: { ...app.deps.ids, newSessionId } }));
}

type Services = TestApp['services'];
type Call = (services: Services, session_id: string) => Promise<unknown>;

const ADOPTING: Readonly<Record<string, Call>> = {
  start_session: (services, session_id) => services.startSession(client(), { session_id }),
  end_session: (services, session_id) =>
    services.endSession(client(), { mode: 'end', session_id, content: handoffContent() }),
  store_memory: (services, session_id) => services.storeMemory(client(), { content: 'x', session_id }),
  add_session_note: (services, session_id) =>
    services.addSessionNote(client(), { note: { summary: 'x' }, session_id }),
};

const NOT_ADOPTING: Readonly<Record<string, Call>> = {
  get_session_state: (services, session_id) => services.getSessionState(client(), { session_id }),
  list_memories: (services, session_id) => services.listMemories(client(), { session_id }),
  close_session: (services, session_id) => services.closeSession(client(), { session_id }),
  start_session: (services, predecessor_id) => services.startSession(client(), { predecessor_id }),
};

describe('the id of a client’s conversation', () => {
  it.each(Object.entries(ADOPTING))('that is unknown begins a session with it: %s', async (_name, call) => {
    for (const id of [UUID, UUID.toUpperCase(), OPENCODE]) {
      const app = openTestApp();
      const result = (await call(app.services, id)) as { notices: Parameters<typeof renderNotices>[0] };
      const session = await app.store.sessions.find(id);
      expect(session).toMatchObject({ clientSessionId: id });
      expect(renderNotices(result.notices).join(' ')).toContain(
        `No session had the id "${id}", so ${session?.id}`,
      );
      await call(app.services, id);
      const { sessions } = await app.services.getSessions(client(), {});
      expect(sessions.filter(({ client_session_id }) => client_session_id === id)).toHaveLength(1);
    }
  });

  it.each(Object.entries(NOT_ADOPTING))('is not adopted where nothing begins: %s', async (_name, call) => {
    const app = openTestApp();
    await app.services.startSession(client(), {});
    expect(await refusal(call(app.services, UUID))).toBe('not_found: session_not_found');
  });

  it.each(Object.entries(ADOPTING))('is not what any unknown word is: %s', async (_name, call) => {
    const app = openTestApp();
    for (const id of [OURS, 'yesterday', UUID.slice(1), `${UUID}0`, 'ses_6f1a2b3c4ffe', '../../etc/passwd'])
      expect(await refusal(call(app.services, id)), id).toBe('not_found: session_not_found');
  });

  it('begins a session also where a paused one waits, and leaves that one paused', async () => {
    const app = openTestApp();
    const paused = await app.services.startSession(client(), {});
    await app.services.endSession(client(), {
      mode: 'pause',
      session_id: paused.session.session_id,
      content: handoffContent(),
    });
    const begun = await app.services.startSession(client(), { session_id: UUID });
    expect(begun.session.session_id).not.toBe(paused.session.session_id);
    expect(await app.store.sessions.find(paused.session.session_id)).toMatchObject({ status: 'paused' });
  });

  it('is that of a handoff of its own, though another conversation left the same words', async () => {
    const app = openTestApp();
    const content = handoffContent();
    const first = await app.services.endSession(client(), { mode: 'end', content });
    const second = await app.services.endSession(client(), { mode: 'end', session_id: UUID, content });
    expect(second.session.id).not.toBe(first.session.id);
  });

  it('does not take the current session of its connection away', async () => {
    const app = openTestApp();
    const me = client();
    const { session } = await app.services.startSession(me, {});
    await app.services.storeMemory(me, { content: 'x', session_id: UUID });
    const { record } = await app.services.storeMemory(me, { content: 'y' });
    expect(record.session_id).toBe(session.session_id);
  });
});

describe('the beginning of a session’s id', () => {
  const OTHER = 'ses_0123456zzzzzzzzzzzzzzzzzzz';

  it('names the session, in every call', async () => {
    const app = openTestApp();
    const services = withIds(app, OURS);
    await services.startSession(client(), {});
    const { state } = await services.getSessionState(client(), { session_id: OURS.slice(0, 10) });
    expect(state.session_info.session_id).toBe(OURS);
    const { session } = await services.endSession(client(), {
      mode: 'end',
      session_id: OURS.slice(0, 8),
      content: handoffContent(),
    });
    expect(session.id).toBe(OURS);
    expect(await refusal(services.getSessionState(client(), { session_id: OURS.slice(0, 7) }))).toBe(
      'invalid: id_too_short',
    );
  });

  it('is refused where it is that of several, with their ids', async () => {
    const app = openTestApp();
    const services = withIds(app, OURS, OTHER);
    await services.startSession(client(), {});
    await services.startSession(client(), { resume: false });
    const asked = services.getSessionState(client(), { session_id: 'ses_0123456' });
    await expect(asked).rejects.toMatchObject({
      code: 'session_ambiguous',
      allowed: ['ses_01234567', 'ses_0123456z'],
    });
    const { state } = await services.getSessionState(client(), { session_id: 'ses_0123456z' });
    expect(state.session_info.session_id).toBe(OTHER);
  });

  it('gives way to a whole id and to a client’s id', async () => {
    const app = openTestApp();
    const services = withIds(app, OURS, OTHER);
    await services.startSession(client(), {});
    await services.startSession(client('/repos/ledger', 'ses_01234'), { resume: false });
    const { state } = await services.getSessionState(client(), { session_id: 'ses_01234' });
    expect(state.session_info.client_session_id).toBe('ses_01234');
  });

  it('needs six characters where a session is closed for good', async () => {
    const app = openTestApp();
    const services = withIds(app, OURS);
    await services.startSession(client(), {});
    const close = (length: number) =>
      services.closeSession(client(), { session_id: OURS.slice(0, 'ses_'.length + length) });
    expect(await refusal(close(5))).toBe('invalid: id_too_short');
    expect((await close(6)).session.id).toBe(OURS);
  });

  it('finds nothing of a project that is switched off', async () => {
    const app = openTestApp();
    const services = withIds(app, OURS);
    await services.startSession(client('/repos/secret'), {});
    const off = allServices(() => ({ ...app.deps, readOff: () => ['/repos/secret/.git'] }));
    const asked = off.getSessionState(client(), { session_id: OURS.slice(0, 12) });
    expect(await refusal(asked)).toBe('not_found: session_not_found');
  });
});

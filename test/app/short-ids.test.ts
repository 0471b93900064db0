import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import type { Services } from '../../src/app/services.ts';
import { allServices } from '../../src/main/compose.ts';
import { openSqliteStore } from '../../src/storage/sqlite/open-sqlite-store.ts';
import { aRecord } from '../domain/record/a-record.ts';
import { client, decision, handoffContent, openTestApp, refusal } from './test-app.ts';

const ONE = 'rec_abcdef0000000000000000000q';
const TWO = 'rec_abcdefzzzzzzzzzzzzzzzzzzzz';
const SHORT = 'rec_abcdef';

const put = (id: string, over: Parameters<typeof aRecord>[0] = {}) => ({
  kind: 'record' as const,
  record: aRecord({ id, content: `What ${id} says.`, projectId: null, sessionId: null, ...over }),
  expectedVersion: 0,
});

/** An app with two workspaces in one store. */
async function openTwo() {
  const app = openTestApp();
  const store = openSqliteStore({ path: ':memory:', busyTimeoutMs: 0, now: app.now() });
  const services = allServices((id) => ({ ...app.deps, store: store.workspace(id) }));
  const inside = (workspace: string): Caller => {
    const caller = client();
    return { ...caller, principal: { ...caller.principal, workspace } };
  };
  return { services, store, inside };
}

const ALL_ID_ARGUMENTS: Readonly<
  Record<string, (services: Services, caller: Caller, id: string) => Promise<unknown>>
> = {
  'list_memories ids': (services, caller, id) => services.listMemories(caller, { ids: [id] }),
  'update_memory id': (services, caller, id) => services.updateMemory(caller, { id, importance: 9 }),
  'delete_memory id': (services, caller, id) => services.deleteMemory(caller, { id }),
  'store_memory supersedes': (services, caller, id) =>
    services.storeMemory(caller, { content: 'Newer.', project: null, supersedes: [id] }),
};

describe('the beginning of an id', () => {
  it.each(Object.entries(ALL_ID_ARGUMENTS))(
    'is unique in one workspace and not in another: %s',
    async (_, call) => {
      const { services, store, inside } = await openTwo();
      await store.workspace('home').ledger.commit([put(ONE)]);
      await store.workspace('work').ledger.commit([put(ONE), put(TWO)]);
      await expect(call(services, inside('home'), SHORT)).resolves.toBeDefined();
      const refused = call(services, inside('work'), SHORT);
      await expect(refused).rejects.toMatchObject({
        code: 'id_ambiguous',
        allowed: ['rec_abcdef0', 'rec_abcdefz'],
      });
      expect(await store.workspace('work').records.findAll([ONE, TWO])).toMatchObject([
        { status: 'active', version: 1 },
        { status: 'active', version: 1 },
      ]);
    },
  );

  it('finds nothing of another workspace, whatever is guessed', async () => {
    const { services, store, inside } = await openTwo();
    await store.workspace('home').ledger.commit([put(ONE)]);
    for (const id of ['rec_abcd', SHORT, ONE.slice(0, -1), ONE])
      expect(await refusal(services.listMemories(inside('work'), { ids: [id] })), id).toBe(
        'not_found: record_not_found',
      );
  });

  it('lists only candidates that the caller may see', async () => {
    const app = openTestApp();
    const secret = await app.services.startSession(client('/repos/secret'), {});
    const { projectId } = (await app.store.sessions.find(secret.session.session_id)) ?? {};
    await app.store.ledger.commit([put(ONE), put(TWO, { projectId: projectId ?? null })]);
    expect(await refusal(app.services.listMemories(client(), { ids: [SHORT] }))).toBe(
      'conflict: id_ambiguous',
    );
    const off = allServices(() => ({ ...app.deps, readOff: () => ['/repos/secret/.git'] }));
    const { memories } = await off.listMemories(client(), { ids: [SHORT] });
    expect(memories.map(({ id }) => id)).toEqual([ONE]);
    expect(await refusal(off.listMemories(client(), { ids: ['rec_abcdefz'] }))).toBe(
      'not_found: record_not_found',
    );
  });

  it('needs as many characters as are shown where nothing can be undone', async () => {
    const app = openTestApp();
    await app.store.ledger.commit([put(ONE)]);
    expect(await refusal(app.services.deleteMemory(client(), { id: 'rec_abcde' }))).toBe(
      'invalid: id_too_short',
    );
    await expect(app.services.deleteMemory(client(), { id: SHORT })).resolves.toMatchObject({ id: ONE });
    expect(await app.store.records.findAll([ONE])).toEqual([]);
  });

  it('is refused where it is so short that it may mean anything', async () => {
    const app = openTestApp();
    await app.store.ledger.commit([put(ONE)]);
    const asked = app.services.listMemories(client(), { ids: ['rec_abc'] });
    await expect(asked).rejects.toMatchObject({
      code: 'id_too_short',
      fields: [{ field: 'ids', limit: 4 }],
    });
  });

  it('is taken in a handoff, in what it supersedes and resolves', async () => {
    const app = openTestApp();
    const caller = client();
    await app.services.startSession(caller, {});
    const { record: loop } = await app.services.storeMemory(caller, {
      content: 'A loop.',
      type: 'open_loop',
    });
    const { record: old } = await app.services.storeMemory(caller, { content: 'Files.', type: 'decision' });
    await app.services.endSession(caller, {
      mode: 'end',
      content: handoffContent({
        checkpoint: 'Done.',
        decisions: [decision('SQLite.', [old.id.slice(0, 12)])],
        resolvedLoops: [loop.id.slice(0, 12)],
      }),
    });
    expect(await app.store.records.findAll([loop.id, old.id])).toMatchObject([
      { status: 'resolved' },
      { status: 'superseded' },
    ]);
  });

  it('that is ambiguous costs no handoff where loops are resolved', async () => {
    const app = openTestApp();
    const caller = client();
    const { session } = await app.services.startSession(caller, {});
    const { projectId } = (await app.store.sessions.find(session.session_id)) ?? {};
    const loop = { type: 'open_loop' as const, projectId: projectId ?? null };
    await app.store.ledger.commit([put(ONE, loop), put(TWO, loop)]);
    const { notices } = await app.services.endSession(caller, {
      mode: 'end',
      content: handoffContent({ checkpoint: 'Done.', resolvedLoops: [SHORT] }),
    });
    expect(notices.map(({ text }) => text).join()).toContain(
      `"${SHORT}" is the beginning of several ids (${[ONE, TWO].toSorted().join(', ')})`,
    );
    expect(await app.store.records.findAll([ONE])).toMatchObject([{ status: 'active' }]);
  });

  it('names a project, a note and a capture', async () => {
    const app = openTestApp();
    const caller = client();
    await app.services.startSession(caller, {});
    const { note, project } = await app.services.addSessionNote(caller, { note: { summary: 'First.' } });
    const revised = await app.services.addSessionNote(caller, {
      note_id: note.id.slice(0, 10),
      note: { summary: 'Second.' },
    });
    expect(revised.note).toMatchObject({ id: note.id, version: 2 });
    const { projectId } = await app.services.bootReport(caller, { project: project.id.slice(0, 10) });
    expect(projectId).toBe(project.id);
    expect(await refusal(app.services.readCapture(caller, { id: 'cap_abcdef' }))).toBe(
      'not_found: capture_not_found',
    );
  });
});

describe('a report', () => {
  it('shows an id longer where another one begins alike, never one that is ambiguous', async () => {
    const app = openTestApp();
    const { session } = await app.services.startSession(client(), {});
    const { projectId } = (await app.store.sessions.find(session.session_id)) ?? {};
    const of = { projectId: projectId ?? null };
    await app.store.ledger.commit([
      put(ONE, { ...of, type: 'warning' }),
      put(TWO, { ...of, type: 'memory' }),
    ]);
    const { report } = await app.services.bootReport(client(), {});
    const shown = /\[(rec_\w+)/.exec(report)?.[1] ?? '';
    expect(shown).toBe('rec_abcdef0');
    const { memories } = await app.services.listMemories(client(), { ids: [shown] });
    expect(memories.map(({ id }) => id)).toEqual([ONE]);
  });
});

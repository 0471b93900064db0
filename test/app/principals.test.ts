import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Caller, localPrincipal, type Scope } from '../../src/app/caller.ts';
import type { Deps } from '../../src/app/deps.ts';
import { createHookServices } from '../../src/app/hooks/hook-services.ts';
import { digestOf } from '../../src/domain/id.ts';
import { allServices } from '../../src/main/compose.ts';
import { openSqliteStore } from '../../src/storage/sqlite/open-sqlite-store.ts';
import { randomIds } from '../../src/system/clock-and-random.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { createTestDeps } from '../support/test-deps.ts';
import { client, handoffContent, openTestApp, refusal, statelessCaller, T0 } from './test-app.ts';

const within = (workspace: string, scopes: readonly Scope[] = ['read', 'write', 'destroy']): Caller => ({
  ...client(),
  principal: { who: 'ada', workspace, scopes },
});

/** Services over one file with many workspaces. */
function openService() {
  const folder = tempFolder();
  const store = openSqliteStore({ path: join(folder, 'store.db'), busyTimeoutMs: 5_000, now: T0 });
  onTestFinished(() => store.close());
  const { folders } = openTestApp().deps;
  const opened: string[] = [];
  const depsFor = (id: string): Deps => {
    opened.push(id);
    return createTestDeps(
      { store: store.workspace(id), clock: { now: () => T0 }, ids: randomIds, folders },
      folder,
    );
  };
  return { services: allServices(depsFor), depsFor, opened, store };
}

const remember = { type: 'decision', content: 'Use tabs.' } as const;
const listAll = { limit: 50 };

const starts = { transcriptPath: null, digest: digestOf('one'), source: 'startup', budget: 4_000 } as const;

describe('services', () => {
  it('work in the workspace of the principal, and find nothing of another one', async () => {
    const { services, opened } = openService();
    const { record } = await services.storeMemory(within('red'), remember);
    const found = async (workspace: string) =>
      (await services.listMemories(within(workspace), listAll)).memories.length;
    expect(await Promise.all([found('red'), found('blue')])).toEqual([1, 0]);
    const erase = services.deleteMemory(within('blue'), { id: record.id });
    expect(await refusal(erase)).toBe('not_found: record_not_found');
    const theirs = await services.storeMemory(within('blue'), remember);
    expect(theirs.record.content).toBe(remember.content);
    expect(await Promise.all([found('red'), found('blue')])).toEqual([1, 1]);
    expect(opened.sort()).toEqual(['blue', 'red']);
  });

  it('let the writers of one workspace wait for each other, and not for those of another', async () => {
    const { depsFor } = openService();
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    const services = allServices((id) => {
      const deps = depsFor(id);
      if (id !== 'red') return deps;
      const commit: typeof deps.store.ledger.commit = async (...given) => {
        await held;
        return deps.store.ledger.commit(...given);
      };
      return { ...deps, store: { ...deps.store, ledger: { ...deps.store.ledger, commit } } };
    });
    const order: string[] = [];
    const write = (workspace: string, name: string) =>
      services.storeMemory(within(workspace), { ...remember, content: name }).then(() => order.push(name));
    const red = [write('red', 'first'), write('red', 'second')];
    await write('blue', 'elsewhere');
    expect(order).toEqual(['elsewhere']);
    free();
    await Promise.all(red);
    expect(order).toEqual(['elsewhere', 'first', 'second']);
  });

  it('open a workspace again after an attempt that failed', async () => {
    const { depsFor } = openService();
    let attempts = 0;
    const services = allServices((id) => {
      attempts += 1;
      if (attempts === 1) throw new Error('The disk is away.');
      return depsFor(id);
    });
    await expect(services.listMemories(within('red'), listAll)).rejects.toThrow('The disk is away.');
    expect((await services.listMemories(within('red'), listAll)).memories.length).toBe(0);
    expect((await services.listMemories(within('red'), listAll)).memories.length).toBe(0);
    expect(attempts).toBe(2);
  });
});

describe('a principal', () => {
  it('cannot write without the scope write, nor destroy without the scope destroy', async () => {
    const { services } = openService();
    const { record } = await services.storeMemory(within('red'), remember);
    const reader = within('red', ['read']);
    const writer = within('red', ['read', 'write']);
    const content = handoffContent({ checkpoint: 'Done.' });
    const { session } = await services.startSession(writer, {});
    const id = session.session_id;
    for (const call of [
      services.storeMemory(reader, remember),
      services.endSession(reader, { mode: 'end', content }),
      services.playerAction(reader, { action: 'look' }),
      services.deleteMemory(writer, { id: record.id }),
      services.closeSession(writer, { session_id: id }),
      services.embedPending(reader, {} as never),
    ])
      expect(await refusal(call)).toBe('denied: scope_missing');
    expect((await services.listMemories(reader, listAll)).memories.length).toBe(1);
  });

  it('leaves no trace of what it reads without the scope write', async () => {
    const { services, store } = openService();
    await services.storeMemory(within('red'), remember);
    const { ledger } = store.workspace('red');
    const before = await ledger.end();
    const reader = within('red', ['read']);
    await services.bootReport(reader, {});
    expect(await ledger.end()).toBe(before);
    await services.bootReport(within('red'), {});
    expect(await ledger.end()).toBeGreaterThan(before);
  });

  it('of a hook works in its own workspace, and needs the scope write', async () => {
    const { depsFor, store } = openService();
    const hooks = createHookServices(depsFor);
    const inRed = { ...within('red'), clientSessionId: 'conversation-1' };
    await hooks.onSessionStart(inRed, starts);
    const sessionsIn = async (id: string) => (await store.workspace(id).ledger.read(0, 100)).length > 0;
    expect([await sessionsIn('red'), await sessionsIn('blue')]).toEqual([true, false]);
    const refused = hooks.onSessionStart({ ...inRed, principal: within('blue', ['read']).principal }, starts);
    expect(await refusal(refused)).toBe('denied: scope_missing');
    expect(await sessionsIn('blue')).toBe(false);
    expect(await hooks.isNewConversation(inRed)).toBe(false);
    expect(await hooks.isNewConversation({ ...inRed, principal: within('blue').principal })).toBe(true);
    const asked = hooks.isNewConversation({ ...inRed, principal: within('red', ['read']).principal });
    expect(await refusal(asked)).toBe('denied: scope_missing');
  });

  it('cannot read without the scope read', async () => {
    const { services } = openService();
    const writer = within('red', ['write']);
    for (const call of [
      services.listMemories(writer, listAll),
      services.bootReport(writer, {}),
      services.searchMemory(writer, { query: 'tabs' }),
      services.vectorStatus(writer),
    ])
      expect(await refusal(call)).toBe('denied: scope_missing');
  });

  it('can do nothing with a scope if it lacks one of those before it', async () => {
    const { services, depsFor } = openService();
    const { record } = await services.storeMemory(within('red'), remember);
    const { session } = await services.startSession(within('red'), {});
    for (const scopes of [['write'], ['destroy'], ['write', 'destroy'], ['read', 'destroy']] as const) {
      const caller = within('red', scopes);
      for (const call of [
        services.startSession(caller, {}),
        services.storeMemory(caller, remember),
        services.deleteMemory(caller, { id: record.id }),
        services.closeSession(caller, { session_id: session.session_id }),
        createHookServices(depsFor).onSessionStart({ ...caller, clientSessionId: 'conversation-1' }, starts),
      ])
        expect(await refusal(call)).toBe('denied: scope_missing');
    }
    expect((await services.listMemories(within('red'), listAll)).memories.length).toBe(1);
  });

  it('of this machine has every scope, and only that of reading where the settings say so', () => {
    const scopes = (readOnly: boolean) => localPrincipal({ workspace: 'local', readOnly }).scopes;
    expect(scopes(false)).toEqual(['read', 'write', 'destroy']);
    expect(scopes(true)).toEqual(['read']);
    expect(statelessCaller().principal.workspace).toBe('default');
  });
});

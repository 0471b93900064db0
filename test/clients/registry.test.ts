import { describe, expect, it } from 'vitest';
import type { ClientAdapter } from '../../src/app/ports/client-adapter.ts';
import type { TranscriptFormat } from '../../src/app/ports/transcripts.ts';
import { CLIENTS } from '../../src/clients/index.ts';
import { createRegistry } from '../../src/clients/registry.ts';
import { memoryFile } from '../support/memory-file.ts';

const HOME = { homeDir: '/home/ada', env: {} };

const client = (name: string, parts: Partial<ClientAdapter> = {}): ClientAdapter => ({
  name,
  title: name,
  settings: async () => ({ listSnippets: () => [], listParts: () => [] }),
  ...parts,
});

/** Its folder shows which format read the file. */
const reading = (name: string): Partial<ClientAdapter> => {
  const format: TranscriptFormat = { read: async () => undefined, folderOf: async () => name };
  return { transcripts: { roots: ({ homeDir }) => [`${homeDir}/.${name}`], format: async () => format } };
};

describe('the clients of the program', () => {
  it('keep their transcripts in folders that may be read', () => {
    const readable = CLIENTS.adapters.filter(({ transcripts }) => transcripts !== undefined);
    const roots = CLIENTS.transcriptRoots(HOME);
    expect(roots.length).toBeGreaterThanOrEqual(readable.length);
    expect(new Set(roots).size).toBe(roots.length);
    for (const root of roots) expect(root).toMatch(/^\/home\/ada\/\.[a-z]+\/./);
    const [first] = CLIENTS.transcriptRoots({ ...HOME, env: { CLAUDE_CONFIG_DIR: '/cfg' } });
    expect(first).toBe('/cfg/projects');
  });

  it('with hooks begin with the one that install takes by default', () => {
    expect(CLIENTS.namesWithHooks[0]).toBe('claude-code');
  });
});

describe('a registry of clients', () => {
  it('finds a client by its name', () => {
    const { find } = createRegistry([client('one'), client('two')]);
    expect(find('two')?.name).toBe('two');
    expect(find('three')).toBeUndefined();
    expect(find(undefined)).toBeUndefined();
  });

  it('takes all facts of the environment from one client, the first that put any there', () => {
    const { startedBy } = createRegistry([
      client('silent'),
      client('one', { environment: { sessionId: (env) => env.ONE || null } }),
      client('two', { environment: { projectDir: (env) => env.TWO || null, processId: () => 2 } }),
    ]);
    expect(startedBy({ ONE: 'x', TWO: '/y' })).toEqual({ projectDir: null, sessionId: 'x', processId: null });
    expect(startedBy({ TWO: '/y' })).toEqual({ projectDir: '/y', sessionId: null, processId: 2 });
    expect(createRegistry([client('silent')]).startedBy({})).toEqual({
      projectDir: null,
      sessionId: null,
      processId: null,
    });
  });

  it('takes the session of a call from the first client that finds one in it', () => {
    const { sessionInCall } = createRegistry([
      client('silent'),
      client('one', { sessionInCall: ({ one }) => (typeof one === 'string' ? one : null) }),
      client('two', { sessionInCall: () => 'two' }),
    ]);
    expect(sessionInCall({ one: 'x' })).toBe('x');
    expect(sessionInCall({})).toBe('two');
    expect(createRegistry([]).sessionInCall({ one: 'x' })).toBeNull();
  });

  it.each([
    ['/home/ada/.two/t', 'one', 'two', 'by the folder in which it lies'],
    ['/elsewhere/t', 'two', 'two', 'by the client that named it'],
    ['/elsewhere/t', 'cli', 'one', 'by the first client whose transcripts we can read'],
    ['/home/ada/.closed/t', 'closed', 'one', 'by another where we cannot read those of its client'],
  ])('reads the transcript %s of %s as one of %s: %s', async (path, named, wanted) => {
    const registry = createRegistry([
      client('closed', { transcripts: { roots: ({ homeDir }) => [`${homeDir}/.closed`] } }),
      client('one', reading('one')),
      client('two', reading('two')),
    ]);
    const file = memoryFile(path, '');
    expect(await registry.transcripts(HOME).folderOf({ client: named, file })).toBe(wanted);
  });

  it('reads no transcript where no client has a format', async () => {
    const transcripts = createRegistry([client('one')]).transcripts(HOME);
    const file = memoryFile('/t', '');
    expect(await transcripts.folderOf({ client: 'one', file })).toBeNull();
    expect(await transcripts.read({ client: 'one', file, from: null, limitMs: 1 })).toBeUndefined();
  });
});

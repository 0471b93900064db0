import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../src/clients/index.ts';
import { parseLine, transcriptFormat } from '../../src/clients/opencode/transcript.ts';
import type { TranscriptEntry } from '../../src/domain/capture/transcript-entry.ts';
import { readDatabase } from '../../src/storage/sqlite/driver.ts';
import { openFiles } from '../../src/system/files/open-files.ts';
import { memoryFile } from '../support/memory-file.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ID = 'ses_e16c25d8cffe11ApJUMtdx9TpK';
const OTHER = 'ses_e16c008a5ffeB40G1a8YmyW7Hi';
const AT = 1_794_914_493_000;

/** The tables of the client, as far as they are read. */
function openClientDatabase() {
  const folder = tempFolder('throughline-opencode-');
  const path = join(folder, 'opencode.db');
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER NOT NULL, data TEXT NOT NULL);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL, data TEXT NOT NULL)`);
  let count = 0;
  const idFor = (kind: string) => `${kind}_${String(++count).padStart(4, '0')}`;
  return {
    path,
    folder,
    close: () => database.close(),
    session: (id = ID, parent: string | null = null) =>
      database
        .prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?)')
        .run(id, parent, '/lantern', AT, AT + 9_000),
    message(info: object, parts: readonly object[], { session = ID, at = AT + ++count } = {}) {
      const id = idFor('msg');
      const data = JSON.stringify({ time: { created: at }, ...info });
      database.prepare('INSERT INTO message VALUES (?, ?, ?, ?)').run(id, session, at, data);
      return parts.map((part) => {
        const partId = idFor('prt');
        const insert = database.prepare('INSERT INTO part VALUES (?, ?, ?, ?)');
        insert.run(partId, id, session, JSON.stringify(part));
        return partId;
      });
    },
    update: (id: string, part: object) =>
      database.prepare('UPDATE part SET data = ? WHERE id = ?').run(JSON.stringify(part), id),
  };
}

const text = (words: string, facts: object = {}) => ({ type: 'text', text: words, ...facts });
const tool = (name: string, state: object) => ({ type: 'tool', tool: name, callID: 'call_1', state });
const user = { role: 'user' };
const assistant = { role: 'assistant', mode: 'build', path: { cwd: '/lantern' } };

const filesAt = (folder: string) => CLIENTS.withDatabases(openFiles({ roots: [folder] }), readDatabase);
async function readAt(
  path: string,
  folder: string,
  from: Parameters<typeof transcriptFormat.read>[0]['from'] = null,
) {
  const file = await filesAt(folder).openFile(path, { field: 'transcript_path' });
  const piece = await transcriptFormat.read({ file, from, limitMs: 60_000 });
  if (piece === undefined) throw new Error('could not be read');
  return { ...piece, folder: await transcriptFormat.folderOf(file) };
}

const wordsOf = (entries: readonly TranscriptEntry[]) =>
  entries.map((entry) => [entry.kind, 'text' in entry ? entry.text : 'input' in entry ? entry.input : null]);

describe("a conversation in OpenCode's database", () => {
  it('is read by the path of the database and its id, and no other conversation', async () => {
    const client = openClientDatabase();
    client.session();
    client.session(OTHER);
    client.message(user, [text('Write the tide table')]);
    client.message(user, [text('Something else')], { session: OTHER });
    client.message(assistant, [{ type: 'step-start' }, text('I wrote it.'), { type: 'step-finish' }]);
    const { entries, folder } = await readAt(`${client.path}#${ID}`, client.folder);
    expect(wordsOf(entries)).toEqual([
      ['request', 'Write the tide table'],
      ['reply', 'I wrote it.'],
    ]);
    expect(folder).toBe('/lantern');
    client.close();
    expect((await readAt(`${client.path}#${ID}`, client.folder)).entries).toHaveLength(2);
  });

  it('is read on where it stopped, also after a call that was running is over', async () => {
    const client = openClientDatabase();
    client.session();
    client.message(user, [text('Go')]);
    const input = { command: 'npm test' };
    const running = tool('bash', { status: 'running', input, time: { start: AT } });
    const [id = ''] = client.message(assistant, [running]);
    const first = await readAt(`${client.path}#${ID}`, client.folder);
    expect(wordsOf(first.entries).at(-1)).toEqual([
      'call',
      { what: 'command', command: 'npm test', isInBackground: false },
    ]);
    const state = {
      status: 'completed',
      input,
      output: '2 failed',
      metadata: { exit: 1 },
      time: { start: AT, end: AT + 5 },
    };
    client.update(id, tool('bash', state));
    const second = await readAt(`${client.path}#${ID}`, client.folder, first.position);
    expect(second.isRestarted).toBe(false);
    expect(second.entries).toMatchObject([
      { kind: 'result', callId: 'call_1', text: '2 failed', exitCode: 1, isError: true },
    ]);
    client.update(id, tool('bash', { ...state, time: { ...state.time, compacted: AT + 9 } }));
    const third = await readAt(`${client.path}#${ID}`, client.folder, second.position);
    expect([third.isRestarted, third.entries]).toEqual([false, []]);
  });

  it('starts with its own first message after a fork', async () => {
    const client = openClientDatabase();
    client.session();
    client.message(user, [text('From the other conversation')], { at: AT - 5_000 });
    client.message(user, [text('From this one')]);
    const { entries } = await readAt(`${client.path}#${ID}`, client.folder);
    expect(wordsOf(entries)).toEqual([['request', 'From this one']]);
  });

  it('is listed among the past ones, without those of subagents', async () => {
    const client = openClientDatabase();
    client.session();
    client.session(OTHER, ID);
    const files = await filesAt(client.folder).listFiles(client.folder, { field: 'root', maxDepth: 0 });
    const found = files.filter(({ path }) => CLIENTS.find('opencode')?.transcripts?.sessionIdOf?.(path));
    expect(found).toEqual([
      { path: `${client.path}#${ID}`, size: expect.any(Number), changedAt: '2026-11-17T11:21:42.000Z' },
    ]);
  });

  it('is refused outside of the allowed folders, and where nothing can be read', async () => {
    const client = openClientDatabase();
    const path = `${client.path}#${ID}`;
    await expect(readAt(path, tempFolder())).rejects.toMatchObject({ code: 'path_outside_roots' });
    await expect(readAt(join(client.folder, `x/opencode.db#${ID}`), client.folder)).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect((await readAt(path, client.folder)).entries).toEqual([]);
    client.close();
    const other = new DatabaseSync(client.path);
    other.exec(`DROP TABLE part; INSERT INTO session VALUES ('${ID}', NULL, '/', 1, 1)`);
    other.close();
    await expect(readAt(path, client.folder)).rejects.toMatchObject({ code: 'file_unavailable' });
  });
});

const entriesOf = (line: object) => parseLine(JSON.stringify(line), 1);

describe('entries of OpenCode', () => {
  it.each([
    [{ role: 'user', part: text('Continue', { synthetic: true }) }, []],
    [{ role: 'user', part: text('"Say \\"hi\\" twice"') }, [{ kind: 'request', text: 'Say "hi" twice' }]],
    [{ role: 'user', part: text('"a" or "b"') }, [{ kind: 'request', text: '"a" or "b"' }]],
    [{ role: 'user', part: { type: 'compaction', auto: true } }, [{ kind: 'boundary', trigger: 'auto' }]],
    [{ role: 'assistant', isSummary: true, part: text('We read.') }, [{ kind: 'summary', text: 'We read.' }]],
    [{ error: { name: 'MessageAbortedError' } }, [{ kind: 'interruption', by: 'person' }]],
    [
      { error: { name: 'APIError', data: { message: 'Overloaded' } } },
      [{ kind: 'interruption', by: 'failure', text: 'Overloaded' }],
    ],
  ])('%j', (line, wanted) => {
    const entries = entriesOf(line);
    expect(entries).toHaveLength(wanted.length);
    expect(entries).toMatchObject(wanted);
  });

  it('a patch of several files is one call for each', () => {
    const patchText = '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n@@\n*** End Patch';
    const input = { patchText };
    const call = { tool: 'apply_patch', callID: 'c', input };
    expect(entriesOf({ call })).toMatchObject([
      { callId: 'c', input: { what: 'write', path: 'a.ts' } },
      { callId: 'c#1', input: { what: 'write', path: 'b.ts' } },
    ]);
    const state = { status: 'completed', input, output: 'Success.', metadata: {} };
    expect(entriesOf({ result: { tool: 'apply_patch', callID: 'c', state } })).toMatchObject([
      { callId: 'c', text: 'File created' },
      { callId: 'c#1', text: 'Success.' },
    ]);
  });

  it('tells a refused call from one that failed', () => {
    const resultOf = (error: string) =>
      entriesOf({ result: { tool: 'bash', callID: 'c', state: { status: 'error', error } } })[0];
    expect(resultOf('Error: The user rejected permission to use this specific tool call.')).toMatchObject({
      isRefused: true,
      isError: true,
    });
    expect(resultOf('Error: File not found')).toMatchObject({ isRefused: false, isError: true });
  });

  it('are the same in what the client exports', async () => {
    const state = {
      status: 'completed',
      input: { filePath: 'a.ts' },
      output: 'ok',
      metadata: { exists: false },
    };
    const exported = {
      info: { id: ID, directory: '/lantern' },
      messages: [
        { info: { ...user, time: { created: AT } }, parts: [text('Go')] },
        { info: assistant, parts: [{ type: 'reasoning', text: 'x' }, tool('write', state), text('Done.')] },
      ],
    };
    const file = memoryFile('/t', JSON.stringify(exported, null, 2));
    const piece = await transcriptFormat.read({ file, from: null, limitMs: 60_000 });
    expect(wordsOf(piece?.entries ?? [])).toEqual([
      ['request', 'Go'],
      ['call', { what: 'write', path: 'a.ts' }],
      ['result', 'File created'],
      ['reply', 'Done.'],
    ]);
    expect(piece?.entries[0]?.at).toBe('2026-11-17T11:21:33.000Z');
    expect(await transcriptFormat.folderOf(file)).toBe('/lantern');
  });
});

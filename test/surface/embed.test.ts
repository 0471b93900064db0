import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openDatabase, type Row } from '../../src/storage/sqlite/driver.ts';
import { bytesOf, signCode } from '../../src/storage/sqlite/nearest-records.ts';
import { type Endpoint, openEndpoint, sendJson } from '../support/embedder-endpoint.ts';
import { filesIn } from '../support/find-in-home.ts';
import { hashedWords } from '../support/hashed-words.ts';
import { httpServerIn } from '../support/http-server.ts';
import { PROGRAM } from '../support/program.ts';
import { runProgramInProcess } from '../support/run-in-process.ts';
import { runProgram } from '../support/run-program.ts';
import { type Place, place, serverIn } from '../support/server.ts';
import { serverInProcess } from '../support/server-in-process.ts';

const KEY = 'a-key-that-nobody-may-see';

function configure({ home }: Place, { url }: Endpoint, more: object = {}): void {
  const settings = { embedder: 'http', embedder_url: `${url}/v1`, embedder_model: 'hashed-words', ...more };
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings));
}

async function run(where: Place, args: readonly string[], env: Record<string, string> = {}) {
  const ran = await runProgramInProcess(args, where, { env });
  return {
    ...ran,
    facts: args.includes('--json') && ran.exitCode === 0 ? JSON.parse(ran.stdout) : undefined,
  };
}

function rowsOf({ home }: Place, sql: string): readonly Row[] {
  const reader = openDatabase(join(home, 'store.db'), { readOnly: true });
  try {
    return reader.prepare(sql).all();
  } finally {
    reader.close();
  }
}
const vectorCount = (where: Place) => Number(rowsOf(where, 'SELECT count(*) AS n FROM record_vectors')[0]?.n);

const handoff = (texts: readonly string[]) => ({ checkpoint: 'At the weir.', lessons: texts });

/** A store with so many records, made by a server that knows of no embedder; each handoff replaces a checkpoint. */
async function placeWith(count: number): Promise<Place> {
  const where = place();
  const server = await serverInProcess(where);
  for (let at = 0; at < count; at += 40) {
    const size = Math.min(40, count - at) - 1;
    const lessons = Array.from({ length: size }, (_, one) => `Heron number ${at + one} waits at the weir.`);
    await server.facts('start_session', { project: 'weir' });
    await server.facts('end_session', handoff(lessons));
  }
  await server.close();
  return where;
}

describe('throughline embed', () => {
  it.each([
    ['openai', '/v1', '/v1/embeddings'],
    ['ollama', '', '/api/embed'],
  ])('embeds everything through an endpoint that speaks like %s, once', async (api, base, path) => {
    const [where, endpoint] = [await placeWith(40), await openEndpoint()];
    configure(where, endpoint, {
      embedder_url: endpoint.url + base,
      embedder_api: api,
      embedder_key_env: 'WEIR_KEY',
    });
    const first = await run(where, ['embed', '--json'], { WEIR_KEY: KEY });
    expect(first.facts).toEqual({
      model: 'hashed-words',
      dimension: 64,
      done: 40,
      pending: 0,
      outcome: 'done',
      embedded: 40,
      skipped: 0,
    });
    expect(first.stderr).toContain('40 of 40 embedded');
    expect(endpoint.requests.map((asked) => [asked.path, asked.headers.authorization])).toEqual([
      [path, `Bearer ${KEY}`],
      [path, `Bearer ${KEY}`],
    ]);
    const again = await run(where, ['embed'], { WEIR_KEY: KEY });
    expect(again.stdout).toBe(
      'There are no missing vectors.\nhashed-words: 40 records with a vector of 64 numbers, 0 pending.\n',
    );
    expect(endpoint.requests).toHaveLength(2);
    const kept = filesIn(where.home).map((path) => readFileSync(path));
    expect(Buffer.concat(kept).includes(KEY)).toBe(false);
  });

  it('only shows the counts with --dry-run, and asks and writes nothing', async () => {
    const [where, endpoint] = [await placeWith(10), await openEndpoint()];
    configure(where, endpoint);
    const before = readFileSync(join(where.home, 'store.db'));
    const { facts } = await run(where, ['embed', '--dry-run', '--json']);
    expect(facts).toEqual({ model: 'hashed-words', dimension: null, done: 0, pending: 10 });
    expect(endpoint.requests).toEqual([]);
    expect(readFileSync(join(where.home, 'store.db')).equals(before)).toBe(true);
  });

  it('explains how to configure an embedder where there is none', async () => {
    const { exitCode, stderr } = await run(place(), ['embed']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /No embedder is configured[\s\S]*config set embedder_url[\s\S]*embedder_not_configured/,
    );
  });

  it('says what is missing of a configuration, at the start of anything', async () => {
    const where = place();
    writeFileSync(join(where.home, 'config.json'), '{"embedder":"http"}');
    const { exitCode, stderr } = await run(where, ['embed']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('embedder_url and embedder_model are not set');
    expect((await runProgram(['mcp'], where)).stderr).toContain('embedder_incomplete');
  });

  it('fails with the message of the endpoint, without the key, and keeps what is done', async () => {
    const [where, endpoint] = [await placeWith(40), await openEndpoint()];
    configure(where, endpoint, { embedder_key_env: 'WEIR_KEY' });
    const noKey = await run(where, ['embed']);
    expect([noKey.exitCode, noKey.stderr]).toEqual([2, expect.stringContaining('embedder_key_missing')]);
    endpoint.misbehave = (_, response) =>
      endpoint.requests.length > 1 && sendJson(response, { error: 'no' }, 401);
    const { exitCode, stderr } = await run(where, ['embed'], { WEIR_KEY: KEY });
    expect(exitCode).toBe(6);
    expect(stderr).toMatch(/answered 401[\s\S]*embedder_denied/);
    expect(stderr).not.toContain(KEY);
    expect(vectorCount(where)).toBe(32);
  });

  it('continues after kill -9 without repeating what was finished', async () => {
    const [where, endpoint] = [await placeWith(200), await openEndpoint()];
    configure(where, endpoint);
    endpoint.misbehave = () => endpoint.requests.length > 3;
    const child = spawn(process.execPath, [PROGRAM, 'embed'], {
      cwd: where.project,
      env: { PATH: process.env.PATH ?? '', HOME: where.home, THROUGHLINE_HOME: where.home },
    });
    await vi.waitFor(() => expect(endpoint.requests).toHaveLength(4), 60_000);
    child.kill('SIGKILL');
    await once(child, 'close');
    const finished = endpoint.requests.slice(0, 3).flatMap(({ input }) => input);
    expect(vectorCount(where)).toBe(96);
    endpoint.misbehave = undefined;
    endpoint.requests.length = 0;
    const { facts } = await run(where, ['embed', '--json']);
    expect(facts).toMatchObject({ outcome: 'done', embedded: 100, done: 196, pending: 0 });
    expect(endpoint.texts().filter((text) => finished.includes(text))).toEqual([]);
    expect(rowsOf(where, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect((await run(where, ['doctor'])).exitCode).toBe(0);
  });

  it('embeds again what has another text, or all under another model', async () => {
    const [where, endpoint] = [await placeWith(3), await openEndpoint()];
    configure(where, endpoint);
    await run(where, ['embed']);
    const server = await serverIn(where, { env: { THROUGHLINE_EMBEDDER: 'none' } });
    const { results } = await server.facts('search_memory', { query: 'heron number 1', project: 'weir' });
    await server.facts('update_memory', {
      id: results[0].record.id,
      content: 'The otter has taken its place.',
    });
    await server.close();
    endpoint.requests.length = 0;
    await run(where, ['embed']);
    expect(endpoint.texts()).toEqual([expect.stringContaining('The otter has taken its place.')]);
    endpoint.requests.length = 0;
    configure(where, endpoint, { embedder_model: 'another' });
    const { facts } = await run(where, ['embed', '--json']);
    expect(facts).toMatchObject({ model: 'another', embedded: 3, done: 3, pending: 0 });
  });
});

describe('a deleted record', () => {
  it('leaves no byte of its vector in the store or beside it', async () => {
    const [where, endpoint] = [place(), await openEndpoint()];
    configure(where, endpoint);
    const text = 'The heron was eaten by the pike.';
    const { stdout } = await run(where, ['remember', text, '--json']);
    await run(where, ['remember', 'The otter lives.']);
    await run(where, ['embed']);
    const id = JSON.parse(stdout).id ?? JSON.parse(stdout).record?.id;
    const numbers = hashedWords(text);
    const length = Math.hypot(...numbers);
    const vector = Float32Array.from(numbers, (number) => number / length);
    const bytes = () => Buffer.concat(filesIn(where.home).map((path) => readFileSync(path)));
    expect(bytes().includes(Buffer.from(bytesOf(vector)))).toBe(true);
    expect((await run(where, ['forget', id, '--yes'])).exitCode).toBe(0);
    expect(bytes().includes(Buffer.from(bytesOf(vector)))).toBe(false);
    expect(bytes().includes(Buffer.from(signCode(vector)))).toBe(false);
    expect(vectorCount(where)).toBe(1);
  });
});

describe('a server with an embedder', () => {
  it('embeds in the background what was there and what is written', async () => {
    const [where, endpoint] = [await placeWith(40), await openEndpoint()];
    configure(where, endpoint);
    const server = await serverIn(where);
    await vi.waitFor(() => expect(vectorCount(where)).toBe(40), 60_000);
    await server.facts('store_memory', { content: 'A kingfisher came.', project: 'weir' });
    await vi.waitFor(() => expect(vectorCount(where)).toBe(41), 60_000);
    expect(endpoint.texts().at(-1)).toContain('A kingfisher came.');
    await server.close();
  });

  it('does so over HTTP as well', async () => {
    const [where, endpoint] = [await placeWith(5), await openEndpoint()];
    configure(where, endpoint);
    const { process: child } = await httpServerIn(where);
    await vi.waitFor(() => expect(vectorCount(where)).toBe(5), 60_000);
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
  });

  it('embeds nothing when it is read-only', async () => {
    const [where, endpoint] = [await placeWith(5), await openEndpoint()];
    configure(where, endpoint);
    const server = await serverIn(where, { args: ['--read-only'] });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(endpoint.requests).toEqual([]);
    await server.close();
  });

  it('is not delayed, in answering and in going, by an endpoint that hangs', async () => {
    const [where, endpoint] = [await placeWith(40), await openEndpoint()];
    configure(where, endpoint);
    endpoint.misbehave = () => true;
    const server = await serverIn(where);
    await vi.waitFor(() => expect(endpoint.requests).toHaveLength(1), 60_000);
    // The endpoint never answers: a caller that waited for it would time out.
    await server.facts('store_memory', { content: 'A kingfisher came.', project: 'weir' });
    const gone = once(server.process, 'exit');
    server.process.stdin.end();
    const [exitCode] = await gone;
    expect(exitCode).toBe(0);
  });

  it('searches on when the endpoint is dead, and says nothing on stdout that is no answer', async () => {
    const [where, endpoint] = [await placeWith(10), await openEndpoint()];
    configure(where, endpoint);
    await run(where, ['embed']);
    await endpoint.close();
    const server = await serverIn(where);
    const { results } = await server.facts('search_memory', { query: 'heron weir', project: 'weir' });
    expect(results.length).toBeGreaterThan(0);
    await server.close();
  });
});

describe('hooks and other commands', () => {
  it('embed nothing', async () => {
    const [where, endpoint] = [place(), await openEndpoint()];
    configure(where, endpoint);
    await run(where, ['remember', 'The heron waits.']);
    const input = JSON.stringify({ session_id: 'one', cwd: where.project, source: 'startup' });
    await runProgram(['hook', 'claude-code', 'session-start'], where, { stdin: input });
    await run(where, ['search', 'heron']);
    expect(endpoint.requests).toEqual([]);
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { httpServerIn } from '../support/http-server.ts';
import { place } from '../support/server.ts';
import { StdioClient } from '../support/stdio-client.ts';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const NOT_FOUND_BEFORE = -32002;
const UNSUPPORTED_VERSION = -32022;

interface Answer {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A server, and what it says line by line. */
async function wire() {
  const { home, project } = place();
  const client = new StdioClient({ home, cwd: project });
  onTestFinished(() => client.kill());
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  let rest = '';
  client.process.stdout.on('data', (chunk) => {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      const next = waiting.shift();
      if (next === undefined) lines.push(line);
      else next(line);
    }
  });
  const read = async (): Promise<Answer> => {
    const line = lines.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve)));
    return JSON.parse(line) as Answer;
  };
  const write = (text: string) => void client.process.stdin.write(text);
  const ask = (message: unknown) => {
    write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
    return read();
  };
  return { ask, read, write };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const META = (version: string) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
});

const modern = (id: number, method: string, params: object = {}, version = '2026-07-28') => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params, _meta: META(version) },
});

describe('a line that is not a message', () => {
  it.each([
    ['{"id":77,"method":"tools/call","params":[1]}', INVALID_REQUEST, 77],
    ['{"jsonrpc":"2.0","id":78,"method":"tools/list","params":[1]}', INVALID_REQUEST, 78],
    ['{"jsonrpc":"1.0","id":"five","method":"tools/list"}', INVALID_REQUEST, 'five'],
    ['{"id":79,"method":5}', INVALID_REQUEST, 79],
    ['{"jsonrpc":"2.0","id":{},"method":"tools/list"}', INVALID_REQUEST, null],
    ['[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', INVALID_REQUEST, null],
    ['5', INVALID_REQUEST, null],
    ['null', INVALID_REQUEST, null],
    ['{"jsonrpc":"2.0","id":1,', PARSE_ERROR, null],
    ['not JSON at all', PARSE_ERROR, null],
  ])('%s is answered, before and after the connection is opened', async (line, code, id) => {
    const { ask } = await wire();
    for (const _ of ['before', 'after']) {
      expect(await ask(line)).toEqual({ jsonrpc: '2.0', id, error: { code, message: expect.any(String) } });
      expect(await ask(INITIALIZE)).toMatchObject({ id: 'init' });
    }
  });

  it('is distinguished from messages that arrive in chunks, together, or with multi-byte characters', async () => {
    const { read, write } = await wire();
    const list = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', note: '🦜第' })}\n`;
    const bytes = Buffer.from(`${JSON.stringify(INITIALIZE)}\r\n\n  \n${list(1)}oops 🦜\n${list(2)}`);
    for (let at = 0; at < bytes.length; at += 7) {
      write(bytes.subarray(at, at + 7) as unknown as string);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const answers = [await read(), await read(), await read(), await read()];
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2, 'init', null].toSorted());
  });

  it('ends the server with a log line if it is too long', async () => {
    const { home, project } = place();
    const client = await StdioClient.open({ home, cwd: project });
    onTestFinished(() => client.kill());
    const gone = new Promise((resolve) => client.process.once('exit', resolve));
    client.process.stdin.write(`"${'x'.repeat(12_000_000)}"\n`);
    expect(await gone).toBe(0);
    expect(client.stderr.join('')).toContain('a line of input has more than 10485760 bytes');
  });

  it('is ignored if it is a malformed response', async () => {
    const { ask, write } = await wire();
    write('{"id":1,"result":{}}\n{"id":2,"error":{"code":-1}}\n');
    expect(await ask(INITIALIZE)).toMatchObject({ id: 'init' });
  });
});

const MISFITS: readonly (readonly [string, object | undefined, RegExp])[] = [
  ['resources/read', { uri: 5 }, /^resources\/read: uri must be string, not number\.$/],
  ['resources/read', {}, /^resources\/read: uri is missing; it must be string\.$/],
  [
    'prompts/get',
    { name: 'boot', arguments: { project: 5 } },
    /arguments\.project must be string, not number/,
  ],
  ['tools/call', { name: 5 }, /^tools\/call: name must be string, not number\.$/],
  ['tools/call', { name: 'boot_report', arguments: [1] }, /^tools\/call: arguments must be/],
  [
    'completion/complete',
    { ref: { type: 'ref/bogus' }, argument: { name: 'x', value: 'y' } },
    /^completion\/complete: ref\.type must be ref\/prompt or ref\/resource\.$/,
  ],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt' }, argument: { name: 'x', value: 'y' } },
    /^completion\/complete: ref\.name is missing; it must be string\.$/,
  ],
];

const MISSING = 'throughline://session/ses_nobody';

describe('before 2026-07-28, over stdio', () => {
  it.each(MISFITS)('%s with %j is refused with each problem', async (method, params, words) => {
    const { ask } = await wire();
    await ask(INITIALIZE);
    const { error } = await ask({ jsonrpc: '2.0', id: 1, method, params });
    expect(error?.code).toBe(INVALID_PARAMS);
    expect(error?.message).toMatch(words);
  });

  it('a missing resource has the error code of that era', async () => {
    const { ask } = await wire();
    await ask(INITIALIZE);
    const read = (uri: string) => ask({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } });
    expect(await read(MISSING)).toMatchObject({
      id: 1,
      error: { code: NOT_FOUND_BEFORE, data: { uri: MISSING } },
    });
    expect(await read('nonsense')).toMatchObject({ error: { code: INVALID_PARAMS } });
  });
});

describe('since 2026-07-28, over stdio', () => {
  it.each(MISFITS)('%s with %j is refused with each problem', async (method, params, words) => {
    const { ask } = await wire();
    const { error } = await ask(modern(1, method, params));
    expect(error?.code).toBe(INVALID_PARAMS);
    expect(error?.message).toMatch(words);
  });

  it('a missing resource is an invalid parameter', async () => {
    const { ask } = await wire();
    expect(await ask(modern(1, 'resources/read', { uri: MISSING }))).toMatchObject({
      error: { code: INVALID_PARAMS, data: { uri: MISSING } },
    });
  });

  it('an unknown version is refused in every request, as over HTTP', async () => {
    const { ask } = await wire();
    const refused = { error: { code: UNSUPPORTED_VERSION, data: { requested: '2030-01-01' } } };
    expect(await ask(modern(1, 'tools/list', {}, '2030-01-01'))).toMatchObject(refused);
    expect(await ask(modern(2, 'prompts/list'))).toHaveProperty('result');
    for (const method of ['tools/list', 'prompts/list', 'resources/list']) {
      expect(await ask(modern(3, method, {}, '2030-01-01'))).toMatchObject(refused);
    }
  });
});

describe('over HTTP', () => {
  const post = async (url: string, message: object, version?: string) => {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(version === undefined
          ? {}
          : { 'mcp-protocol-version': version, 'mcp-method': 'resources/read', 'mcp-name': MISSING }),
      },
      body: JSON.stringify(message),
    });
    const text = await response.text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Answer;
  };

  it('a missing resource has the error code of its era', async () => {
    const { url } = await httpServerIn(place());
    const old = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: MISSING } };
    expect(await post(url, old)).toMatchObject({ error: { code: NOT_FOUND_BEFORE, data: { uri: MISSING } } });
    const now = modern(1, 'resources/read', { uri: MISSING });
    expect(await post(url, now, '2026-07-28')).toMatchObject({
      error: { code: INVALID_PARAMS, data: { uri: MISSING } },
    });
  });

  it('invalid params are reported as over stdio', async () => {
    const { url } = await httpServerIn(place());
    const answer = await post(url, { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 5 } });
    expect(answer.error).toEqual({
      code: INVALID_PARAMS,
      message: 'resources/read: uri must be string, not number.',
    });
  });
});

import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, vi } from 'vitest';
import { httpServerIn } from '../support/http-server.ts';
import { sendRaw, statusesIn } from '../support/raw-http.ts';
import { runProgram } from '../support/run-program.ts';
import { place } from '../support/server.ts';

const status = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<number>((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

const connect = async (url: string) => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  return client;
};

describe('throughline serve', () => {
  it('answers /health, and says where it listens, where the data is and how to connect each client', async () => {
    const here = place();
    const { url, lines } = await httpServerIn(here);
    const health = (await (await fetch(`${url}/health`)).json()) as Record<string, unknown>;
    expect(health).toMatchObject({ status: 'ok', name: 'throughline' });
    const text = lines.join('\n');
    expect(text).toContain(`${url}/mcp`);
    expect(text).toContain(`${here.home}/store.db`);
    for (const client of ['Claude Code', 'Codex', 'Gemini CLI', 'Cursor', 'VS Code']) {
      expect(text.split(client).length - 1, client).toBeGreaterThanOrEqual(2);
    }
    expect(text).toMatch(/Claude Code +node ".*bin\.js" install claude-code/);
    const order = ['install claude-code', 'over HTTP'].map((part) => text.indexOf(part));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
  });

  it('prints connection lines that open the store it serves, wherever that is', async () => {
    const { home, project } = place();
    const other = join(home, "somebody's $HOME");
    const shell = `'${other.replaceAll("'", "'\\''")}'`;
    for (const [args, typed] of [
      [[], ` --home ${home}`],
      [['--home', other], ` --home ${shell}`],
      [['--home', join(home, '.throughline')], ''],
      [['--store', join(home, 'x.db')], ` --home ${home} --store ${join(home, 'x.db')}`],
      [['--workspace', 'two words'], ` --home ${home} --workspace "two words"`],
    ] as const) {
      const { lines } = await httpServerIn({ home, project }, args);
      const typing = lines.filter((line) => / install [\w-]+/.test(line));
      expect(typing.length).toBeGreaterThan(0);
      for (const line of typing) expect(line.endsWith(typed), line).toBe(true);
    }
  });

  it('refuses a Host or an Origin that is not this machine', async () => {
    const { url } = await httpServerIn(place());
    expect(await status(`${url}/health`, { host: 'evil.example' })).toBe(403);
    expect(await status(`${url}/mcp`, { host: 'evil.example' }, 'POST')).toBe(403);
    expect(await status(`${url}/health`, { origin: 'https://evil.example' })).toBe(403);
    expect(await status(`${url}/health`, { origin: 'http://localhost:3000' })).toBe(200);
    expect(await status(`${url}/nothing`)).toBe(404);
  });

  it.each(['//', '//x:y', '//[', '///', 'http://[', '*', 'mcp'])(
    'answers 400 with a code to the request target %s, logs it and goes on',
    async (target) => {
      const { url, process: child } = await httpServerIn(place());
      const log: string[] = [];
      child.stderr?.on('data', (chunk) => log.push(String(chunk)));
      const answer = await sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      expect(statusesIn(answer)).toEqual([400]);
      // Node itself refuses some of them before they are a request.
      expect(answer).toMatch(/"code":"request_(?:target_invalid|malformed)"/);
      expect(await status(`${url}/health`)).toBe(200);
      await vi.waitFor(() => expect(log.join('')).toMatch(/^throughline: http: /), 30_000);
      expect(child.exitCode).toBeNull();
    },
  );

  it('answers a whole URL as request target, as a proxy sends it', async () => {
    const { url } = await httpServerIn(place());
    const answer = await sendRaw(url, `GET ${url}/health HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(statusesIn(answer)).toEqual([200]);
  });

  it('answers what is not a request, oversized headers, CONNECT and a method that MCP does not have', async () => {
    const { url } = await httpServerIn(place());
    const host = 'HTTP/1.1\r\nHost: localhost\r\n';
    const cases: readonly (readonly [string, number])[] = [
      ['\u0000\u0001 noise\r\n\r\n', 400],
      [`GET /health ${host}x: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
      ['CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n', 405],
      [`TRACE /mcp ${host}\r\n`, 405],
      [`POST /mcp ${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
      [`GET /health ${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, 200],
    ];
    for (const [bytes, expected] of cases)
      expect([bytes.slice(0, 30), ...statusesIn(await sendRaw(url, bytes))]).toEqual([
        bytes.slice(0, 30),
        expected,
      ]);
  });

  it('remembers nothing between calls: a writer names its session or project', async () => {
    const client = await connect((await httpServerIn(place())).url);
    const without = await client.callTool({ name: 'end_session', arguments: { checkpoint: 'x' } });
    expect(without).toMatchObject({
      isError: true,
      structuredContent: { code: 'session_required', kind: 'invalid' },
    });
    const started = await client.callTool({ name: 'start_session', arguments: { project: 'lantern' } });
    const { session } = started.structuredContent as { session: { session_id: string } };
    const ended = await client.callTool({
      name: 'end_session',
      arguments: {
        session_id: session.session_id,
        checkpoint: 'over http',
        constraints: ['stay on loopback'],
      },
    });
    expect(ended.structuredContent).toMatchObject({ status: 'ended', stored_count: 2 });
    const boot = await client.callTool({ name: 'boot_report', arguments: { project: 'lantern' } });
    expect(boot.structuredContent).toMatchObject({ report: expect.stringContaining('stay on loopback') });
    await client.close();
  });

  it('refuses to listen beyond loopback, and a port that is taken, with a code and a next step', async () => {
    const { url } = await httpServerIn(place());
    const taken = new URL(url).port;
    for (const [args, code] of [
      [['--host', '0.0.0.0'], 'host_not_loopback'],
      [['--port', taken], 'port_unavailable'],
    ] as const) {
      const { stderr, exitCode } = await runProgram(['serve', ...args], place());
      expect(stderr).toContain(code);
      expect(exitCode).toBeGreaterThan(1);
    }
  });

  it('stops when asked to', async () => {
    const { process: child } = await httpServerIn(place());
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
  });
});

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished } from 'vitest';
import { checkDeclared } from './declared-result.ts';
import { httpServerIn } from './http-server.ts';
import { PROGRAM } from './program.ts';
import { type Place, place } from './server.ts';

/** The protocol as clients speak it today, and as it was before. */
export const ERAS = { legacy: 'legacy', modern: { pin: '2026-07-28' } } as const;
export type Mode = (typeof ERAS)[keyof typeof ERAS];

export const INVALID_PARAMS = -32602;

async function opened(mode: Mode, transport: Parameters<Client['connect']>[0]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** The SDK's own client on a real server; gone when the test is. */
export const connect = (
  mode: Mode,
  { home, project }: Place = place(),
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Client> =>
  opened(
    mode,
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp', ...args],
      cwd: project,
      env: { PATH: process.env.PATH ?? '', HOME: home, THROUGHLINE_HOME: home, ...env },
    }),
  );

export async function connectOverHttp(mode: Mode): Promise<Client> {
  const { url } = await httpServerIn(place());
  return opened(mode, new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
}

/** The facts of a call that must succeed, which must be those that its tool declares. */
export async function facts(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  expect(result.isError, `${name} ${JSON.stringify(result.content)}`).toBeFalsy();
  checkDeclared(name, result.structuredContent);
  return result.structuredContent as Record<string, unknown>;
}

export async function startIn(client: Client, args: Record<string, unknown> = {}): Promise<string> {
  const { session } = await facts(client, 'start_session', args);
  return (session as { session_id: string }).session_id;
}

/** The error of a request that must fail. */
export const rejected = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('was answered');
    },
    (error: { code: number; message: string; data?: unknown }) => error,
  );

import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { onTestFinished } from 'vitest';
import { mcp } from '../../src/cli/commands/serve.ts';
import { parseCommandLine } from '../../src/cli/parse-command-line.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import type { ProcessEnvironment } from '../../src/main/process-environment.ts';
import { startStdio } from '../../src/main/start-stdio.ts';
import type { Mode } from './era-client.ts';
import { LineClient } from './line-client.ts';
import { environmentIn, inputOf } from './run-in-process.ts';
import { type Place, place } from './server.ts';

export interface StreamedServer {
  readonly toServer: PassThrough;
  readonly fromServer: PassThrough;
  readonly stderr: string[];
  /** Settles when the server has stopped, after `toServer` ended. */
  readonly stopped: Promise<void>;
}

/** Starts `throughline mcp` inside this process, over streams in place of its stdin and stdout. */
export function startStdioInProcess(
  here: Place,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): StreamedServer {
  const line = parseCommandLine(['mcp', ...args], [mcp]);
  if ('about' in line) throw new Error(`${args.join(' ')} is a question`);
  const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
  const stderr: string[] = [];
  const usual = environmentIn(here, 80, [], '');
  const environment: ProcessEnvironment = {
    ...usual,
    env: { ...usual.env, ...env },
    // The tests are the client that starts it.
    parentPid: process.pid,
    output: fromServer,
    log: (line) => void stderr.push(line),
    pipeInput: (to) => void toServer.pipe(to, { end: false }),
    untilStopped: new Promise((resolve) => void toServer.once('end', resolve)),
  };
  const config = loadConfig(inputOf(environment, line.options));
  return { toServer, fromServer, stderr, stopped: startStdio(config, environment, '0.0.0-test') };
}

/** A client on a server inside this process. */
export class InProcessClient extends LineClient {
  readonly #server: StreamedServer;

  constructor(server: StreamedServer) {
    super(server.toServer, server.fromServer, server.stderr);
    this.#server = server;
  }

  /** Ends its input, as a client does that is done, and waits until it has stopped. */
  async close(): Promise<void> {
    this.#server.toServer.end();
    await this.#server.stopped;
  }
}

export interface InProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly clientName?: string;
  /** Only a process of its own has flags of Node. */
  readonly nodeArgs?: never;
}

/** Like `serverIn`, without a process of its own; stopped when the test is. */
export async function serverInProcess(
  here: Place,
  { env, args, clientName }: InProcessOptions = {},
): Promise<InProcessClient> {
  const client = new InProcessClient(startStdioInProcess(here, args, env));
  onTestFinished(() => client.close());
  await client.initialize(clientName);
  return client;
}

/** The SDK's own client on a server inside this process. */
export async function connectStdioInProcess(
  mode: Mode,
  here: Place = place(),
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const { toServer, fromServer, stopped } = startStdioInProcess(here, args, env);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StdioServerTransport(fromServer, toServer));
  onTestFinished(async () => {
    await client.close();
    toServer.end();
    await stopped;
  });
  return client;
}

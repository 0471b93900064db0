import { mkdirSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { localPrincipal } from '../../src/app/caller.ts';
import { replaceBareProjectFlag } from '../../src/cli/client-settings.ts';
import { parseCommandLine } from '../../src/cli/parse-command-line.ts';
import { renderFailure } from '../../src/cli/render-failure.ts';
import { helpFacts, renderHelpPage } from '../../src/cli/render-help.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { escapeInline } from '../../src/domain/quote-text.ts';
import { ALL_COMMANDS } from '../../src/main/command-list.ts';
import { compose } from '../../src/main/compose.ts';
import { DEFINITIONS } from '../../src/main/mcp-definitions.ts';
import type { ProcessEnvironment } from '../../src/main/process-environment.ts';
import { runCommand } from '../../src/main/run-command.ts';
import { runDoctor } from '../../src/main/run-doctor.ts';
import { outputWidth } from '../../src/main/standard-streams.ts';
import { buildServer } from '../../src/mcp/build-server.ts';
import { toolWording } from '../../src/mcp/tool-wording.ts';
import { PROGRAM } from './program.ts';
import type { Ran } from './run-program.ts';
import type { Place } from './server.ts';
import { shellOf } from './shell.ts';

const readFile = (path: string): string | undefined => {
  try {
    return process.getBuiltinModule('node:fs').readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

export function environmentIn(
  { home, project }: Place,
  width: number,
  printed: string[],
  stdin: string,
): ProcessEnvironment {
  const take = (line: string) => void printed.push(line);
  return {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      THROUGHLINE_HOME: home,
      THROUGHLINE_GIT_TIMEOUT_MS: '20000',
    },
    homeDir: home,
    kill: process.kill.bind(process),
    pid: process.pid,
    parentPid: process.ppid,
    cwd: project,
    platform: process.platform,
    program: { node: process.execPath, path: PROGRAM },
    untilStopped: new Promise(() => undefined),
    isSignaled: () => false,
    extendStop: () => undefined,
    log: take,
    print: take,
    printNotice: take,
    width,
    isTerminal: false,
    hasColor: false,
    readFile,
    readStdin: async () => stdin,
    readPayload: async () => stdin,
    pipeInput: () => undefined,
    output: new PassThrough(),
    uptimeMs: () => 0,
    exitAfter: () => undefined,
    ask: async () => true,
    edit: async (text) => text,
  };
}

export const inputOf = (
  { env, homeDir, cwd }: ProcessEnvironment,
  flags: Readonly<Record<string, string | boolean>>,
) => ({
  flags,
  env,
  homeDir,
  cwd,
  readFile,
});

/** Runs a command inside this process, and returns all it printed: its answer, or its error. */
export async function runInProcess(
  here: Place,
  argv: readonly string[],
  { width = 10_000, stdin = '' }: { readonly width?: number; readonly stdin?: string } = {},
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const printed: string[] = [];
  const environment = environmentIn(here, width, printed, stdin);
  try {
    const line = parseCommandLine(argv, ALL_COMMANDS);
    if (!('command' in line)) throw new Error(`${argv.join(' ')} is a question`);
    const input = inputOf(environment, line.options);
    if (line.command.name === 'doctor')
      await runDoctor(line, input, environment, { throughline: '0', node: process.version });
    else await runCommand(line, input, environment);
    return { text: printed.join('\n'), isError: false };
  } catch (error) {
    return {
      text: [...printed, renderFailure(error, argv.includes('--json')).text].join('\n'),
      isError: true,
    };
  }
}

const VERSIONS = { throughline: '0.0.0-test', node: process.version };

/** Answers as the program does, without a process of its own. Relative paths in arguments are those of the tests' process. */
export async function runProgramInProcess(
  argv: readonly string[],
  here: Place,
  { stdin = '', env = {} }: { stdin?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const width = outputWidth({ isTTY: false } as NodeJS.WriteStream, env.COLUMNS);
  const usual = environmentIn(here, width, stdout, stdin);
  const environment = {
    ...usual,
    env: { ...usual.env, ...env },
    log: (line: string) => void stderr.push(`throughline: ${escapeInline(line)}`),
    printNotice: (line: string) => void stderr.push(line),
  };
  const ran = (exitCode: number, failure = ''): Ran => ({
    stdout: stdout.map((line) => `${line}\n`).join(''),
    stderr: stderr.map((line) => `${line}\n`).join('') + failure,
    exitCode,
  });
  try {
    const line = parseCommandLine(replaceBareProjectFlag(argv), ALL_COMMANDS);
    if ('about' in line) {
      const page = { version: VERSIONS.throughline, width };
      stdout.push(
        line.isJson
          ? JSON.stringify(helpFacts(ALL_COMMANDS, line.words, page), null, 2)
          : renderHelpPage(ALL_COMMANDS, line.words, page),
      );
      return ran(0);
    }
    const input = inputOf(environment, line.options);
    if (line.command.name === 'doctor') return ran(await runDoctor(line, input, environment, VERSIONS));
    await runCommand(line, input, environment);
    return ran(0);
  } catch (error) {
    const { text, exitCode } = renderFailure(error, argv.includes('--json'), width);
    return ran(exitCode, text);
  }
}

/** Commands that must succeed, in one place, without processes of their own. */
export const shellInProcess = (here: Place, env: Record<string, string> = {}) =>
  shellOf((args) => runProgramInProcess(args, here, { env }));

/** Two ends of one connection. */
function linked(): readonly [Transport, Transport] {
  const end = (other: () => Transport): Transport => ({
    start: async () => undefined,
    send: async (message: JSONRPCMessage) => {
      setImmediate(() => other().onmessage?.(structuredClone(message)));
    },
    close: async () => undefined,
  });
  const a: Transport = end(() => b);
  const b: Transport = end(() => a);
  return [a, b];
}

/** The SDK's own client on a server inside this process, over a real store. */
export async function connectInProcess(here: Place, clientName: string): Promise<Client> {
  mkdirSync(here.home, { recursive: true });
  const environment = environmentIn(here, 80, [], '');
  const config = loadConfig(inputOf(environment, { toolsets: 'session,memory,capture,campaign,compat' }));
  const app = await compose(config, environment, false);
  const connection = { sessionId: null, agent: null, knownPeers: new Set<string>(), clientSessionId: null };
  const server = buildServer({
    version: '0',
    definitions: DEFINITIONS,
    services: app.services,
    offer: { toolsets: config.toolsets, isReadOnly: false },
    callerOf: ({ clientName: client }) => ({
      principal: localPrincipal(config),
      surface: 'mcp',
      wording: toolWording,
      folder: here.project,
      client,
      clientSessionId: null,
      connection,
    }),
  });
  const [ours, theirs] = linked();
  await server.connect(ours);
  const client = new Client({ name: clientName, version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(theirs);
  onTestFinished(async () => {
    await client.close();
    await app.store.close();
  });
  return client;
}

#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { EXIT_CODES, INTERNAL_ERROR } from '../cli/exit-codes.ts';
import { type CommandLine, findCommand, parseCommandLine } from '../cli/parse-command-line.ts';
import { renderCommandHelp, renderHelp } from '../cli/render-help.ts';
import { loadConfig } from '../config/load-config.ts';
import { invalid, ThroughlineError } from '../domain/error.ts';
import type { Machine } from './machine.ts';

declare const __VERSION__: string;
const VERSION = __VERSION__;

function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw invalid(
      'text_not_utf8',
      'Standard input is not UTF-8 text.',
      'Convert it first; nothing was written.',
      { cause },
    );
  }
}

const untilSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });

const untilStdinEnds = () =>
  new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    process.stdout.once('error', resolve);
  });

const machineFor = (command: string): Machine => ({
  env: process.env,
  homeDir: homedir(),
  cwd: process.cwd(),
  width: process.stdout.columns ?? 120,
  untilStopped: command === 'mcp' ? Promise.race([untilSignal(), untilStdinEnds()]) : untilSignal(),
  // In stdio mode stdout IS the protocol: one stray write breaks the stream, and all the client says is "disconnected".
  log: (line) => void process.stderr.write(`throughline: ${line}\n`),
  print: (line) => void process.stdout.write(`${line}\n`),
  readFile,
  readStdin,
});

/** Every client has its own server, all day and mostly idle: small room for young objects instead of fast growth. */
const stayOneOfMany = () => setFlagsFromString('--semi-space-growth-factor=1');

async function runLine(line: CommandLine): Promise<void> {
  const { name } = line.command;
  const machine = machineFor(name);
  const { env, homeDir, cwd } = machine;
  const config = loadConfig({ flags: line.options, env, homeDir, cwd, readFile });
  if (name === 'mcp') {
    stayOneOfMany();
    const { startStdio } = await import('./start-stdio.ts');
    return startStdio(config, machine, VERSION);
  }
  if (name === 'serve') {
    const { startHttp } = await import('./start-http.ts');
    return startHttp(config, machine, VERSION, fileURLToPath(import.meta.url));
  }
  if (name === 'doctor') {
    const { runDoctor } = await import('./run-doctor.ts');
    process.exitCode = await runDoctor(line, config, machine, {
      throughline: VERSION,
      node: process.version,
    });
    return;
  }
  const { runCommand } = await import('./run-command.ts');
  return runCommand(line, config, machine);
}

async function run(argv: readonly string[]): Promise<void> {
  const [first] = argv;
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  if (first === '--version' || first === '-v') return print(VERSION);
  if (first === undefined || first === '--help' || first === '-h') return print(renderHelp(VERSION));
  const line = parseCommandLine(argv);
  if (line.command.name === 'help') {
    const [about] = line.rest;
    return print(about === undefined ? renderHelp(VERSION) : renderCommandHelp(findCommand(about)));
  }
  if (line.wantsHelp) return print(renderCommandHelp(line.command));
  return runLine(line);
}

function report(error: unknown, isJson: boolean): number {
  if (!(error instanceof ThroughlineError)) {
    process.stderr.write(
      `throughline: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return INTERNAL_ERROR;
  }
  const { code, kind, message, hint, fields, allowed } = error;
  const text = isJson
    ? JSON.stringify({ code, kind, message, hint, fields, allowed }, null, 2)
    : [
        `throughline: ${message}`,
        `  ${hint}`,
        ...(allowed ? [`  Possible: ${allowed.join(', ')}`] : []),
        `  (${code})`,
      ].join('\n');
  process.stderr.write(`${text}\n`);
  if (code === 'unknown_command' && !isJson) process.stderr.write(`\n${renderHelp(VERSION)}\n`);
  return EXIT_CODES[kind];
}

/** Node calls its own SQLite experimental on every start; nobody who runs this can do anything about it. */
function hushSqliteWarning(): void {
  const emitWarning = process.emitWarning.bind(process) as (...args: unknown[]) => void;
  process.emitWarning = (...args: unknown[]) => {
    if (args[1] === 'ExperimentalWarning' && String(args[0]).startsWith('SQLite')) return;
    emitWarning(...args);
  };
}

async function main(): Promise<void> {
  process.umask(0o077);
  hushSqliteWarning();
  const argv = process.argv.slice(2);
  try {
    await run(argv);
  } catch (error) {
    process.exitCode = report(error, argv.includes('--json'));
  }
  // Nothing may keep a finished process alive: a client that is gone does not come back.
  process.exit();
}

void main();

#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { mcp } from '../cli/commands/mcp.ts';
import { serve } from '../cli/commands/serve.ts';
import { type CommandLine, type HelpLine, parseCommandLine, wordsIn } from '../cli/parse-command-line.ts';
import { tellFailure } from '../cli/tell-failure.ts';
import { loadConfig } from '../config/load-config.ts';
import { invalid } from '../domain/error.ts';
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

const untilStopped = (command: string): Promise<void> => {
  if (command === 'mcp') return Promise.race([untilSignal(), untilStdinEnds()]);
  return command === 'serve' ? untilSignal() : new Promise(() => undefined);
};

/** In a pipe nothing is cut: whoever reads it can. */
const PIPED_WIDTH = 10_000;
const width = () => process.stdout.columns ?? (Number(process.env.COLUMNS) || PIPED_WIDTH);

async function ask(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    // Ctrl+C and Ctrl+D close it, and are no answer.
    prompt.once('close', () => resolve(''));
    prompt.question(`${question} [y/N] `, resolve);
  });
  prompt.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

async function edit(text: string): Promise<string> {
  const { editText } = await import('./edit-text.ts');
  // Ctrl+C is for the editor while it runs; ours would leave its file behind.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  try {
    return editText(text, process.env);
  } finally {
    process.off('SIGINT', ignore);
  }
}

const machineFor = ({ command, hasColour }: CommandLine): Machine => ({
  env: process.env,
  homeDir: homedir(),
  cwd: process.cwd(),
  width: width(),
  isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  hasColour:
    hasColour && process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  untilStopped: untilStopped(command.name),
  // In stdio mode stdout IS the protocol: one stray write breaks the stream, and all the client says is "disconnected".
  log: (line) => void process.stderr.write(`throughline: ${line}\n`),
  print: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
  readFile,
  readStdin,
  ask,
  edit,
});

/** Every client has its own server, all day and mostly idle: small room for young objects instead of fast growth. */
const stayOneOfMany = () => setFlagsFromString('--semi-space-growth-factor=1');

async function runLine(line: CommandLine): Promise<void> {
  const { name } = line.command;
  const machine = machineFor(line);
  const { env, homeDir, cwd } = machine;
  const input = { flags: line.options, env, homeDir, cwd, readFile };
  if (name === 'mcp') {
    stayOneOfMany();
    const { startStdio } = await import('./start-stdio.ts');
    return startStdio(loadConfig(input), machine, VERSION);
  }
  if (name === 'serve') {
    const { startHttp } = await import('./start-http.ts');
    return startHttp(loadConfig(input), machine, VERSION, fileURLToPath(import.meta.url));
  }
  // Whoever reads us may have read enough, as `head` does.
  process.stdout.once('error', () => process.exit());
  if (name === 'doctor') {
    const { runDoctor } = await import('./run-doctor.ts');
    process.exitCode = await runDoctor(line, loadConfig(input), machine, {
      throughline: VERSION,
      node: process.version,
    });
    return;
  }
  const { runCommand } = await import('./run-command.ts');
  return runCommand(line, input, machine);
}

/** A client waits for these: they start without all that the other commands need. */
const SERVERS = [mcp, serve];
const isServer = ([first]: readonly string[]) => SERVERS.some(({ name }) => name === first);
const loadCommands = () => import('./run-command.ts');

async function parse(argv: readonly string[]): Promise<CommandLine | HelpLine> {
  return parseCommandLine(argv, isServer(argv) ? SERVERS : (await loadCommands()).ALL_COMMANDS);
}

async function run(argv: readonly string[]): Promise<void> {
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  if (argv[0] === '--version' || argv[0] === '-v') return print(VERSION);
  const line = argv.length === 0 ? { helpWith: [] } : await parse(argv);
  if (!('helpWith' in line)) return runLine(line);
  const { helpAbout } = await loadCommands();
  return print(helpAbout(line.helpWith, { version: VERSION, width: width() }));
}

async function report(error: unknown, argv: readonly string[]): Promise<number> {
  const { text, exitCode, isLost } = tellFailure(error, argv.includes('--json'));
  if (isLost) {
    const { ALL_COMMANDS, helpAfter } = await loadCommands();
    const help = helpAfter(wordsIn(ALL_COMMANDS, argv), { version: VERSION, width: width() });
    process.stderr.write(`${help}\n\n`);
  }
  // Last, where the eye is.
  process.stderr.write(text);
  return exitCode;
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
    process.exitCode = await report(error, argv);
  }
  // Nothing may keep a finished process alive: a client that is gone does not come back.
  process.exit();
}

void main();

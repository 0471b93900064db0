import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { hook } from '../cli/commands/hook.ts';
import { mcp } from '../cli/commands/mcp.ts';
import { serve } from '../cli/commands/serve.ts';
import { type CommandLine, parseCommandLine, type Question } from '../cli/parse-command-line.ts';
import { tellFailure } from '../cli/tell-failure.ts';
import { loadConfig } from '../config/load-config.ts';
import { invalid, unavailable } from '../domain/error.ts';
import { escapeInline } from '../domain/quote-text.ts';
import { readRegularSync } from '../system/files/regular-file.ts';
import { endAfter, endProcess, endSoonAfter } from './end-process.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { surviveUncaughtErrors } from './survive-uncaught-errors.ts';

declare const __VERSION__: string;
const VERSION = __VERSION__;
/** What people and clients start; it loads this file from the code cache. */
const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'bin.js');

async function readStdin(isWhole: (chunks: readonly Buffer[]) => boolean = () => false): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    if (isWhole(chunks)) break;
  }
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
/** Some terminals, such as those of a CI, say that they have no columns at all. */
const TERMINAL_WIDTH = 80;

function width(): number {
  const { columns, isTTY } = process.stdout;
  const asked = Number(process.env.COLUMNS);
  const other = asked > 0 ? asked : isTTY ? TERMINAL_WIDTH : PIPED_WIDTH;
  return columns > 0 ? columns : other;
}

/** Kept by us: the stream forgets its error and goes on as if nothing had been. */
let outputError: NodeJS.ErrnoException | undefined;

/** Whoever reads us may have read enough, as `head` does; that is no failure. */
function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') void endProcess(process);
    outputError ??= error;
  });
}

/** An answer that nobody can read must not pass for one that was given. */
async function flushOutput(isDone: boolean): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write('', () => setImmediate(resolve)));
  if (outputError === undefined) return;
  throw unavailable(
    'output_failed',
    `The answer could not be written to standard output: ${outputError.code ?? outputError.message}.`,
    isDone
      ? 'What the command was to do is done and kept; only its answer is lost.'
      : 'Make room, or send the output elsewhere, and run it again.',
    { cause: outputError },
  );
}

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

const log = (line: string) => void process.stderr.write(`throughline: ${escapeInline(line)}\n`);

const machineFor = ({ command, hasColour }: CommandLine): ProcessEnvironment => ({
  env: process.env,
  homeDir: homedir(),
  cwd: process.cwd(),
  width: width(),
  isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  hasColour:
    hasColour && process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  untilStopped: untilStopped(command.name),
  kill: process.kill.bind(process),
  pid: process.pid,
  parentPid: process.ppid,
  platform: process.platform,
  program: { node: process.execPath, path: PROGRAM },
  // In stdio mode stdout IS the protocol: one stray write breaks the stream, and all the client says is "disconnected".
  log,
  print: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
  readFile: readRegularSync,
  readStdin,
  pipeInput: (to) => void process.stdin.pipe(to),
  giveUpAfter: (ms, before) => {
    const giveUp = () => {
      process.exitCode = 0;
      endAfter(process, before());
    };
    setTimeout(giveUp, ms).unref();
  },
  ask,
  edit,
});

/**
 * Every client has its own server, all day and mostly idle: little room for young objects, and a heap that grows slowly.
 * Only once the code is loaded: V8 takes no code cache that was made under other flags.
 */
const stayOneOfMany = () => {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
};

/** What these write is not in the store. */
const WRITES_BESIDE = ['config set', 'config unset', 'install', 'uninstall', 'doctor'];
/** Asked so often, and by so many scripts, that no command is loaded for them. */
const asked = (about: Question['about']): Question => ({ about, words: [], isJson: false });
const ASKED: Readonly<Record<string, Question>> = {
  '': asked('help'),
  '-v': asked('version'),
  '--version': asked('version'),
};

async function runLine(line: CommandLine): Promise<void> {
  const { name } = line.command;
  const machine = machineFor(line);
  const { env, homeDir, cwd } = machine;
  const input = { flags: line.options, env, homeDir, cwd, readFile: readRegularSync };
  if (name === 'mcp' || name === 'serve') {
    surviveUncaughtErrors(process, machine.log);
    endSoonAfter(process, machine.untilStopped);
  }
  if (name === 'mcp') {
    const { startStdio } = await import('./start-stdio.ts');
    stayOneOfMany();
    return startStdio(loadConfig(input), machine, VERSION);
  }
  if (name === 'hook') {
    const { runHook } = await import('./run-hook.ts');
    return runHook(line.words, input, machine, VERSION);
  }
  if (name === 'serve') {
    const { startHttp } = await import('./start-http.ts');
    // It serves on, whether or not anybody reads what it says at first.
    process.stdout.on('error', (error) => machine.log(`stdout: ${error.message}`));
    return startHttp(input, machine, VERSION, PROGRAM);
  }
  watchOutput();
  if (name === 'doctor') {
    const { runDoctor } = await import('./run-doctor.ts');
    process.exitCode = await runDoctor(line, input, machine, {
      throughline: VERSION,
      node: process.version,
    });
  } else {
    const { runCommand } = await import('./run-command.ts');
    await runCommand(line, input, machine);
  }
  await flushOutput(line.command.effect === 'write' || WRITES_BESIDE.includes(name));
}

/** A client waits for these: they start without all that the other commands need. */
const SERVERS = [mcp, serve, hook];
const isServer = ([first]: readonly string[]) => SERVERS.some(({ name }) => name === first);
const loadCommands = () => import('./run-command.ts');

async function parse(argv: readonly string[]): Promise<CommandLine | Question> {
  if (isServer(argv)) return parseCommandLine(argv, SERVERS);
  const { ALL_COMMANDS, withBareProject } = await loadCommands();
  return parseCommandLine(withBareProject(argv), ALL_COMMANDS);
}

async function answer(question: Question): Promise<string> {
  const { isJson } = question;
  if (question.about === 'version') return isJson ? JSON.stringify({ version: VERSION }) : VERSION;
  const { ALL_COMMANDS, helpAbout, helpFacts } = await loadCommands();
  const page = { version: VERSION, width: width() };
  return isJson
    ? JSON.stringify(helpFacts(ALL_COMMANDS, question.words, page), null, 2)
    : helpAbout(ALL_COMMANDS, question.words, page);
}

async function run(argv: readonly string[]): Promise<void> {
  const line = ASKED[argv.join(' ')] ?? (await parse(argv));
  if (!('about' in line)) return runLine(line);
  const text = await answer(line);
  watchOutput();
  process.stdout.write(`${text}\n`);
  await flushOutput(false);
}

function report(error: unknown, argv: readonly string[]): number {
  const { text, exitCode } = tellFailure(error, argv.includes('--json'));
  process.stderr.write(text);
  return exitCode;
}

/**
 * Clients do not show the stderr of a hook, so the failure goes to the hook log. The exit code stays 0, because some clients
 * take another one for a command: to drop the prompt, not to compact, to go on.
 */
async function keepHookFailure(argv: readonly string[], error: unknown): Promise<void> {
  process.exitCode = 0;
  const { keepUsageFailure } = await import('./run-hook.ts');
  const { env } = process;
  const place = { env, homeDir: homedir(), cwd: process.cwd(), log, readFile: readRegularSync };
  await keepUsageFailure(argv, place, error).catch((cause) => log(`hook log: ${cause}`));
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
    process.exitCode = report(error, argv);
    if (argv[0] === hook.name) await keepHookFailure(argv, error);
  }
  // Nothing may keep a finished process alive: a client that is gone does not come back.
  await endProcess(process);
}

void main();

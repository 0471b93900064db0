import { homedir } from 'node:os';
import { join } from 'node:path';
import { hook, mcp, serve } from '../cli/commands/serve.ts';
import { type CommandLine, parseCommandLine, type Question } from '../cli/parse-command-line.ts';
import { renderFailure } from '../cli/render-failure.ts';
import { loadConfig } from '../config/load-config.ts';
import { escapeInline } from '../domain/quote-text.ts';
import { readRegularSync } from '../system/files/regular-file.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { endAfter, endProcess, endSoonAfter, surviveUncaughtErrors } from './process-lifetime.ts';
import {
  askYesNo,
  flushOutput,
  outputWidth,
  readPayload,
  readUtf8,
  watchOutput,
  writeAtOnce,
} from './standard-streams.ts';

declare const __VERSION__: string;
const VERSION = __VERSION__;
/** The file that people and clients start; it loads this one from the code cache. */
const PROGRAM = join(import.meta.dirname, 'bin.js');

let isSignaled = false;
let extendStop = (): void => undefined;

const untilSignal = () =>
  new Promise<void>((resolve) => {
    const stop = () => {
      isSignaled = true;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  });

const untilStdinEnds = () =>
  new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    process.stdout.once('error', resolve);
  });

const watchStdout = () => watchOutput(process.stdout, () => void endProcess(process));

const untilStopped = (command: string): Promise<void> => {
  if (command === 'mcp') return Promise.race([untilSignal(), untilStdinEnds()]);
  return command === 'serve' ? untilSignal() : new Promise(() => undefined);
};

const width = () => outputWidth(process.stdout, process.env.COLUMNS);

async function edit(text: string, otherWay: string): Promise<string> {
  const { editText } = await import('./edit-text.ts');
  // Ctrl+C belongs to the editor while it runs. Handled here, it would leave the temporary file behind.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  try {
    return editText(text, otherWay, process.env);
  } finally {
    process.off('SIGINT', ignore);
  }
}

/** Without the stream, unless the reader is slow. */
function writeOut(text: string): void {
  const rest = writeAtOnce(1, Buffer.from(text));
  if (rest.length > 0) process.stdout.write(rest);
}

const log = (line: string) => void process.stderr.write(`throughline: ${escapeInline(line)}\n`);

const environmentFor = ({ command, hasColor }: CommandLine): ProcessEnvironment => ({
  env: process.env,
  homeDir: homedir(),
  cwd: process.cwd(),
  // Hooks ask for none of these, and the stream of stdout takes longer to create than their answer to write.
  get width() {
    return width();
  },
  get isTerminal() {
    return process.stdin.isTTY === true && process.stdout.isTTY === true;
  },
  get hasColor() {
    return hasColor && process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  },
  untilStopped: untilStopped(command.name),
  isSignaled: () => isSignaled,
  extendStop: () => extendStop(),
  kill: process.kill.bind(process),
  pid: process.pid,
  parentPid: process.ppid,
  platform: process.platform,
  program: { node: process.execPath, path: PROGRAM },
  // In stdio mode stdout IS the protocol: one stray write breaks the stream, and the client reports only "disconnected".
  log,
  print: (line) => (command === hook ? writeOut(`${line}\n`) : void process.stdout.write(`${line}\n`)),
  printNotice: (line) => void process.stderr.write(`${line}\n`),
  readFile: readRegularSync,
  readStdin: () => readUtf8(process.stdin),
  readPayload: (reading) => readPayload(() => process.stdin, reading),
  // The protocol library drops unanswered requests when its input ends. Who reads it closes it after the answers.
  pipeInput: (to) => {
    process.stdin.pipe(to, { end: false });
    limitHeapGrowth(process.stdin);
  },
  get output() {
    return process.stdout;
  },
  uptimeMs: () => process.uptime() * 1_000,
  exitAfter: (ms, before) => {
    const giveUp = () => {
      process.exitCode = 0;
      endAfter(process, before());
    };
    setTimeout(giveUp, ms).unref();
  },
  ask: (question) => askYesNo(question, process.stdin, process.stderr),
  edit,
});

/** These have the effect `read`, because what they write is not in the store. */
const WRITES_OUTSIDE_STORE = ['config set', 'config unset', 'install', 'uninstall', 'doctor', 'backup'];
/** Scripts ask these often, so they are answered without loading the commands. */
const quickQuestion = (about: Question['about']): Question => ({ about, words: [], isJson: false });
const QUICK_QUESTIONS: Readonly<Record<string, Question>> = {
  '': quickQuestion('help'),
  '-v': quickQuestion('version'),
  '--version': quickQuestion('version'),
};

async function runCommandLine(line: CommandLine): Promise<void> {
  const { name } = line.command;
  const environment = environmentFor(line);
  const { env, homeDir, cwd } = environment;
  const input = { flags: line.options, env, homeDir, cwd, readFile: readRegularSync };
  if (name === 'mcp' || name === 'serve') {
    surviveUncaughtErrors(process, environment.log);
    extendStop = endSoonAfter(process, environment.untilStopped);
  }
  if (name === 'mcp') {
    const { startStdio } = await import('./start-stdio.ts');
    return startStdio(loadConfig(input), environment, VERSION);
  }
  if (name === 'hook') {
    const { runHook } = await import('./run-hook.ts');
    return runHook(line.words, input, environment, VERSION);
  }
  if (name === 'serve') {
    const { startHttp } = await import('./start-http.ts');
    // The server continues if nobody reads the text that it prints first.
    process.stdout.on('error', (error) => environment.log(`stdout: ${error.message}`));
    return startHttp(input, environment, VERSION, PROGRAM);
  }
  watchStdout();
  if (name === 'doctor') {
    const { runDoctor } = await import('./run-doctor.ts');
    process.exitCode = await runDoctor(line, input, environment, {
      throughline: VERSION,
      node: process.version,
    });
  } else {
    const { runCommand } = await import('./run-command.ts');
    await runCommand(line, input, environment);
  }
  await flushOutput(process.stdout, line.command.effect === 'write' || WRITES_OUTSIDE_STORE.includes(name));
}

/** A client waits for these, so they start without loading the other commands. */
const SERVERS = [mcp, serve, hook];
const isServer = ([first]: readonly string[]) => SERVERS.some(({ name }) => name === first);
const loadCommands = () => import('./run-command.ts');

async function parse(argv: readonly string[]): Promise<CommandLine | Question> {
  if (isServer(argv)) return parseCommandLine(argv, SERVERS);
  const { ALL_COMMANDS, replaceBareProjectFlag } = await loadCommands();
  return parseCommandLine(replaceBareProjectFlag(argv), ALL_COMMANDS);
}

async function answer(question: Question): Promise<string> {
  const { isJson } = question;
  if (question.about === 'version') return isJson ? JSON.stringify({ version: VERSION }) : VERSION;
  const { ALL_COMMANDS, renderHelpPage, helpFacts } = await loadCommands();
  const page = { version: VERSION, width: width() };
  return isJson
    ? JSON.stringify(helpFacts(ALL_COMMANDS, question.words, page), null, 2)
    : renderHelpPage(ALL_COMMANDS, question.words, page);
}

async function run(argv: readonly string[]): Promise<void> {
  const line = QUICK_QUESTIONS[argv.join(' ')] ?? (await parse(argv));
  if (!('about' in line)) return runCommandLine(line);
  const text = await answer(line);
  watchStdout();
  process.stdout.write(`${text}\n`);
  await flushOutput(process.stdout, false);
}

/** Logged, because clients hide the stderr of hooks. Exit code 0, because some clients take others as instructions. */
async function logHookFailure(argv: readonly string[], error: unknown): Promise<void> {
  process.exitCode = 0;
  const { logUsageFailure } = await import('./run-hook.ts');
  const { env } = process;
  const place = { env, homeDir: homedir(), cwd: process.cwd(), log, readFile: readRegularSync };
  await logUsageFailure(argv, place, error).catch((cause) => log(`hook log: ${cause}`));
}

/** Node warns on every start that its SQLite is experimental; the person who runs this cannot change that. */
function suppressSqliteWarning(): void {
  const emitWarning = process.emitWarning.bind(process) as (...args: unknown[]) => void;
  process.emitWarning = (...args: unknown[]) => {
    if (args[1] === 'ExperimentalWarning' && String(args[0]).startsWith('SQLite')) return;
    emitWarning(...args);
  };
}

export async function main(): Promise<void> {
  process.umask(0o077);
  suppressSqliteWarning();
  const argv = process.argv.slice(2);
  try {
    await run(argv);
  } catch (error) {
    const { text, exitCode } = renderFailure(
      error,
      argv.includes('--json'),
      outputWidth(process.stderr, process.env.COLUMNS),
    );
    process.stderr.write(text);
    process.exitCode = exitCode;
    if (argv[0] === hook.name) await logHookFailure(argv, error);
  }
  // Nothing may keep a finished process alive.
  await endProcess(process);
}

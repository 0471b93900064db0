import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { LinePlace } from '../shared/transcript-json.ts';

const COMMAND_NAME = /^[ \t]*<command-name>\s*\/?([^<]{1,80}?)\s*<\/command-name>/m;
const COMMAND_ARGS = /<command-args>([\s\S]*?)<\/command-args>/;

/** Commands to the client itself; any other is a stored prompt that is called by its name. */
const CLIENT_COMMANDS = new Set(
  (
    'add-dir agents allowed-tools bashes bug clear compact config context copy cost doctor effort exit export ' +
    'extra-usage fast feedback help hooks ide install-github-app keybindings login logout mcp memory mobile model ' +
    'output-style passes permissions plan plugin privacy-settings quit rate-limit-options release-notes reload-plugins ' +
    'remote-control remote-env rename resume rewind sandbox settings skills stats status statusline stickers tasks ' +
    'terminal-setup theme todos upgrade usage vim'
  ).split(' '),
);
const TYPED_COMMAND = /^\/([\w:-]{1,80})(?=\s|$)/;

const isOurs = (name: string) => CLIENT_COMMANDS.has(name) || /^throughline\b/.test(name);

/** What the person asked for: their words, or the command of their own they called; '' where it was neither. */
export function readPrompt(text: string): string {
  const name = COMMAND_NAME.exec(text)?.[1];
  if (name !== undefined) {
    const args = stripInjected(COMMAND_ARGS.exec(text)?.[1] ?? '');
    // The client writes the name first if it answers the command itself.
    const isAnsweredByClient = args === '' && /^\s*<command-name>/.test(text);
    return isOurs(name) || isAnsweredByClient ? '' : `/${name} ${args}`.trim();
  }
  const words = stripInjected(text);
  const typed = TYPED_COMMAND.exec(words)?.[1];
  return typed !== undefined && isOurs(typed) ? '' : words;
}

const SHELL_INPUT = /^\s*<bash-input>([\s\S]*?)<\/bash-input>/;
const SHELL_OUTPUT = /^\s*<bash-(?:stdout|stderr)>(?! \w)([\s\S]*?)(?:<\/bash-(?:stdout|stderr)>|$)/;
const TASK = /^\s*<task-notification>[\s\S]*?<summary>([\s\S]*?)<\/summary>/;
/** A message that only notifies the agent; the agent may reply to it. */
const NOTIFIES = /^\s*<(task-notification|teammate-message|cross-session-message)(?![\w-])/;
const TASK_ID = /<task-id>([^<]{1,80})<\/task-id>/;
const TASK_FAILED = /<status>(?:failed|error)<\/status>|\bfailed\b|exit code [1-9]/;

/** What the client wraps into a message of the person: a command that they ran, or the end of one in the background. */
export function wrappedEntry(text: string, place: LinePlace): TranscriptEntry | undefined {
  const command = SHELL_INPUT.exec(text)?.[1]?.trim();
  const output = SHELL_OUTPUT.exec(text)?.[1];
  if (command !== undefined || output !== undefined)
    return { ...place, kind: 'shell', command: command ?? '', output: output ?? '' };
  const summary = TASK.exec(text)?.[1]?.trim();
  const notified = summary ?? (readPrompt(text) === '' ? NOTIFIES.exec(text)?.[1] : undefined);
  if (notified === undefined) return undefined;
  const id = TASK_ID.exec(text)?.[1] ?? '';
  const isFailed = summary !== undefined && TASK_FAILED.test(text.slice(0, 2_000));
  return { ...place, kind: 'task', id, isFailed, text: notified };
}

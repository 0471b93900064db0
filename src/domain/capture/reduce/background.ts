import { clipLine } from '../clip.ts';
import type { Mark, TranscriptDigest } from '../transcript-digest.ts';
import { BOUND, keepLast } from './bounds.ts';

const STARTED = /(?:running in (?:the )?background|backgrounded[^.\n]{0,40}) with ID: ([\w-]{1,60})/;
const STOPS = /^(?:TaskStop|KillShell|KillBash)$/;
const READS = /^(?:TaskOutput|BashOutput)$/;
const IS_OVER =
  /<status>\s*(?:completed|failed|killed|stopped)\s*<\/status>|"status":\s*"(?:completed|failed|killed)"/;

const NAMES_TASK = /(?:task|shell|agent|\bid)\w{0,5}\W{1,6}[\w-]{2,}/i;

/** A command that goes on after its call, if the result says so. */
export function addBackground(
  digest: TranscriptDigest,
  command: string,
  { line, at, text }: Mark & { readonly text: string },
): TranscriptDigest {
  const id = STARTED.exec(text)?.[1];
  if (id === undefined) return digest;
  const task = { line, at, id, text: clipLine(command, BOUND.command) };
  return { ...digest, running: keepLast([...(digest.running ?? []), task], BOUND.tasks) };
}

export const endBackground = (digest: TranscriptDigest, id: string): TranscriptDigest =>
  digest.running === undefined
    ? digest
    : { ...digest, running: digest.running.filter((task) => task.id !== id) };

/** What a tool that stops background commands, or reads their output, says about their end. */
export function endedBy(digest: TranscriptDigest, tool: string, text: string): TranscriptDigest {
  const { running = [] } = digest;
  const stops = STOPS.test(tool);
  if (running.length === 0 || !(stops || (READS.test(tool) && IS_OVER.test(text)))) return digest;
  const named = running.filter(({ id }) => text.includes(id));
  // Without a name it can only be the one that runs.
  const isOnly = running.length === 1 && !NAMES_TASK.test(text);
  const ended = named.length === 0 && isOnly ? running : named;
  return { ...digest, running: running.filter((task) => !ended.includes(task)) };
}

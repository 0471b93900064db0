import type { ContextEventName } from '../app/ports/client-adapter.ts';
import { nextStep, renderAdvice } from '../domain/next-step.ts';
import { toolWording } from '../mcp/tool-wording.ts';
import type { Hook } from './find-hook.ts';
import type { Failure } from './log-hook-failure.ts';

/** How much longer a late orientation may take, as a part of the limit. Both together are below the usual limit of clients. */
const LATE_SHARE = 1.5;
/** How often the input of a client is polled once more after the time limit. */
const MAX_POLLS = 20;
const PAUSE_MS = 5;

// `node:timers/promises` takes longer to load than this.
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Null: nothing is printed. */
export type Answer = string | null;

/** What a running hook offers to the code that handles its timeout. */
export interface Progress {
  /** Whether the client has written anything. */
  hasInput?: boolean;
  /** False while the client is still writing; the timeout does not wait for such a client. */
  isInputRead?: boolean;
  orientLate?: () => Promise<string>;
  /** Whether the client named a folder. */
  hasFolder?: boolean;
  unstored?: unknown;
  /** What a process that died in the middle of a restore has left. */
  restoreLeft?: string;
}

/** The report in the client's format. */
export const render = async (
  { hooks }: Hook,
  event: ContextEventName,
  report: string,
  message?: string,
): Promise<string> => (await hooks.protocol()).render(event, report, message);

const notRead = () =>
  renderAdvice(
    toolWording,
    'The records of earlier sessions could not be read. Try again, or find the cause.',
    [nextStep('orientation.read'), nextStep('doctor.run')],
  );

/** Says that nothing could be read, because an empty answer would look as if nothing was stored. */
export const withoutOrientation = (hook: Hook, { code }: Failure): Promise<string> =>
  render(
    hook,
    'session-start',
    `# Throughline: no orientation (${code})\n${notRead()}`,
    hook.showsMessage ? `Throughline: no orientation (${code}). Run throughline doctor.` : undefined,
  );

/**
 * Reading takes no lock and little time. If it is late all the same, the orientation is still worth waiting for. A client that has
 * written nothing gets no answer.
 */
export async function orientLate(hook: Hook, progress: Progress, late: Failure): Promise<Answer> {
  const givesUpAt = performance.now() + hook.limitMs * LATE_SHARE;
  const isLeft = () => performance.now() < givesUpAt;
  // In a process that hardly got to run, the timer fires before input that has already arrived is read.
  for (let polls = 0; !progress.isInputRead && polls < MAX_POLLS && isLeft(); polls += 1)
    await pause(PAUSE_MS);
  if (!progress.hasInput && !progress.isInputRead) return null;
  while (progress.isInputRead && progress.orientLate === undefined && isLeft()) await pause(PAUSE_MS);
  const givenUp = pause(Math.max(0, givesUpAt - performance.now()));
  const report = await Promise.race([progress.orientLate?.().catch(() => undefined), givenUp]);
  return typeof report === 'string' ? render(hook, 'session-start', report) : withoutOrientation(hook, late);
}

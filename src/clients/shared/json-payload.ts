import type { ContextEventName } from '../../app/ports/client-adapter.ts';
import { invalid } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
import { JsonTooDeepError, parseJson, TOO_DEEP } from '../../lib/json-depth.ts';

const MAX_ID = 200;

const refuse = (what: string) =>
  invalid(
    'hook_input_invalid',
    `The event data from the client ${what}.`,
    'Nothing was written. Check the client and its hooks.',
    { next: [nextStep('doctor.run')] },
  );

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw refuse(error instanceof JsonTooDeepError ? TOO_DEEP : 'is not JSON');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw refuse('is not a JSON object');
  return value as Readonly<Record<string, unknown>>;
}

/** The payload of a hook that is one JSON object. */
export interface JsonPayload {
  /** null where the field is missing, empty, or anything but text. */
  text(field: string): string | null;
  /** The first text in a list; null as above. */
  firstOf(field: string): string | null;
  /** Throws `hook_input_invalid` where the field is no usable id. */
  id(field: string): string;
}

const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && !value.includes('\u0000') ? value.toWellFormed() : null;

/** Throws `hook_input_invalid`, and nothing else. */
export function parsePayload(input: string): JsonPayload {
  const given = parseObject(input);
  const text = (field: string): string | null => textIn(given[field]);
  return {
    text,
    firstOf(field) {
      const list = given[field];
      return Array.isArray(list) ? (list.map(textIn).find((value) => value !== null) ?? null) : null;
    },
    id(field) {
      const id = text(field);
      if (id === null || id.length > MAX_ID) throw refuse(`names no ${field}`);
      return id;
    },
  };
}

/** A client that starts many hooks at once closes their pipes late, so a hook does not wait once it has all. */
export function isWholeJson(chunks: readonly Buffer[]): boolean {
  if (!/\}\s*$/.test(chunks.at(-1)?.subarray(-10).toString('latin1') ?? '')) return false;
  try {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

const NATIVE_NAMES = { 'session-start': 'SessionStart', prompt: 'UserPromptSubmit' } as const;

/** The answer of a hook as several clients read it: context for the model, under the name of the event, and a line for the person. */
export const contextOutput = (event: ContextEventName, report: string, systemMessage?: string): string =>
  JSON.stringify({
    ...(systemMessage === undefined ? {} : { systemMessage }),
    hookSpecificOutput: { hookEventName: NATIVE_NAMES[event], additionalContext: report },
  });
